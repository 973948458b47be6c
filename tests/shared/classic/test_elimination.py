"""Who is destroyed, who inherits the cards, and who plays next: C23 with C2 and C16."""

import itertools
from collections.abc import Iterator

import pytest
from teg_shared.rules.classic.data import BOARD, COLOURS
from teg_shared.rules.classic.state import following

from tests.support.tables import Table, country, tags


def test_c23_who_takes_the_last_country_destroys_the_colour_and_inherits_its_cards() -> None:
    table = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1"
        " | hand azul CHI | hand rojo ARG TAY",
        [6, 1],
    )
    events = table.play("azul attack ARG BRA")
    assert (events[1:], table.hand("azul"), table.hand("rojo"), table.state.killers) == (
        ["taken ARG BRA 1", "destroyed rojo azul ARG,TAY"],
        ["CHI", "ARG", "TAY"],
        [],
        [-1, 0, -1],
    )


def test_c23_a_colour_with_another_country_is_not_destroyed() -> None:
    table = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, SUM rojo 1, * negro 1", [6, 1]
    )
    assert tags(table.play("azul attack ARG BRA")) == ["dice", "taken"]


def test_c23_seat_0_can_be_destroyed() -> None:
    table = Table(
        "azul rojo negro | turn rojo attack r2 | ARG rojo 2, BRA azul 1, asia rojo 1, * negro 1 | hand azul ARG", [6, 1]
    )
    assert table.play("rojo attack ARG BRA")[2:] == ["destroyed azul rojo ARG"]


def test_c23_the_inherited_cards_are_seen_by_the_heir_alone() -> None:
    table = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, * negro 1 | hand rojo ARG TAY",
        [6, 1],
    )
    events = table.decided("azul attack ARG BRA")
    seen = [table.told(events, viewer)[2] for viewer in ("azul", "rojo", "negro", None)]
    assert seen == ["destroyed rojo azul ARG,TAY", *["destroyed rojo azul ?,?"] * 3]


def test_c23_an_inherited_card_that_was_claimed_stays_claimed() -> None:
    table = Table(
        "azul rojo negro | turn azul attack r2 | ARG azul 2, BRA rojo 1, asia azul 1, europa azul 1, * negro 1"
        " | deck NYK * | hand rojo ARG TAY | claimed ARG",
        [6, 1],
    )
    table.play("azul attack ARG BRA")
    table.expire("azul")
    table.expire("negro")
    assert (table.offers("azul", "claim"), table.refused("azul claim ARG")) == (["claim TAY"], "card-claimed")


@pytest.mark.parametrize("order", ["rojo propose azul", "rojo answer 1 yes", "rojo withdraw 1"])
def test_c23_who_is_out_does_nothing_any_more(order: str) -> None:
    table = Table("azul rojo negro | turn azul attack r2 | asia azul 1, * negro 1 | offer azul negro map")
    assert (table.refused(order), table.legal("rojo")) == ("seat-out", [])


NEIGHBOURS = [country(code) for code in ("BRA", "PER")]


def board(seats: int, by: int, victims: tuple[int, ...], rotate: str, starter: int) -> Table:
    """Return a turn of `by`, who can take the only country of each victim from Argentina."""
    owners = dict(zip(NEIGHBOURS, victims, strict=False)) | {0: by}
    survivors = itertools.cycle([seat for seat in range(seats) if seat not in victims])
    for number in range(len(BOARD.countries)):
        owners.setdefault(number, next(survivors) if number not in owners else by)
    names = [c.code for c in BOARD.countries]
    places = ", ".join(f"{names[n]} {COLOURS[seat]} {9 if n == 0 else 1}" for n, seat in sorted(owners.items()))
    turn = f"turn {COLOURS[by]} attack r4 first {COLOURS[starter]}"
    rules = f"rules rotate_first:{rotate} | exchanges azul 1"
    return Table(f"{' '.join(COLOURS[:seats])} | {turn} | {places} | {rules}", [6, 6, 6, 1] * len(victims))


def destroyed_by(table: Table, by: int, victims: tuple[int, ...]) -> Table:
    """Let `by` take the victims' countries."""
    for _, place in zip(victims, NEIGHBOURS, strict=False):
        table.play(f"{COLOURS[by]} attack ARG {BOARD.countries[place].code}", f"{COLOURS[by]} occupy 1")
    return table


