"""One client for both games: against a scripted server, and a whole game against the real one."""

import asyncio
import random
import time
from pathlib import Path

import pytest
from teg_shared.protocol import messages as msg
from teg_shared.protocol.codec import pack_raw
from teg_shared.protocol.messages import SeatPlan
from teg_shared.protocol.record import read_record
from teg_shared.rules.negocios import commands as c
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase
from teg_shared.rules.registry import VARIANTS

from teg_tui import changes as ch
from teg_tui import cli
from teg_tui.cli_verify import examine
from teg_tui.config import Store
from teg_tui.model import Model
from teg_tui.models import model_for
from teg_tui.narration import narrate
from teg_tui.negocios.model import NegociosModel
from teg_tui.plan import SessionPlan
from teg_tui.screens.front.games import game_of
from teg_tui.witness import now_seen, remember, seen, witness_file
from tests.client.core import table as classic
from tests.client.core.peer import listening
from tests.client.core.person import Person
from tests.client.negocios.table import Table
from tests.support.serving import serving


def plan(port: int, intent: str = "join", **more: object) -> SessionPlan:
    """Return Ana's plan on a server of this machine."""
    values: dict[str, object] = {"host": "127.0.0.1", "port": port, "name": "Ana", **more}
    return SessionPlan(intent, **values)  # type: ignore[arg-type]


def model_of(person: Person) -> NegociosModel:
    """Return the model of a person at a table of T.E.G. de los Negocios."""
    assert isinstance(person.client.model, NegociosModel)
    return person.client.model


async def test_a_local_game_of_the_variant_is_made_and_started() -> None:
    table = Table(4, 1)
    rules = Settings(market="on")
    wish = {"seats": ("novato",) * 3, "variant": "negocios", "settings": rules, "local": True, "colour": "violeta"}
    async with listening() as server, Person(plan(server.port, "create", **wish)) as ana:
        peer = await server.accept()
        await peer.welcome()
        made = await peer.expect(msg.CreateRoom)
        assert (made.variant, made.settings) == ("negocios", pack_raw(rules))
        assert made.seats == (SeatPlan("open"), *(SeatPlan("bot", "novato"),) * 3)
        peer.send(msg.Joined("r1", 0, "t"), table.room("lobby"))
        assert (await peer.expect(msg.ChooseColour)).colour == "violeta"
        await peer.expect(msg.StartGame)
        peer.send(table.room(), table.snapshot(0))
        await ana.change(ch.ViewReplaced)
        assert model_of(ana).view == NEGOCIOS.view(table.state, 0)


async def test_who_goes_from_one_game_to_the_other_has_the_model_of_each() -> None:
    """A chair at a table of the classic game, then one at the other: the connection and its state stay."""
    one, two = classic.Table(3, 1), Table(4, 1)
    async with listening() as server, Person(plan(server.port, room="r1")) as ana:
        peer = await server.accept()
        await peer.welcome()
        await peer.expect(msg.ListRooms)
        ana.client.join("r1")
        await peer.expect(msg.JoinRoom)
        peer.send(msg.Joined("r1", 0, "t"), one.room(), one.snapshot(0))
        await ana.change(ch.ViewReplaced)
        assert isinstance(ana.client.model, Model)
        ana.client.leave()
        await peer.expect(msg.LeaveRoom)
        peer.send(msg.Notice("you-left", {}))
        await ana.change(ch.Noticed)
        ana.client.join("r2")
        await peer.expect(msg.JoinRoom)
        peer.send(msg.Joined("r2", 2, "u"), two.room("lobby"), two.room(), two.snapshot(2))
        await ana.until(lambda: isinstance(ana.client.model, NegociosModel) and ana.client.model.view is not None)
        assert (ana.client.model.seat, ana.client.model.connection.condition) == (2, "online")


def test_the_same_variant_keeps_its_model() -> None:
    model = NegociosModel()
    assert model_for("negocios", model) is model
    assert isinstance(model_for("classic", model), Model)


def test_the_command_line_knows_seats_and_colours_of_each_game() -> None:
    assert set(cli.TABLES) == set(VARIANTS)
    for name, (seats, colours) in cli.TABLES.items():
        assert seats == VARIANTS[name].seats
        assert set(colours) == set(VARIANTS[name].colours)


