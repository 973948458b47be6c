"""Sheets over the map: what they say, and what their keys lead to."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from teg_server.bots.diplomacy import bounded
from teg_shared.protocol.messages import GetRecord, LeaveRoom, Rematch, Said, Say
from teg_shared.rules.classic.commands import (
    Announce,
    Answer,
    Claim,
    Exchange,
    ProposeDissolve,
    ProposePact,
    Withdraw,
)
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import LedgerEntry, Pact, Phase, Proposal

from teg_tui.models import Outside, model_for
from teg_tui.negocios_ui.sheets.results import ResultsSheet as NegociosResults
from teg_tui.screens import sheets
from teg_tui.screens.sheets.cards import CardsSheet, ObjectiveSheet
from teg_tui.screens.sheets.find import FindSheet
from teg_tui.screens.sheets.helping import HelpSheet
from teg_tui.screens.sheets.leaving import LeaveSheet
from teg_tui.screens.sheets.pacts import LedgerSheet, PactsSheet
from teg_tui.screens.sheets.propose import ProposeSheet
from teg_tui.screens.sheets.reading import ChronicleSheet, StateSheet
from teg_tui.screens.sheets.results import ResultsSheet
from teg_tui.screens.sheets.talk import ChatSheet
from teg_tui.theme import SKINS
from teg_tui.widgets.foot import keys_line
from teg_tui.widgets.lines import size
from teg_tui.widgets.sheet import Deed, Sheet, sheet_lines
from tests.client.screens.board import C, Position

SKIN = SKINS["truecolor"]
MINE = {"brasil": 5, "argentina": 3, "uruguay": 1}


def shown(sheet: Sheet, width: int = 78, height: int = 22) -> str:
    lines = sheet_lines(sheet, min(width, sheet.wanted + 2), height)
    assert len(lines) <= height
    assert len({size(line) for line in lines}) == 1
    lines.append(keys_line(SKIN, sheet.keys(), sheet.tone, width))
    return "\n".join("".join(piece.text for piece in line) for line in lines)


def press(sheet: Sheet, *keys: str) -> Deed:
    deed: Deed | None = None
    for key in keys:
        deed = sheet.press(key)
    assert deed is not None
    return deed


def arranged(*pacts: Pact, proposals: tuple[Proposal, ...] = (), rule: str = "breakable") -> Position:
    table = Position(MINE, settings=Settings(pacts=rule))  # type: ignore[arg-type]
    table.table.state.pacts += pacts
    table.table.state.proposals += proposals
    table.model.apply(table.snapshot())
    return table


# --- cards

THREE_SHIPS = ("brasil", "peru", "alaska")


def cards(hand: tuple[str, ...], phase: Phase = Phase.INCORPORATE) -> Position:
    return Position(MINE, phase=phase, hand=hand)


def test_the_hand_shows_symbols_countries_and_what_an_exchange_gives() -> None:
    table = cards((*THREE_SHIPS, "argentina"))
    text = shown(CardsSheet(SKIN, table.model))
    for word in ("Tus tarjetas: 4", "galeón", "comodín", "Brasil", "Alaska", "vale ahora 4", "siguiente, 7"):
        assert word in text


def test_a_set_is_marked_from_the_start_and_spares_the_joker() -> None:
    table = cards((*THREE_SHIPS, "argentina"))
    sheet = CardsSheet(SKIN, table.model)
    assert sheet.marked == {C[slug] for slug in THREE_SHIPS}


def test_e_exchanges_what_is_marked() -> None:
    table = cards(THREE_SHIPS)
    deed = press(CardsSheet(SKIN, table.model), "e")
    assert deed.commands == (Exchange(tuple(sorted(C[slug] for slug in THREE_SHIPS))),)  # type: ignore[arg-type]
    assert deed.closes


def test_marks_are_changed_by_hand() -> None:
    table = cards(THREE_SHIPS)
    sheet = CardsSheet(SKIN, table.model)
    press(sheet, "enter")
    assert len(sheet.marked) == 2
    assert "tres tarjetas" in press(sheet, "e").say


def test_three_that_do_not_match_are_refused_with_a_sentence() -> None:
    table = cards((*THREE_SHIPS, "chile"))
    sheet = CardsSheet(SKIN, table.model)
    sheet.marked = {C["brasil"], C["peru"], C["chile"]}
    assert "no hacen canje" in press(sheet, "e").say


def test_outside_the_incorporate_step_nothing_is_exchanged() -> None:
    table = cards(THREE_SHIPS, Phase.ATTACK)
    deed = press(CardsSheet(SKIN, table.model), "e")
    assert not deed.commands
    assert deed.say


def test_b_claims_the_two_armies_of_an_own_country() -> None:
    table = cards(("brasil", "peru"))
    sheet = CardsSheet(SKIN, table.model)
    assert "b cobra 2" in shown(sheet)
    assert press(sheet, "b").commands == (Claim(C["brasil"]),)
    assert not press(sheet, "down", "b").commands


# --- the objective


def test_the_objective_shows_its_parts_and_what_is_missing() -> None:
    table = Position(MINE)
    text = shown(ObjectiveSheet(SKIN, table.model))
    assert "África" in text
    assert "0/6" in text
    assert "faltan: " in text
    assert "3/30" in text


@pytest.mark.parametrize("key", ["o", "escape", "x", "enter"])
def test_any_key_hides_the_objective(key: str) -> None:
    assert press(ObjectiveSheet(SKIN, Position(MINE).model), key).closes


def test_a_spectator_has_neither_cards_nor_an_objective() -> None:
    model = Position(MINE, seat=-1).model
    assert sheets.open_by_key("c", SKIN, model) is None
    assert sheets.open_by_key("o", SKIN, model) is None


# --- pacts

TO_ME = Proposal(5, 1, 0, (C["peru"], C["brasil"]), 6)
BY_ME = Proposal(6, 0, 1, None, None)


def test_a_proposal_to_me_is_accepted_or_declined_by_a_key() -> None:
    table = arranged(proposals=(TO_ME,))
    sheet = PactsSheet(SKIN, table.model)
    text = shown(sheet)
    for word in ("Esperan tu respuesta", "Beto", "Perú–Brasil", "hasta la ronda 6", "Aceptar", "Rechazar"):
        assert word in text
    assert press(sheet, "s").commands == (Answer(5, accept=True),)
    assert press(sheet, "x").commands == (Answer(5, accept=False),)


def test_ones_own_proposal_is_withdrawn() -> None:
    sheet = PactsSheet(SKIN, arranged(proposals=(BY_ME,)).model)
    assert press(sheet, "r").commands == (Withdraw(6),)
    assert not press(sheet, "s").commands


def test_the_end_of_a_pact_is_proposed() -> None:
    sheet = PactsSheet(SKIN, arranged(Pact(3, 0, 1, None, 2, None)).model)
    assert press(sheet, "d").commands == (ProposeDissolve(3),)


def test_the_end_is_announced_only_where_the_house_rule_says_so() -> None:
    pact = Pact(3, 0, 1, None, 2, None)
    assert press(PactsSheet(SKIN, arranged(pact, rule="notice").model), "a").commands == (Announce(3),)
    assert not press(PactsSheet(SKIN, arranged(pact).model), "a").commands


def test_a_pact_says_since_and_until_when_it_holds() -> None:
    table = arranged(Pact(3, 0, 1, None, 2, 7), Pact(4, 0, 2, None, 1, None), Pact(5, 1, 2, None, 1, None, 1))
    text = shown(PactsSheet(SKIN, table.model))
    for word in ("rondas 2 a 7", "desde la ronda 1", "final anunciado"):
        assert word in text


def test_pacts_of_others_can_only_be_read() -> None:
    sheet = PactsSheet(SKIN, arranged(Pact(3, 1, 2, None, 2, None)).model)
    assert "Beto y Caro" in shown(sheet)
    for key in ("d", "a", "s", "r", "x"):
        assert not press(sheet, key).commands


def test_a_pact_is_proposed_in_three_steps() -> None:
    table = arranged()
    opened = press(PactsSheet(SKIN, table.model), "n").opens
    assert isinstance(opened, ProposeSheet)
    assert "Beto" in shown(opened)
    press(opened, "enter")
    assert "Todo el mapa" in shown(opened)
    press(opened, "enter")
    assert "Sin término" in shown(opened)
    deed = press(opened, "down", "enter")
    assert deed.commands == (ProposePact(1, None, 3),)
    assert "Beto" in deed.say
    assert deed.closes


def test_a_border_pact_names_the_own_country_first() -> None:
    sheet = ProposeSheet(SKIN, arranged().model)
    press(sheet, "enter", "down", "enter")
    command = press(sheet, "enter").commands[0]
    assert isinstance(command, ProposePact)
    assert command.border is not None
    assert command.border[0] in {C[slug] for slug in MINE}
    assert command.last is None


def test_escape_goes_one_step_back_in_a_proposal() -> None:
    sheet = ProposeSheet(SKIN, arranged().model)
    press(sheet, "enter", "enter", "escape")
    assert "dónde" in sheet.title()
    assert press(sheet, "escape", "escape").closes


@pytest.mark.parametrize("rule", ["breakable", "binding", "notice"])
@pytest.mark.parametrize("kind", ["bot", "human"])
def test_the_term_that_is_chosen_at_first_is_one_that_the_partner_may_accept(kind: str, rule: str) -> None:
    """Bots refuse what has no end, where they can't announce one; people are asked for nothing."""
    table = arranged(rule=rule)
    room = table.model.room
    assert room is not None
    seats = [replace(info, kind=kind, level="capitan") if n == 1 else info for n, info in enumerate(room.seats)]
    table.model.apply(replace(room, seats=tuple(seats)))
    sheet = ProposeSheet(SKIN, table.model)
    press(sheet, "enter", "enter")
    warned = "no lo acepta" in shown(sheet)
    (command,) = press(sheet, "enter").commands
    assert isinstance(command, ProposePact)
    bound = kind == "bot" and rule != "notice"
    assert command.last == (table.table.state.round + 3 if bound else None)
    assert warned is bound
    assert kind == "human" or bounded(table.table.state, command.last)


