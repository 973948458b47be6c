"""The model against the rules: whole random games, folded by viewers from messages alone."""

from collections import Counter

import pytest
from teg_shared.rules.classic.cards import BONUS_ARMIES
from teg_shared.rules.classic.commands import (
    Announce,
    Attack,
    Claim,
    EndTurn,
    Exchange,
    Occupy,
    Place,
    ProposeDissolve,
    ProposePact,
    Regroup,
)
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.classic.state import Phase

from teg_tui import changes as ch
from teg_tui import questions
from teg_tui.model import Model
from teg_tui.steps import Action
from tests.client.core.table import Table

GAMES = [(2, 11, Settings()), (4, 12, Settings(pacts="notice")), (6, 13, OFFICIAL), (3, 14, Settings(pacts="binding"))]


@pytest.mark.parametrize(("seats", "seed", "settings"), GAMES)
def test_folding_updates_gives_the_view_of_the_rules(seats: int, seed: int, settings: Settings) -> None:
    table = Table(seats, seed, settings)
    viewers = (*range(seats), -1)
    models = {viewer: table.model(viewer) for viewer in viewers}
    for seat, command in table.moves(600):
        for viewer, update in table.play(seat, command, viewers).items():
            assert models[viewer].apply(update) or not update.events
    for viewer, model in models.items():
        assert model.view == CLASSIC.view(table.state, viewer if viewer >= 0 else None)
        assert model.version == table.version


@pytest.mark.parametrize(("seats", "seed", "settings"), GAMES)
def test_questions_agree_with_the_legal_commands(seats: int, seed: int, settings: Settings) -> None:
    """What the screens light up is what the rules accept, no more and no less, at every moment of a game."""
    table = Table(seats, seed, settings)
    models = {viewer: table.model(viewer) for viewer in range(seats)}
    for turn, (seat, command) in enumerate(table.moves(500)):
        if turn % 5 == 0:
            for viewer, model in models.items():
                check_questions(model, viewer)
        for viewer, update in table.play(seat, command, tuple(models)).items():
            models[viewer].apply(update)


def check_questions(model: Model, seat: int) -> None:
    """Compare every answer of a model with the list of legal commands of its view."""
    assert model.view is not None
    legal = list(CLASSIC.legal(model.view, seat))
    attacks = {(c.source, c.target) for c in legal if isinstance(c, Attack)}
    if model.settings.pacts in ("breakable", "none"):
        assert {(s, t) for s in model.attack_sources() for t in model.attack_targets(s)} == attacks
    else:
        open_targets = {(s, t) for s in model.attack_sources() for t in model.attack_targets(s)}
        assert {(s, t) for s, t in open_targets if not model.pacts_in_way(s, t)} == attacks
    moves = {(c.source, c.target, c.armies) for c in legal if isinstance(c, Regroup)}
    assert moves == {
        (s, t, n)
        for s in model.regroup_sources()
        for t in model.regroup_targets(s)
        for n in range(1, model.movable(s) + 1)
    }
    most = Counter[int]()
    for c in legal:
        if isinstance(c, Place):
            most[c.country] = max(most[c.country], c.armies)
    assert model.placeable() == most
    assert set(model.exchangeable_sets()) == {c.cards for c in legal if isinstance(c, Exchange)}
    assert set(model.claimable_cards()) == {c.card for c in legal if isinstance(c, Claim)}
    scopes = {(c.partner, c.border) for c in legal if isinstance(c, ProposePact)}
    assert scopes == {(p, b) for p in model.pact_partners() for b in model.pact_borders(p)}
    assert {p.id for p in model.dissolvable_pacts()} == {c.pact for c in legal if isinstance(c, ProposeDissolve)}
    assert {p.id for p in questions.announceable(model.view, model.seat)} == {
        c.pact for c in legal if isinstance(c, Announce)
    }
    check_actions(model, {type(c) for c in legal})