def test_each_game_has_a_level_of_bots_for_whom_names_none() -> None:
    assert set(cli.RIVALS) == set(VARIANTS)
    assert set(cli.RIVALS.values()) <= set(cli.LEVELS)
    assert {name: game_of(name).fill for name in VARIANTS} == cli.RIVALS, "open chairs go to the same level"


def choice(model: NegociosModel, rng: random.Random) -> c.AnyCommand:
    """Return a legal command of a person who is asked for something; talk comes to an end."""
    assert model.view is not None
    options = list(NEGOCIOS.legal(model.view, model.seat))
    ends = [x for x in options if isinstance(x, c.Done | c.EndAttempts | c.EndTurn)]
    answers = [x for x in options if isinstance(x, c.Answer)]
    if ends and rng.random() < 0.6:
        return rng.choice(ends)
    return rng.choice(answers or options)


def over(person: Person) -> bool:
    """Whether the game of a person has ended."""
    view = model_of(person).view
    return view is not None and view.phase is Phase.OVER


async def play(person: Person, rng: random.Random) -> None:
    """Play for a person until the game is over; somebody else may be quicker with a word in a negotiation."""
    while not over(person):
        await person.until(lambda: over(person) or model_of(person).my_turn)
        if over(person):
            return
        answered = len(person.all(ch.ActDone)) + len(person.all(ch.Rejected))
        person.client.act(choice(model_of(person), rng))
        await person.until(
            lambda before=answered: len(person.all(ch.ActDone)) + len(person.all(ch.Rejected)) > before  # type: ignore[misc]
        )


@pytest.mark.timeout(240)
async def test_two_people_and_two_bots_play_on_the_real_server_and_see_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three rounds with everything in them; the limit ends the game (N108), and its record stands (C36)."""
    monkeypatch.setenv("TEG_DATA_DIR", str(tmp_path))
    rules = Settings(round_limit=3, market="on")
    async with serving() as server:
        host = SessionPlan("create", server.host, server.port, name="Ana", seats=("", "novato", "sargento"),
                           variant="negocios", settings=rules)  # fmt: skip
        guest = SessionPlan("join", server.host, server.port, name="Beto")
        async with Person(host, Store(tmp_path / "c", tmp_path / "a")) as ana:
            await ana.change(ch.RoomChanged)
            async with Person(guest, Store(tmp_path / "c", tmp_path / "b")) as beto:
                await beto.change(ch.SeatTaken)
                ana.client.start_game()
                await ana.until(lambda: model_of(ana).view is not None)
                await beto.until(lambda: model_of(beto).view is not None)
                began = time.monotonic()
                await asyncio.gather(play(ana, random.Random(1)), play(beto, random.Random(2)))
                assert model_of(ana).view == model_of(beto).view
                assert ana.all(ch.GameOver) == beto.all(ch.GameOver)
                assert time.monotonic() - began < 200
                kinds = {type(entry.event).__name__ for entry in model_of(ana).chronicle}
                assert {"AttemptRolled", "TurnEnded", "GameWon"} <= kinds
                if model_of(ana).round > 1:  # one game in thirty is won in its first round
                    assert {"CardPlayed", "TalksOpened", "SeatSuspended"} <= kinds
                assert all(narrate(entry, model_of(ana)) is not None for entry in model_of(ana).chronicle)
                assert model_of(ana).fingerprint_seen
                assert model_of(ana).fingerprint == model_of(beto).fingerprint != ""
                ana.client.send(msg.GetRecord())
                record = tmp_path / "game.teg"
                record.write_bytes((await ana.change(ch.RecordArrived)).data)
                check_record(record)


def check_record(record: Path) -> None:
    """Both seats of this machine saw what the record says; a record of other promises is found out."""
    lines, holds = examine(str(record))
    assert holds, lines
    assert "Coinciden con lo que este programa vio" in lines[-1]
    store = witness_file()
    game = read_record(record.read_bytes()).game
    dice = next(dice for dice in seen(store, game) if dice.seat == 1)
    remember(store, now_seen(game, 1, dice.commitment, tuple(dice.commitments), bytes(32)))
    lines, holds = examine(str(record))
    assert not holds
    assert any("La parte de Beto" in line for line in lines)
