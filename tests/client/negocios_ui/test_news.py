"""What goes on away from the map is told to everybody: dice for the market, icons, deals, suspensions, eliminations."""

import re
from collections import Counter

import pytest
from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios.data import FACTOR_OF
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Ballot, BallotKind, Phase, Stage

from teg_tui import changes as ch
from teg_tui import narration
from teg_tui.negocios import changes as nch
from teg_tui.negocios.changes import MarketRoll
from teg_tui.negocios_ui.dice_market import MarketThrow, market_lines
from teg_tui.negocios_ui.modes.waiting import Watching
from teg_tui.negocios_ui.sidebar import sidebar_lines
from teg_tui.negocios_ui.toasts import toast
from teg_tui.negocios_ui.tumble import market_throw_of
from teg_tui.screens.table_toasts import Toast
from tests.client.negocios.table import Table
from tests.client.negocios_ui.chair import SKIN, Chair, chair

MINE = {"argentina": 1, "brasil": 1}
TOLD_TO_ALL = (ev.MarketRolled, ev.DealMade, ev.SeatSuspended, ev.StarterNamed, ev.SeatEliminated)
TOLD_TO_OTHERS = (ev.MarketExchanged,)
DICE = MarketRoll(1, 0, ((5, 2, 5, 2), (6, 0, 3, 0), (0, 1, 0, 4)), 0, 2, ((1, 1), (3, 1)))


def tell(seat: Chair, changes: list[object]) -> list[Toast]:
    """Return what the corner says of changes."""
    return [found for change in changes if (found := toast(change, seat.model)) is not None]


def side(seat: Chair, width: int = 24, height: int = 22) -> str:
    """Return the sidebar as text."""
    return "\n".join("".join(s.text for s in line) for line in sidebar_lines(seat.kit.scene, width, height))


@pytest.mark.parametrize(("seats", "seed"), [(4, 15), (6, 2)])
def test_what_happens_away_from_the_map_is_told_to_everybody_else(seats: int, seed: int) -> None:
    table = Table(seats, seed, Settings(market="on"))
    viewers = (0, 1, -1)
    models = {viewer: table.model(viewer) for viewer in viewers}
    told: Counter[type] = Counter()
    for actor, command in table.moves(3000):
        for viewer, update in table.play(actor, command, viewers).items():
            model = models[viewer]
            changes = model.apply(update)
            said = [found for change in changes if (found := toast(change, model)) is not None]
            for entry in (change.entry for change in changes if isinstance(change, ch.Chronicled)):
                event = entry.event
                coincides = isinstance(event, ev.IconMoved) and FACTOR_OF[event.path[-1]] == event.factor
                away = isinstance(event, TOLD_TO_OTHERS) or coincides
                if isinstance(event, TOLD_TO_ALL) or (away and entry.actor != viewer):
                    assert said, event
                    told[type(event)] += 1
                if isinstance(event, ev.SeatSuspended):
                    assert all(found.severity == "warning" for found in said), "it finds room where a deal does not"
                if isinstance(event, ev.DealMade) and viewer not in {event.proposer, event.partner}:
                    assert not [found for found in said if ";" in found.text], "levels of others are for the chronicle"
    assert {ev.MarketRolled, ev.DealMade, ev.SeatSuspended, ev.StarterNamed, ev.IconMoved} <= set(told)


def test_who_is_eliminated_is_told_in_plain_words_and_so_are_the_others() -> None:
    seat = chair(MINE)
    mine, other = tell(seat, [ch.SeatOut(0, 1), ch.SeatOut(2, 1)])
    assert mine.title == "Quedaste afuera"
    assert "Te eliminó Beto" in mine.text
    assert other.title == "Eliminación"
    assert other.text == "Caro quedó afuera: lo eliminó Beto."


def test_everybodys_dice_lie_in_the_sidebar_with_what_they_came_to() -> None:
    seat = chair(MINE, settings=Settings(market="on"))
    seat.kit.tumble.animate = False
    assert seat.kit.throws(nch.MarketThrown(DICE))
    shown = side(seat)
    assert "Dado de todos" in shown
    assert "mete 2" in shown
    assert "saca ▮1 ✦1" in shown


@pytest.mark.parametrize("width", [24, 30, 44])
@pytest.mark.parametrize("seats", [4, 8])
def test_the_dice_of_all_seats_fit_every_sidebar(width: int, seats: int) -> None:
    table = Table(seats, 1, Settings(market="on"))
    faces = (1, 2, 3, 4, 5, 6, 1, 2)[:seats]
    roll = MarketRoll(1, 0, (faces, (3, *[0] * (seats - 2), 4)), 5 % seats, 3, ((0, 2), (seats - 1, 1)))
    throw = market_throw_of(table.model(0), roll)
    for height in (3, 5):
        lines = ["".join(s.text for s in line) for line in market_lines(throw, SKIN, width, height)]
        assert len(lines) <= height
        assert all(len(line) == width for line in lines)
        for seat, face in enumerate(faces):
            assert f"{SKIN.palette.sign(table.state.colours[seat])}{face}" in lines[0]


