"""Take the pictures of docs/img: the real client at three sizes, in the middle of a real game of six.

python tools/screenshots.py [--out docs/img]

Everybody sits at a server behind a real connection. Bots play all six seats until the round before the picture;
then the program itself goes back to the first seat, looks on, and when its turn has come it places, chooses a
battle and rolls, by its keys.
"""

from __future__ import annotations

import asyncio
import sys
import time
from functools import partial
from pathlib import Path
from typing import Final

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a script, from any folder

from teg_shared.rules.classic.commands import Answer, ProposePact
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.state import State

from tests.support.keyboard import Robot
from tests.support.screen_reading import look
from tests.support.serving import NAMES
from tests.support.terminal import Terminal
from tools.pictures import OtherwiseError, Party, Studio, closing, take

SIZES: Final = ((80, 24), (120, 36), (200, 55))
ROUND: Final = 4
LEVEL: Final = "capitan"
CLOCK: Final = 90
"""Seconds a turn, so that the clock is in the picture."""
Pair = tuple[int, int]


async def agree(party: Party) -> None:
    """Make three pacts: on the whole map, on a frontier for a time, and one between others.

    Raises:
        OtherwiseError: if there are no frontiers for them, or somebody declines.
    """
    near = [seat for seat in range(2, len(NAMES)) if frontiers(party.view, 0, seat)]
    others = [(a, b) for a in range(2, 6) for b in range(a + 1, 6) if frontiers(party.view, a, b)]
    if not near or not others:
        raise OtherwiseError("no frontier")
    for a, b, term in ((0, 1, None), (0, near[-1], ROUND + 3), (*others[0], ROUND + 2)):
        where = frontiers(party.view, a, b)[0] if term is not None else None
        await party.act(party.clients[a], ProposePact(b, where, term))
        for proposal in [one for one in party.view.proposals if one.partner == b]:
            await party.act(party.clients[b], Answer(proposal.id, accept=True))
    if len(party.view.pacts) < 3:
        raise OtherwiseError("no pacts")


def frontiers(view: State, a: int, b: int) -> list[Pair]:
    """Return pairs of neighbours, the first of seat `a`, the second of seat `b`."""
    every = [(here, there) for here in range(len(BOARD.countries)) for there in BOARD.neighbours[here]]
    return [(here, there) for here, there in every if (view.owners[here], view.owners[there]) == (a, b)]


def battle(view: State) -> Pair:
    """Return the attack of the first seat that is least likely to end with one roll, and breaks no pact.

    Raises:
        OtherwiseError: if there is none.
    """
    friends = {seat for pact in view.pacts for seat in (pact.a, pact.b) if 0 in (pact.a, pact.b)}
    pairs = [pair for seat in range(1, len(NAMES)) if seat not in friends for pair in frontiers(view, 0, seat)]
    good = [pair for pair in pairs if view.armies[pair[0]] > 3 and view.armies[pair[1]] > 1]
    if not good:
        raise OtherwiseError("nobody to attack")
    return max(good, key=lambda pair: (view.armies[pair[1]], view.armies[pair[0]]))


def roll(terminal: Terminal, view: State) -> None:
    """Let the program choose a battle and roll once.

    Raises:
        OtherwiseError: if the roll decided it.
    """
    for country in battle(view):
        terminal.press("/", BOARD.countries[country].name_es, "enter", "enter", pause=0.3)
    terminal.settle(1.0)
    if "Esc" not in look(terminal).keys:
        raise OtherwiseError("decided")


async def shoot(studio: Studio, path: Path, *, size: tuple[int, int]) -> None:
    """Play one game and save its picture.

    Raises:
        OtherwiseError: if it came otherwise.
    """
    party = await studio.seated(NAMES, LEVEL, clock=CLOCK)
    async with closing(party):
        await party.until(lambda view: view.turn == 0 and view.round >= ROUND - 1)
        await party.until(lambda view: view.turn == 1 and view.round >= ROUND - 1)
        await agree(party)
        async with studio.program(party, size) as terminal:
            terminal.wait_for("Juega ", 30)
            terminal.press("v", "v", "tab")
            await party.until(lambda view: view.turn == 0 and view.round >= ROUND)
            place(terminal)
            await party.clients[1].drain()
            if not all(party.view.masks) or len(party.view.pacts) < 2:
                raise OtherwiseError("lonely")
            roll(terminal, party.view)
            terminal.png(path)


def place(terminal: Terminal) -> None:
    """Let the program put its armies down, up to the attack.

    Raises:
        OtherwiseError: if that does not come.
    """
    robot = Robot(terminal)
    end = time.monotonic() + 20
    while not look(terminal).hint.startswith("Te toca: atacá"):
        if time.monotonic() > end or robot.lived["fighting"]:
            raise OtherwiseError("no attack")
        robot.step()


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("docs/img"), help="Where the pictures go.")
def main(out: Path) -> None:
    """Take the pictures of the README."""
    out.mkdir(parents=True, exist_ok=True)
    asyncio.run(take({f"game-{cols}x{rows}.png": partial(shoot, size=(cols, rows)) for cols, rows in SIZES}, out))


if __name__ == "__main__":
    main()
