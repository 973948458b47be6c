"""The top line of the classic game: what is played, whose turn it is, and its phases."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from teg_shared.rules.classic.state import Phase

from teg_tui.i18n import N_, _
from teg_tui.rows import TrailStep
from teg_tui.theme import Skin
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.lines import Line, clean, fit, size, spread

_PHASES: Final = {
    Phase.PLACEMENT: (N_("Colocación"), N_("Col.")),
    Phase.INCORPORATE: (N_("Incorporar"), N_("Inc.")),
    Phase.ATTACK: (N_("Atacar"), N_("Atac.")),
    Phase.OCCUPY: (N_("Atacar"), N_("Atac.")),
    Phase.REGROUP: (N_("Reagrupar"), N_("Rea.")),
    Phase.CLAIM: (N_("Tarjeta"), N_("Tarj.")),
    Phase.OVER: (N_("Terminada"), N_("Fin")),
}
_SHORT_BELOW: Final = 100
"""Columns below which the phases not lit are shortened."""


def top_line(scene: Scene, width: int, clock: str) -> Line:
    """Return game, round, whose turn, the phases and, at the right, the room and the clock: lit for whose it is."""
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
    own = model.seat in model.clock_seats
    right = [Segment(f" {clock} " if clock else " ", skin.lit("gold") if clock and own else dim)]
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
