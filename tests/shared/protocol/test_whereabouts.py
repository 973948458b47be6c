"""A seal proves that a server has a seat, for what it says of itself and for nothing else."""

import pytest
from teg_shared.protocol.whereabouts import is_sealed, seal, token_hash

KEPT = token_hash("token")
SEAL = seal(KEPT, "caja", "k3f9x", ("a:1", "b:2"))


def test_the_owner_of_the_token_knows_the_seal() -> None:
    assert is_sealed(("00" * 16, SEAL), "token", "caja", "k3f9x", ["a:1", "b:2"])


@pytest.mark.parametrize(
    ("token", "server", "room", "addresses"),
    [
        ("other", "caja", "k3f9x", ("a:1", "b:2")),
        ("token", "ladron", "k3f9x", ("a:1", "b:2")),
        ("token", "caja", "k3f9y", ("a:1", "b:2")),
        ("token", "caja", "k3f9x", ("b:2", "a:1")),
        ("token", "caja", "k3f9x", ("a:1",)),
        ("token", "caja", "k3f9x", ("a:1", "b:2", "c:3")),
        ("token", "caja", "k3f9xa:1", ("b:2",)),
    ],
)
def test_a_seal_fits_nothing_but_what_was_sealed(
    token: str, server: str, room: str, addresses: tuple[str, ...]
) -> None:
    assert not is_sealed((SEAL, "", "ñ"), token, server, room, addresses)


def test_a_seal_says_neither_the_token_nor_what_is_kept_of_it() -> None:
    assert "token" not in SEAL
    assert KEPT.hex()[:32] != SEAL
    assert len(SEAL) == 32
