"""The lobby's list: what servers say, in what order it may come, and what strangers can't do to it."""

import msgspec
from teg_shared.protocol.directory import RoomEntry, ServerEntry, Topics, encode_entry
from teg_shared.protocol.messages import RoomInfo

from teg_tui.address import Address
from teg_tui.discovery import lobby_model as lm
from teg_tui.discovery.lobby_model import LINGER, MOST_ROOMS, MOST_SERVERS, SETTLE, SKEW, LobbyModel
from teg_tui.discovery.offers import Listing, Offer

T = Topics()
NOW, WALL, TTL = 100.0, 1_790_000_000, 90


class Told:
    """A model and a broker that tells it things."""

    def __init__(self) -> None:
        self.model = LobbyModel(T)
        self.now = NOW

    def server(self, server: str = "box", rooms: int = 1, *, retained: bool = True, **fields: object) -> None:
        entry = ServerEntry(
            1, server, f"Casa {server}", "teg-server 1", 1, "open", ("10.0.0.1:7464",), rooms, WALL, TTL
        )
        self._say(T.server(server), encode_entry(msgspec.structs.replace(entry, **fields)), retained=retained)

    def room(self, room: str = "aaaaa", server: str = "box", *, retained: bool = True, **fields: object) -> None:
        entry = RoomEntry(1, server, room, f"Mesa {room}", "classic", "lobby", 4, 1, False, 0, WALL, TTL)
        self._say(T.room(server, room), encode_entry(msgspec.structs.replace(entry, **fields)), retained=retained)

    def gone(self, topic: str) -> None:
        self._say(topic, b"", retained=False)

    def _say(self, topic: str, payload: bytes, *, retained: bool) -> None:
        self.model.take(topic, payload, retained=retained, now=self.now, wall=WALL)

    def later(self, seconds: float) -> None:
        self.now += seconds
        self.model.prune(self.now)

    @property
    def listing(self) -> Listing:
        return self.model.listing("", {}, self.now)

    @property
    def keys(self) -> list[str]:
        return [offer.key for offer in self.listing.offers]


def test_a_room_is_listed_with_the_address_of_its_server() -> None:
    told = Told()
    told.server()
    told.room()
    info = RoomInfo("aaaaa", "Mesa aaaaa", "classic", "lobby", 4, 1, False, 0)
    assert told.listing.offers == (Offer("box/aaaaa", "Casa box", (Address("10.0.0.1", 7464),), info, "listed"),)
    assert told.listing.offers[0].enterable


def test_rooms_may_come_before_their_server() -> None:
    told = Told()
    told.room()
    assert told.keys == []
    told.server()
    assert told.keys == ["box/aaaaa"]


def test_a_dead_server_takes_its_rooms_with_it() -> None:
    """Its last will empties its entry; the rooms' own entries may still lie there."""
    told = Told()
    for server in ("box", "den"):
        told.server(server, 2)
        told.room("aaaaa", server)
        told.room("bbbbb", server)
    told.gone(T.server("box"))
    assert told.keys == ["den/aaaaa", "den/bbbbb"]


def test_a_server_that_comes_back_is_listed_again() -> None:
    told = Told()
    told.server()
    told.room()
    told.gone(T.server("box"))
    told.server(retained=False)
    told.room(retained=False)
    assert told.keys == ["box/aaaaa"]


def test_a_closed_room_goes() -> None:
    told = Told()
    told.server(rooms=2)
    told.room("aaaaa")
    told.room("bbbbb")
    told.gone(T.room("box", "aaaaa"))
    told.gone(T.room("box", "zzzzz"))
    told.gone(T.room("nobody", "zzzzz"))
    assert told.keys == ["box/bbbbb"]


def test_what_is_not_renewed_in_its_time_goes() -> None:
    told = Told()
    told.server(rooms=2)
    told.room("aaaaa")
    told.room("bbbbb")
    told.later(TTL - 1)
    told.server(rooms=2, retained=False)
    told.room("aaaaa", retained=False)
    told.later(1)
    assert told.keys == ["box/aaaaa"]
    told.later(TTL)
    assert told.keys == []


def test_what_has_lain_there_for_too_long_is_not_taken() -> None:
    """A broker without expiry keeps the entries of a server that died with it."""
    told = Told()
    told.server(at=WALL - TTL - SKEW - 1)
    told.room()
    assert told.keys == []
    told.server(at=WALL - TTL - SKEW)
    assert told.keys == ["box/aaaaa"]


def test_a_server_with_a_wrong_clock_is_taken_as_soon_as_it_says_something() -> None:
    told = Told()
    told.server(at=1, retained=False)
    told.room(at=1, retained=False)
    assert told.keys == ["box/aaaaa"]


