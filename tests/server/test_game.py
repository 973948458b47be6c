"""A whole room over real sockets: from the lobby to the victory."""

import asyncio

import pytest
from teg_shared.protocol.diff import state_hash

from tests.support.chooser import by_lot
from tests.support.serving import serving


@pytest.mark.parametrize(("people", "bots"), [(1, 1), (2, 2), (3, 0)])
async def test_a_game_is_played_to_its_end_and_every_view_is_right(people: int, bots: int) -> None:
    async with serving() as server:
        clients = await server.game(people, *["novato"] * bots)
        watcher = await server.client("Mira")
        await watcher.join(clients[0].room, watch=True)
        await watcher.until_dealt()
        async with asyncio.timeout(60):
            await asyncio.gather(
                *(client.play(by_lot(n)) for n, client in enumerate(clients)), watcher.until(lambda me: me.finished)
            )
        room = server.room(clients[0])
        assert room.status == "over"
        assert room.match is not None
        for client in (*clients, watcher):
            viewer = client.seat if client.seat >= 0 else None
            assert client.session.version == room.version
            assert state_hash(client.session.view) == state_hash(room.variant.view(room.match.game.state, viewer))
