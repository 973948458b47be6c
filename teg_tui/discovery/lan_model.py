"""Servers that announce themselves on the local network, and what came of asking each; no network in here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from teg_shared.protocol.directory import SERVER_NAME_LENGTH
from teg_shared.protocol.lan import LanEntry
from teg_shared.protocol.messages import PROTOCOL
from teg_shared.protocol.text import visible

from teg_tui.address import Address
from teg_tui.changes import Facts
from teg_tui.discovery.offers import Life, Listing, Offer, ordered
from teg_tui.discovery.probe import Answer

ASK_AGAIN: Final = 5.0
"""Seconds after an answer until the server is asked again."""
ASK_SILENT: Final = 3.0
"""Seconds after the first silence; doubled for each further one."""
ASK_LONGEST: Final = 60.0
FORGET: Final = 3
"""Silences after which a server is no longer shown, however long its announcement lingers."""
MOST: Final = 200
"""Servers that are listed."""


@dataclass
class _Server:
    """One server."""

    names: set[str]
    """Instances under which it is announced: one for each interface or name."""
    entry: LanEntry
    addresses: tuple[Address, ...]
    answer: Answer | None = None
    code: str = ""
    """Why it did not answer the last time."""
    failures: int = 0
    ask_at: float = 0.0
    asking: bool = False


class LanModel:
    """Everything that was found.

    Attributes:
        version: counts changes.
    """

    def __init__(self) -> None:
        self.version = 0
        self._servers: dict[str, _Server] = {}

    def found(self, name: str, entry: LanEntry, addresses: Iterable[Address], now: float) -> None:
        """A server is announced, or says something new.

        Args:
            name: of the instance.
            entry: its TXT record, cleaned.
            addresses: where it says it listens.
            now: seconds.
        """
        key = entry.server or name
        self.lost(name, keep=key)
        known = self._servers.get(key)
        if known is None:
            if len(self._servers) >= MOST:
                return
            self._servers[key] = _Server({name}, entry, tuple(addresses))
        else:
            known.names.add(name)
            if known.entry != entry:
                known.ask_at = now  # what changed is worth a look
            known.entry = entry
            known.addresses = tuple(dict.fromkeys((*addresses, *known.addresses)))
        self.version += 1

    def lost(self, name: str, keep: str = "") -> None:
        """An announcement was taken back; a server is gone when none of it is left."""
        for key, server in list(self._servers.items()):
            if key != keep and name in server.names:
                server.names.discard(name)
                if not server.names:
                    del self._servers[key]
                self.version += 1

    def due(self, now: float) -> list[tuple[str, tuple[Address, ...]]]:
        """Return the servers that are to be asked now; each is told of by `answered` or `silent`."""
        wanted = [(key, server) for key, server in self._servers.items() if not server.asking and server.ask_at <= now]
        for _, server in wanted:
            server.asking = True
        return [(key, server.addresses) for key, server in wanted]

    def answered(self, key: str, answer: Answer, now: float) -> None:
        """A server is there."""
        server = self._servers.get(key)
        if server is None:
            return
        server.asking, server.failures, server.code = False, 0, ""
        server.ask_at = now + ASK_AGAIN
        if server.answer is None or _seen(server.answer) != _seen(answer):
            self.version += 1
        server.answer = answer

    def silent(self, key: str, code: str, now: float) -> None:
        """A server did not answer, or not as one of ours."""
        server = self._servers.get(key)
        if server is None:
            return
        server.asking, server.code = False, code
        server.failures += 1
        server.ask_at = now + min(ASK_LONGEST, ASK_SILENT * 2.0 ** (server.failures - 1))
        server.answer = None
        self.version += 1

    def ask_all(self, now: float) -> None:
        """Ask everybody again at once."""
        for server in self._servers.values():
            server.ask_at = now

    def listing(self, status: str, facts: Facts) -> Listing:
        """Return the list under a status."""
        offers = [offer for key, server in self._servers.items() for offer in _offers(key, server)]
        asking = any(server.answer is None and not server.failures for server in self._servers.values())
        live = sum(server.answer is not None for server in self._servers.values())
        seen: Facts = {**facts, "servers": live, "rooms": sum(offer.room is not None for offer in offers)}
        return Listing(ordered(offers), status, seen, complete=not asking)


def _offers(key: str, server: _Server) -> list[Offer]:
    """Return the lines of a server: its own word where it gave it, else one line that says how it stands."""
    name = server.entry.name or visible(min(server.names), SERVER_NAME_LENGTH) or "?"
    if server.answer is None:
        if server.failures >= FORGET:
            return []
        life: Life = "asking"
        if server.code:
            life = "version" if server.code == "version" else "silent"
        elif server.entry.protocol not in {-1, PROTOCOL}:
            life = "version"
        rooms = server.entry.rooms if life == "asking" else ()
        return [Offer(f"{key}/{room.id}", name, server.addresses, room, life) for room in rooms] or [
            Offer(key, name, server.addresses, None, life)
        ]
    best = tuple(dict.fromkeys((server.answer.address, *server.addresses)))
    draining = server.entry.draining
    return [Offer(f"{key}/{room.id}", name, best, room, "live", draining) for room in server.answer.rooms] or [
        Offer(key, name, best, None, "live", draining)
    ]


def _seen(answer: Answer) -> tuple[object, ...]:
    """Return what of an answer is shown."""
    return answer.address, answer.rooms
