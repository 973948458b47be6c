"""How many attempts, and what ends them: N52 to N60."""

import pytest
from teg_shared.rules.negocios import course, legal
from teg_shared.rules.negocios.commands import Attempt, EndAttempts, KeepCards
from teg_shared.rules.negocios.control import attempt_dice, is_hostile
from teg_shared.rules.negocios.data import NOBODY
from teg_shared.rules.negocios.events import AttemptRolled, CardDrawn, DeckShuffled, TurnStarted
from teg_shared.rules.negocios.state import Phase

from tests.shared.negocios.table import Table, find, kinds, no, position


def attempt(table: Table, *, win: bool) -> list[str]:
    """Make one attempt of the seat on turn that ends as told, and return what happens."""
    seat = table.state.turn
    command = next(c for c in table.legal(seat) if isinstance(c, Attempt))
    assert not is_hostile(table.state, command.source, command.target)
    mine, theirs = (6, 1) if win else (1, 6)
    table.chance.faces = []
    dice = dice_of(table, command)
    table.chance.faces = [mine] * dice[0] + [theirs] * dice[1]
    return kinds(table.play(seat, command))


def dice_of(table: Table, command: Attempt) -> tuple[int, int]:
    return attempt_dice(table.state, command.source, command.target)


def run(*wins: bool) -> Table:
    """Return a table after these attempts."""
    table = Table(position())
    for win in wins:
        assert table.state.phase is Phase.ATTEMPTS
        attempt(table, win=win)
    return table


@pytest.mark.parametrize("lost", range(5))
def test_n52_five_attempts_with_a_loss_end_the_attempts(lost: int) -> None:
    table = run(*(n != lost for n in range(5)))
    assert table.state.phase is not Phase.ATTEMPTS or table.state.turn != 0


def test_n52_five_losses_are_five_attempts() -> None:
    table = run(False, False, False, False)
    assert table.state.phase is Phase.ATTEMPTS
    assert "stopped" in attempt(table, win=False)


def test_n52_whoever_won_all_five_goes_on_until_the_first_loss() -> None:
    table = run(True, True, True, True, True, True)
    assert (table.state.attempts, table.state.phase) == (6, Phase.ATTEMPTS)
    assert "stopped" in attempt(table, win=False)


def test_n52_a_win_at_the_fifth_after_a_loss_ends_them_too() -> None:
    table = run(False, True, True, True)
    assert "stopped" in attempt(table, win=True)


def test_n53_the_first_attempt_is_a_duty() -> None:
    table = Table(position())
    assert table.refused(0, EndAttempts()) == ("attempt-first", "N53")
    attempt(table, win=False)
    assert "stopped" in kinds(table.play(0, EndAttempts()))


def test_n54_without_a_legal_attempt_the_duty_lapses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guard: on a connected map somebody's country is always linked, so the links are taken away here."""
    table = Table(position())
    assert any(isinstance(c, Attempt) for c in table.legal(0))
    for module in (course, legal):
        monkeypatch.setattr(module, "_ADJACENCY", (0,) * 80)
    assert table.legal(0) == [EndAttempts()]
    assert kinds(table.play(0, EndAttempts()))[:3] == ["stopped", "ended", "turn"]


def test_n54_attempts_end_where_a_capture_leaves_no_legal_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same guard after an attempt."""
    table = Table(position())
    monkeypatch.setattr(course, "_ADJACENCY", (0,) * 80)
    assert "stopped" in attempt(table, win=True)


def test_n57_one_card_however_many_countries() -> None:
    table = run(True, True, True)
    events = table.play(0, EndAttempts())
    assert len(find(events, CardDrawn)) == 1
    assert len(table.state.hands[0]) == 1


def test_n57_no_country_no_card() -> None:
    table = run(False)
    assert not find(table.play(0, EndAttempts()), CardDrawn)


def test_n58_a_defender_that_wins_draws_nothing() -> None:
    table = run(False, False)
    table.play(0, EndAttempts())
    assert [len(hand) for hand in table.state.hands] == [0, 0, 0, 0]


def test_n59_a_country_lost_again_in_the_same_turn_still_earns_the_card() -> None:
    state = position(owns={0: "ARG", 1: "BRA BOL URY CHL"})
    table = Table(state, [6, 6, 1, 1, 1, 1, 6, 6])
    arg, bra = no("ARG"), no("BRA")
    table.play(0, Attempt(arg, bra))
    other = next(c for c in table.legal(0) if isinstance(c, Attempt) and c.source == bra)
    mine, theirs = dice_of(table, other)
    table.chance.faces = [1] * mine + [6] * theirs
    table.play(0, other)
    assert table.state.owners[bra] != 0
    assert len(find(table.play(0, EndAttempts()), CardDrawn)) == 1


def test_n60_an_empty_deck_is_made_of_the_discards() -> None:
    table = run(True)
    table.state.discard, table.state.deck = table.state.deck, []
    events = table.play(0, EndAttempts())
    (shuffled,) = find(events, DeckShuffled)
    assert len(shuffled.cards) == 56
    assert (len(table.state.deck), table.state.discard) == (55, [])


def test_n60_no_card_when_both_are_empty() -> None:
    table = run(True)
    table.state.hands[3], table.state.deck = table.state.deck, []
    assert not find(table.play(0, EndAttempts()), CardDrawn)


def test_n60_there_is_no_limit_of_the_hand() -> None:
    table = Table(position(hands={0: range(20)}))
    attempt(table, win=True)
    table.play(0, EndAttempts())
    assert len(table.state.hands[0]) == 21


def test_n149_the_next_control_turn_follows() -> None:
    table = run(False)
    events = table.play(0, EndAttempts())
    assert find(events, TurnStarted) == [TurnStarted(1)]
    assert (table.state.attempts, table.state.lost, table.state.captures) == (0, 0, 0)


def test_n61_the_card_window_opens_after_the_draw() -> None:
    table = run(True)
    assert kinds(table.play(0, EndAttempts())) == ["stopped", "drawn", "card"]
    assert table.refused(1, KeepCards())[0] == "not-your-turn"
    assert table.state.card == NOBODY


def test_n38_a_throw_is_written_down_whole() -> None:
    table = Table(position())
    attempt(table, win=True)
    command = next(c for c in table.legal(0) if isinstance(c, Attempt))
    mine, theirs = dice_of(table, command)
    table.chance.faces = [3] * (mine + theirs) + [6, 6, 1, 1]
    (rolled,) = find(table.play(0, command), AttemptRolled)
    assert len(rolled.throws) == 2
    assert table.chance.faces == []
