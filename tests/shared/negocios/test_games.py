"""Whole games of semi-random players: laws that the common suite does not know, the auditor, and negotiations."""

import os
from collections import Counter
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios import events as e
from teg_shared.rules.negocios import levels
from teg_shared.rules.negocios.audit import AUDIT
from teg_shared.rules.negocios.commands import Answer, Offer
from teg_shared.rules.negocios.data import HIDDEN
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.state import Phase, Stage, State
from teg_shared.rules.negocios.victory import public_victory

from tests.support.laws import begin, finished, packed, player, seed_bytes, steps
from tests.support.laws_negocios import Trader, check, totals

NEGOTIATIONS = 10_000


def trader() -> Trader:
    """Return the semi-random player."""
    found = player("negocios")
    assert isinstance(found, Trader)
    return found


@pytest.mark.parametrize("batch", range(6))
def test_n101_n142_n143_after_each_command_nobody_has_won_unnoticed_and_every_ficha_is_there(batch: int) -> None:
    for seed in range(batch * 40, batch * 40 + 40):
        for step in steps(trader(), seed):
            state = step.game.state
            check(state)
            if state.phase is not Phase.OVER and isinstance(step.events[-1], e.StepBegan | e.TurnStarted):
                assert not any(public_victory(state, s) for s, mask in enumerate(state.masks) if mask)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_n12_nothing_leaks_and_the_view_answers_like_the_whole(seed: int) -> None:
    """What a viewer may ask of its view, the rules answer as of the whole: legal commands of its own seat."""
    who = trader()
    for number, step in enumerate(steps(who, seed)):
        if number % 25:
            continue
        state = step.game.state
        for seat in range(len(state.colours)):
            view = NEGOCIOS.view(state, seat)
            assert list(NEGOCIOS.legal(view, seat)) == list(NEGOCIOS.legal(state, seat))
            assert NEGOCIOS.prompted(view) == NEGOCIOS.prompted(state)
            if state.phase is not Phase.OVER:
                assert all(HIDDEN in hand or not hand for s, hand in enumerate(view.hands) if s != seat)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_n141_levels_follow_from_the_board_alone(seed: int) -> None:
    """The differences of each step add up to the table at the end."""
    known: list[list[int]] | None = None
    for step in steps(trader(), seed):
        if known is None:
            known = levels.table(step.before.masks)
        for seat, factor, before, after in levels.changes(step.before.masks, step.game.state.masks):
            assert known[seat][factor] == before
            known[seat][factor] = after
    assert known == levels.table(step.game.state.masks)


def negotiable(seed: int) -> list[State]:
    """Return states of one game in which a negotiation runs."""
    found = []
    for step in steps(trader(), seed):
        state = step.game.state
        if state.phase is Phase.NEGOTIATE and state.participants.bit_count() > 1 and step.seat % 2:
            found.append(state.copy())
    return found


def negotiate(random: Random, state: State) -> str:
    """Make one random offer and answer it; return how it went."""
    who, chance = trader(), VerifiableChance(b"deal")
    seats = [s for s in range(len(state.colours)) if state.participants >> s & 1]
    seat = random.choice(seats)
    made = who.offer(random, state, seat)
    if made is None:
        return "nothing"
    try:
        for event in NEGOCIOS.decide(state, seat, made, chance):
            NEGOCIOS.evolve(state, event)
    except RuleError as error:
        return error.code
    offer = random.choice([o for o in state.offers if o.partner == made.partner])
    try:
        events = NEGOCIOS.decide(state, made.partner, Answer(offer.id, accept=random.random() < 0.8), chance)
    except RuleError as error:
        return error.code
    for event in events:
        NEGOCIOS.evolve(state, event)
    return str(events[0].__struct_config__.tag)


def test_n123_n131_ten_thousand_random_negotiations_keep_every_total() -> None:
    random, outcomes, seed = Random(1), Counter[str](), 0
    while outcomes.total() < NEGOTIATIONS:
        for state in negotiable(90_000 + seed)[:40]:
            whole, market = totals(state), list(state.market)
            on_map = [mask.bit_count() for mask in state.masks]
            for _ in range(25):
                if state.phase is not Phase.NEGOTIATE:
                    break
                outcomes[negotiate(random, state)] += 1
                check(state)
                assert (totals(state), state.market) == (whole, market)
                assert [mask.bit_count() for mask in state.masks] == on_map
        seed += 1
    assert outcomes["deal"] > NEGOTIATIONS // 4
    assert outcomes["closed"] > 0
    assert outcomes["offer-void"] > 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_n126_of_open_offers_for_the_same_goods_exactly_one_succeeds(seed: int) -> None:
    """A country is offered to everybody; in whatever order they accept, the first one gets it."""
    random = Random(seed)
    states = [state for state in negotiable(seed) if state.participants.bit_count() > 2 and not state.offers]
    if not states:
        return
    state, chance, who = states[0], VerifiableChance(b"one"), trader()
    seat, *partners = random.sample([s for s in range(len(state.colours)) if state.participants >> s & 1], k=3)
    give, _ = who._lands(random, state, seat, partners[0])
    for partner in partners:
        _, take = who._lands(random, state, seat, partner)
        for event in NEGOCIOS.decide(state, seat, Offer(partner, give, take), chance):
            NEGOCIOS.evolve(state, event)
    random.shuffle(partners)
    results = []
    for partner in partners:
        number = next(o.id for o in state.offers if o.partner == partner)
        try:
            events = NEGOCIOS.decide(state, partner, Answer(number, accept=True), chance)
        except RuleError as error:
            results.append(error.code)
            continue
        for event in events:
            NEGOCIOS.evolve(state, event)
        results.append("deal")
        check(state)
        if state.phase is Phase.OVER:
            return
    assert results == ["deal", "offer-void"]


