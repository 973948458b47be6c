"""The hint and the bottom line: what comes next, and what the keys do; on every screen, whatever is played."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment

from teg_tui.theme import Role, Skin
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import Line, clean, fit, full, segment, size, wrap

_TONES: Final[dict[Tone, Role]] = {
    "plain": "accent",
    "place": "move",
    "attack": "accent",
    "move": "move",
    "alert": "bad",
}
HINT: Final = 3
"""Most rows of the hint; long names at 80 columns need them."""
ASIDE: Final = 5
"""Rows of what is said below the hint: enough at 80 columns for all that comes of an attempt."""


def hint_lines(skin: Skin, text: str, tone: Tone, width: int, most: int = 1) -> list[Line]:
    """Return the sentence that names the next step, in at most `most` rows."""
    sign = {"plain": "∙", "alert": "!"}.get(tone, "▸")
    look = skin.ink(_TONES[tone], on="panel", bold=True) if tone != "plain" else skin.ink("text", on="panel")
    rows = wrap(clean(text), width - 4)
    if len(rows) > most:
        rows = [*rows[: most - 1], fit(" ".join(rows[most - 1 :]), width - 4)]
    return [
        full((Segment(f" {sign if not place else ' '} {row}", look),), width, skin.ink("text", on="panel"))
        for place, row in enumerate(rows or [""])
    ]


def aside_lines(skin: Skin, text: str, width: int, most: int = 3) -> list[Line]:
    """Return what is said below the hint in a quieter tone, in at most `most` rows; none for no text."""
    rows = wrap(clean(text), width - 4)
    if len(rows) > most:
        rows = [*rows[: most - 1], fit(" ".join(rows[most - 1 :]), width - 4)]
    look = skin.ink("dim", on="panel")
    return [full((Segment(f"   {row}", look),), width, look) for row in rows]


def keys_line(skin: Skin, hints: Sequence[KeyHint], tone: Tone, width: int) -> Line:
    """Return the keys that do something now, those of the moment in its colour.

    Where room is short, those in the middle are left out: the last one is the way to all the others.
    """
    ground = skin.ink("text", on="panel")
    last = _key(skin, hints[-1], tone) if hints else []
    out: list[Segment] = []
    for hint in hints[:-1]:
        pieces = _key(skin, hint, tone)
        if size(out) + size(pieces) + size(last) <= width:
            out += pieces
    return full([*out, *last], width, ground)


def _key(skin: Skin, hint: KeyHint, tone: Tone) -> list[Segment]:
    look = skin.lit(_TONES[tone]) if hint.hot else skin.ink("accent", on="panel", bold=True)
    label = skin.ink("bright" if hint.hot else "text", on="panel", bold=hint.hot)
    action = f"screen.press({hint.press!r})" if hint.press else ""
    sign = f" {hint.sign} " if hint.hot else f" {hint.sign}"
    return [segment(sign, look, action), segment(f" {hint.label} " if hint.label else " ", label, action)]
