"""The line above the map: the game, the round, who acts, what part of it this is, and the clock."""

from rich.segment import Segment
from teg_shared.rules.negocios.state import Phase, Stage

from teg_tui.i18n import _
from teg_tui.negocios import words
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, clean, fit, size, spread

_SHORT_BELOW = 100
"""Columns below which only the present part is said."""


def top_line(scene: Scene, width: int, clock: str) -> Line:
    """Return game, round, who acts and the parts at the left, room and clock at the right: lit for whose it is."""
    skin, model, short = scene.skin, scene.model, width < _SHORT_BELOW
    dim = skin.ink("dim", on="panel")
    left = [Segment(" TEG Negocios " if short else " T.E.G. de los Negocios ", skin.lit("gold"))]
    view = model.view
    if view is not None:
        left.append(Segment(" " + (_("R{n}") if short else _("Ronda {n}")).format(n=view.round) + " ", dim))
        if model.whose_turn >= 0:
            owner = model.whose_turn
            name = f" {scene.sign(owner)} {fit(scene.player(owner), 8 if short else 16)} "
            left.append(Segment(name, skin.chip(scene.slug(owner))))
        left += [Segment(" ", dim), *_trail(scene, short=short)]
    own = model.seat in model.clock_seats
    right = [Segment(f" {clock} " if clock else " ", skin.lit("gold") if clock and own else dim)]
    if model.room is not None:
        room = fit(clean(model.room.name), max(0, min(24, width - size(left) - size(right) - 4)))
        parts = [room] if room else []
        if model.spectator:
            parts.append(_("mirando"))
        right.insert(0, Segment(" · ".join(parts) + (" ·" if clock and parts else ""), dim))
    return spread(left, right, width, dim)


def _trail(scene: Scene, *, short: bool) -> list[Segment]:
    """Return the parts of the round with the present one lit, and within a turn its own parts."""
    skin, view = scene.skin, scene.view
    if view.phase is Phase.OVER:
        return [Segment(" " + _("Terminada") + " ", skin.lit("primary"))]
    out: list[Segment] = []
    turn = [(words.trail(step), step.when) for step in scene.model.turn_trail()]
    if turn and view.phase in (Phase.ATTEMPTS, Phase.SUPPLY):
        turn[0] = (_attempts(scene, turn[0][0]), turn[0][1])
    steps = turn or [(words.trail(step), step.when) for step in scene.model.round_trail()]
    if turn and view.stage is Stage.TURNS and not short:
        now = [words.trail(step) for step in scene.model.round_trail() if step.when == "now"]
        out.append(Segment(f" {now[0]}: " if now else " ", skin.ink("dim", on="panel")))
    for place, (name, when) in enumerate(steps):
        if short and when != "now":
            continue
        if place and not short:
            out.append(Segment(" › ", skin.ink("faint", on="panel")))
        out.append(Segment(f" {name} ", skin.lit("primary") if when == "now" else skin.ink("dim", on="panel")))
    return out


def _attempts(scene: Scene, name: str) -> str:
    """Return the name of the attempts with how many are made and left, and the streak (N52 to N54)."""
    count = scene.model.attempts()
    if count is None:
        return name
    if count.made >= 5:
        return f"{name} {count.made} · " + _("racha")
    return f"{name} {count.made + 1}/5" if count.left else name
