"""What a client receives names no hand, objective or card that is not its own, over whole games."""

import asyncio
from typing import Any

import pytest
from teg_shared.protocol.codec import VariantCodec, decode_from_server
from teg_shared.protocol.diff import apply_patch
from teg_shared.protocol.messages import Snapshot, Update
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.data import HIDDEN
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.state import Phase, State

from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import serving

CODEC = VariantCodec(CLASSIC)


def forbidden(view: State, seat: int) -> list[str]:
    """Return what a viewer's state shows and should not."""
    wrong = []
    if any(card != HIDDEN for card in view.deck):
        wrong.append("deck")
    if view.phase is Phase.OVER:
        return wrong
    for other in range(len(view.colours)):
        if other == seat:
            continue
        if any(card != HIDDEN for card in view.hands[other]):
            wrong.append(f"hand of {other}")
        if view.objectives[other] != HIDDEN or view.dealt[other] != HIDDEN:
            wrong.append(f"objective of {other}")
    if view.drawn != HIDDEN and view.turn != seat:
        wrong.append("drawn card")
    return wrong


def telling(event: Any, seat: int) -> bool:
    """Whether an event shows a secret of somebody else."""
    match event:
        case e.ObjectivesDealt(objectives):
            return any(n != HIDDEN for owner, n in enumerate(objectives) if owner != seat)
        case e.DeckShuffled(cards):
            return any(card != HIDDEN for card in cards)
        case e.CardDrawn(owner, card, _):
            return owner != seat and card != HIDDEN
        case e.SeatDestroyed(_, by, cards):
            return by != seat and any(card != HIDDEN for card in cards)
        case e.ObjectiveInherited(owner, _, _):
            return owner != seat
        case _:
            return False


def check(client: TestClient) -> dict[str, int]:
    """Decode every byte that the client received and look for secrets; return what was looked at."""
    looked = {"views": 0, "events": 0, "drawn": 0}
    view: Any = None
    for payload in client.payloads:
        message = decode_from_server(payload)
        if isinstance(message, Snapshot):
            view = CODEC.state(message.state)
        elif isinstance(message, Update):
            for raw in message.events:
                event = CODEC.event(raw)
                assert not telling(event, client.seat), event
                looked["events"] += 1
                looked["drawn"] += isinstance(event, e.CardDrawn)
            view = apply_patch(view, message.patch)
        else:
            continue
        assert not forbidden(view, client.seat)
        looked["views"] += 1
    return looked


@pytest.mark.parametrize("people", [2, 4])
async def test_no_byte_tells_a_secret_from_the_deal_to_the_victory(people: int) -> None:
    async with serving() as server:
        clients = [await server.client(name, record=True) for name in ("Ana", "Beto", "Caro", "Dani")[:people]]
        watcher = await server.client("Mira", record=True)
        room = await clients[0].create(["open"] * people + ["novato"] * 2)
        for client in clients[1:]:
            await client.join(room)
        await watcher.join(room, watch=True)
        await asyncio.gather(clients[0].start(), *(c.until_dealt() for c in (*clients[1:], watcher)))
        async with asyncio.timeout(90):
            await asyncio.gather(
                *(client.play(by_lot(n)) for n, client in enumerate(clients)), watcher.until(lambda me: me.finished)
            )
        for client in (*clients, watcher):
            looked = check(client)
            assert looked["views"] > 50
            assert looked["drawn"] > 0  # there was something to hide


def test_the_search_finds_what_it_looks_for() -> None:
    """The checks above would notice each kind of leak."""
    assert telling(e.CardDrawn(0, 7, False), 1)
    assert telling(e.ObjectivesDealt((3, HIDDEN)), 1)
    assert telling(e.SeatDestroyed(2, 0, (4,)), 1)
    assert telling(e.DeckShuffled((1, 2)), 0)
    assert telling(e.ObjectiveInherited(0, 3, 1), 1)
    assert not telling(e.CardDrawn(1, 7, False), 1)
