"""Rooms of many servers in one lobby, over a real Mosquitto: they come, change, go, and survive its absence."""

import re
from pathlib import Path

import aiomqtt
import pytest
from teg_shared.protocol.messages import LeaveRoom, Notice
from teg_shared.rules.classic.commands import Place

from tests.e2e.mqtt.world import TOPICS, ear, lobby, published, rooms, until
from tests.support.broker import Broker, broker
from tests.support.net import RefusedError
from tests.support.serving import serving


async def test_rooms_of_two_servers_stand_in_one_lobby_and_lead_to_their_server(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, serving() as one, serving() as two:
        await one.table(1, "open", name="Mesa uno")
        async with published(one, mosquitto, "one"), published(two, mosquitto, "two"), lobby(mosquitto) as source:
            await until(lambda: rooms(source) == {"Mesa uno"})
            await two.table(1, "novato", name="Mesa dos")
            await until(lambda: rooms(source) == {"Mesa uno", "Mesa dos"})
            offers = {offer.room.name: offer for offer in source.listing().offers if offer.room}
            assert offers["Mesa uno"].addresses[0].port == one.port
            assert offers["Mesa dos"].addresses[0].port == two.port
            assert offers["Mesa uno"].free
            assert not offers["Mesa dos"].free
            assert source.listing().status == "lobby-online"


async def test_a_room_that_fills_starts_and_closes_does_so_in_the_lobby(tmp_path: Path) -> None:
    async with (
        broker(tmp_path) as mosquitto, serving() as server, published(server, mosquitto), lobby(mosquitto) as source
    ):  # fmt: skip
        await until(lambda: source.listing().complete)
        assert [offer.room for offer in source.listing().offers] == [None]
        (ana,) = await server.table(1, "novato", "novato")
        await until(lambda: rooms(source) == {"Mesa"})
        await ana.start()
        await until(lambda: source.listing().offers[0].room.status == "playing")  # type: ignore[union-attr]
        await ana.send(LeaveRoom(for_good=True))
        await ana.wait(Notice, lambda notice: notice.code == "you-left")
        await until(lambda: rooms(source) == set())


async def test_a_server_that_ends_takes_its_entries_away(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, serving() as server, ear(mosquitto) as heard:
        await server.game(1, "novato")
        async with published(server, mosquitto):
            await until(lambda: len(heard.topics()) >= 4)
        await until(lambda: [topic for topic in heard.topics() if not topic.endswith("/events")] == [])
        async with ear(mosquitto) as late, lobby(mosquitto) as source:
            await until(lambda: source.listing().complete)
            assert late.messages == []
            assert source.listing().status == "lobby-empty"


async def test_what_an_earlier_life_left_behind_is_taken_away(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, serving() as server:
        left = [TOPICS.room("box", "gone1"), TOPICS.game("box", "gone1", "state"), TOPICS.game("box", "gone1", "table")]
        other = TOPICS.room("den", "alive")
        async with aiomqtt.Client("127.0.0.1", mosquitto.port) as client:
            for topic in (*left, other):
                await client.publish(topic, b"{}", 1, retain=True)
        async with published(server, mosquitto), ear(mosquitto) as heard:
            await until(lambda: not set(left) & set(heard.topics()) and len(heard.topics()) == 2)
            assert set(heard.topics()) == {TOPICS.server("box"), other}


async def test_entries_go_by_themselves_when_nobody_renews_them(tmp_path: Path) -> None:
    """MQTT 5: the broker counts the rest of each entry's time down, so a late reader sees less than the whole."""
    async with broker(tmp_path) as mosquitto, serving() as server:
        await server.game(1, "novato")
        async with published(server, mosquitto, ttl=40), ear(mosquitto, "teg/v1/+/box/#") as heard:
            await until(lambda: len(heard.topics()) >= 4)
            for message in heard.messages:
                if message.retain:
                    assert 0 < message.properties.MessageExpiryInterval <= 40  # type: ignore[union-attr]


async def test_entries_are_renewed_in_time(tmp_path: Path) -> None:
    async with (
        broker(tmp_path) as mosquitto, serving() as server, published(server, mosquitto, ttl=5), ear(mosquitto) as heard
    ):  # fmt: skip
        await until(lambda: len(heard.payloads("dir/box")) >= 3)
        times = [entry["at"] for entry in heard.payloads("dir/box")]
        assert times == sorted(times)
        assert times[-1] - times[-2] < 5


async def test_games_go_on_while_the_broker_is_away_and_everything_is_there_again_afterwards(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, serving() as server, lobby(mosquitto) as source:
        (ana,) = await server.game(1, "novato")
        async with published(server, mosquitto) as publisher:
            await until(lambda: rooms(source) == {"Mesa"})
            await mosquitto.kill()
            await until(lambda: publisher.condition.startswith("broker-") and source.condition.startswith("broker-"))
            assert rooms(source) == {"Mesa"}
            await ana.until(lambda me: me.on_turn)
            await ana.act(Place(ana.session.view.owners.index(ana.seat), 1))
            beto = await server.client("Beto")
            await beto.create(["open", "open"], name="Otra")
            await mosquitto.start()
            await until(lambda: publisher.condition == "online" and source.condition == "online")
            await until(lambda: rooms(source) == {"Mesa", "Otra"})


async def test_a_broker_that_hangs_is_noticed_and_holds_nobody_up(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, serving() as server:
        (ana,) = await server.game(1, "novato")
        async with published(server, mosquitto, keepalive=2) as publisher:
            mosquitto.hang()
            await ana.until(lambda me: me.on_turn)
            await ana.act(Place(ana.session.view.owners.index(ana.seat), 1))
            await until(lambda: publisher.condition.startswith("broker-"), 20)
            mosquitto.go_on()
            await until(lambda: publisher.condition == "online", 20)


async def test_a_broker_that_was_never_there_holds_nobody_up(tmp_path: Path) -> None:
    nowhere = Broker(tmp_path)
    async with serving() as server, published(server, nowhere, wait=False) as publisher, lobby(nowhere) as source:
        await until(lambda: publisher.condition == "broker-refused" and source.condition == "broker-refused")
        await server.game(1, "novato")
        assert source.listing().status == "broker-refused"


async def test_a_drained_server_says_so_and_makes_no_rooms(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, serving() as server, lobby(mosquitto) as source:
        await server.table(1, "open", name="Mesa uno")
        async with published(server, mosquitto):
            await until(lambda: rooms(source) == {"Mesa uno"})
            server.service.drain()
            await until(lambda: source.listing().offers[0].draining)
            late = await server.client("Tarde")
            with pytest.raises(RefusedError, match="draining"):
                await late.create(["open", "open"])
            assert not server.service.drained.is_set()
            server.service.drain(False)
            await until(lambda: not source.listing().offers[0].draining)


async def test_two_servers_with_one_id_displace_each_other_ever_less_often(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """This Mosquitto does not say that it was another one of the same id, so only patience helps."""
    async with (
        broker(tmp_path) as mosquitto, serving() as one, serving() as two,
        published(one, mosquitto, "same"), published(two, mosquitto, "same"),
    ):  # fmt: skip
        waits: list[float] = []

        def grown() -> bool:
            said = [re.search(r"next try in ([0-9.]+) s", record.message) for record in caplog.records]
            waits[:] = [float(found[1]) for found in said if found]
            return bool(waits) and max(waits) >= 1.5

        await until(grown)
        assert len(waits) <= 10
