"""The public feed over a real Mosquitto: it tells a whole game, and not one secret of it."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from teg_server.adapters import feed
from teg_server.rooms.lobby import make
from teg_server.rooms.room import Room
from teg_server.rooms.start import Ceremony, begin
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import CreateRoom, SeatPlan
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.data import BOARD, HIDDEN
from teg_shared.rules.registry import VARIANTS

from tests.e2e.mqtt.world import Ear, ear, published, until
from tests.support.broker import broker
from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import Serving, serving

DOC = Path(__file__).resolve().parents[3] / "docs" / "mqtt.md"
TABLE = re.compile(r"```json (\w+)\n(.*?)```", re.DOTALL)


async def play_to_the_end(server: Serving, seed: int, password: str = "") -> TestClient:
    """Let one person and two bots play a whole game."""
    (ana,) = await server.game(1, "random", "random", password=password)
    await ana.play(by_lot(seed))
    return ana


def secrets_of(room: Room, client: TestClient) -> list[bytes]:
    """Return what must not be on a broker in any spelling: secret of the dice, contribution, token."""
    kept = [room.secret, client.contribution, client.session.token.encode()]
    return [spelt for one in kept for spelt in (one, one.hex().encode(), str(one).encode())]


async def heard_to_the_end(heard: Ear, last: int) -> None:
    await until(lambda: any(said["version"] == last for said in heard.payloads("/events")), 30)
    await until(lambda: any(said["version"] == last for said in heard.payloads("/state")), 30)


def test_a_feed_is_told_as_documented_and_so_is_the_directory() -> None:
    """Each example of the page is JSON; the next test holds its fields against what is published."""
    assert {name for name, _ in TABLE.findall(DOC.read_text())} == {"server", "room", "table", "state", "events"}


async def test_a_whole_game_is_told_without_a_secret(tmp_path: Path) -> None:
    async with (
        broker(tmp_path) as mosquitto, serving() as server, ear(mosquitto) as heard, published(server, mosquitto)
    ):  # fmt: skip
        ana = await play_to_the_end(server, 7)
        room = server.room(ana)
        await heard_to_the_end(heard, room.version)
    told = heard.payloads("/events")
    assert [said["version"] for said in told] == list(range(1, room.version + 1))
    checked = {"drawn": 0, "objectives": 0, "shuffled": 0, "destroyed": 0}
    for said in told:
        for event in said["events"]:
            assert not_telling(event), event
            checked[event["type"]] = checked.get(event["type"], 0) + 1
    assert checked["drawn"] > 5
    assert checked["objectives"] == 1
    assert told[-1]["events"][-1]["type"] == "won"
    for said in heard.payloads("/state"):
        assert not {"hands", "deck", "objectives", "dealt", "drawn"} & said.keys()
    everything = b"\n".join(bytes(message.payload or b"") for message in heard.messages)
    for secret in secrets_of(room, ana):
        assert secret not in everything
    documented(heard)


def not_telling(event: dict[str, Any]) -> bool:
    """Whether an event shows nothing that only somebody may know."""
    match event["type"]:
        case "objectives":
            return set(event["objectives"]) == {None}
        case "shuffled" | "destroyed":
            return set(event["cards"]) <= {None}
        case "drawn":
            return event["card"] is None
        case "inherited":
            return False
        case _:
            return True


def documented(heard: Ear) -> None:
    """Hold what was published against the examples of the page: the same fields, at every level."""
    examples = {name: json.loads(text) for name, text in TABLE.findall(DOC.read_text())}
    last = {
        name: heard.payloads(ending)[-1]
        for name, ending in (("server", "dir/box"), ("table", "/table"), ("state", "/state"))
    }
    rooms = [said for said in heard.payloads("") if "taken" in said]
    for name, said in (*last.items(), ("room", rooms[-1]), ("events", heard.payloads("/events")[-1])):
        assert said.keys() == examples[name].keys(), name
    assert last["table"]["seats"][0].keys() == examples["table"]["seats"][0].keys()
    assert last["state"]["seats"][0].keys() == examples["state"]["seats"][0].keys()
    assert last["state"]["countries"].keys() == {country.id for country in BOARD.countries}
    dice = [event for said in heard.payloads("/events") for event in said["events"] if event["type"] == "dice"]
    assert dice[0].keys() == examples["events"]["events"][0].keys()


async def test_the_check_of_secrets_would_notice_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same game with the events as the first seat sees them is told with a secret in it."""
    async with broker(tmp_path) as mosquitto, serving() as server, ear(mosquitto) as heard:
        (ana,) = await server.game(1, "random", "random")
        redact = type(server.room(ana).variant).redact
        monkeypatch.setattr(
            type(server.room(ana).variant), "redact", lambda self, event, viewer: redact(self, event, viewer or 0)
        )
        async with published(server, mosquitto):
            await ana.play(by_lot(7), lambda: heard_a_card(heard))
            assert not all(not_telling(event) for said in heard.payloads("/events") for event in said["events"])


