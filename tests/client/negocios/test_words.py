"""Every code of T.E.G. de los Negocios has a sentence, in both languages, with its facts in words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios import refusals
from teg_shared.rules.negocios.commands import AnyCommand, Offer
from teg_shared.rules.negocios.data import CARDS, COUNTRIES, FACTORS, HIDDEN, OBJECTIVES
from teg_shared.rules.negocios.goods import Card, Tokens
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, Stage

from teg_tui import i18n, narration, words
from teg_tui.negocios import forecasts, names, words_table
from teg_tui.negocios import words as said_here
from teg_tui.negocios.narration import _TELLERS
from teg_tui.negocios.rows import TrailStep
from teg_tui.negocios.steps import Action
from teg_tui.negocios.words_refused import BY_FACT, REFUSED
from tests.client.negocios.table import Table

RULES_SOURCE = Path(refusals.__file__).parent
FIELD = re.compile(r"\{(\w+)\}")
MADE_HERE = {"option", "why"}
"""Facts that the words themselves put in."""


@pytest.fixture(params=["es", "en"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak each language in turn."""
    yield i18n.choose(request.param)
    i18n.choose("es")


def refused_with() -> Iterator[tuple[str, set[str], str]]:
    """Yield each refusal in the rules: its code, its facts, and where it stands."""
    for path in sorted(RULES_SOURCE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "refuse":
                continue
            first = node.args[0]
            codes = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for code in codes:
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value, {k.arg for k in node.keywords if k.arg}, f"{path.name}:{node.lineno}"


def test_every_refusal_has_a_sentence_and_no_sentence_is_dead() -> None:
    assert set(REFUSED) == set(refusals.RULES)
    assert {code for code, _, _ in refused_with()} <= set(REFUSED)


def test_a_sentence_asks_only_for_facts_that_come_with_its_code() -> None:
    for code, facts, place in refused_with():
        chosen = next((BY_FACT[code, fact] for fact in facts if (code, fact) in BY_FACT), REFUSED[code])
        asked = set(FIELD.findall(chosen)) - MADE_HERE
        assert asked <= facts, (code, place, asked - facts)


def test_every_refusal_names_its_rule(language: str) -> None:
    for code, rule in refusals.RULES.items():
        said = words.sentence(code, {"rule": rule})
        assert said.endswith(f"({'regla' if language == 'es' else 'rule'} {rule})"), said


def refusal_of(table: Table, seat: int, command: AnyCommand) -> RuleError | None:
    """Return how the rules refuse a command, None if they don't."""
    try:
        NEGOCIOS.decide(table.state, seat, command, table.chance)
    except RuleError as error:
        return error
    return None


@pytest.mark.parametrize("seed", [3, 4])
def test_commands_out_of_place_are_refused_in_whole_sentences(seed: int, language: str) -> None:
    """Whatever was possible at another moment, or for somebody else, is refused with all its facts in words."""
    table = Table(4 + seed, seed, Settings(pacts="breakable"))
    model = table.model(0)
    kept: list[AnyCommand] = []
    heard: dict[str, RuleError] = {}
    for seat, command in table.moves(500):
        for old in kept[-12:]:
            for other in {seat, 0}:
                error = refusal_of(table, other, old)
                if error is not None:
                    heard[f"{error.code} {sorted(error.facts)}"] = error
        kept.append(command)
        table.play(seat, command)
    for error in heard.values():
        said = words.sentence(error.code, error.facts, model)
        assert "…" not in said, (error.code, error.facts)
        assert not re.search(r"\d, \d", said), said
    assert len(heard) > 15


def test_an_offer_that_fell_says_why() -> None:
    """The reason stands inside of the sentence, in words (N126)."""
    facts = {"rule": "N126", "offer": 3, "reason": "not-theirs", "why": {"rule": "N123", "country": 5, "seat": 1}}
    said = words.sentence("offer-void", facts, Table().model(0))
    assert names.country(5) in said
    assert "Beto" in said
    assert said.endswith("(regla N126)")


def test_nobody_on_turn_is_not_called_nobody() -> None:
    said = words.sentence("not-your-turn", {"rule": "N6", "turn": -1, "phase": "negotiate"}, Table().model(0))
    assert "negociación" in said
    assert "nadie" not in said


def test_every_event_has_a_teller() -> None:
    assert set(get_args(ev.AnyEvent)) == set(_TELLERS)


@pytest.mark.parametrize(("seats", "seed"), [(4, 15), (8, 2)])
def test_whole_games_are_told_in_words(seats: int, seed: int, language: str) -> None:
    """Every line of every viewer is said without a gap, and nobody reads what is secret."""
    table = Table(seats, seed, Settings(pacts="breakable", market="on"))
    models = {viewer: table.model(viewer) for viewer in (0, -1)}
    kinds = set()
    for seat, command in table.moves(700):
        for viewer, update in table.play(seat, command, (0, -1)).items():
            models[viewer].apply(update)
    for viewer, model in models.items():
        for entry in model.chronicle:
            said = narration.narrate(entry, model)
            kinds.add(type(entry.event))
            assert "…" not in said
            assert "{" not in said
            assert "-1" not in said
            if isinstance(entry.event, ev.CardDrawn) and viewer < 0:
                assert not any(card.id in said for card in CARDS)
    wanted = {
        ev.AttemptRolled,
        ev.CountryTaken,
        ev.MarketRolled,
        ev.IconMoved,
        ev.DealMade,
        ev.OfferMade,
        ev.TokensMoved,
    }
    assert wanted <= kinds


@pytest.mark.parametrize(("seats", "seed"), [(4, 15), (7, 9)])
def test_steps_actions_trails_and_foretellings_are_said_at_every_moment(seats: int, seed: int, language: str) -> None:
    table = Table(seats, seed, Settings(pacts="breakable"))
    models = {viewer: table.model(viewer) for viewer in (0, 1, -1)}
    codes = set()
    for seat, command in table.moves(700):
        for model in models.values():
            step = model.next_step()
            codes.add(step.code)
            for said in (words.step(step, model), said_here.step(step, model, market_on=False)):
                assert "…" not in said
                assert "{" not in said
                assert "-1" not in said
            assert all(words.action(slug) for slug in model.available_actions())
            assert all(said_here.trail(part) for part in (*model.turn_trail(), *model.round_trail()))
            for view in model.offers():
                assert said_here.offer(view.offer, model)
                assert bool(said_here.blocked(view, model)) == bool(view.blocked)
                if view.effect is not None:
                    assert len(forecasts.deal(view.effect, model)) >= 2
            for part in model.objective_progress():
                assert said_here.part(part, model)
                assert said_here.progress(part)
        for card in models[0].hand_views():
            assert len(forecasts.card_lines(card)) == 3
        for viewer, update in table.play(seat, command, tuple(models)).items():
            models[viewer].apply(update)
    assert {"attempt-first", "attempt-more", "talks", "answer-offers", "wait-attempts", "wait-negotiate"} <= codes


def test_attempts_are_foretold_with_levels_dice_and_exact_chance(language: str) -> None:
    table = Table(4, 2)
    model = table.model(table.state.turn)
    chances = set()
    for source in model.attack_sources():
        for target in model.attack_targets(source):
            view = model.attempt(source, target)
            assert view is not None
            said = forecasts.attempt(view, model)
            assert str(view.dice) in said
            chances.add(forecasts.percent(view.chance))
            won, lost = forecasts.attempt_outcome(view, model)
            assert names.country(target) in won
            assert names.country(source) in lost
    assert "50 %" in chances


@pytest.mark.parametrize(("dice", "said"), [(0.5, "50 %"), (0.6715, "67,2 %"), (0.77094, "77,1 %")])
def test_a_chance_is_said_with_one_decimal(dice: float, said: str) -> None:
    assert forecasts.percent(dice) in {said, said.replace("67,2", "67,1")}


def test_every_phase_stage_action_level_and_option_has_its_words(language: str) -> None:
    assert set(words_table.PHASES) == set(Phase)
    assert set(words_table.STAGES) == set(Stage)
    assert set(words_table.ACTIONS) == {action.value for action in Action}
    assert all(said_here.trail(TrailStep(code, "now")) for code in words_table.TRAIL)
    assert len({names.level(n) for n in (-1, 0, 1, 2)}) == 4
    for settings in (Settings(), Settings(negotiation_seconds=0, round_limit=9, block_size=20, market="off")):
        said = words.house_rules(settings)
        assert len(said) == len(settings.__struct_fields__)
        assert all(name and value for name, value in said)
    assert set(words_table.OPTION_NAMES) == set(Settings().__struct_fields__)


def test_every_country_factor_card_and_objective_has_a_name(language: str) -> None:
    assert len({names.country(n) for n in range(COUNTRIES)}) == COUNTRIES
    assert len({names.factor(n) for n in range(len(FACTORS))}) == len({names.letter(n) for n in range(8)}) == 8
    assert len({names.card(n) for n in range(len(CARDS))}) == len(CARDS)
    assert len({said_here.objective(n) for n in range(HIDDEN, len(OBJECTIVES))}) == len(OBJECTIVES) + 1
    assert names.country(999) == "999"
    assert CARDS[0].id not in names.card(HIDDEN)


def test_goods_are_said_with_their_owner() -> None:
    model = Table().model(0)
    assert said_here.goods(Tokens(1, 2), model) == "2 fichas de Beto"
    assert said_here.goods(Tokens(1, 1), model) == "1 ficha de Beto"
    assert said_here.goods(Card(HIDDEN), model) == "una tarjeta"


def test_an_offer_that_can_t_be_made_says_why_before_it_is_sent() -> None:
    model = Table().model(0)
    error = model.offer_trouble(Offer(1, Tokens(1, 1), Tokens(0, 1)))
    assert error is not None
    assert said_here.sentence(error.code, error.facts, model) == "Ahora no se negocia. (regla N121)"
