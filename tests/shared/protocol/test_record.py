"""A record of a fair game is clean, and whatever a server could change in one is found."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from teg_shared.protocol import fair
from teg_shared.protocol.codec import MalformedError, VariantCodec, pack_raw
from teg_shared.protocol.record import (
    FORMAT,
    MOST_PROBLEMS,
    Entry,
    GameRecord,
    Player,
    Problem,
    Witness,
    read_record,
    sealed,
    verify,
)
from teg_shared.rules.chance import VerifiableChance
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.audit import AUDIT
from teg_shared.rules.classic.commands import Answer, AnyCommand, Attack, ProposeDissolve, ProposePact
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.game import start

from tests.shared.protocol.playing import moves

CODEC = VariantCodec(CLASSIC)
SECRET = bytes(range(32))
VALUES = (b"\x01" * 32, b"\x02" * 32, b"", b"\x04" * 32)
Change = Callable[[list[Any]], list[Any]]


def played(seed: int, settings: Settings, *, limit: int = 3000, seats: int = 4) -> GameRecord:
    """Return the sealed record of a random game with pauses, leavers and clocks that ran out."""
    game_id, values = f"k3f9x-{seed}", VALUES[:seats]
    commits = tuple(fair.commit_seat(value) if value else b"" for value in values)
    server = fair.commit_server(game_id, SECRET)
    whole = fair.transcript(game_id, server, commits, values)
    chance = VerifiableChance(fair.derive_seed(SECRET, whole))
    colours = CLASSIC.colours[:seats]
    game = start(CLASSIC, colours, settings, chance)
    entries = [entry(-1, "deal", game.history)]
    luck = random.Random(seed)
    left = False
    for turn in range(limit):
        if not CLASSIC.prompted(game.state):
            break
        seat = game.state.turn
        if luck.random() < 0.02:
            entries.append(entry(seat, "clock", game.apply(CLASSIC.expire(game.state, seat, chance))))
        elif turn > 300 and not left:
            left = True
            entries.append(entry(3, "leave", game.apply(CLASSIC.leave(game.state, 3, chance))))
        else:
            for _, events in moves(game, chance, luck.randrange(10**6), limit=1):
                entries.append(entry(seat, "act", events))
    players = tuple(Player(f"P{n}", colour, "" if values[n] else "capitan") for n, colour in enumerate(colours))
    record = GameRecord(
        FORMAT, "classic", game_id, "mesa", 0.0, players, pack_raw(settings), server, SECRET, commits, values,
        tuple(entries),
    )  # fmt: skip
    return read_record(sealed(record))


def entry(seat: int, cause: str, events: list[e.AnyEvent]) -> Entry:
    return Entry(seat, cause, tuple(CODEC.encode(event) for event in events))


@pytest.fixture(scope="module")
def clean() -> GameRecord:
    return played(3, Settings())


def resealed(record: GameRecord, **changes: Any) -> GameRecord:
    """Return the record that a cheating server would hand out."""
    return read_record(sealed(msgspec.structs.replace(record, **changes)))


def codes(problems: list[Problem]) -> set[str]:
    return {problem.code for problem in problems if problem.grave}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("settings", [Settings(), OFFICIAL, Settings(rotate_first=True, leaver="neutral")])
def test_a_fair_game_has_no_grave_problem(seed: int, settings: Settings) -> None:
    record = played(seed, settings)
    assert len(record.entries) > 100
    assert codes(verify(record)) == set()


def test_a_whole_game_of_two_is_clean_and_finished() -> None:
    record = played(1, Settings(), seats=2, limit=300)
    assert codes(verify(record)) == set()


def test_what_is_only_to_be_known_is_not_grave(clean: GameRecord) -> None:
    cut = resealed(clean, entries=clean.entries[:20], contributions=(b"",) * 4)
    problems = {problem.code: problem for problem in verify(cut)}
    assert {"withheld", "no-contribution", "unfinished"} <= set(problems)
    assert not problems["unfinished"].grave
    assert not problems["withheld"].grave


def test_the_record_keeps_the_fingerprint_that_was_shown(clean: GameRecord) -> None:
    assert clean.fingerprint == fair.fingerprint(clean.game, clean.commitment, clean.commitments)


# --- reading


@pytest.mark.parametrize("data", [b"", b"noise", b"\x91" * 5000, msgspec.msgpack.encode({"format": FORMAT})])
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(MalformedError):
        read_record(data)


def test_another_format_is_refused(clean: GameRecord) -> None:
    with pytest.raises(MalformedError, match="teg-record/9"):
        read_record(sealed(msgspec.structs.replace(clean, format="teg-record/9")))


@pytest.mark.parametrize(
    "changes",
    [
        {"table": "\x1b]0;x\x07"},
        {"game": "a\u202eb"},
        {"players": (Player("Ana\x1b[31m", "azul"),)},
        {"players": (Player("x" * 81, "azul"),)},
        {"at": -1.0},
        {"at": float("nan")},
        {"at": 1e300},
    ],
)
def test_a_record_that_can_not_be_shown_harmlessly_is_refused(clean: GameRecord, changes: dict[str, Any]) -> None:
    with pytest.raises(MalformedError):
        resealed(clean, **changes)


def test_a_problem_quotes_nothing_unseen(clean: GameRecord) -> None:
    entries = (*clean.entries[:5], Entry(0, "act", (pack_raw(["no \x1b[31m event"]),)))
    (problem,) = verify(resealed(clean, entries=entries))
    assert problem.code == "unreadable"
    assert "\x1b" not in str(problem.facts["detail"])


# --- promises


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"secret": b"\xff" * 32}, "secret"),
        ({"secret": b""}, "secret"),
        ({"commitment": b"\xff" * 32}, "secret"),
        ({"game": "other"}, "secret"),
        ({"contributions": (b"\xff" * 32, *VALUES[1:])}, "contribution"),
        ({"contributions": (b"short", *VALUES[1:])}, "contribution"),
        ({"contributions": (*VALUES[:2], b"\x09" * 32, VALUES[3])}, "contribution"),
        ({"contributions": VALUES[:3]}, "seats"),
        ({"players": ()}, "seats"),
        ({"variant": "chess"}, "variant"),
        ({"settings": pack_raw(OFFICIAL)}, "rules"),
        ({"settings": pack_raw({"no such rule": 1})}, "unreadable"),
    ],
)
def test_a_changed_head_is_found_even_if_the_chain_is_made_anew(
    clean: GameRecord, changes: dict[str, Any], code: str
) -> None:
    assert code in codes(verify(resealed(clean, **changes)))


@pytest.mark.parametrize("changes", [{"table": "x"}, {"at": 5.0}, {"entries": ()}])
def test_a_change_without_a_new_chain_is_found(clean: GameRecord, changes: dict[str, Any]) -> None:
    assert "chain" in codes(verify(msgspec.structs.replace(clean, **changes)))


@pytest.mark.parametrize(
    ("witness", "code"),
    [
        ({}, None),
        ({"commitment": b"\x00" * 32}, "witness-server"),
        ({"commitments": ()}, "witness-commitments"),
        ({"contribution": b"\x09" * 32}, "witness-contribution"),
        ({"seat": 9}, "witness-contribution"),
        ({"seat": -1, "contribution": b""}, None),
    ],
)
def test_a_client_finds_what_contradicts_what_it_saw(
    clean: GameRecord, witness: dict[str, Any], code: str | None
) -> None:
    seen = Witness(clean.commitment, clean.commitments, 0, VALUES[0])._replace(**witness)
    assert codes(verify(clean, seen)) == ({code} if code else set())


# --- events


def with_event(record: GameRecord, kind: type[e.Event], change: Callable[[Any], Any], which: int = 0) -> GameRecord:
    """Return a resealed record in which the event of this kind, the `which`-th, is another."""
    entries = list(record.entries)
    for number, old in enumerate(entries):
        events = [CODEC.event(raw) for raw in old.events]
        for place, event in enumerate(events):
            if isinstance(event, kind):
                if which == 0:
                    events[place] = change(event)
                    entries[number] = entry(old.seat, old.cause, events)
                    return resealed(record, entries=tuple(entries))
                which -= 1
    raise AssertionError(kind)


def turned(event: Any, name: str) -> Any:
    return msgspec.structs.replace(event, **{name: tuple(reversed(getattr(event, name)))})


def other_faces(event: e.DiceRolled) -> e.DiceRolled:
    return msgspec.structs.replace(event, attack=tuple(7 - face for face in reversed(event.attack)))


@pytest.mark.parametrize(
    ("kind", "change", "what"),
    [
        (e.StarterRolled, lambda event: msgspec.structs.replace(event, first=(event.first + 1) % 4), "roll"),
        (e.CountriesDealt, lambda event: turned(event, "owners"), "shuffle"),
        (e.CountriesDealt, lambda event: msgspec.structs.replace(event, rolls=()), "roll"),
        (e.ObjectivesDealt, lambda event: turned(event, "objectives"), "shuffle"),
        (e.DeckShuffled, lambda event: turned(event, "cards"), "shuffle"),
        (e.DiceRolled, other_faces, "roll"),
    ],
)
def test_other_luck_than_the_seed_gives_is_named(
    clean: GameRecord, kind: type[e.Event], change: Callable[[Any], Any], what: str
) -> None:
    problems = verify(with_event(clean, kind, change))
    (first, *_) = problems
    assert first.grave
    assert first.code == "luck"
    assert first.facts["what"] == what
    assert first.facts["expected"] != first.facts["found"]


def test_a_deck_shuffled_anew_is_checked_against_the_discard() -> None:
    game = start(CLASSIC, CLASSIC.colours[:2], Settings(), chance := VerifiableChance(b"x" * 32))
    state = game.state
    state.discard = [4, 5, 6, 7]
    order = chance.shuffle(state.shuffles, 4)
    cards = tuple(state.discard[place] for place in order)
    assert AUDIT.luck_fault(state, e.DeckShuffled(cards), chance) is None
    found = tuple(reversed(cards))
    assert AUDIT.luck_fault(state, e.DeckShuffled(found), chance) == ("shuffle", state.shuffles, cards, found)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (e.ArmiesPlaced, lambda event: msgspec.structs.replace(event, armies=event.armies + 1)),
        (e.TurnStarted, lambda event: msgspec.structs.replace(event, pool=event.pool + 5)),
        (e.CountryTaken, lambda event: msgspec.structs.replace(event, most=event.most + 1)),
        (e.CardDrawn, lambda event: msgspec.structs.replace(event, card=(event.card + 1) % 50)),
        (e.TurnEnded, lambda event: e.SeatLeft(event.seat)),
    ],
)
def test_what_the_rules_do_not_answer_is_found(
    clean: GameRecord, kind: type[e.Event], change: Callable[[Any], Any]
) -> None:
    assert codes(verify(with_event(clean, kind, change))) & {"rules", "impossible"}


def test_an_entry_that_the_rules_refuse_is_found_with_the_reason(clean: GameRecord) -> None:
    entries = list(clean.entries)
    entries[1] = Entry((entries[1].seat + 1) % 4, "act", entries[1].events)
    first = verify(resealed(clean, entries=tuple(entries)))[0]
    assert (first.code, first.entry, first.facts) == ("rules", 1, {"refusal": "not-your-turn"})


@pytest.mark.parametrize(
    ("number", "change", "code"),
    [
        (0, {"cause": "act"}, "rules"),
        (1, {"cause": "magic"}, "rules"),
        (1, {"events": ()}, "rules"),
        (1, {"events": (pack_raw(["no such event"]),)}, "unreadable"),
        (1, {"events": (pack_raw(["taken", 3, 999, 2]),)}, "impossible"),
        (1, {"events": (pack_raw(["pact", 77]),)}, "impossible"),
    ],
)
def test_a_forged_entry_is_found(clean: GameRecord, number: int, change: dict[str, Any], code: str) -> None:
    entries = list(clean.entries)
    entries[number] = msgspec.structs.replace(entries[number], **change)
    assert code in codes(verify(resealed(clean, entries=tuple(entries))))


def test_a_missing_and_a_repeated_entry_are_found(clean: GameRecord) -> None:
    entries = clean.entries
    assert codes(verify(resealed(clean, entries=entries[:9] + entries[10:])))
    assert codes(verify(resealed(clean, entries=entries[:9] + entries[8:])))


def test_a_record_without_a_deal_is_unfinished(clean: GameRecord) -> None:
    assert [p.code for p in verify(resealed(clean, entries=()))] == ["unfinished"]


def test_the_check_stops_when_nothing_fits_any_more(clean: GameRecord) -> None:
    """Another server's secret makes every roll another."""
    game = clean.game
    other = resealed(clean, secret=b"\x07" * 32, commitment=fair.commit_server(game, b"\x07" * 32))
    assert 1 < len(verify(other)) <= MOST_PROBLEMS