@pytest.mark.parametrize(("kind", "watchers", "alone"), [("bot", 0, True), ("bot", 1, False), ("human", 0, False)])
def test_who_is_alone_with_bots_is_told_that_they_do_not_talk(kind: str, watchers: int, alone: bool) -> None:
    table = arranged()
    room = table.model.room
    assert room is not None
    seats = tuple(info if n == 0 else replace(info, kind=kind) for n, info in enumerate(room.seats))
    table.model.apply(replace(room, seats=seats, watchers=watchers))
    assert ("los bots no contestan" in shown(ChatSheet(SKIN, table.model))) is alone


def test_every_proposal_that_is_offered_is_lawful() -> None:
    table = arranged()
    sheet = ProposeSheet(SKIN, table.model)
    press(sheet, "enter")
    for place in range(len(table.model.pact_borders(1))):
        sheet.step, sheet.chosen = 1, place
        press(sheet, "enter")
        deed = press(sheet, "enter")
        table.act(deed.commands[0])
        assert not [a for a in table.answers if type(a).__name__ == "Refused"]
        break


def test_the_ledger_reads_like_a_book() -> None:
    table = arranged()
    table.table.state.ledger += [
        LedgerEntry(2, 0, "accepted", 1, 1, 0, (C["peru"], C["brasil"])),
        LedgerEntry(3, 1, "broken", 1, 1, 0, (C["peru"], C["brasil"])),
    ]
    table.model.apply(table.snapshot())
    text = shown(LedgerSheet(SKIN, table.model))
    assert "Beto ROMPE con Ana" in text
    assert text.index("ROMPE") < text.index("acepta")


