"""Take the pictures of T.E.G. de los Negocios: the real client in the middle of real games of eight and of six.

python tools/negocios_screenshots.py [--out docs/img] [--only deal]

Bots play until a turn, a negotiation or a card in the second to the fourth round; then the program comes back to the
first seat and, by its keys, attempts something, reads an offer, or draws the path of an icon.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a script, from any folder

from teg_shared.rules.board import members
from teg_shared.rules.negocios.commands import Offer
from teg_shared.rules.negocios.data import BOARD
from teg_shared.rules.negocios.goods import Land, Tokens
from teg_shared.rules.negocios.state import Phase, Stage, State
from teg_shared.rules.negocios.timing import TURN_SECONDS

from teg_tui.negocios import card_questions, deals, questions
from tests.support.screen_reading import look
from tests.support.terminal import Terminal
from tools.pictures import OtherwiseError, Shot, Studio, closing, take

NAMES: Final = ("Ana", "Beto", "Caro", "Dani", "Eva", "Fede", "Gabi", "Hugo")
LEVEL: Final = "sargento"
ROUNDS: Final = (2, 4)
"""First and last in which pictures are taken: the colours have mixed, and everybody holds fichas of others."""
MIDDLE: Final = (120, 36)
ROOMY: Final = (144, 40)
"""Here a sheet leaves the boxes at the right whole."""


def in_time(view: State) -> bool:
    """Whether the round is one for pictures.

    Raises:
        OtherwiseError: if it is one after those.
    """
    if view.round > ROUNDS[1]:
        raise OtherwiseError("too late")
    return view.round >= ROUNDS[0]


# --- the board, after an attempt


async def board(studio: Studio, path: Path, *, seats: int, size: tuple[int, int]) -> None:
    """Take a country by the program's keys and look at what could come next.

    Raises:
        OtherwiseError: if it is not a turn with a good attempt in it, or the attempt fails.
    """
    party = await studio.seated(NAMES[:seats], LEVEL, variant="negocios", clock=TURN_SECONDS)
    async with closing(party):
        await party.until(lambda view: in_time(view) and before_first(view))
        async with studio.program(party, size) as terminal:
            terminal.wait_for("Juega ", 30)
            terminal.press("v", "v")
            await party.until(lambda view: view.turn == 0 and view.phase is Phase.ATTEMPTS)
            terminal.wait_for("intentos 1/5", 10)
            attempt(terminal, party.view)
            terminal.png(path)


def before_first(view: State) -> bool:
    """Whether the turn before the first seat's runs, in the same half of the round."""
    place = view.order.index(0) if 0 in view.order else 0
    half = (len(view.order) + 1) // 2
    return view.stage is Stage.TURNS and place not in (0, half) and view.place == place - 1


