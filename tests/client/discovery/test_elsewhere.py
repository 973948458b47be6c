"""Where a room is looked for whose server is gone, and from when on."""

import asyncio

from teg_shared.protocol.directory import Topics
from teg_shared.protocol.session import ClientSession

from teg_tui.address import Address
from teg_tui.changes import Status
from teg_tui.config import Config
from teg_tui.discovery.lobby import BrokerAddress, Lobby
from teg_tui.discovery.offers import Listing
from teg_tui.discovery.whereabouts import MOST, Tracker
from teg_tui.elsewhere import AFTER, Elsewhere, through
from teg_tui.plan import SessionPlan
from teg_tui.screens.discover import DiscoverApp


class Quiet:
    """A list of games that is not that of a broker."""

    async def run(self) -> None:
        """Find nothing."""

    def listing(self) -> Listing:
        return Listing()

    def refresh(self) -> None:
        """Find nothing again."""


def test_a_room_is_looked_for_on_the_broker_where_it_was_found() -> None:
    found = BrokerAddress("broker.club", 1884)
    app = DiscoverApp("", lambda news: Lobby(found, news), SessionPlan("menu"), Config(broker="mine"))
    assert app.source is not None
    assert app.broker() == found
    other = DiscoverApp("", lambda _: Quiet(), SessionPlan("menu"), Config(broker="mine"))
    assert other.source is not None
    assert other.broker() == "mine"


def test_without_a_broker_nothing_is_looked_for() -> None:
    assert through("") is None


async def test_what_is_no_broker_ends_the_search() -> None:
    seek = through("http://not a broker")
    assert seek is not None
    assert await seek("k3f9x", "token") == ()


async def test_the_search_begins_after_some_attempts_and_ends_with_a_connection() -> None:
    asked: list[tuple[str, str]] = []
    went: list[Address] = []
    never = asyncio.Event()

    async def seek(room: str, token: str) -> tuple[Address, ...]:
        asked.append((room, token))
        if len(asked) == 1:
            await never.wait()
        return (Address("there"),)

    session = ClientSession("test/1")
    elsewhere = Elsewhere(seek, went.extend)
    elsewhere.watch(Status("reconnecting", AFTER + 5), session)
    await asyncio.sleep(0)
    assert asked == [], "nobody has a seat"
    session.room, session.token = "k3f9x", "token"
    for attempt in range(AFTER):
        elsewhere.watch(Status("reconnecting", attempt), session)
        await asyncio.sleep(0)
    assert asked == []
    for _ in range(3):
        elsewhere.watch(Status("reconnecting", AFTER), session)
        await asyncio.sleep(0)
    assert asked == [("k3f9x", "token")]
    elsewhere.watch(Status("online"), session)
    elsewhere.watch(Status("reconnecting", AFTER), session)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert went == [Address("there")]


def test_a_crowd_of_servers_on_a_broker_takes_no_more_memory_than_allowed() -> None:
    topics = Topics()
    tracker = Tracker(topics, "k3f9x", "token")
    for number in range(3 * MOST):
        entry = (
            b'{"v":1,"server":"s%d","name":"x","program":"x","protocol":1,"state":"open","addresses":["a:1"],"rooms":1,'
            b'"at":1,"ttl":90}' % number
        )
        assert tracker.take(topics.server(f"s{number}"), entry) == ()
    assert len(tracker._servers) <= MOST + 1