def expected(seats: int, by: int, out: set[int], rotate: bool, starter: int) -> Iterator[tuple[int, int]]:
    """Yield (seat, round) of the turns after the present one, written down lap by lap."""
    lap = [(starter + k) % seats for k in range(seats)]
    yield from ((seat, 4) for seat in lap[lap.index(by) + 1 :] if seat not in out)
    for round_ in itertools.count(5):
        starter = (starter + 1) % seats if rotate else starter
        while starter in out:
            starter = (starter + 1) % seats
        yield from ((s, round_) for s in ((starter + k) % seats for k in range(seats)) if s not in out)


def cases() -> list[tuple[int, int, tuple[int, ...], int]]:
    """Return (seats, destroyer, destroyed, starter): every one at every point of a round, and pairs of them."""
    found: list[tuple[int, int, tuple[int, ...], int]] = []
    for seats in range(3, 7):
        for by, starter in itertools.product(range(seats), repeat=2):
            others = [seat for seat in range(seats) if seat != by]
            victims: list[tuple[int, ...]] = [(seat,) for seat in others]
            if seats > 3:
                victims += itertools.combinations(others, 2)
            found += [(seats, by, out, starter) for out in victims]
    return found


@pytest.mark.parametrize("rotate", [False, True])
def test_c23_whoever_is_destroyed_when_each_round_has_every_surviving_seat_once(rotate: bool) -> None:
    for seats, by, victims, starter in cases():
        table = destroyed_by(board(seats, by, victims, "yes" if rotate else "no", starter), by, victims)
        turns = []
        for _ in range(3 * seats):
            state = table.state
            state.turn, state.round, state.starter = following(state, state.turn)
            turns.append((state.turn, state.round))
        reference = list(itertools.islice(expected(seats, by, set(victims), rotate, starter), 3 * seats))
        assert turns == reference, (seats, by, victims, starter)


@pytest.mark.parametrize(
    ("by", "victims", "starter", "rotate", "turns"),
    [
        (0, (1,), 0, "no", "2/4 3/4 0/5 2/5 3/5 0/6"),
        (0, (3,), 0, "no", "1/4 2/4 0/5 1/5 2/5 0/6"),
        (3, (0,), 0, "no", "1/5 2/5 3/5 1/6"),
        (1, (0,), 0, "no", "2/4 3/4 1/5 2/5 3/5 1/6"),
        (0, (1, 2), 0, "no", "3/4 0/5 3/5 0/6"),
        (3, (0, 1), 0, "no", "2/5 3/5 2/6 3/6"),
        (0, (3, 2), 0, "no", "1/4 0/5 1/5 0/6"),
        (0, (1,), 0, "yes", "2/4 3/4 2/5 3/5 0/5 3/6 0/6 2/6 0/7"),
        (3, (0,), 0, "yes", "1/5 2/5 3/5 2/6 3/6 1/6"),
        (2, (3,), 2, "yes", "0/4 1/4 0/5 1/5 2/5 1/6"),
        (1, (2, 3), 1, "yes", "0/4 0/5 1/5 1/6 0/6 0/7"),
    ],
)
def test_c23_turns_after_a_destruction(
    by: int, victims: tuple[int, ...], starter: int, rotate: str, turns: str
) -> None:
    table = destroyed_by(board(4, by, victims, rotate, starter), by, victims)
    played = []
    for _ in turns.split():
        table.expire(COLOURS[table.state.turn])
        played.append(f"{table.state.turn}/{table.state.round}")
    assert " ".join(played) == turns


def test_c16_without_anybody_left_to_play_there_is_no_next_turn() -> None:
    """It can't happen, and is not passed over in silence if it does."""
    table = Table("azul rojo | turn azul attack | asia azul 1, * rojo 1 | neutral azul rojo")
    with pytest.raises(AssertionError, match="no seat is left to play"):
        following(table.state, 0)


def test_c23_no_turn_belongs_to_a_seat_that_is_out() -> None:
    table = destroyed_by(board(6, 2, (3, 4), "no", 0), 2, (3, 4))
    assert [table.expire(COLOURS[table.state.turn])[-1].split()[1] for _ in range(4)] == [
        "magenta", "azul", "rojo", "negro",
    ]  # fmt: skip
