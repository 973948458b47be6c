"""A room of T.E.G. de los Negocios in the middle of something, over real sockets."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from teg_shared.protocol.diff import state_hash
from teg_shared.rules.negocios.commands import Offer
from teg_shared.rules.negocios.goods import Land
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, State

from tests.support.chooser import by_lot
from tests.support.net import TestClient
from tests.support.serving import Serving

LONG: Final = Settings(block_size=40)
"""Nobody wins by a deal or by the first attempts."""


def sees(client: TestClient) -> State:
    """Return what the client knows of the game."""
    view = client.session.view
    assert isinstance(view, State)
    return view


def talks(client: TestClient) -> bool:
    """Whether a negotiation runs."""
    return client.session.view is not None and sees(client).phase is Phase.NEGOTIATE


def participants(clients: Sequence[TestClient]) -> list[TestClient]:
    """Return those who take part in the negotiation that runs, by seat."""
    mask = sees(clients[0]).participants
    return sorted((c for c in clients if mask >> c.seat & 1), key=lambda client: client.seat)


async def play_on(clients: Sequence[TestClient], until: Callable[[TestClient], bool] | None = None) -> None:
    """Let all clients play to the end of the game, or until each of them finds that `until` holds."""

    def ended(client: TestClient) -> Callable[[], bool] | None:
        return None if until is None else lambda: until(client)

    async with asyncio.timeout(90):
        await asyncio.gather(*(client.play(by_lot(n), ended(client)) for n, client in enumerate(clients)))


async def negotiation(server: Serving, people: int, **options: Any) -> list[TestClient]:
    """Return clients whose first negotiation has begun, and in which nobody has said a word."""
    clients = await server.game(people, variant="negocios", **{"settings": LONG, **options})
    await play_on(clients, talks)
    return clients


def swap(giver: TestClient, partner: TestClient, nth: int = 0) -> Offer:
    """Return the offer of the giver's first country for the partner's `nth` one."""
    owners = sees(giver).owners
    theirs = [country for country, owner in enumerate(owners) if owner == partner.seat]
    return Offer(partner.seat, Land(owners.index(giver.seat)), Land(theirs[nth]))


def check_views(server: Serving, clients: Sequence[TestClient]) -> None:
    """Assert that what each client has folded is what the server would show it."""
    room = server.room(clients[0])
    assert room.match is not None
    for client in clients:
        viewer = client.seat if client.seat >= 0 else None
        assert client.session.version == room.version
        assert state_hash(client.session.view) == state_hash(room.variant.view(room.match.game.state, viewer))
