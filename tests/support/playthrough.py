"""A played game as text: each command, what happened, and who was told something else.

# remarks
seed 5
table azul rojo | pacts:none
deal
  started ...
    rojo, watcher: objectives objectives=?,?
> azul place country=ARG armies=3
  placed country=ARG armies=3 bound=0
! rojo                     the clock of rojo runs out (T3)
~ negro                    negro gives up the seat (T4)
= azul rojo | turn ...     the position, now and then and at the end
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.classic.commands import AnyCommand
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.position import show_position
from teg_shared.rules.classic.record import read_command, show_line
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import State
from teg_shared.rules.game import Game, start
from teg_shared.rules.notation import Word, read_settings, show_settings

WATCHER = "watcher"
EVERY = 50
"""Commands between two positions."""

SAYS, CLOCK, LEAVES = ">", "!", "~"
Play = Game[State, AnyCommand, AnyEvent, Settings]


class Order(NamedTuple):
    """What somebody did, or what was done for somebody."""

    sign: str
    colour: str
    command: AnyCommand | None


def told(event: AnyEvent, colours: Sequence[str]) -> Iterator[str]:
    """Yield the event, and what those are told who are told something else."""
    truth = show_line(event, colours)
    yield f"  {truth}"
    others: dict[str, list[str]] = {}
    for viewer, name in [*enumerate(colours), (None, WATCHER)]:
        seen = CLASSIC.redact(event, viewer)
        text = "nothing" if seen is None else show_line(seen, colours)
        if text != truth:
            others.setdefault(text, []).append(name)
    for text, names in others.items():
        yield f"    {', '.join(names)}: {text}"


def run(seed: int, colours: Sequence[str], settings: Settings, orders: Iterable[Order]) -> Iterator[str]:
    """Yield the lines of the game that these orders make."""
    chance = VerifiableChance(seed.to_bytes(8, "big"))
    game = start(CLASSIC, colours, settings, chance)
    yield f"seed {seed}"
    yield f"table {' '.join(colours)} | {' '.join(show_settings(settings)) or 'default'}"
    yield "deal"
    for event in game.history:
        yield from told(event, colours)
    for number, (sign, colour, command) in enumerate(orders, start=1):
        yield f"{sign} {colour}" if command is None else f"{sign} {colour} {show_line(command, colours)}"
        for event in obey(game, colours.index(colour), sign, command, chance):
            yield from told(event, colours)
        if number % EVERY == 0:
            yield f"= {show_position(game.state)}"
    yield f"= {show_position(game.state)}"


def obey(game: Play, seat: int, sign: str, command: AnyCommand | None, chance: VerifiableChance) -> list[AnyEvent]:
    """Let one order happen and return its events."""
    if command is not None:
        return game.play(seat, command, chance)
    happen = CLASSIC.expire if sign == CLOCK else CLASSIC.leave
    return game.apply(happen(game.state, seat, chance))


def read_orders(text: str) -> tuple[int, list[str], Settings, list[Order]]:
    """Return the seed, the colours, the house rules and the orders of a playthrough."""
    seed, colours, settings, orders = 0, [""], Settings(), []
    for line in text.splitlines():
        sign, _, rest = line.partition(" ")
        if sign == "seed":
            seed = int(rest)
        elif sign == "table":
            names, _, rules = rest.partition(" | ")
            colours = names.split()
            settings = read_settings(settings, [Word(rule, 1) for rule in rules.split() if rule != "default"])
        elif sign in (SAYS, CLOCK, LEAVES):
            colour, _, said = rest.partition(" ")
            orders.append(Order(sign, colour, read_command(said, colours) if said else None))
    return seed, colours, settings, orders
