"""Rooms of T.E.G. de los Negocios over real sockets: whole games, secrets, records, the next game."""

import asyncio
from typing import Any

import pytest
from teg_shared.protocol.codec import VariantCodec, decode_from_server
from teg_shared.protocol.diff import apply_patch
from teg_shared.protocol.messages import GetRecord, Joined, Record, Rematch, RevealNow, Snapshot, Update
from teg_shared.protocol.record import Witness, read_record, verify
from teg_shared.rules.negocios import events as e
from teg_shared.rules.negocios.commands import Answer
from teg_shared.rules.negocios.data import HIDDEN
from teg_shared.rules.negocios.goods import Card
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.state import Phase, State

from tests.server.negocios.company import LONG, check_views, participants, play_on, swap, talks
from tests.support.net import TestClient
from tests.support.serving import NAMES, Serving, serving

CODEC = VariantCodec(NEGOCIOS)


async def recorded(server: Serving, people: int) -> tuple[list[TestClient], TestClient]:
    """Return clients that keep all bytes, and a spectator; the game has been dealt."""
    clients = [await server.client(name, record=True) for name in NAMES[:people]]
    watcher = await server.client("Mira", record=True)
    room = await clients[0].create(["open"] * people, variant="negocios", settings=LONG)
    for client in clients[1:]:
        await client.join(room)
    await watcher.join(room, watch=True)
    await asyncio.gather(clients[0].start(), *(c.until_dealt() for c in (*clients[1:], watcher)))
    return clients, watcher


async def test_four_play_to_the_end_with_a_deal_and_every_byte_is_what_its_reader_may_know() -> None:
    async with serving() as server:
        clients, watcher = await recorded(server, 4)
        await play_on(clients, talks)
        giver, taker = participants(clients)
        await giver.act(swap(giver, taker))
        await taker.until(lambda me: bool(me.session.view.offers))
        (offer,) = taker.session.view.offers
        await taker.act(Answer(offer.id, accept=True))
        async with asyncio.timeout(90):
            await asyncio.gather(play_on(clients), watcher.until(lambda me: me.finished))
        check_views(server, [*clients, watcher])
        for client in (*clients, watcher):
            deals = [event for _, event in client.events if isinstance(event, e.DealMade)]
            assert (deals[0].proposer, deals[0].partner, deals[0].give) == (giver.seat, taker.seat, offer.give)
            looked = check(client)
            assert looked["views"] > 50
            assert looked["hidden"] > 0


def told_card(goods: Any) -> bool:
    return isinstance(goods, Card) and goods.card not in (None, HIDDEN)


def forbidden(view: State, seat: int) -> list[str]:
    """Return what a viewer's state shows and should not (N12, N129)."""
    wrong = [] if set(view.deck) <= {HIDDEN} else ["deck"]
    if view.phase is Phase.OVER:
        return wrong
    for other in range(len(view.colours)):
        if other != seat and not set(view.hands[other]) <= {HIDDEN}:
            wrong.append(f"hand of {other}")
        if other != seat and view.objectives[other] != HIDDEN:
            wrong.append(f"objective of {other}")
    others = [offer for offer in view.offers if seat not in (offer.proposer, offer.partner)]
    wrong += [f"card in offer {o.id}" for o in others if told_card(o.give) or told_card(o.take)]
    return wrong + [f"request of {r.seat}" for r in view.requests if r.seat != seat and r.card != HIDDEN]


def telling(event: Any, seat: int) -> bool:
    """Whether an event shows a secret of somebody else."""
    match event:
        case e.ObjectivesDealt(objectives):
            return any(n != HIDDEN for owner, n in enumerate(objectives) if owner != seat)
        case e.DeckShuffled(cards):
            return not set(cards) <= {HIDDEN}
        case e.CardDrawn(owner, card) | e.CardRequested(owner, card):
            return bool(owner != seat and card != HIDDEN)
        case e.SeatEliminated(_, by, cards):
            return by != seat and not set(cards) <= {HIDDEN}
        case e.OfferMade(_, a, b, give, take) | e.DealMade(_, a, b, give, take):
            return seat not in (a, b) and (told_card(give) or told_card(take))
        case _:
            return False


