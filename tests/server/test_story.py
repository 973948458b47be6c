"""Who comes late, or starts the program anew, is told what happened lately, and nothing that they may not know."""

import asyncio
from typing import Any

import pytest
from teg_server.rooms import story
from teg_shared.protocol.diff import state_hash
from teg_shared.protocol.messages import STORY, GetStory, Refused, Snapshot, Story, Welcome
from teg_shared.rules.game import replay

from tests.server.test_secrecy import forbidden, telling
from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import Serving, serving

VARIANTS = ["classic", "negocios"]


async def late(server: Serving, client: TestClient) -> tuple[TestClient, Story]:
    """Return a new program in the seat of `client`, or a new spectator, and the story that it is told."""
    name = client.name if client.seat >= 0 else f"Mira {client.session.version}"
    fresh = TestClient(name)
    fresh.session.capabilities = (STORY,)
    fresh.session.room, fresh.session.token = client.session.room, client.session.token
    fresh.session.seat = client.seat
    await client.cut()
    server.clients.append(fresh)
    await fresh.come_back(server.host, server.port)
    return fresh, await fresh.wait(Story)


def told(client: TestClient, story: Story) -> tuple[Any, list[Any]]:
    """Return the state and the events of a story."""
    codec = client.session.codec
    assert codec is not None
    return codec.state(story.state), [codec.event(raw) for raw in story.events]


async def table(server: Serving, variant: str) -> list[TestClient]:
    """Return two people, the bots that the variant needs beside them, and a spectator, at a game."""
    bots = ["novato"] * (1 if variant == "classic" else 2)
    ana, beto, mira = [await server.client(name) for name in ("Ana", "Beto", "Mira")]
    room = await ana.create(["open", "open", *bots], variant=variant)
    await beto.join(room)
    await mira.join(room, watch=True)
    await asyncio.gather(ana.start(), beto.until_dealt(), mira.until_dealt())
    return [ana, beto, mira]


async def play(clients: list[TestClient], versions: int) -> None:
    """Let the people play for so many versions more, or to the end."""
    goal = clients[0].session.version + versions
    enough = [lambda me=me: me.session.version >= goal for me in clients]
    async with asyncio.timeout(60):
        await asyncio.gather(
            *(c.play(by_lot(n), enough[n]) for n, c in enumerate(clients[:2])),
            clients[2].until(lambda me: me.finished or me.session.version >= goal),
        )


@pytest.mark.parametrize("variant", VARIANTS)
async def test_the_story_leads_to_the_view_that_its_viewer_has(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folded on the view that it begins with, it gives the view of the snapshot: no event is missing or too many."""
    monkeypatch.setattr(story, "STORY", 60)
    async with serving() as server:
        clients = await table(server, variant)
        begun = False
        while not clients[0].finished:
            await play(clients, 70)
            for place, client in enumerate(clients):
                fresh, said = await late(server, client)
                before, events = told(fresh, said)
                view = before
                for event in events:
                    view = fresh.rules.evolve(view, event)
                shown = [m for m in fresh.seen if isinstance(m, Snapshot)][-1]
                assert said.version == shown.version
                assert state_hash(view) == shown.hash
                assert events
                begun |= len(events) >= 60
                assert len(events) < 120
                clients[place] = fresh
        assert begun


async def test_no_story_tells_a_secret() -> None:
    """Over a whole game and after it, for every seat and for spectators (C18, C24)."""
    async with serving() as server:
        clients = await table(server, "classic")
        drawn = 0
        while True:
            for place, client in enumerate(clients):
                clients[place], said = await late(server, client)
                before, events = told(clients[place], said)
                assert not forbidden(before, client.seat)
                assert not [event for event in events if telling(event, client.seat)]
                drawn += sum(type(event).__name__ == "CardDrawn" for event in events)
            if clients[0].finished:
                break
            await play(clients, 150)
        assert drawn > 10  # there was something to hide


async def test_a_young_game_is_told_from_the_deal() -> None:
    async with serving() as server:
        (ana,) = await server.game(1, "novato")
        fresh, said = await late(server, ana)
        before, _ = told(fresh, said)
        room = server.room(ana)
        assert room.match is not None
        deal = replay(room.variant, [room.codec.event(raw) for raw in room.match.begun.events])
        assert state_hash(before) == state_hash(room.variant.view(deal, 0))


async def test_the_story_is_told_once_to_each_connection() -> None:
    async with serving() as server:
        (ana,) = await server.game(1, "novato")
        fresh, said = await late(server, ana)
        await fresh.send(GetStory(said.version))
        assert (await fresh.wait(Refused)).code == "too-fast"


@pytest.mark.parametrize("version", [-1, 0, 10_000, 2**31 - 1])
async def test_a_version_of_no_game_has_no_story(version: int) -> None:
    async with serving() as server:
        (ana,) = await server.game(1, "novato")
        await ana.send(GetStory(version))
        assert (await ana.wait(Refused)).code == "game-not-started"
        await ana.send(GetStory(ana.session.version))
        assert (await ana.wait(Story)).events is not None


async def test_who_was_there_from_the_beginning_asks_for_no_story() -> None:
    async with serving() as server:
        ana = TestClient("Ana")
        ana.session.capabilities = (STORY,)
        server.clients.append(ana)
        await ana.connect(server.host, server.port)
        await ana.create(["open", "novato"])
        await ana.start()
        await ana.drain()
        assert STORY in next(m for m in ana.seen if isinstance(m, Welcome)).capabilities
        assert not [m for m in ana.seen if isinstance(m, Story)]


async def test_a_program_without_the_capability_is_told_nothing() -> None:
    async with serving() as server:
        (ana,) = await server.game(1, "novato")
        old = TestClient("Ana")
        old.session.room, old.session.token = ana.session.room, ana.session.token
        server.clients.append(old)
        await old.come_back(server.host, server.port)
        await old.until_dealt()
        await old.drain()
        assert not [m for m in old.seen if isinstance(m, Story)]
