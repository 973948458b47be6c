"""Seeds that nobody chose: every input counts, and everything can be computed again."""

import hashlib
import hmac

import pytest
from teg_shared.protocol import fair

SECRET = bytes(range(32))
VALUES = [bytes([n]) * 32 for n in range(3)] + [b""]
COMMITS = [fair.commit_seat(value) if value else b"" for value in VALUES]
SERVER = fair.commit_server("k3f9x", SECRET)


def test_a_commitment_is_the_hash_of_length_prefixed_parts() -> None:
    parts = [b"teg-fair/1", b"server", b"k3f9x", SECRET]
    expected = hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
    assert expected == SERVER


def test_a_commitment_opens_with_its_contribution_only() -> None:
    assert fair.opens(COMMITS[1], VALUES[1])
    assert not fair.opens(COMMITS[1], VALUES[2])
    assert not fair.opens(fair.commit_seat(b"short"), b"short")


def test_a_rooms_commitment_is_of_no_other_room() -> None:
    assert fair.commit_server("other", SECRET) != SERVER


@pytest.mark.parametrize("seat", range(3))
def test_each_contribution_changes_the_seed(seat: int) -> None:
    whole = fair.transcript("k3f9x", SERVER, COMMITS, VALUES)
    values = VALUES[:]
    values[seat] = b"\xff" * 32
    other = fair.transcript("k3f9x", SERVER, COMMITS, values)
    assert fair.derive_seed(SECRET, whole) != fair.derive_seed(SECRET, other)


def test_the_seed_is_hkdf_of_the_secret_salted_with_the_transcript() -> None:
    whole = fair.transcript("k3f9x", SERVER, COMMITS, VALUES)
    key = hmac.digest(whole, SECRET, "sha256")
    assert fair.derive_seed(SECRET, whole) == hmac.digest(key, b"teg-fair/1 seed\x01", "sha256")


def test_the_construction_does_not_change_unnoticed() -> None:
    whole = fair.transcript("k3f9x", SERVER, COMMITS, VALUES)
    assert fair.fingerprint("k3f9x", SERVER, COMMITS) == "89a38429"
    assert fair.derive_seed(SECRET, whole).hex() == "c191b3dd588a3b157c379a7d64d815b8014883fb72ed4bb1af996316748e1bc6"


def test_a_transcript_needs_as_many_commitments_as_contributions() -> None:
    with pytest.raises(ValueError, match="zip"):
        fair.transcript("k3f9x", SERVER, COMMITS, VALUES[:2])


def test_the_fingerprint_is_known_before_anything_is_revealed() -> None:
    shown = fair.fingerprint("k3f9x", SERVER, COMMITS)
    assert len(shown) == 8
    assert shown != fair.fingerprint("k3f9x", SERVER, [COMMITS[1], COMMITS[0], *COMMITS[2:]])
