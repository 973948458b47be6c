"""What is on the table of a negotiation, and who names whom at the end of a round."""

from rich.segment import Segment

from teg_tui.i18n import _
from teg_tui.negocios import words
from teg_tui.negocios.deals import OfferView
from teg_tui.negocios_ui.goods import ware
from teg_tui.negocios_ui.scene import Scene
from teg_tui.widgets.lines import Line, full


def talks_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return the open offers, those to this viewer first, two rows each where there is room."""
    offers = sorted(scene.model.offers(), key=lambda view: (not view.to_me, not view.by_me, view.offer.id))
    if not offers:
        return [full([Segment(" " + _("Nadie ofreció nada"), scene.skin.ink("dim"))], width, scene.plain)]
    lines = [_offer(scene, view, width) for view in offers]
    if len(lines) <= rows:
        return lines
    more = _("y {n} más · p").format(n=len(lines) - rows + 1)
    return [*lines[: rows - 1], full([Segment(" " + more, scene.skin.ink("dim"))], width, scene.plain)]


def _offer(scene: Scene, view: OfferView, width: int) -> Line:
    offer, skin = view.offer, scene.skin
    look = skin.ink("accent", bold=True) if view.to_me else skin.ink("bright" if view.by_me else "text")
    if view.blocked and not view.asks_card:
        look = skin.ink("faint")
    text = f" {ware(scene, offer.give, short=True)}/{ware(scene, offer.take, short=True)}"
    return full([scene.badge(offer.proposer), Segment("›", skin.ink("dim")), scene.badge(offer.partner),
                 Segment(text, look)], width, scene.plain)  # fmt: skip


def ballot_box(scene: Scene, width: int, rows: int) -> list[Line]:
    """Return what is decided, and the leaders with whom they have named."""
    del rows
    ballot = scene.model.ballot()
    if ballot is None:
        return []
    skin = scene.skin
    asks = words.ballot_title(ballot.kind, market_on=scene.view.market_on)
    lines: list[Line] = [full([Segment(" " + asks, skin.ink("text"))], width, scene.plain)]
    for leader, named in ballot.votes:
        pieces = [scene.badge(leader), Segment(" › ", skin.ink("dim"))]
        if named >= 0:
            pieces += [scene.badge(named), Segment(" " + scene.player(named), skin.ink("bright"))]
        else:
            pieces.append(Segment(_("todavía no dijo"), skin.ink("dim")))
        lines.append(full(pieces, width, scene.plain))
    return lines
