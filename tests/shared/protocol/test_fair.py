"""Seeds that nobody chose: every input counts, and everything can be computed again."""

import hashlib
import hmac
import re
import struct
from pathlib import Path

import pytest
from teg_shared.protocol import fair, record
from teg_shared.rules.chance import VerifiableChance

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


# --- docs/fair-dice.md

PAGE = (Path(__file__).parents[3] / "docs" / "fair-dice.md").read_text(encoding="utf-8")


def listed(heading: str) -> dict[str, str]:
    """Return the first two cells of each row of a table of the page."""
    rows = re.findall(
        r"^\| (.+?) \| (.+?) \|", PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0], re.MULTILINE
    )
    return {first.strip("`"): second.strip("`") for first, second in rows[1:]}


def test_the_vector_on_the_page_is_what_the_code_computes() -> None:
    values = [b"\x01" * 32, b"\x02" * 32, b""]
    commits = [fair.commit_seat(values[0]), fair.commit_seat(values[1]), b""]
    server = fair.commit_server("k3f9x-1", SECRET)
    whole = fair.transcript("k3f9x-1", server, commits, values)
    seed = fair.derive_seed(SECRET, whole)
    chance = VerifiableChance(seed)
    assert listed("A vector") == {
        "C": server.hex(),
        "c₀": commits[0].hex(),
        "c₁": commits[1].hex(),
        "fingerprint": fair.fingerprint("k3f9x-1", server, commits),
        "T": whole.hex(),
        "seed": seed.hex(),
        "roll 0, 3 dice": " ".join(map(str, chance.roll(0, 3))),
        "roll 7, 5 dice, attacker 0 from 1 to 28": " ".join(map(str, chance.roll(7, 5, (0, 1, 28)))),
        "shuffle 0 of 50, the first ten": " ".join(map(str, chance.shuffle(0, 50)[:10])),
    }


def tlv(*parts: bytes | int | str) -> bytes:
    out = b""
    for part in parts:
        data = struct.pack(">Q", part) if isinstance(part, int) else part.encode() if isinstance(part, str) else part
        out += struct.pack(">I", len(data)) + data
    return out


def test_the_page_alone_is_enough_to_compute_the_vector() -> None:
    def sha(*parts: bytes | int | str) -> bytes:
        return hashlib.sha256(tlv(*parts)).digest()

    vector, game = listed("A vector"), "k3f9x-1"
    r0, r1 = b"\x01" * 32, b"\x02" * 32
    server = sha("teg-fair/1", "server", game, SECRET)
    c0, c1 = sha("teg-fair/1", "seat", "", r0), sha("teg-fair/1", "seat", "", r1)
    assert [server.hex(), c0.hex(), c1.hex()] == [vector["C"], vector["c₀"], vector["c₁"]]
    assert sha("teg-fair/1", "fingerprint", game, server, c0, c1, b"").hex()[:8] == vector["fingerprint"]
    whole = sha("teg-fair/1", "transcript", game, server, 0, c0, r0, 1, c1, r1, 2, b"", b"")
    assert whole.hex() == vector["T"]
    seed = hmac.digest(hmac.digest(whole, SECRET, "sha256"), b"teg-fair/1 seed\x01", "sha256")
    assert seed.hex() == vector["seed"]
    stream = hmac.digest(seed, tlv("roll", 7, 0, 1, 28) + bytes(4), "sha256")
    faces = [byte % 6 + 1 for byte in stream if byte < 252][:5]
    assert " ".join(map(str, faces)) == vector["roll 7, 5 dice, attacker 0 from 1 to 28"]


def test_the_page_lists_every_problem_of_a_record() -> None:
    source = Path(record.__file__).read_text(encoding="utf-8")
    raised = dict(re.findall(r'Problem\("([a-z-]+)"(.*)\)', source))
    assert listed("What the record proves") == {
        code: "no" if "grave=False" in rest else "yes" for code, rest in raised.items()
    }
