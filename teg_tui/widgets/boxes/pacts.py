"""Proposals that wait and pacts that stand, one's own first."""

from rich.segment import Segment
from teg_shared.rules.classic.state import Pact, Proposal

from teg_tui import questions as ask
from teg_tui.i18n import _
from teg_tui.names import border
from teg_tui.widgets.boxes.scene import Scene
from teg_tui.widgets.lines import Line, fit, full


def pacts_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return two lines for each proposal to this viewer and for each pact, as far as the rows go."""
    lines = _all(scene, width)
    if len(lines) <= rows:
        return lines
    kept = lines[: max(0, (rows - 1) // 2 * 2) or rows - 1]  # of the first one at least who has it with whom
    more = (len(lines) - len(kept)) // 2
    return [
        *kept,
        full([Segment(" " + _("y {n} más · p").format(n=more), scene.skin.ink("dim"))], width, scene.plain),
    ]


def wanted_rows(scene: Scene) -> int:
    """Return how many rows all of it takes."""
    view = scene.model.view
    if view is None:
        return 1
    return max(1, 2 * (len(scene.model.open_proposals_to_me()) + len(view.pacts)))


def _all(scene: Scene, width: int) -> list[Line]:
    model = scene.model
    if model.settings.pacts == "none":
        return [full([Segment(" " + _("Se juega sin pactos"), scene.skin.ink("dim"))], width, scene.plain)]
    lines: list[Line] = []
    for proposal in model.open_proposals_to_me():
        lines += _proposal(scene, proposal, width)
    for pact in sorted(model.pacts(), key=lambda p: (not ask.between(p, model.seat), p.id)):
        lines += _pact(scene, pact, width)
    if lines:
        return lines
    text = _("Ninguno") if model.spectator else _("Ninguno · p propone")
    return [full([Segment(" " + text, scene.skin.ink("dim"))], width, scene.plain)]


def _proposal(scene: Scene, proposal: Proposal, width: int) -> list[Line]:
    skin = scene.skin
    who = fit(scene.player(proposal.proposer), width - 15)
    asks = _("quiere disolver") if proposal.dissolves is not None else _("te propone")
    return [
        full(
            [scene.badge(proposal.proposer), Segment(f" {who} {asks}", skin.ink("accent", bold=True))],
            width,
            scene.plain,
        ),
        full([Segment(f"  {_terms(scene, proposal, width)}", skin.ink("accent"))], width, scene.plain),
    ]


def _pact(scene: Scene, pact: Pact, width: int) -> list[Line]:
    skin, mine = scene.skin, ask.between(pact, scene.model.seat)
    look = skin.ink("bright", bold=True) if mine else skin.ink("text")
    names = _("{a} y {b}").format(a=scene.player(pact.a), b=scene.player(pact.b))
    first = [
        scene.badge(pact.a),
        Segment("═", skin.ink("pact", bold=True)),
        scene.badge(pact.b),
        Segment(" " + fit(names, width - 8), look),
    ]
    text = f"  {_terms(scene, pact, width)}"
    if pact.notice is not None:
        text += " · " + _("anunciado")
    return [full(first, width, scene.plain), full([Segment(fit(text, width), skin.ink("dim"))], width, scene.plain)]


def _terms(scene: Scene, bargain: Pact | Proposal, width: int) -> str:
    del scene
    text = border(bargain.border)
    if bargain.last is not None:
        text += " · " + (_("hasta ronda {n}") if width > 30 else _("r{n}")).format(n=bargain.last)
    elif width > 40:
        text += " · " + _("sin término")
    return text
