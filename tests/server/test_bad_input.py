"""Whatever a client sends: a clear refusal with a code, the game's hash unchanged, the others not disturbed."""

import asyncio
from typing import Any

import msgspec
import pytest
from teg_server.rooms.clock import ManualTime
from teg_server.rooms.limits import Limits
from teg_shared.protocol.codec import encode, pack_raw
from teg_shared.protocol.diff import state_hash
from teg_shared.protocol.framing import frame
from teg_shared.protocol.messages import (
    PROTOCOL,
    Accepted,
    Act,
    Bye,
    Hello,
    ListRooms,
    Ping,
    Pong,
    Refused,
    Resync,
    Rooms,
)
from teg_shared.rules.classic.commands import Place

from tests.support.net import TestClient
from tests.support.serving import Serving, serving

pack = msgspec.msgpack.encode


def full_hash(server: Serving, client: TestClient) -> bytes:
    """Return the hash of the whole game, secrets and all."""
    match = server.room(client).match
    assert match is not None
    return state_hash(match.game.state)


SELF = "the own seat"
ACTS: dict[str, tuple[Any, str]] = {
    "no command": (["fly", 1], "invalid"),
    "too few fields": (["place", 1], "invalid"),
    "too many fields": (["place", 1, 1, 1], "invalid"),
    "a word for a number": (["place", "argentina", 1], "invalid"),
    "a fraction": (["place", 1.5, 1], "invalid"),
    "nothing": (None, "invalid"),
    "a negative country": (["place", -1, 1], "number"),
    "a huge number": (["place", 0, 2**31], "number"),
    "a number beyond 64 bits": (["place", 0, 2**64 - 1], "number"),
    "a country that is none": (["place", 50, 1], "unknown-country"),
    "a huge country": (["place", 2**31 - 1, 1], "unknown-country"),
    "no armies": (["place", 0, 0], ""),
    "too many armies": (["place", 0, 2**31 - 1], ""),
    "a card that is none": (["claim", 999], ""),
    "an exchange of cards that are none": (["exchange", [999, 999, 999]], ""),
    "two cards": (["exchange", [1, 2]], "invalid"),
    "the wrong phase": (["occupy", 1], ""),
    "an attack before its time": (["attack", 0, 1, False], ""),
    "a pact with nobody": (["propose", 77, None, None], ""),
    "a pact with oneself": (["propose", SELF, None, None], ""),
    "an answer to nothing": (["answer", 12345, True], ""),
}


@pytest.mark.parametrize("what", ACTS)
async def test_a_wrong_act_is_refused_and_changes_nothing(what: str) -> None:
    body, code = ACTS[what]
    async with serving() as server:
        ana, beto = await server.game(2)
        await ana.drain()
        await beto.drain()
        on, off = (ana, beto) if ana.on_turn else (beto, ana)
        before, version = full_hash(server, ana), server.room(ana).version
        await on.send(Act(1, pack_raw([on.seat if part == SELF else part for part in body] if body else body)))
        refused = await on.wait(Refused)
        assert refused.number == 1
        assert refused.code
        assert not code or refused.code == code
        assert (full_hash(server, ana), server.room(ana).version) == (before, version)
        await off.send(Ping(1))
        await off.wait(Pong)
        assert on.bye is None


@pytest.mark.parametrize("number", [0, -1, -(2**31), 2**31, 2**64 - 1])
async def test_an_act_has_a_number_that_counts(number: int) -> None:
    async with serving() as server:
        ana, _ = await server.game(2)
        before = full_hash(server, ana)
        await ana.send_bytes(frame(pack(["act", number, ["end"]])))
        refused = await ana.wait(Refused)
        assert refused.code in {"number", "act-number"}
        assert full_hash(server, ana) == before


