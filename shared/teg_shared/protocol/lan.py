"""What a server says of itself on the local network (DNS-SD): the type of the service and its TXT record.

A TXT record is small and anybody may write one, so it holds as many rooms as fit and is never trusted: what is
shown as live comes from the server itself, over its own protocol.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from teg_shared.protocol.directory import SERVER_NAME_LENGTH, is_id
from teg_shared.protocol.messages import ROOM_LENGTH, RoomInfo
from teg_shared.protocol.text import visible

SERVICE: Final = "_teg._tcp.local."
VERSION: Final = "1"
MOST_ROOMS: Final = 10
"""Rooms in one record; `rooms` counts them all."""
_ROOM: Final = re.compile(r"([^|]*)\|([^|]*)\|([0-9]{1,2})/([0-9]{1,2})\|([p-])\|([^|]*)\|(.*)", re.DOTALL)
_LABEL: Final = 60
"""Bytes of an instance's name; the limit is 63, and a clash adds `-2`."""
_Status = Literal["lobby", "playing", "over"]


@dataclass(frozen=True, slots=True)
class LanEntry:
    """What a server's TXT record says, cleaned.

    Args:
        server: id that tells two servers apart and one on two interfaces together; empty for none.
        protocol: -1 if the record does not say.
        count: rooms that there are.
        rooms: those that are named.
    """

    server: str
    name: str
    program: str
    protocol: int
    draining: bool
    count: int
    rooms: tuple[RoomInfo, ...]


def instance_name(name: str, server: str) -> str:
    """Return the name under which a server is announced: visible, without dots, not too long, and its own.

    Two servers of one machine do not reliably notice that they have one name, so the id is part of it.
    """
    clean = " ".join(visible(name.replace(".", " "), SERVER_NAME_LENGTH).split()) or "TEG"
    tail = f" {server[:8].replace('.', '-')}"
    return clean.encode()[: _LABEL - len(tail)].decode(errors="ignore").strip() + tail


def write_txt(
    server: str, name: str, program: str, protocol: int, rooms: Iterable[RoomInfo], *, draining: bool
) -> dict[str, bytes]:
    """Return the TXT record of a server; rooms that wait for people come first."""
    ordered = sorted(rooms, key=lambda room: get_args(_Status).index(room.status))
    record = {
        "v": VERSION,
        "id": server,
        "name": name[:SERVER_NAME_LENGTH],
        "program": program[:40],
        "protocol": str(protocol),
        "state": "draining" if draining else "open",
        "rooms": str(len(ordered)),
    }
    for n, room in enumerate(ordered[:MOST_ROOMS]):
        lock = "p" if room.password else "-"
        record[f"r{n}"] = (
            f"{room.id}|{room.variant}|{room.taken}/{room.seats}|{lock}|{room.status}|{room.round}|{room.name}"
        )
    return {key: value.encode() for key, value in record.items()}


def read_txt(record: Mapping[bytes, bytes | None]) -> LanEntry | None:
    """Return what a record says, or None if it is of another version or no record of ours."""
    said = {key[:16]: (value or b"")[:255].decode(errors="replace") for key, value in record.items()}
    if said.get(b"v") != VERSION:
        return None
    server = said.get(b"id", "")
    rooms = (_room(said.get(f"r{n}".encode(), "")) for n in range(MOST_ROOMS))
    return LanEntry(
        server if is_id(server) else "",
        visible(said.get(b"name", ""), SERVER_NAME_LENGTH),
        visible(said.get(b"program", ""), 40),
        _number(said.get(b"protocol", "")),
        said.get(b"state") == "draining",
        max(0, _number(said.get(b"rooms", ""))),
        tuple(room for room in rooms if room is not None),
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1


def _room(text: str) -> RoomInfo | None:
    found = _ROOM.fullmatch(text)
    if found is None:
        return None
    room, variant, taken, seats, lock, status, number = found.groups()[:7]
    place, _, name = number.partition("|")
    known = {text: text for text in get_args(_Status)}.get(status)
    if known is None or not is_id(room) or int(taken) > int(seats):
        return None
    shown = visible(name, ROOM_LENGTH) or room
    return RoomInfo(
        room, shown, visible(variant, 16), known, int(seats), int(taken), lock == "p", max(0, _number(place))
    )
