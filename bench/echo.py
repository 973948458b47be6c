"""The baseline for the server: asyncio and msgpack, length-prefixed, each message sent to all of its group.

`python -m bench.echo` listens on a free port of loopback and prints it. The first message of a connection is
the number of its group.
"""

import asyncio
from collections import defaultdict

import msgpack

GROUPS: defaultdict[int, set[asyncio.Transport]] = defaultdict(set)


class Echo(asyncio.Protocol):
    """One connection of a group."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._group: int | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the way back."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Decode each frame, encode it again, and send it to the group."""
        self._buffer += data
        while len(self._buffer) >= 4:
            end = 4 + int.from_bytes(self._buffer[:4], "big")
            if len(self._buffer) < end:
                return
            message = msgpack.unpackb(bytes(self._buffer[4:end]))
            del self._buffer[:end]
            if self._group is None:
                self._group = int(message)
                GROUPS[self._group].add(self._transport)
                continue
            body = msgpack.packb(message)
            for transport in GROUPS[self._group]:
                transport.write(len(body).to_bytes(4, "big") + body)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the way back."""
        del exc
        if self._group is not None:
            GROUPS[self._group].discard(self._transport)


async def main() -> None:
    """Serve until killed."""
    server = await asyncio.get_running_loop().create_server(Echo, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