def check(client: TestClient) -> dict[str, int]:
    """Decode every byte that the client received and look for secrets; return what was looked at."""
    looked = {"views": 0, "hidden": 0}
    view: Any = None
    for payload in client.payloads:
        message = decode_from_server(payload)
        if isinstance(message, Snapshot):
            view = CODEC.state(message.state)
        elif isinstance(message, Update):
            for raw in message.events:
                event = CODEC.event(raw)
                assert not telling(event, client.seat), event
                looked["hidden"] += isinstance(event, e.CardDrawn) and event.card == HIDDEN
            view = apply_patch(view, message.patch)
        else:
            continue
        assert not forbidden(view, client.seat)
        looked["views"] += 1
    return looked


def test_the_search_finds_what_it_looks_for() -> None:
    """The checks above would notice each kind of leak."""
    assert telling(e.CardDrawn(0, 7), 1)
    assert telling(e.CardRequested(0, 7), -1)
    assert telling(e.ObjectivesDealt((3, HIDDEN), 1), 1)
    assert telling(e.DeckShuffled((1, 2)), 0)
    assert telling(e.SeatEliminated(2, 0, (4,), ()), 1)
    assert telling(e.OfferMade(0, 0, 1, Card(4), Card(None)), 2)
    assert telling(e.DealMade(0, 0, 1, Card(HIDDEN), Card(4), (0, 0)), -1)
    assert not telling(e.OfferMade(0, 0, 1, Card(4), Card(None)), 1)
    assert not telling(e.CardDrawn(1, 7), 1)


@pytest.mark.parametrize(("people", "bots"), [(1, 7), (2, 2)])
async def test_people_and_computers_play_to_the_end(people: int, bots: int) -> None:
    async with serving() as server:
        clients = await server.game(people, *["novato", "random"] * (bots // 2), *["novato"] * (bots % 2),
                                    variant="negocios")  # fmt: skip
        await play_on(clients)
        check_views(server, clients)
        done = {event.seat for _, event in clients[0].events if isinstance(event, e.SeatDone)}
        assert done & set(range(people, people + bots))  # computers talked, and came to an end


async def test_when_computers_fail_the_rules_act_for_all_of_them_and_the_game_goes_on() -> None:
    async with serving() as server:
        server.thinker.broken = True
        (ana,) = await server.game(1, "novato", "novato", "novato", variant="negocios", settings=LONG)
        await play_on([ana], lambda me: me.finished or me.session.view.round >= 3)
        faults = [played for played in server.room(ana).match.played if played.cause == "fault"]  # type: ignore[union-attr]
        assert {played.seat for played in faults} == {1, 2, 3}


async def test_after_a_game_its_record_is_clean_and_everybody_moves_by_one_for_the_next() -> None:
    async with serving() as server:
        clients = await server.table(4, variant="negocios")
        promised = clients[0].room_state
        assert promised is not None
        await asyncio.gather(clients[0].start(), *(client.until_dealt() for client in clients[1:]))
        await play_on(clients)
        await clients[2].send(GetRecord())
        record = read_record((await clients[2].wait(Record)).data)
        for client in clients:
            asked = next(message for message in client.seen if isinstance(message, RevealNow))
            seen = Witness(promised.commitment, asked.commitments, client.seat, client.contribution)
            assert verify(record, seen) == []
        assert record.variant == "negocios"
        for client in clients:
            await client.send(Rematch(client.commitment))
        assert [(await client.wait(Joined)).seat for client in clients] == [3, 0, 1, 2]
        for client in clients:
            await client.until(lambda me: me.session.view is not None and not me.finished)
        await play_on(clients, talks)