# --- the command behind an entry


@pytest.mark.parametrize(("seed", "settings"), [(1, Settings()), (2, Settings(pacts="notice")), (3, OFFICIAL)])
def test_the_command_behind_every_entry_is_found(seed: int, settings: Settings) -> None:
    """Deciding it again gives the same events, whatever the command was."""
    luck = random.Random(seed)
    chance = VerifiableChance(bytes([seed]) * 32)
    game = start(CLASSIC, CLASSIC.colours[:5], settings, chance)
    seen: set[type] = set()
    for _ in range(1500):
        if not CLASSIC.prompted(game.state):
            break
        seat = luck.randrange(5) if luck.random() < 0.3 else game.state.turn
        legal = list(CLASSIC.legal(game.state, seat))
        if not legal:
            continue
        kinds: dict[type, list[AnyCommand]] = {}
        for command in legal:
            kinds.setdefault(type(command), []).append(command)
        command = luck.choice(luck.choice(list(kinds.values())))
        if isinstance(command, Attack):
            command = msgspec.structs.replace(command, breaking=True)
        events = CLASSIC.decide(game.state, seat, command, chance)
        behind = AUDIT.command_of(events)
        assert behind is not None
        assert CLASSIC.decide(game.state, seat, behind, chance) == events
        seen.add(type(command))
        game.apply(events)
    assert len(seen) >= 8


@pytest.mark.parametrize("events", [[], [e.GameStarted((), Settings())], [e.GameWon(0, "all", (), (), ())]])
def test_no_command_is_behind_what_nobody_commanded(events: list[e.AnyEvent]) -> None:
    assert AUDIT.command_of(events) is None


def test_dissolving_a_pact_with_a_seat_that_left_is_found() -> None:
    game = start(CLASSIC, CLASSIC.colours[:4], Settings(), chance := VerifiableChance(b"x" * 32))
    game.play(0, ProposePact(1), chance)
    game.play(1, Answer(1, accept=True), chance)
    game.apply(CLASSIC.leave(game.state, 1, chance))
    events = CLASSIC.decide(game.state, 0, ProposeDissolve(1), chance)
    assert AUDIT.command_of(events) == ProposeDissolve(1)


def test_no_luck_is_in_the_start() -> None:
    assert AUDIT.luck_fault(None, e.GameStarted((), Settings()), VerifiableChance(b"")) is None
