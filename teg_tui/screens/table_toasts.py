"""What is worth a word in the corner at every table and before one: notices, refusals, chat."""

from dataclasses import dataclass
from typing import Literal, Protocol

from teg_tui import changes as ch
from teg_tui import phrases, words
from teg_tui.changes import LEFT
from teg_tui.i18n import _
from teg_tui.widgets.lines import clean


@dataclass(frozen=True)
class Toast:
    """A few words in the corner for some seconds."""

    text: str
    title: str = ""
    severity: Literal["information", "warning", "error"] = "information"


class Table(phrases.Namer, Protocol):
    """What is asked of a model, whatever is played."""

    @property
    def seat(self) -> int:
        """This viewer's seat, -1 for a spectator."""
        ...


def table_toast(change: object, model: Table) -> Toast | None:
    """Return what to say of a change that has nothing to do with what is played: notices, refusals, chat."""
    match change:
        case ch.Noticed(code=code, facts=facts) if code not in LEFT:
            return Toast(clean(words.sentence(code, facts, model)))
        case ch.Rejected(code=code, facts=facts):
            return Toast(clean(words.sentence(code, facts, model)), severity="error")
        case ch.ChatArrived(line=line) if line.seat != model.seat or line.seat < 0:
            name = clean(line.name)
            return Toast(clean(line.text)[:120], _("{player} te dice").format(player=name) if line.private else name)
        case _:
            return None
