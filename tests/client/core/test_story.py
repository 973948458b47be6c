"""What happened before a program was started stands in its chronicle, as if it had been there."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from teg_server.rooms import story as module
from teg_shared.protocol import messages as msg
from teg_shared.protocol.codec import pack_raw
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.game import replay
from teg_shared.rules.negocios.rules import NEGOCIOS

from teg_tui import changes as ch
from teg_tui.config import Store
from teg_tui.model import Model
from teg_tui.narration import narrate
from teg_tui.negocios.narration import narrate as told
from teg_tui.plan import SessionPlan
from tests.client.core.person import Person
from tests.client.core.table import Table
from tests.client.core.test_real_server import play
from tests.client.negocios import table as negocios
from tests.support.serving import serving


def lines(model: Model) -> list[tuple[int, int, int, str]]:
    """Return the chronicle as it reads: round, who, whom, sentence."""
    return [(entry.round, entry.actor, entry.other, narrate(entry, model)) for entry in model.chronicle]


def story(table: Table, viewer: int, start: int) -> msg.Story:
    """Return what a server tells of the events after the first `start`, up to now."""
    who = viewer if viewer >= 0 else None
    state = None
    for event in table.game.history[:start]:
        state = CLASSIC.evolve(state, event)
    assert state is not None
    shown = [CLASSIC.redact(event, who) for event in table.game.history[start:]]
    raws = tuple(pack_raw(event) for event in shown if event is not None)
    return msg.Story(table.version, pack_raw(CLASSIC.view(state, who)), raws)


@pytest.mark.parametrize("viewer", [-1, 0, 2])
def test_who_comes_late_reads_what_those_read_who_were_there(viewer: int) -> None:
    """Whose country it was, which pact it was, who was on turn: with every line, in the same words."""
    table = Table(3, 11)
    there = table.model(viewer)
    start = len(table.game.history)
    for seat, command in table.moves(600):
        there.apply(table.play(seat, command, (viewer,))[viewer])
    late = table.model(viewer)
    assert late.apply(story(table, viewer, start)) == [ch.StoryTold()]
    assert len(late.chronicle) > 300
    assert lines(late) == lines(there)
    assert late.dice is not None
    assert late.dice == there.dice


def test_what_comes_between_the_view_and_the_story_stands_behind_it() -> None:
    table = Table(3, 12)
    there, moves = table.model(-1), table.moves()
    start = len(table.game.history)
    for _, (seat, command) in zip(range(60), moves, strict=False):
        there.apply(table.play(seat, command)[-1])
    late, said = table.model(-1), story(table, -1, start)
    seat, command = next(moves)
    update = table.play(seat, command)[-1]
    for model in (there, late):
        model.apply(update)
    late.apply(said)
    assert lines(late) == lines(there)


@pytest.mark.parametrize("version", [-1, 0, 99])
def test_a_story_of_another_view_is_not_told(version: int) -> None:
    table = Table(3, 13)
    start = len(table.game.history)
    for seat, command in table.moves(5):
        table.play(seat, command)
    late, said = table.model(-1), story(table, -1, start)
    assert late.apply(msg.Story(version, said.state, said.events)) == []
    assert late.apply(msg.Story(said.version, pack_raw(7), said.events)) == []
    assert not late.chronicle
    assert late.apply(said)
    assert late.apply(said) == []


async def test_a_program_started_anew_reads_on_where_the_other_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over real sockets, for a seat and for a spectator; only as far back as the server tells."""
    monkeypatch.setattr(module, "STORY", 150)
    store = Store(tmp_path / "c", tmp_path / "a")
    async with serving() as server:
        here = SessionPlan(host=server.host, port=server.port)
        wish = replace(here, intent="create", name="Ana", seats=("novato",) * 3)
        watching = replace(here, intent="watch", room="Mesa de Ana")
        async with Person(wish, store) as ana:
            await ana.change(ch.RoomChanged)
            async with Person(replace(watching, name="Zoe")) as zoe:
                await zoe.change(ch.SeatTaken)
                ana.client.start_game()
                await play(ana, random.Random(6), 60)
                await ana.until(lambda: ana.model.my_turn)
                await zoe.until(lambda: zoe.model.version == ana.model.version)
                mine, theirs = lines(ana.model), lines(zoe.model)
        again, other = replace(here, intent="join", name="Ana"), replace(watching, name="Lu")
        for plan, known in ((again, mine), (other, theirs)):
            async with Person(plan, store) as person:
                await person.change(ch.StoryTold)
                read = lines(person.model)
                assert 140 <= len(read) < len(known)
                assert read == known[-len(read) :]


@pytest.mark.parametrize("viewer", [-1, 1])
def test_who_comes_late_to_a_game_of_negocios_reads_its_chronicle_too(viewer: int) -> None:
    table = negocios.Table(4, 11)
    there, who = table.model(viewer), viewer if viewer >= 0 else None
    start = len(table.game.history)
    for seat, command in table.moves(150):
        there.apply(table.play(seat, command, (viewer,))[viewer])
    state = replay(NEGOCIOS, table.game.history[:start])
    shown = [NEGOCIOS.redact(event, who) for event in table.game.history[start:]]
    raws = tuple(pack_raw(event) for event in shown if event is not None)
    late = table.model(viewer)
    assert late.apply(msg.Story(table.version, pack_raw(NEGOCIOS.view(state, who)), raws)) == [ch.StoryTold()]
    assert len(late.chronicle) > 50
    read = [[(e.round, e.actor, e.other, told(e, model)) for e in model.chronicle] for model in (late, there)]
    assert read[0] == read[1]
    assert late.latest_dice == there.latest_dice
