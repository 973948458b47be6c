"""Where luck comes from: the rules ask by index, so that a record replays and a dispute can be checked.

Each roll and each shuffle of a game has a number, counted in the state from 0 without holes. An
implementation may therefore be a pure function of a seed and that number: the server keeps no
generator whose position could be lost in a crash.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Protocol


class Chance(Protocol):
    """The only source of luck that the rules may ask."""

    def roll(self, index: int, count: int, context: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return `count` faces from 1 to 6 for roll number `index` of the game."""
        ...

    def shuffle(self, index: int, size: int) -> tuple[int, ...]:
        """Return a permutation of `range(size)` for shuffle number `index` of the game."""
        ...


class LoadedChance:
    """Dice that show a fixed script, and shuffles that leave the order or follow a script (tests)."""

    def __init__(self, faces: Iterable[int] = (), shuffles: Iterable[Iterable[int]] = ()) -> None:
        self.faces = list(faces)
        self.shuffles = [tuple(s) for s in shuffles]

    def roll(self, index: int, count: int, context: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return the next `count` faces of the script.

        Raises:
            LookupError: if the script is shorter than the game.
        """
        del index, context
        if count > len(self.faces):
            raise LookupError(count)
        taken, self.faces = tuple(self.faces[:count]), self.faces[count:]
        return taken

    def shuffle(self, index: int, size: int) -> tuple[int, ...]:
        """Return the next scripted permutation, or the identity when the script is over."""
        del index
        if self.shuffles:
            return self.shuffles.pop(0)
        return tuple(range(size))


def pack(*parts: bytes | int | str) -> bytes:
    """Return the parts joined so that no two different lists give the same bytes.

    Each part is its length (4 bytes, big-endian) and its bytes; an integer is 8 bytes big-endian.
    """
    out = bytearray()
    for part in parts:
        data = part.to_bytes(8, "big") if isinstance(part, int) else part.encode() if isinstance(part, str) else part
        out += len(data).to_bytes(4, "big") + data
    return bytes(out)


class VerifiableChance:
    """Luck as a pure function of one secret seed: whoever gets the seed afterwards can check every die.

    Roll n is the stream HMAC-SHA256(seed, ("roll", n, context), block); bytes below 252 give a face
    (byte mod 6 + 1), others are skipped, so each face is equally likely. Shuffle k is Fisher-Yates with
    16-bit numbers of the stream ("shuffle", k), rejected above the largest multiple.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def _stream(self, label: bytes) -> Iterable[int]:
        block = 0
        while True:
            yield from hmac.new(self._seed, label + block.to_bytes(4, "big"), hashlib.sha256).digest()
            block += 1

    def roll(self, index: int, count: int, context: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return `count` fair faces for roll `index`; `context` (attacker, from, to) binds it to its purpose."""
        faces: list[int] = []
        for byte in self._stream(pack("roll", index, *context)):
            if len(faces) == count:
                break
            if byte < 252:
                faces.append(byte % 6 + 1)
        return tuple(faces)

    def shuffle(self, index: int, size: int) -> tuple[int, ...]:
        """Return a fair permutation of `range(size)`, `size` at most 65,536."""
        stream = iter(self._stream(pack("shuffle", index, size)))
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            limit = 65536 - 65536 % (last + 1)
            number = limit
            while number >= limit:
                number = next(stream) << 8 | next(stream)
            pick = number % (last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)
