"""Chat of one room: the last lines for newcomers, and not too many at once (T5)."""

from collections import deque
from typing import Final

from teg_shared.protocol.messages import Said, Say
from teg_shared.protocol.text import chat_line
from teg_shared.rules.errors import RuleError

from teg_server.rooms.gallery import Gallery, Guest
from teg_server.rooms.limits import Bucket

BURST: Final = 5
"""Lines at once."""
RATE: Final = 0.5
"""Lines a second."""

NAMES: Final = 500
"""Names that are remembered for that."""


class Talk:
    """What has been said; it is not in the log and ends with the process.

    Args:
        lines: how many lines a newcomer gets.
    """

    def __init__(self, lines: int) -> None:
        self._lines: deque[Said] = deque(maxlen=lines)
        self._buckets: dict[str, Bucket] = {}

    def say(self, gallery: Gallery, guest: Guest, wanted: Say, now: float) -> None:
        """Pass a line on.

        Raises:
            RuleError: `chat-too-fast`, `chat-nobody`, `spectator`, or what `chat_line` refuses.
        """
        text = chat_line(wanted.text)
        private = wanted.to >= 0
        if private and guest.seat < 0:
            raise RuleError("spectator")
        other = gallery.at(wanted.to) if private else None
        if private and (other is None or other is guest):
            raise RuleError("chat-nobody", seat=wanted.to)
        if not self._bucket(guest.name).take(now):
            raise RuleError("chat-too-fast")
        said = Said(guest.seat, guest.name, text, private, wanted.to if private else -1)
        self._lines.append(said)
        if other is None:
            gallery.tell(said)
            return
        guest.send(said)
        other.send(said)

    def _bucket(self, name: str) -> Bucket:
        """Return the bucket of a name: coming back does not fill it."""
        if len(self._buckets) > NAMES:
            self._buckets.clear()
        return self._buckets.setdefault(name, Bucket(BURST, RATE))

    def recall(self, guest: Guest) -> None:
        """Send a newcomer the last lines that are meant for them."""
        for said in self._lines:
            if not said.private or (guest.seat >= 0 and guest.seat in {said.seat, said.to}):
                guest.send(said)

    def forget_private(self) -> None:
        """The seats are others' now."""
        kept = [said for said in self._lines if not said.private]
        self._lines.clear()
        self._lines.extend(kept)