def test_nobody_lists_rooms_for_somebody_else() -> None:
    """The topic is what the broker's rules guard; a payload that names another server is a lie."""
    told = Told()
    told.server("box")
    lie = RoomEntry(1, "box", "aaaaa", "x", "classic", "lobby", 4, 1, False, 0, WALL, TTL)
    told.model.take(T.room("evil", "aaaaa"), encode_entry(lie), retained=False, now=NOW, wall=WALL)
    told.model.take(
        T.server("evil"), encode_entry(ServerEntry(1, "box", "x", "p", 1, "open", ("6.6.6.6:1",), 0, WALL, TTL)),
        retained=False, now=NOW, wall=WALL,
    )  # fmt: skip
    told.room("aaaaa")
    assert told.keys == ["box/aaaaa"]
    assert told.listing.offers[0].addresses == (Address("10.0.0.1", 7464),)


def test_nonsense_changes_nothing() -> None:
    told = Told()
    told.server()
    told.room()
    before = told.model.version
    for topic in (
        T.server("box"),
        T.room("box", "aaaaa"),
        "teg/v1/dir/a/b/c",
        "other",
        T.game("box", "aaaaa", "state"),
    ):
        told.model.take(topic, b"\xff{[", retained=True, now=NOW, wall=WALL)
    assert told.model.version == before
    assert told.keys == ["box/aaaaa"]


def test_nobody_is_sent_to_a_file_of_their_own_machine() -> None:
    told = Told()
    told.server(addresses=("unix:/run/teg/teg.sock", "/etc/passwd", "no port:", "[::1]:7"))
    told.room()
    assert told.listing.offers[0].addresses == (Address("::1", 7),)


def test_a_server_without_rooms_is_a_line_of_its_own() -> None:
    told = Told()
    told.server(rooms=0)
    assert told.keys == ["box"]
    assert told.listing.offers[0].enterable
    assert told.listing.facts == {"servers": 1, "rooms": 0}, "and none that is counted as a room"
    told.server(rooms=0, state="draining")
    assert not told.listing.offers[0].enterable


def test_free_seats_come_first_then_games_to_watch_then_the_rest() -> None:
    told = Told()
    told.server(rooms=4)
    told.room("over0", status="over", taken=4)
    told.room("plays", status="playing", taken=4)
    told.room("full0", taken=4)
    told.room("free0")
    told.server("den", 0)
    assert told.keys == ["box/free0", "box/full0", "box/plays", "box/over0", "den"]


def test_the_list_is_complete_when_every_server_has_told_all_its_rooms() -> None:
    told = Told()
    told.server(rooms=2)
    told.room("aaaaa")
    assert not told.listing.complete
    told.room("bbbbb")
    assert told.listing.complete
    told.room("ccccc", server="den")
    assert not told.listing.complete
    assert told.listing.facts == {"servers": 1, "rooms": 2}


def test_an_empty_directory_is_complete_after_a_moment_of_silence() -> None:
    told = Told()
    told.gone(T.server("box"))
    assert not told.listing.complete
    told.later(SETTLE)
    assert told.listing.complete
    assert told.keys == []


def test_after_a_cut_the_old_list_stays_until_the_new_one_is_told() -> None:
    told = Told()
    told.server(rooms=2)
    told.room("aaaaa")
    told.room("bbbbb")
    told.model.begin(told.now)
    assert told.keys == ["box/aaaaa", "box/bbbbb"]
    told.server(rooms=1)
    told.later(0.1)
    assert told.keys == ["box/aaaaa", "box/bbbbb"]
    told.room("bbbbb")
    told.later(0.1)
    assert told.keys == ["box/bbbbb"]


def test_after_a_cut_a_list_that_is_told_no_more_goes() -> None:
    told = Told()
    told.server()
    told.room()
    told.model.begin(told.now)
    told.later(LINGER)
    assert told.keys == []


def test_a_flood_of_servers_or_rooms_is_cut(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    assert MOST_SERVERS >= 50
    assert MOST_ROOMS >= 500
    monkeypatch.setattr(lm, "MOST_SERVERS", 3)
    monkeypatch.setattr(lm, "MOST_ROOMS", 2)
    told = Told()
    for n in range(5):
        told.server(f"s{n}", 0)
        told.room("aaaaa", f"s{n}")
        told.room("bbbbb", f"s{n}")
        told.room("ccccc", f"s{n}")
        told.room("aaaaa", f"s{n}", status="playing")
    assert len(told.keys) == 6
    assert {offer.room.status for offer in told.listing.offers if offer.room} == {"lobby", "playing"}
