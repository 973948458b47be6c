"""The top line, the hint and the bottom line: what is played, what comes next, and what the keys do."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from teg_shared.rules.classic.state import Phase

from teg_tui.i18n import N_, _
from teg_tui.rows import TrailStep
from teg_tui.theme import Role, Skin
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.hints import KeyHint, Tone
from teg_tui.widgets.lines import Line, clean, fit, full, segment, size, spread, wrap

_PHASES: Final = {
    Phase.PLACEMENT: (N_("Colocación"), N_("Col.")),
    Phase.INCORPORATE: (N_("Incorporar"), N_("Inc.")),
    Phase.ATTACK: (N_("Atacar"), N_("Atac.")),
    Phase.OCCUPY: (N_("Atacar"), N_("Atac.")),
    Phase.REGROUP: (N_("Reagrupar"), N_("Rea.")),
    Phase.CLAIM: (N_("Tarjeta"), N_("Tarj.")),
    Phase.OVER: (N_("Terminada"), N_("Fin")),
}
_TONES: Final[dict[Tone, Role]] = {
    "plain": "accent",
    "place": "move",
    "attack": "accent",
    "move": "move",
    "alert": "bad",
}
_SHORT_BELOW: Final = 100
"""Columns below which the phases not lit are shortened."""


def top_line(scene: Scene, width: int, clock: str) -> Line:
    """Return game, round, whose turn, the phases and, at the right, the room and the clock."""
    skin, model, short = scene.skin, scene.model, width < _SHORT_BELOW
    dim = skin.ink("dim", on="panel")
    title = " TEG " if short else " T.E.G. "
    left = [Segment(title, skin.lit("gold"))]
    view = model.view
    if view is not None:
        left += [Segment(" " + _round(view.round, view.lap) + " ", dim)]
        if model.whose_turn >= 0:
            owner = model.whose_turn
            text = f" {scene.sign(owner)} {fit(scene.player(owner), 8 if short else 16)} "
            left.append(Segment(text, skin.chip(scene.slug(owner))))
        left += [Segment("  ", dim), *_trail(skin, model.phase_trail(), view.phase, short=short)]
    right = [Segment(f" {clock} " if clock else " ", skin.ink("bright", on="panel", bold=bool(clock)))]
    if model.room is not None:
        room = fit(clean(model.room.name), max(0, min(24, width - size(left) - size(right) - 4)))
        parts = [room] if room else []
        if model.spectator:
            parts.append(_("mirando"))
        sign = f"#{model.fingerprint}" if model.fingerprint else ""
        if sign and width - size(left) - size(right) - sum(map(len, parts)) > len(sign) + 8:
            parts.insert(0, sign)
        right.insert(0, Segment(" · ".join(parts) + (" ·" if clock and parts else ""), dim))
    return spread(left, right, width, dim)


def _round(number: int, lap: int) -> str:
    if number:
        return _("Ronda {n}").format(n=number)
    return _("Vuelta {n}").format(n=lap) if lap else _("Reparto")


def _trail(skin: Skin, steps: Sequence[TrailStep], phase: Phase, *, short: bool) -> list[Segment]:
    out: list[Segment] = []
    for place, step in enumerate(steps):
        if place:
            out.append(Segment(" › ", skin.ink("faint", on="panel")))
        lit = step.when == "now" and phase is not Phase.CLAIM
        name = _(_PHASES[step.phase][0 if lit or not short else 1])
        out.append(Segment(f" {name} " if lit else name, skin.lit("primary") if lit else skin.ink("dim", on="panel")))
    if phase is Phase.CLAIM:
        out += [Segment(" › ", skin.ink("faint", on="panel"))]
        out.append(Segment(f" {_(_PHASES[phase][0])} ", skin.lit("primary")))
    return out


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