def test_dice_that_tumble_tell_nothing_yet() -> None:
    throw = MarketThrow(("verde", "azul", "blanco", "naranja"), DICE.rolls, 0, 2, DICE.removals)
    rolling = throw.rolling([1, 2, 3, 4, 5, 6, 1, 2])
    text = "".join(s.text for line in market_lines(rolling, SKIN, 30, 5) for s in line)
    assert "mete" not in text
    assert rolling.rolls == ((1, 2, 3, 4),)


def test_the_path_of_an_icon_that_another_has_moved_is_drawn_until_other_things_go_on() -> None:
    table = Table(4, 15, Settings(market="on"))
    watcher = Chair(table, -1)
    drawn = 0
    for actor, command in table.moves(600):
        watcher._answers.append(table.play(actor, command, (-1,))[-1])
        events = [e.event for e in watcher.model.chronicle]
        watcher.answer()
        new = [e.event for e in watcher.model.chronicle][len(events) :]
        first = new[0] if new else None
        if isinstance(first, ev.IconMoved) and isinstance(watcher.kit.desk.mode, Watching):
            way = watcher.kit.desk.marks().way
            assert way[1:] == first.path
            drawn += 1
        elif any(isinstance(event, ev.TurnStarted) for event in new):
            assert not watcher.kit.desk.marks().way
    assert drawn > 3


@pytest.mark.parametrize(
    ("kind", "market", "head", "hint"),
    [
        ("map", "on", "El mapa suspende", "por liderar el mapa"),
        ("market", "on", "El mercado suspende", "por liderar el mercado"),
        ("market", "off", "El segundo suspende", "por ser segundo en el mapa"),
        ("starter", "on", "Empieza la ronda", "quién empieza"),
    ],
)
def test_whose_right_is_decided_is_said_to_those_who_wait(kind: BallotKind, market: str, head: str, hint: str) -> None:
    seat = chair(
        MINE, phase=Phase.BALLOT, stage=Stage.BALLOTS, turn=-1, actor=-1,
        settings=Settings(market=market), ballot=Ballot(kind, (1, 2), (3, -1), 1, ()),  # type: ignore[arg-type]
    )  # fmt: skip
    assert head in side(seat)
    assert hint in seat.hint
    assert "Caro" in seat.hint


def test_without_a_market_nothing_is_called_the_leader_of_the_market() -> None:
    """N91: the second right is that of the second on the map."""
    table = Table(4, 5, Settings(market="off", round_limit=3))
    model = table.model(-1)
    for actor, command in table.moves(4000):
        model.apply(table.play(actor, command)[-1])
    said = [narration.narrate(entry, model) for entry in model.chronicle]
    assert any("segundo en el mapa" in line for line in said)
    assert not any("mercado" in line for line in said[1:] if "sin mercado" not in line)
    assert NEGOCIOS.outcome(table.state) is not None


def test_leaders_who_share_the_lead_are_told_with_whom() -> None:
    seat = chair(
        MINE, phase=Phase.BALLOT, stage=Stage.BALLOTS, turn=-1, actor=-1,
        ballot=Ballot("map", (0, 2), (-1, -1), 1, ()),
    )  # fmt: skip
    assert "Liderás el mapa junto con Caro" in seat.hint


@pytest.mark.parametrize("how", ["objective", "hegemony", "countries", "block", "last", "limit", "abandoned"])
def test_the_results_speak_to_the_winner_and_of_the_winner(how: str) -> None:
    seat = chair(MINE, phase=Phase.OVER, winner=0, won_by=how, round=4)
    seat.press("enter")
    first = seat.paper().splitlines()[1]
    assert "¡Ganaste! " in first
    assert "!:" not in first
    assert first.split("¡Ganaste! ")[1][0].isupper()
    assert re.match(r"\w+(ste|s)\b", first.split("¡Ganaste! ")[1]), "second person"
    other = chair(MINE, phase=Phase.OVER, winner=1, won_by=how, round=4)
    other.press("enter")
    assert "Ganó Beto: " in other.paper()


@pytest.mark.parametrize(("width", "told_others"), [(0, True), (24, False), (30, False), (46, False)])
def test_the_markets_dice_are_told_once_where_they_lie_in_sight_unless_they_hit_oneself(
    width: int, *, told_others: bool
) -> None:
    seat = chair(MINE, settings=Settings(market="on"))
    if width:
        seat.kit.side(width, 34)
    others = ev.MarketRolled(DICE.rolls, 2, 2, ((1, 1), (3, 1)))
    mine = ev.MarketRolled(DICE.rolls, 2, 2, ((0, 1), (3, 1)))
    assert (seat.kit.toast(ch.Chronicled(ch.Entry(1, 1, others, 1))) is not None) is told_others
    assert seat.kit.toast(ch.Chronicled(ch.Entry(1, 1, mine, 1))) is not None