MESSAGES: dict[str, tuple[bytes, str]] = {
    "no msgpack": (b"\xc1", "malformed"),
    "cut msgpack": (b"\x93\xa3act", "malformed"),
    "too much": (pack(["ping", 1]) + b"\x00", "malformed"),
    "a map": (pack({"ping": 1}), "invalid"),
    "a number": (pack(7), "invalid"),
    "an unknown tag": (pack(["cheat", 1]), "invalid"),
    "no tag": (pack([]), "invalid"),
    "wrong types": (pack(["ping", "one"]), "invalid"),
    "an unknown field": (pack(["ping", 1, 2]), "invalid"),
    "a negative number": (pack(["ping", -2]), "number"),
    "a server's message": (pack(["bye", "you", {}]), "invalid"),
    "broken text": (b"\x94\xa3say\xa2\xff\xfe\xff", "malformed"),
    "deep nesting": (b"\x93\xa3act\x01" + b"\x91" * 3000 + b"\x00", ""),
    "a second hello": (encode(Hello(PROTOCOL, "x")), "hello-again"),
}


@pytest.mark.parametrize("what", MESSAGES)
async def test_a_wrong_message_is_refused_and_the_connection_goes_on(what: str) -> None:
    payload, code = MESSAGES[what]
    async with serving() as server:
        ana, beto = await server.game(2)
        before = full_hash(server, ana)
        await ana.send_bytes(frame(payload))
        refused = await ana.wait(Refused)
        assert refused.code
        assert not code or refused.code == code
        await ana.send(Ping(5))
        assert await ana.wait(Pong) == Pong(5)
        await beto.send(Ping(6))
        await beto.wait(Pong)
        assert full_hash(server, ana) == before


async def raw_answer(server: Serving, data: bytes) -> bytes:
    """Send bytes on a fresh connection and return everything until the server closes."""
    reader, writer = await asyncio.open_connection(server.host, server.port)
    try:
        writer.write(data)
        async with asyncio.timeout(5):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("data", "begins", "code"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 400", ""),
        (b"POST /api HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", b"HTTP/1.1 400", ""),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"r" * 500, b"", ""),
        (b"SSH-2.0-OpenSSH_9.2\r\n", b"This is a T.E.G. game server", ""),
        (b"hola\r\n", b"This is a T.E.G. game server", ""),
        (bytes(range(128, 255)) * 50, b"", ""),
        (b"\x00\x00\x00\x00", b"\x00", "frame-empty"),
        (b"\x00\xff\xff\xff", b"\x00", "frame-too-big"),
        (frame(pack(["ping", 1])), b"\x00", "hello-first"),
        (frame(encode(ListRooms())), b"\x00", "hello-first"),
        (frame(b"\xc1"), b"\x00", "malformed"),
        (frame(pack(["hello", PROTOCOL + 1, "future", [], {"new": True}])), b"\x00", "version"),
        (frame(pack(["hello", 0, "old"])), b"\x00", "version"),
        (frame(pack(["hello", 2**63, "absurd"])), b"\x00", ""),
    ],
)
async def test_a_stranger_is_answered_in_its_language_and_let_go(data: bytes, begins: bytes, code: str) -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        before = full_hash(server, ana)
        answer = await raw_answer(server, data)
        assert answer.startswith(begins)
        if begins == b"\x00":
            bye = msgspec.msgpack.decode(answer[4:], type=Bye)
            assert not code or bye.code == code
        await beto.send(Ping(1))
        await beto.wait(Pong)
        assert full_hash(server, ana) == before


async def test_an_oversized_frame_of_a_player_ends_the_connection_and_not_the_game() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        before = full_hash(server, ana)
        await ana.send_bytes(frame(b"\x00" * 4097))
        async for _ in ana.messages():
            pass
        assert ana.bye is not None
        assert (ana.bye.code, ana.bye.facts) == ("frame-too-big", {"length": 4097, "limit": 4096})
        await beto.room_where(lambda r: not r.seats[0].connected)
        assert full_hash(server, beto) == before


