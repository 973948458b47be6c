"""Random classic games for the tests of the protocol."""

import random
from collections.abc import Iterator

from teg_shared.rules.chance import Chance, VerifiableChance
from teg_shared.rules.classic.commands import AnyCommand, Attack, EndTurn, ProposeDissolve, ProposePact
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import State
from teg_shared.rules.game import Game, start

GameOfClassic = Game[State, AnyCommand, AnyEvent, Settings]


def deal(seats: int, seed: int, settings: Settings | None = None) -> tuple[GameOfClassic, Chance]:
    """Return a new game and its luck."""
    chance = VerifiableChance(seed.to_bytes(32, "big"))
    return start(CLASSIC, CLASSIC.colours[:seats], settings or Settings(), chance), chance


def moves(game: GameOfClassic, chance: Chance, seed: int, limit: int) -> Iterator[tuple[AnyCommand, list[AnyEvent]]]:
    """Play up to `limit` random legal commands, mostly attacks, and yield each with what it led to."""
    luck = random.Random(seed)
    for _ in range(limit):
        if not CLASSIC.prompted(game.state):
            return
        seat = game.state.turn
        legal = list(CLASSIC.legal(game.state, seat))
        attacks = [c for c in legal if isinstance(c, Attack)]
        talk = (ProposePact, ProposeDissolve)
        plain = [c for c in legal if not isinstance(c, talk)] or legal
        pick = luck.random()
        if pick < 0.02:
            command = luck.choice(legal)
        elif attacks and pick < 0.75:
            command = luck.choice(attacks)
        elif pick < 0.85 and EndTurn() in legal:
            command = EndTurn()
        else:
            command = luck.choice(plain)
        yield command, game.play(seat, command, chance)
