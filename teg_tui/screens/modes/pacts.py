"""How a pact is named in a sentence."""

from teg_shared.rules.classic.state import Pact

from teg_tui.i18n import _
from teg_tui.model import Model
from teg_tui.names import border


def pact_phrase(model: Model, pact: Pact) -> str:
    """Return a pact as it stands inside a sentence, seen by one of its sides."""
    other = model.name_of(pact.b if pact.a == model.seat else pact.a)
    if pact.border is None:
        phrase = _("tu pacto con {player} en todo el mapa").format(player=other)
    else:
        phrase = _("tu pacto con {player} ({border})").format(player=other, border=border(pact.border))
    if pact.last is not None:
        phrase += " " + _("hasta la ronda {n}").format(n=pact.last)
    return phrase
