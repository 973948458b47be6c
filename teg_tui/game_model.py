"""What a model keeps beside the view of its game, whatever is played: the chronicle with its writer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

import msgspec
from teg_shared.protocol.codec import MalformedError, decode_typed, typed_decoder

from teg_tui.table_model import TableModel

if TYPE_CHECKING:
    from teg_shared.protocol.messages import RoomState
    from teg_shared.protocol.session import ClientSession

    from teg_tui.changes import Entry

_decoder: Final = cache(typed_decoder)


class Chronicling(Protocol):
    """Follows a game event by event, as far as who is who goes, and writes its lines."""

    owners: list[int]

    def look(self, view: Any) -> None:
        """Take over what a whole view says."""
        ...

    def write(self, events: Iterable[Any]) -> list[Entry]:
        """Return the line of each event, in order."""
        ...

    def recall(self, earlier: Any) -> None:
        """Take over what another one has seen before."""
        ...


V = TypeVar("V", bound=msgspec.Struct)
C = TypeVar("C", bound=Chronicling)
S = TypeVar("S", bound=msgspec.Struct)


class GameModel(TableModel[V], Generic[V, C]):
    """Everything that one client knows of one room with a game; `C` writes the chronicle of the variant.

    Attributes:
        chronicler: has seen all that the chronicle holds, and remembers who and what it was about.
    """

    def __init__(self, session: ClientSession | None = None) -> None:
        super().__init__(session)
        self.chronicler = self._writer()

    @property
    def over(self) -> bool:
        """Whether there is a game, and it is over."""
        raise NotImplementedError

    @property
    def playing(self) -> bool:
        """Whether this viewer has a seat in a game that goes on."""
        return self.view is not None and not self.over and not self.spectator

    def _writer(self) -> C:
        """Return a writer that has seen nothing yet."""
        raise NotImplementedError

    def _write(self, events: Sequence[Any], after: V) -> list[Entry]:
        """Put the events that led to this view into the chronicle, and return their lines."""
        entries = self.chronicler.write(events)
        self.chronicler.look(after)
        self.chronicle.extend(entries)
        return entries

    def _retold(self, before: V, events: Sequence[Any]) -> list[Entry]:
        teller = self._writer()
        teller.look(before)
        lines = teller.write(events)
        self.chronicler.recall(teller)
        return lines

    def _remembers(self) -> bool:
        return bool(self.chronicle or self.chronicler.owners)

    def forget_game(self) -> None:
        """Forget what was told of a game; the view is the session's."""
        super().forget_game()
        self.chronicler = self._writer()


M = TypeVar("M", bound=GameModel[Any, Any])
"""The model of a game."""


def planned(room: RoomState | None, kind: type[S]) -> S:
    """Return the settings of a room; the defaults before there is one, and where its variant has others."""
    if room is None:
        return kind()
    try:
        settings: S = decode_typed(_decoder(kind), room.settings)
    except MalformedError:
        return kind()
    return settings
