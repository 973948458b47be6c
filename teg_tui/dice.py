"""This client's part in the dice: a contribution that it promises on entering and shows before the deal."""

import secrets

from teg_shared.protocol import fair
from teg_shared.protocol.messages import RevealNow, RoomState


class Contribution:
    """Random bytes for one game; a new game needs new ones."""

    def __init__(self) -> None:
        self._value = b""
        self._own = False
        self._seen: tuple[str, bytes, tuple[bytes, ...]] | None = None
        self.renew()

    @property
    def saved(self) -> str:
        """The contribution as it is kept beside the seat's token, hexadecimal."""
        return self._value.hex() if self._own else ""

    @property
    def commitment(self) -> bytes:
        """The promise that goes to the server."""
        return fair.commit_seat(self._value)

    def renew(self) -> None:
        """Draw another contribution, for another game."""
        self._value, self._own = secrets.token_bytes(fair.SECRET_SIZE), True

    def restore(self, saved: str) -> None:
        """Take up the contribution that was promised by an earlier run of the program, if it is known."""
        try:
            value = bytes.fromhex(saved)
        except ValueError:
            value = b""
        self._value, self._own = value, len(value) == fair.SECRET_SIZE

    def cheated(self, asked: RevealNow, seat: int) -> bool:
        """Whether the server shows another promise for our seat than the one that we made."""
        return self._own and 0 <= seat < len(asked.commitments) and asked.commitments[seat] != self.commitment

    def witness(self, asked: RevealNow, room: RoomState | None) -> None:
        """Remember what was promised before anything was shown: the server's word, and everybody's."""
        self._seen = (room.game, room.commitment, asked.commitments) if room is not None else None

    def contradicted(self, room: RoomState) -> bool:
        """Whether the game that begins stands on other promises than those that we saw."""
        if self._seen is None or not room.fingerprint or self._seen[0] != room.game:
            return False
        seen, self._seen = self._seen, None
        return room.commitment != seen[1] or room.fingerprint != fair.fingerprint(*seen)

    def answer(self, asked: RevealNow, seat: int) -> bytes | None:
        """Return the contribution to be shown, or None if the server does not have our promise.

        What is shown to a server that has another promise of ours would be worth nothing to us.
        """
        if not self._own or not 0 <= seat < len(asked.commitments) or asked.commitments[seat] != self.commitment:
            return None
        return self._value
