"""A running game: what is played is remembered, what is refused is not."""

import pytest
from teg_shared.rules.chance import LoadedChance, VerifiableChance
from teg_shared.rules.classic.commands import EndTurn, Place
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.errors import RuleError
from teg_shared.rules.game import replay, start


def test_a_started_game_is_the_fold_of_its_history() -> None:
    game = start(CLASSIC, ["azul", "rojo"], Settings(), VerifiableChance(b"game"))
    assert replay(CLASSIC, game.history) == game.state


def test_what_is_played_is_remembered() -> None:
    game = start(CLASSIC, ["azul", "rojo"], Settings(), LoadedChance([6, 1]))
    dealt = len(game.history)
    events = game.play(0, Place(0, 1), LoadedChance())
    assert (game.history[dealt:], game.state.armies[0]) == (events, 2)


def test_what_is_refused_changes_nothing() -> None:
    game = start(CLASSIC, ["azul", "rojo"], Settings(), LoadedChance([6, 1]))
    history, state = game.history[:], game.state.copy()
    with pytest.raises(RuleError, match="wrong-phase"):
        game.play(0, EndTurn(), LoadedChance())
    assert (game.history, game.state) == (history, state)


def test_without_events_there_is_no_game() -> None:
    with pytest.raises(ValueError, match="no events"):
        replay(CLASSIC, [])


def test_a_refusal_has_a_code_and_facts() -> None:
    error = RuleError("armies", least=1, most=3)
    assert (error.code, error.facts, str(error)) == ("armies", {"least": 1, "most": 3}, "armies")