@pytest.mark.parametrize("sent", [b"", b"\x00", b"\x00\x00\x00\x20", b"\x00\x00\x00\x20half a hello"])
async def test_who_does_not_say_hello_is_let_go(sent: bytes) -> None:
    time = ManualTime()
    async with serving(time=time) as server:
        client = await TestClient().connect(server.host, server.port, hello=False)
        await client.send_bytes(sent)
        await asyncio.sleep(0.05)
        time.advance(4.9)
        await server.tick()
        assert client.bye is None
        time.advance(0.2)
        server.service.tick()
        async for _ in client.messages():
            pass
        assert client.bye is not None
        assert client.bye.code == "hello-timeout"
        await client.cut()


async def test_half_a_frame_for_ever_is_silence() -> None:
    time = ManualTime()
    async with serving(time=time, limits=Limits(silent=60.0)) as server:
        ana, beto = await server.game(2)
        await ana.send_bytes(frame(encode(Ping(1)))[:-1])
        await asyncio.sleep(0.05)
        time.advance(40)
        await beto.send(Ping(1))
        await beto.wait(Pong)
        time.advance(30)
        server.service.tick()
        async for _ in ana.messages():
            pass
        assert ana.bye is not None
        assert ana.bye.code == "silent"
        await beto.room_where(lambda r: not r.seats[0].connected)


async def test_frames_in_small_pieces_are_whole_messages() -> None:
    async with serving() as server:
        client = await server.client()
        for byte in frame(encode(Ping(7))):
            await client.send_bytes(bytes([byte]))
            await asyncio.sleep(0)
        assert await client.wait(Pong) == Pong(7)


async def test_a_flood_is_refused_beyond_the_rate_and_closed_beyond_patience() -> None:
    time = ManualTime()
    limits = Limits(burst=50, rate=200, excess=100)
    async with serving(time=time, limits=limits) as server:
        client = await server.client()
        await client.send(*(Ping(n) for n in range(60)))
        answers = [await client.receive() for _ in range(60)]
        assert sum(isinstance(m, Pong) for m in answers) == 50
        assert {m.code for m in answers if isinstance(m, Refused)} == {"too-fast"}
        time.advance(0.1)
        await client.send(*(Ping(n) for n in range(200)))
        async for _ in client.messages():
            pass
        assert client.bye is not None
        assert client.bye.code == "flood"


async def test_who_talks_nonsense_for_too_long_is_let_go() -> None:
    async with serving(limits=Limits(malformed=3)) as server:
        client = await server.client()
        await client.send_bytes(frame(b"\xc1") * 4)
        async for _ in client.messages():
            pass
        assert [m.code for m in client.seen if isinstance(m, Refused)] == ["malformed"] * 3
        assert client.bye is not None
        assert client.bye.code == "malformed"


async def test_a_house_that_is_full_says_so() -> None:
    async with serving(limits=Limits(connections=2)) as server:
        await server.client("Ana")
        await server.client("Beto")
        third = await TestClient().connect(server.host, server.port, hello=False)
        async for _ in third.messages():
            pass
        assert third.bye is not None
        assert third.bye.code == "server-full"
        await third.cut()


@pytest.mark.parametrize("message", [Act(1, pack_raw(["end"])), Resync()])
async def test_who_is_in_no_room_can_not_act(message: Any) -> None:
    async with serving() as server:
        client = await server.client()
        await client.send(message)
        assert (await client.wait(Refused)).code == "not-in-room"
        await client.send(ListRooms())
        assert (await client.wait(Rooms)).rooms == ()


async def test_an_act_before_the_start_is_refused() -> None:
    async with serving() as server:
        ana, _ = await server.table(2)
        await ana.send(Act(1, pack_raw(Place(0, 1))))
        refused = await ana.wait(Refused)
        assert (refused.code, refused.number) == ("game-not-started", 1)


async def test_refusals_do_not_delay_who_plays() -> None:
    async with serving() as server:
        ana, beto = await server.game(2)
        await ana.drain()
        await beto.drain()
        on, off = (ana, beto) if ana.on_turn else (beto, ana)
        for number in range(1, 400):
            await off.send(Act(number, pack_raw(["end"])))
        answer = await on.act(Place(on.session.view.owners.index(on.seat), 1))
        assert isinstance(answer, Accepted)
        refused = 0
        while refused < 399:
            refused += isinstance(await off.receive(), Refused)