def attempt(terminal: Terminal, view: State) -> None:
    """Let the program find the best attempt by name, make it, and go on to the next one.

    Raises:
        OtherwiseError: if there is no good one, or it fails.
    """
    able = [one for one in attempts(view) if one.dice > 0 and one.chance > 0.6]
    if not able:
        raise OtherwiseError("no good attempt")
    best = max(able, key=lambda one: (bool(one.if_won), one.chance))
    terminal.press("/", BOARD.countries[best.target].name_es, "enter", "enter", pause=0.3)
    terminal.settle(1.0)
    if not re.search(r"\d+ a \d+: toma el país", terminal.screen_text()):
        raise OtherwiseError("lost")
    terminal.press("tab", pause=0.3)
    terminal.settle(0.5)
    odds = re.search(r"ganás (\d+) %", look(terminal).hint)
    if odds is None or int(odds[1]) <= 50:
        raise OtherwiseError("no good next attempt")
    if "Si ganás" not in terminal.screen_text():
        raise OtherwiseError("it would change no level")
    if "…" in "".join(row[: terminal.cols * 2 // 3] for row in terminal.screen.display[:6]):
        raise OtherwiseError("more to say than there is room for")


def attempts(view: State) -> Iterator[questions.AttemptView]:
    """Yield every attempt that the first seat could make."""
    for source in questions.attack_sources(view, 0):
        for target in questions.attack_targets(view, 0, source):
            yield questions.attempt_view(view, source, target)


# --- a negotiation, with offers


async def deal(studio: Studio, path: Path) -> None:
    """Let others make offers in the common negotiation, and the program read them.

    Raises:
        OtherwiseError: if there is nothing that both sides gain by.
    """
    party = await studio.seated(NAMES[:6], LEVEL, variant="negocios", clock=TURN_SECONDS)
    async with closing(party):
        await party.until(lambda view: in_time(view) and view.stage is Stage.COMMON)
        swap = best_swap(party.view)
        tokens = best_tokens(party.view, swap[0])
        async with studio.program(party, ROOMY) as terminal:
            terminal.wait_for("Negociación", 30)
            for seat, offer in (swap, *tokens):
                if not await party.act(party.clients[seat], offer):
                    raise OtherwiseError("nothing to be offered any more")
            terminal.wait_for("Enter las muestra", 10)
            terminal.press("enter", pause=0.3)
            terminal.settle(1.0)
            if "Esperan tu respuesta" not in terminal.screen_text():
                raise OtherwiseError("no sheet")
            terminal.png(path)


def best_swap(view: State) -> tuple[int, Offer]:
    """Return the exchange of countries, offered to the first seat, by which both gain most.

    Raises:
        OtherwiseError: if there is none by which both gain.
    """
    found = [
        (gain(view, seat, offer), seat, offer)
        for seat in others(view)
        for give in members(view.masks[seat])
        for take in members(view.masks[0])
        if deals.offer_trouble(view, seat, offer := Offer(0, Land(give), Land(take))) is None
    ]
    best = max(found, key=lambda one: one[0], default=(0, 0, None))
    if best[0] <= 0 or best[2] is None:
        raise OtherwiseError("nobody gains")
    return best[1], best[2]


def gain(view: State, seat: int, offer: Offer) -> int:
    """Return what both sides gain together: levels, the higher the better, then blocks; 0 if one loses or gets none."""
    effect = deals.foretell(view, seat, offer)
    if effect is None or effect.proposer.wins or effect.partner.wins:
        return 0
    if any(change.after < change.before for change in effect.levels if change.seat in (0, seat)):
        return 0
    rises = {who: sum(c.after**2 - c.before**2 for c in effect.levels if c.seat == who) for who in (0, seat)}
    blocks = effect.proposer.block[1] - effect.proposer.block[0] + effect.partner.block[1] - effect.partner.block[0]
    return 10 * sum(rises.values()) + blocks if min(rises.values()) > 0 else 0


def best_tokens(view: State, swapper: int) -> list[tuple[int, Offer]]:
    """Return exchanges of retained fichas: one for the first seat, not of `swapper`, and one between others.

    Raises:
        OtherwiseError: if nobody holds any for them.
    """
    mine = [(seat, 0) for seat in others(view) if seat != swapper]
    foreign = [(a, b) for a in others(view) for b in others(view) if a < b]
    return [homecoming(view, max(pairs, key=partial(exchangeable, view))) for pairs in (mine, foreign)]


def homecoming(view: State, pair: tuple[int, int]) -> tuple[int, Offer]:
    """Return the offer of the first to the second that brings as many fichas home to both (N124).

    Raises:
        OtherwiseError: if one of them holds none of the other's.
    """
    seat, partner = pair
    count = exchangeable(view, pair)
    if not count:
        raise OtherwiseError("nobody holds fichas of the other")
    return seat, Offer(partner, Tokens(partner, count), Tokens(seat, count))


def exchangeable(view: State, pair: tuple[int, int]) -> int:
    """Return how many fichas two corporations hold of each other at least."""
    a, b = pair
    return min(view.retained[a][b], view.retained[b][a])


def others(view: State) -> list[int]:
    """Return everybody in the negotiation but the first seat."""
    return [seat for seat in members(view.participants) if seat != 0]


# --- the path of an icon


async def walk(studio: Studio, path: Path) -> None:
    """Let the program draw the path of an icon to a coincidence.

    Raises:
        OtherwiseError: if it comes to none.
    """
    party = await studio.seated(NAMES[:6], LEVEL, variant="negocios", clock=TURN_SECONDS)
    async with closing(party):
        await party.until(lambda view: in_time(view) and bool(way_to_coincide(view)))
        async with studio.program(party, MIDDLE) as terminal:
            terminal.wait_for("Ícono 1 de 3", 30)
            terminal.press("x", pause=0.3)
            terminal.settle(1.0)
            end = BOARD.countries[way_to_coincide(party.view)[-1]].name_es
            if f"{end} · ¡coincide! · Enter lo mueve" not in terminal.screen.display[1]:
                raise OtherwiseError("another path, or a name too long for one line")
            terminal.png(path)


def way_to_coincide(view: State) -> tuple[int, ...]:
    """Return the path that x finds for the first seat's first icon, if it goes over land and more can coincide."""
    task = card_questions.icon_task(view)
    if view.turn != 0 or view.phase is not Phase.MOVE or task is None or task.slot != 0:
        return ()
    way = next((way for end in members(task.coincide) for way in card_questions.icon_paths(view, end)), ())
    foretold = card_questions.icon_foretold(view, way)
    if foretold is None or foretold.most < 2:
        return ()
    over_sea = any(frozenset(link) in BOARD.bridges for link in pairwise((task.country, *way)))
    return () if over_sea else way


SHOTS: Final[dict[str, Shot]] = {
    "80x24": partial(board, seats=6, size=(80, 24)),
    "120x36": partial(board, seats=6, size=MIDDLE),
    "200x55": partial(board, seats=8, size=(200, 55)),
    "deal": deal,
    "path": walk,
}


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("docs/img"), help="Where the pictures go.")
@click.option("--only", type=click.Choice(tuple(SHOTS)), multiple=True, help="Take only these; may be repeated.")
def main(out: Path, only: tuple[str, ...]) -> None:
    """Take the pictures of T.E.G. de los Negocios."""
    out.mkdir(parents=True, exist_ok=True)
    asyncio.run(take({f"negocios-{name}.png": shot for name, shot in SHOTS.items() if name in (only or SHOTS)}, out))


if __name__ == "__main__":
    main()
