"""Luck: loaded, and verifiable from a seed."""

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.rules.chance import LoadedChance, VerifiableChance, pack

FAIR = VerifiableChance(bytes(range(32)))

# the quantiles of chi-square at 1 in 10,000 for 5 and 23 degrees of freedom
CHI_5 = 25.7
CHI_23 = 54.6


def chi_square(counts: Mapping[Any, int], cells: int) -> float:
    """Return the deviation of counts from even ones."""
    even = sum(counts.values()) / cells
    return sum((n - even) ** 2 / even for n in counts.values()) + even * (cells - len(counts))


def test_loaded_dice_show_their_script_and_then_nothing() -> None:
    chance = LoadedChance([6, 1, 5])
    assert (chance.roll(0, 2), chance.roll(9, 1, (1, 2))) == ((6, 1), (5,))
    with pytest.raises(LookupError):
        chance.roll(1, 1)


def test_loaded_shuffles_follow_their_script_and_then_leave_the_order() -> None:
    chance = LoadedChance([], [(1, 0)])
    assert (chance.shuffle(0, 2), chance.shuffle(1, 3)) == ((1, 0), (0, 1, 2))


def test_a_roll_depends_on_seed_number_and_purpose_alone() -> None:
    again = VerifiableChance(bytes(range(32)))
    assert FAIR.roll(7, 6, (0, 1, 2)) == again.roll(7, 6, (0, 1, 2))
    different = {FAIR.roll(8, 6, (0, 1, 2)), FAIR.roll(7, 6, (0, 1, 3)), VerifiableChance(b"x").roll(7, 6, (0, 1, 2))}
    assert FAIR.roll(7, 6, (0, 1, 2)) not in different


def test_rolls_and_shuffles_of_one_number_have_nothing_in_common() -> None:
    assert pack("roll", 1) != pack("shuffle", 1)


@pytest.mark.parametrize(
    ("first", "second"), [(("ab", "c"), ("a", "bc")), ((b"", b"a"), (b"a", b"")), ((1, 2), (258,))]
)
def test_different_parts_never_pack_alike(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    assert pack(*first) != pack(*second)


def test_the_bytes_that_are_signed_are_fixed() -> None:
    assert pack("roll", 1, b"x").hex() == "00000004726f6c6c0000000800000000000000010000000178"


def test_the_dice_of_a_seed_are_fixed() -> None:
    """A game that was played once can be checked by any later version."""
    assert (FAIR.roll(0, 8), FAIR.roll(1, 5, (0, 0, 1)), FAIR.shuffle(0, 8)) == (
        (5, 4, 3, 5, 3, 3, 5, 1), (4, 6, 1, 3, 6), (3, 7, 4, 6, 5, 2, 1, 0),
    )  # fmt: skip


@given(st.integers(0, 10**6), st.integers(0, 200))
def test_a_roll_has_as_many_faces_as_asked_for(index: int, count: int) -> None:
    faces = FAIR.roll(index, count)
    assert (len(faces), set(faces) <= {1, 2, 3, 4, 5, 6}) == (count, True)


def test_every_face_is_equally_likely() -> None:
    assert chi_square(Counter(face for n in range(4000) for face in FAIR.roll(n, 6)), 6) < CHI_5


@given(st.integers(0, 10**6), st.integers(0, 120))
def test_a_shuffle_is_a_permutation(index: int, size: int) -> None:
    assert sorted(FAIR.shuffle(index, size)) == list(range(size))


def test_every_order_is_equally_likely() -> None:
    counts = Counter(FAIR.shuffle(n, 4) for n in range(6000))
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < CHI_23


def test_numbers_that_would_favour_some_places_are_thrown_away() -> None:
    class Stream(VerifiableChance):
        def _stream(self, label: bytes) -> list[int]:
            return [0xFF, 0xFF, 0x00, 0x01, 0x00, 0x00]

    # 65,535 is above the largest multiple of 3 that leaves no remainder, so the next number decides
    assert Stream(b"").shuffle(0, 3) == VerifiableLike([1, 0]).shuffle(3)


class VerifiableLike:
    """Fisher and Yates from numbers that are given."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def shuffle(self, size: int) -> tuple[int, ...]:
        """Return the order that the numbers give."""
        order = list(range(size))
        for last, number in zip(range(size - 1, 0, -1), self.numbers, strict=True):
            pick = number % (last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)


def test_bytes_that_would_favour_some_faces_are_thrown_away() -> None:
    class Stream(VerifiableChance):
        def _stream(self, label: bytes) -> list[int]:
            return [252, 255, 253, 0, 251, 254, 6]

    assert Stream(b"").roll(0, 3) == (1, 6, 1)