def check_actions(model: Model, kinds: set[type]) -> None:
    """Compare the keys that do something with the kinds of legal commands."""
    actions = set(model.available_actions())
    for action, kind in (
        (Action.PLACE, Place), (Action.EXCHANGE, Exchange), (Action.CLAIM, Claim), (Action.OCCUPY, Occupy),
        (Action.REGROUP, Regroup), (Action.END_TURN, EndTurn), (Action.PROPOSE, ProposePact),
        (Action.DISSOLVE, ProposeDissolve), (Action.ANNOUNCE, Announce),
    ):  # fmt: skip
        assert (action in actions) == (kind in kinds), action
    if Attack in kinds:
        assert Action.ATTACK in actions


@pytest.mark.parametrize(("seats", "seed", "settings"), GAMES)
def test_changes_name_every_difference_of_the_board(seats: int, seed: int, settings: Settings) -> None:
    table = Table(seats, seed, settings)
    model = table.model(0)
    for seat, command in table.moves(400):
        before = model.view
        changes = model.apply(table.play(seat, command, (0,))[0])
        after = model.view
        assert before is not None
        assert after is not None
        named = {c.country for c in changes if isinstance(c, ch.CountryChanged)}
        differ = {n for n in range(50) if (before.owners[n], before.armies[n]) != (after.owners[n], after.armies[n])}
        assert named == differ
        turned = [c for c in changes if isinstance(c, ch.TurnChanged)]
        moved_on = (before.turn, before.round, before.lap) != (after.turn, after.round, after.lap)
        assert bool(turned) == moved_on
        rolled = [c for c in changes if isinstance(c, ch.Rolled)]
        assert len(rolled) == after.rolls - before.rolls


def test_every_event_of_a_game_stands_in_the_chronicle_with_its_actor() -> None:
    table = Table(4, 21)
    model = table.model(1)
    total = 0
    for seat, command in table.moves(900):
        update = table.play(seat, command, (1,))[1]
        model.apply(update)
        total += len(update.events)
    assert len(model.chronicle) == total
    rolls = [e for e in model.chronicle if type(e.event).__name__ == "DiceRolled"]
    assert rolls
    assert all(e.actor == e.seat and e.other not in (-1, e.actor) for e in rolls)
    pacts = [e for e in model.chronicle if type(e.event).__name__ in ("PactMade", "PactEnded", "ProposalClosed")]
    assert pacts
    assert all(e.bargain is not None for e in pacts)


def test_players_and_continents_add_up_at_every_moment() -> None:
    table = Table(5, 31)
    model = table.model(-1)
    for seat, command in table.moves(300):
        model.apply(table.play(seat, command, (-1,))[-1])
        rows = model.players()
        assert sum(row.countries for row in rows) == 50
        assert sum(row.armies for row in rows) == sum(table.state.armies)
        assert [row.cards for row in rows] == [len(hand) for hand in table.state.hands]
        assert sum(row.on_turn for row in rows) == (table.state.phase is not Phase.OVER)
        continents = model.continents()
        assert sum(len(row.owners) for row in continents) == 50
        for row in continents:
            counts = [row.owners.count(s) for s in dict.fromkeys(row.owners)]
            assert counts == sorted(counts, reverse=True)


def test_claiming_a_bonus_counts_its_armies() -> None:
    """A card claimed shows up as a change of its country (C19)."""
    table = Table(2, 41)
    model = table.model(0)
    for seat, command in table.moves(3000):
        before = table.state.armies[:]
        changes = model.apply(table.play(seat, command, (0,))[0])
        if isinstance(command, Claim):
            changed = {c.country: c.armies - c.armies_before for c in changes if isinstance(c, ch.CountryChanged)}
            assert changed[command.card] == BONUS_ARMIES == table.state.armies[command.card] - before[command.card]
            return
    pytest.fail("no card was claimed in the whole game")
