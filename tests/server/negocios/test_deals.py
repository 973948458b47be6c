"""Negotiations over the wire: deals that cross each other, and a server that is killed in the middle of one."""

import asyncio
from pathlib import Path

from teg_shared.protocol.diff import state_hash
from teg_shared.protocol.messages import Accepted, Refused
from teg_shared.rules.negocios.commands import Answer
from teg_shared.rules.negocios.goods import Land
from teg_shared.rules.negocios.state import OpenOffer

from tests.server.negocios.company import LONG, check_views, negotiation, participants, play_on, sees, swap, talks
from tests.support.net import TestClient
from tests.support.serving import NAMES, ServerProcess, serving


async def test_of_two_open_offers_of_the_same_country_exactly_one_succeeds() -> None:
    async with serving() as server:
        clients = await negotiation(server, 6)
        giver, *partners = participants(clients)
        assert len(partners) == 2
        for partner in partners:
            assert isinstance(await giver.act(swap(giver, partner)), Accepted)
        given = sees(giver).owners.index(giver.seat)
        for partner in partners:
            await partner.until(lambda me: len(sees(me).offers) == 2)
        mine = {
            partner: next(offer.id for offer in sees(partner).offers if offer.partner == partner.seat)
            for partner in partners
        }
        answers = await asyncio.gather(*(partner.act(Answer(mine[partner], accept=True)) for partner in partners))
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert [answer.code for answer in refused] in (["offer-void"], ["no-such-offer"])
        (winner,) = [p for p, answer in zip(partners, answers, strict=True) if isinstance(answer, Accepted)]
        for client in clients:
            await client.drain()
            assert sees(client).owners[given] == winner.seat
        check_views(server, clients)


async def test_an_acceptance_that_is_sent_again_is_one_deal() -> None:
    """Its answer may have been lost on the way."""
    async with serving() as server:
        clients = await negotiation(server, 4)
        giver, taker = participants(clients)
        await giver.act(swap(giver, taker))
        await taker.until(lambda me: bool(sees(me).offers))
        act = taker.session.act(Answer(sees(taker).offers[0].id, accept=True))
        await taker.send(act, act)
        first, second = [await taker.wait(Accepted) for _ in range(2)]
        assert (first.repeated, second.repeated) == (False, True)
        assert first.version == second.version


async def test_a_server_killed_in_a_negotiation_has_its_offers_back(tmp_path: Path) -> None:
    server = await ServerProcess.start(data=tmp_path)
    clients = [TestClient(name) for name in NAMES[:4]]
    try:
        for client in clients:
            await client.connect(server.host, server.port)
        room = await clients[0].create(["open"] * 4, variant="negocios", settings=LONG)
        for client in clients[1:]:
            await client.join(room)
        await asyncio.gather(clients[0].start(), *(client.until_dealt() for client in clients[1:]))
        await play_on(clients, talks)
        giver, taker = participants(clients)
        assert isinstance(await giver.act(swap(giver, taker)), Accepted)
        (made,) = sees(giver).offers
        await server.kill()
        for client in clients:
            async for _ in client.messages():
                pass
            await client.cut()
        server = await ServerProcess.start(data=tmp_path)
        for client in clients:
            await client.come_back(server.host, server.port)
        for client in clients:
            await client.until(lambda me: sees(me).offers == [made])
        assert len({state_hash(client.session.view) for client in clients}) == 4  # each its own
        assert isinstance(await taker.act(Answer(made.id, accept=True)), Accepted)
        assert isinstance(made, OpenOffer)
        assert isinstance(made.give, Land)
        assert sees(taker).owners[made.give.country] == taker.seat
        await play_on(clients)
    finally:
        for client in clients:
            await client.cut()
        await server.kill()