# --- chat


def test_chat_is_written_and_sent_to_all() -> None:
    sheet = ChatSheet(SKIN, Position(MINE).model)
    assert press(sheet, *"hola", "space", *"q", "enter").messages == (Say("hola q", -1),)
    assert not press(sheet, "enter").messages


def test_tab_changes_to_whom_it_goes() -> None:
    sheet = ChatSheet(SKIN, Position(MINE).model)
    assert press(sheet, "tab", "s", "enter").messages == (Say("s", 1),)


def test_hostile_chat_is_shown_without_what_steers() -> None:
    table = Position(MINE, names=("Ana", "\x1b[2JB\u202eeto[/b]", "Caro"))
    table.model.apply(Said(1, "\x1b[2JB\u202eeto[/b]", "\x1b]0;x\x07 [red]hola[/] " + "a" * 300, private=False))
    text = shown(ChatSheet(SKIN, table.model))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[red]hola[/]" in text
    assert "Beto[/b]" in text


def test_private_talk_says_so() -> None:
    table = Position(MINE)
    table.model.apply(Said(1, "Beto", "psst", private=True, to=0))
    assert "Beto a vos" in shown(ChatSheet(SKIN, table.model))


# --- finding


def test_a_few_letters_without_accents_find_a_country() -> None:
    sheet = FindSheet(SKIN, Position(MINE).model)
    assert press(sheet, *"japon", "enter").cursor == C["japon"]


def test_the_beginning_of_a_name_counts_more_than_its_middle() -> None:
    sheet = FindSheet(SKIN, Position(MINE).model)
    press(sheet, *"ma")
    assert sheet.found()[:2] == [C["madagascar"], C["malasia"]]
    assert press(sheet, "down", "enter").cursor == C["malasia"]


def test_nothing_found_says_so() -> None:
    sheet = FindSheet(SKIN, Position(MINE).model)
    press(sheet, *"zzz")
    assert "Ningún país" in shown(sheet)
    assert press(sheet, "enter").cursor == -1


