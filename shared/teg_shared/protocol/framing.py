"""Frames on a byte stream, without the stream: bytes in, whole payloads out.

A frame is the length of its payload (4 bytes, big-endian) and the payload. Nobody's frame reaches 16 MiB, so
a first byte other than 0 is a caller who speaks something else; what that is decides how to answer it.
"""

from typing import Final

HEADER: Final = 4
_HTTP: Final = (b"GET ", b"POST", b"PUT ", b"HEAD", b"DELE", b"OPTI", b"CONN", b"TRAC", b"PATC", b"PRI ")
_HINT: Final = "This is a T.E.G. game server, not a web server. To play: teg join HOST:PORT\n"


class FrameError(Exception):
    """Bytes that no frame begins with; the stream is of no use from here on.

    Attributes:
        code: `frame-too-big`, `frame-empty`, or `not-teg` when the very first bytes are another protocol's.
        facts: `length` and `limit`; or `speaks`: http, tls, ssh, text or noise.
        frames: whole payloads that came before, in the same bytes; still to be handled.
    """

    def __init__(self, code: str, frames: list[bytes], **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
        self.frames = frames


def frame(payload: bytes) -> bytes:
    """Return `payload` with its header, to be written at once.

    Two writes would wait for each other's acknowledgement where TCP_NODELAY is not set.
    """
    return len(payload).to_bytes(HEADER, "big") + payload


class FrameReader:
    """Cuts a stream into payloads of 1 to `limit` bytes; holds at most one unfinished frame."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()
        self._fresh = True
        self._dead = False

    @property
    def pending(self) -> int:
        """Bytes of an unfinished frame that are held."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """Return the payloads that `data` completes.

        Raises:
            FrameError: as soon as a header can't be one; every later call returns nothing.
        """
        if self._dead:
            return []
        self._buffer += data
        frames: list[bytes] = []
        start = 0
        while len(self._buffer) - start >= HEADER:
            length = int.from_bytes(self._buffer[start : start + HEADER], "big")
            self._check(length, frames)
            end = start + HEADER + length
            if end > len(self._buffer):
                break
            frames.append(bytes(self._buffer[start + HEADER : end]))
            self._fresh = False
            start = end
        del self._buffer[:start]
        return frames

    def _check(self, length: int, frames: list[bytes]) -> None:
        if 0 < length <= self._limit:
            return
        self._dead = True
        head = bytes(self._buffer[:8])
        self._buffer.clear()
        if self._fresh and head[0]:
            raise FrameError("not-teg", frames, speaks=_classify(head))
        if length == 0:
            raise FrameError("frame-empty", frames)
        raise FrameError("frame-too-big", frames, length=length, limit=self._limit)


def _classify(head: bytes) -> str:
    """Name what a stream that begins with these 4 to 8 bytes speaks."""
    if head.startswith(_HTTP):
        return "http"
    if head.startswith(b"\x16\x03"):
        return "tls"
    if head.startswith(b"SSH-"):
        return "ssh"
    if all(32 <= byte < 127 or byte in b"\r\n\t" for byte in head):
        return "text"
    return "noise"


def farewell(error: FrameError) -> bytes:
    """Return what to write, unframed, to a caller who speaks something else; empty to close in silence."""
    speaks = error.facts.get("speaks")
    if speaks == "http":
        head = (
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(_HINT)}\r\nConnection: close\r\n\r\n"
        )
        return (head + _HINT).encode()
    if speaks in {"ssh", "text"}:
        return _HINT.replace("a web server", "a shell").replace("\n", "\r\n").encode()
    return b""