def audit(seed: int) -> None:
    """Check the luck of each event of a game, and find the command behind each entry."""
    who = trader()
    game, _, chance = begin(who, seed)
    state: Any = None
    for event in game.history:
        assert AUDIT.luck_fault(state, event, chance) is None
        state = NEGOCIOS.evolve(state, event)
    for step in steps(who, seed):
        command = AUDIT.command_of(step.events)
        assert command is not None
        assert NEGOCIOS.decide(state, step.seat, command, chance) == step.events
        for event in step.events:
            assert AUDIT.luck_fault(state, event, chance) is None, event
            NEGOCIOS.evolve(state, event)


@pytest.mark.parametrize("batch", range(4))
def test_n13_whoever_has_the_seed_can_check_a_whole_game(batch: int) -> None:
    for seed in range(500 + batch * 8, 508 + batch * 8):
        audit(seed)


def forged(event: e.AnyEvent) -> e.AnyEvent | None:
    """Return the event with other luck in it."""
    match event:
        case e.CountriesDealt(owners, cards, shuffles):
            return e.CountriesDealt(tuple(reversed(owners)), cards, shuffles)
        case e.ObjectivesDealt(objectives, shuffles):
            return e.ObjectivesDealt((*objectives[1:], objectives[0]), shuffles)
        case e.DeckShuffled(cards):
            return e.DeckShuffled((*cards[1:], cards[0])) if len(cards) > 1 else None
        case e.RoundStarted(number, starter, order, True):
            return e.RoundStarted(number, (starter + 1) % len(order), order, drawn=True)
        case e.AttemptRolled(source, target, throws):
            (attack, defence), *rest = throws
            return e.AttemptRolled(source, target, ((tuple(7 - face for face in attack), defence), *rest))
        case e.MarketRolled(rolls, adder, added, removals):
            first = tuple(face % 6 + 1 if face else 0 for face in rolls[0])
            return e.MarketRolled((first, *rolls[1:]), adder, added, removals)
        case e.SeatSuspended(kind, seat, True):
            return e.SeatSuspended(kind, seat + 1, drawn=True)
        case e.StarterNamed(seat, True):
            return e.StarterNamed(seat + 1, drawn=True)
        case _:
            return None


def test_n13_forged_luck_is_found_in_every_kind_of_event() -> None:
    found: set[type] = set()
    for seed in range(40):
        state: Any = None
        chance = VerifiableChance(seed_bytes(seed))
        for event in finished(trader(), seed).history:
            other = forged(event) if state is not None else None
            if other is not None:
                assert (AUDIT.luck_fault(state, other, chance) is None) == (other == event)
                found.add(type(event))
            state = NEGOCIOS.evolve(state, event)
    assert len(found) == 8


def test_n13_nothing_stands_behind_no_events() -> None:
    assert AUDIT.command_of([]) is None
    assert AUDIT.command_of([e.PlaceSkipped(1)]) is None
    assert AUDIT.luck_fault(None, e.PlaceSkipped(1), VerifiableChance(b"")) is None


def test_n103_every_kind_of_victory_and_nearly_every_event_happens() -> None:
    """A few hundred games meet nearly everything there is; what they can't meet is named here."""
    hows, seen = Counter[str](), set[str]()
    for seed in range(150):
        game = finished(trader(), 7_000 + seed)
        hows[game.state.won_by] += 1
        seen |= {type(event).__name__ for event in game.history}
    assert {"objective", "hegemony", "countries", "block", "limit"} <= set(hows)
    every = {kind.__name__ for kind in get_args(e.AnyEvent)}
    assert every - seen <= {"SeatLeft", "PlaceSkipped"}


@pytest.mark.parametrize("batch", range(4))
def test_n100_the_stages_of_a_round_come_in_order(batch: int) -> None:
    """Turns of the first half, its negotiation, the second half, its negotiation, all, ballots."""
    order = [Stage.FIRST, Stage.SECOND, Stage.COMMON]
    for seed in range(600 + batch * 10, 610 + batch * 10):
        talks: list[Stage] = []
        turns = 0
        for event in finished(trader(), seed).history:
            match event:
                case e.RoundStarted(order=seats):
                    talks, turns, size = [], 0, len(seats)
                case e.TurnStarted() | e.PlaceSkipped():
                    turns += 1
                    assert Stage.SECOND not in talks
                case e.TalksOpened(stage):
                    assert [s for s in order if s in (*talks, stage)] == [*talks, stage]
                    assert turns == ((size + 1) // 2 if stage is Stage.FIRST else size)
                    talks.append(stage)
                case e.RoundEnded():
                    assert talks[-1] is Stage.COMMON
                case _:
                    pass


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_soak_negocios() -> None:
    """Audit and count `TEG_SOAK_GAMES` games; the common laws have a soak of their own."""
    for seed in range(int(os.environ.get("TEG_SOAK_GAMES", "10000"))):
        audit(10**7 + seed)
        before = packed(finished(trader(), 10**7 + seed).state)
        assert before