# --- reading


@pytest.mark.parametrize("width", [78, 60])
def test_help_names_every_key_and_the_rules(width: int) -> None:
    sheet = HelpSheet(SKIN)
    text = "\n".join("".join(p.text for p in row.line) for row in sheet.rows(min(72, width)))
    for word in ("Tab", "Enter", "reagrupar", "objetivo secreto", "canjes", "bytes"[:0], "Reglas en breve", "empate"):
        assert word in text


def test_a_long_sheet_scrolls_to_its_end_and_no_further() -> None:
    sheet = HelpSheet(SKIN)
    press(sheet, "end")
    shown(sheet, height=12)
    top = sheet.top
    press(sheet, "down")
    assert "Romper uno" in shown(sheet, height=12)
    assert sheet.top == top


def test_the_state_lists_players_continents_and_house_rules() -> None:
    text = "\n".join("".join(p.text for p in row.line) for row in StateSheet(SKIN, Position(MINE).model).rows(60))
    for word in ("Ana", "Oceanía", "+7", "Pactos: se pueden romper"):
        assert word in text


def test_an_empty_chronicle_says_so() -> None:
    assert "Todavía no pasó nada" in shown(ChronicleSheet(SKIN, Position(MINE).model))


# --- the end


def over() -> Position:
    table = Position(MINE, hand=("japon",))
    state = table.table.state
    state.phase, state.winner, state.won_by = Phase.OVER, 0, "objective"
    table.model.apply(table.snapshot())
    return table


def test_the_results_show_how_and_all_that_was_secret() -> None:
    sheet = ResultsSheet(SKIN, over().model)
    text = "\n".join("".join(p.text for p in row.line) for row in sheet.rows(74))
    for word in ("¡Ganaste!", "objetivo secreto", "Objetivo", "Tarjetas", "Reparto", "Beto", "Caro", "Japón"):
        assert word in text


@pytest.mark.parametrize("winner", [0, 1])
def test_how_it_was_won_is_said_whole_at_any_width(winner: int) -> None:
    table = over()
    table.table.state.winner, table.table.state.round, table.table.state.won_by = winner, 17, "common"
    table.model.apply(table.snapshot())
    for width in (48, 60, 74):
        rows = ["".join(p.text for p in row.line) for row in ResultsSheet(SKIN, table.model).rows(width)]
        said = " ".join(" ".join(rows[: rows.index(" " * width)]).split())
        assert said.endswith("cumplió el objetivo común de 30 países, en la ronda 17.")
        assert ("¡Ganaste! Ana cumplió" if winner == 0 else "Ganó Beto: cumplió") in said


def test_after_the_end_a_rematch_and_the_record_are_asked_for() -> None:
    sheet = ResultsSheet(SKIN, over().model)
    assert [type(m) for m in press(sheet, "r").messages] == [Rematch]
    assert press(sheet, "g").messages == (GetRecord(),)
    assert press(sheet, "m").act == "menu"


@pytest.mark.parametrize("guest", [True, False])
@pytest.mark.parametrize(("variant", "results"), [("classic", ResultsSheet), ("negocios", NegociosResults)])
def test_a_guest_of_the_machine_is_not_offered_to_save_there(variant: str, results: Any, guest: bool) -> None:
    """Nothing would come of it: what is saved there no guest could fetch."""
    sheet = results(SKIN, model_for(variant, Outside(guest=guest)))
    offered = sheet.keys()
    assert ("g" in [hint.sign for hint in offered]) is not guest
    assert bool(press(sheet, "g").messages) is not guest


def test_who_wants_a_rematch_is_named() -> None:
    table = over()
    room = table.room()
    table.model.apply(msgspec.structs.replace(room, rematch=(1,), status="over"))
    assert "Quieren la revancha: Beto" in shown(ResultsSheet(SKIN, table.model))


# --- leaving


def test_staying_is_the_first_choice() -> None:
    deed = press(LeaveSheet(SKIN, Position(MINE).model), "enter")
    assert deed.closes
    assert not deed.act


def test_leaving_for_good_says_what_it_means() -> None:
    sheet = LeaveSheet(SKIN, Position(MINE).model)
    deed = press(sheet, "up", "enter")
    assert deed.act == "abandon"
    assert "juega un bot" in shown(sheet)


def test_a_spectator_leaves_without_giving_anything_up() -> None:
    sheet = LeaveSheet(SKIN, Position(MINE, seat=-1).model)
    assert "Abandonar" not in shown(sheet)
    assert LeaveRoom not in [type(m) for m in press(sheet, "down", "enter").messages]
