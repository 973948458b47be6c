"""Take the pictures of docs/doors.md: one game, three people in a tmux through three doors, one in a browser.

python tools/doors.py [--out docs/img]

Needs root, sshd, mosquitto, tmux and Chromium, as the test of the same game does (tests/e2e/doors): the machines
are namespaces of the kernel, the programs are the real ones, and robots play at the keyboards until it is over.
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
import tempfile
from pathlib import Path
from typing import Final

import click
from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a script, from any folder

from tests.e2e.doors.table import Table, table
from tests.support.club import SITE, club
from tests.support.keyboard import Robot

PANE: Final = (100, 27)
LETTERS: Final = 20
"""Pixels of the page's font."""
GAP: Final = 24
BAR: Final = 44
BOTS: Final = ("bot novato", "bot sargento")
ROUND: Final = 3
"""From which the first picture is taken."""
NOTES: Final = 6.0
"""Seconds without a change after which no note will go by itself any more."""
LONGEST: Final = 900.0
TIRES: Final = 240.0
"""Seconds after which the robots at the keyboards attack no more, so that the game ends."""
INK, SOFT, GROUND, PANEL = (236, 240, 243), (140, 160, 175), (18, 22, 28), (38, 46, 56)
LEGEND: Final = (
    ("ana", "ssh -t box teg", "sshd, then the Unix socket: the account is the seat"),
    ("beto", "teg lan", "zeroconf, then TCP"),
    ("caro", "teg lobby box", "MQTT broker, then TCP"),
    ("dora", SITE, "teg web in Chromium, then the Unix socket: looking on"),
)
LINE: Final = 34
FONT: Final = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"


def compose(window: Image.Image, page: Image.Image) -> Image.Image:
    """Return the terminal's window with the browser's beside it, under a legend."""
    legend = GAP + LINE * (2 * len(LEGEND) + 2)
    whole = Image.new("RGB", (window.width + page.width + 3 * GAP, window.height + 2 * GAP), GROUND)
    whole.paste(window, (GAP, GAP))
    pen = ImageDraw.Draw(whole)
    left, top = window.width + 2 * GAP, GAP
    big, small = ImageFont.truetype(FONT, 24), ImageFont.truetype(FONT, 20)
    pen.text((left, top), "one server: teg host --shared --lan --config teg.toml", INK, big)
    for number, (who, command, how) in enumerate(LEGEND):
        y = top + int(LINE * (1.5 + 2 * number))
        pen.text((left, y), f"{who:<5} {command}", INK, big)
        pen.text((left + 6 * 14.5, y + LINE - 4), how, SOFT, small)
    y = top + legend
    pen.rectangle((left, y, left + page.width - 1, y + BAR), PANEL)
    pen.text((left + 16, y + 10), f"dora: {SITE}", INK, small)
    whole.paste(page, (left, y + BAR))
    return whole


def browsing() -> tuple[int, int]:
    """Return the pixels of the browser's window that fill the column beside the panes."""
    height = 3 * (PANE[1] + 1) * 20
    return 1230, height - (GAP + LINE * (2 * len(LEGEND) + 2)) - BAR


async def shoot(game: Table, path: Path, quiet: float = 0.5) -> None:
    """Save a picture of all four screens, when nothing has changed for some seconds."""
    await game.page.until_quiet(quiet)
    await asyncio.to_thread(game.tmux.settle)
    save(game, await game.page.picture(), path)


def save(game: Table, page: bytes, path: Path) -> None:
    """Save a picture of the panes as they are with a page beside them."""
    window = path.with_suffix(".tmux.png")
    game.tmux.png(window)
    picture = compose(Image.open(window), Image.open(io.BytesIO(page)))
    picture.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    window.unlink()
    click.echo(f"{path} {path.stat().st_size // 1000} kB")


def at_battle(game: Table) -> bool:
    """Whether the one at the first keyboard has a battle before them, some rounds into the game."""
    seen = game.people[0].seen
    found = re.search(r"Ronda (\d+)", seen.top)
    return found is not None and int(found[1]) >= ROUND and " contra " in seen.hint and "x" in seen.keys


async def run(folder: Path, out: Path) -> None:
    """Play one game and take its two pictures."""
    with club(folder / "club") as place:
        size = browsing()
        async with table(place, folder, *BOTS, size=PANE, more=f"?fontsize={LETTERS}", browsing=size) as game:
            robots = [Robot(person.terminal, tires=TIRES) for person in game.people]
            await game.play(robots, LONGEST, lambda: at_battle(game))
            await shoot(game, out / "doors-game.png")
            await game.play(robots, LONGEST)
            await game.until(lambda: "Resultados" in game.page.text)
            await shoot(game, out / "doors-end.png", NOTES)


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("docs/img"), help="Where the pictures go.")
def main(out: Path) -> None:
    """Take the pictures of docs/doors.md."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder), out))


if __name__ == "__main__":
    main()