def heard_a_card(heard: Ear) -> bool:
    return any(
        event["type"] == "drawn" and event["card"] for said in heard.payloads("/events") for event in said["events"]
    )


async def test_a_room_with_a_password_is_listed_and_not_told(tmp_path: Path) -> None:
    async with (
        broker(tmp_path) as mosquitto, serving() as server, ear(mosquitto) as heard, published(server, mosquitto)
    ):  # fmt: skip
        ana = await play_to_the_end(server, 3, password="clave")
        await until(lambda: [said for said in heard.payloads(ana.room) if said["status"] == "over"])
        assert not [topic for topic in heard.topics() if "/game/" in topic]
        assert heard.payloads(ana.room)[-1]["password"] is True
        assert not any(b"clave" in bytes(message.payload or b"") for message in heard.messages)


async def test_without_a_feed_only_the_directory_is_told(tmp_path: Path) -> None:
    async with (
        broker(tmp_path) as mosquitto, serving() as server, ear(mosquitto) as heard,
        published(server, mosquitto, feed=False),
    ):  # fmt: skip
        ana = await play_to_the_end(server, 3)
        await until(lambda: [said for said in heard.payloads(ana.room) if said["status"] == "over"])
        assert not [topic for topic in heard.topics() if "/game/" in topic]


async def test_a_display_that_comes_late_takes_the_state_and_goes_on_from_there(tmp_path: Path) -> None:
    async with broker(tmp_path) as mosquitto, serving() as server, published(server, mosquitto):
        (ana,) = await server.game(1, "random", "random")
        await ana.play(by_lot(1), lambda: ana.session.version > 60)
        await asyncio.sleep(0.3)
        async with ear(mosquitto, "teg/v1/game/#") as display:
            await until(lambda: display.payloads("/state"))
            assert display.payloads("/table")[0]["seats"][0]["name"] == "Ana"
            base = display.payloads("/state")[0]["version"]
            await ana.play(by_lot(2), lambda: ana.session.version > 120)
            last = server.room(ana).version
            await until(lambda: any(said["version"] >= last for said in display.payloads("/events")))
            versions = [said["version"] for said in display.payloads("/events")]
            assert versions == list(range(versions[0], versions[-1] + 1))
            assert base <= versions[0]


# --- the payloads, without a broker


async def test_a_slow_broker_leaves_a_hole_that_the_numbers_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "BEHIND", 10)
    async with serving() as server:
        (ana,) = await server.game(1, "random", "random")
        room, reader = server.room(ana), feed.Reader()
        assert next(json.loads(said)["version"] for said in reader.news("box", room)) == 1
        await ana.play(by_lot(1), lambda: ana.session.version > 80)
        now = room.version
        assert [json.loads(said)["version"] for said in reader.news("box", room)] == list(range(now - 9, now + 1))


def test_names_stand_where_numbers_stand_for_something() -> None:
    argentina, brasil = BOARD.index["argentina"], BOARD.index["brasil"]
    assert feed.event_as_json(e.DiceRolled(argentina, brasil, (6, 3), (5,))) == {
        "type": "dice", "source": "argentina", "target": "brasil", "attack": [6, 3], "defence": [5],
    }  # fmt: skip
    assert feed.event_as_json(e.CardDrawn(2, HIDDEN, True)) == {
        "type": "drawn",
        "seat": 2,
        "card": None,
        "claimable": True,
    }
    assert feed.event_as_json(e.CardsExchanged((argentina, brasil, 0), 4))["cards"][:2] == ["argentina", "brasil"]
    assert feed.event_as_json(e.PactProposed(1, 0, 1, (argentina, brasil), None, None))["border"] == [
        "argentina",
        "brasil",
    ]
    assert feed.event_as_json(e.PactProposed(1, 0, 1, None, 9, None))["border"] is None


def test_a_variant_without_names_of_its_own_is_told_by_numbers_and_hides_the_same() -> None:
    plans = (SeatPlan("open"), *[SeatPlan("bot", "novato")] * 3)
    wanted = CreateRoom("Mesa", "Ana", "negocios", plans, pack_raw(VARIANTS["negocios"].settings_type()))
    made, seated = make(wanted, "abcde", ("novato",), 0.0)
    room, reader = Room(made), feed.Reader()
    for entry in seated.entries:
        room.apply(entry)
    assert list(reader.news("box", room)) == []
    room.apply(begin(room, Ceremony((b"",) * 4, 0.0), 0.0))
    assert room.match is not None
    (said,) = (json.loads(payload) for payload in reader.news("box", room))
    events = {event["type"]: event for event in said["events"]}
    assert set(events["shuffled"]["cards"]) == {HIDDEN} == set(events["objectives"]["objectives"])
    seen = json.loads(feed.state("box", room, room.match))["state"]
    assert set(seen["deck"]) == {HIDDEN} == set(seen["objectives"])
    assert len(seen["owners"]) == 80
