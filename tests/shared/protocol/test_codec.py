"""Bytes that are no message are refused by one error; messages survive the way there and back."""

from contextlib import suppress

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.protocol import messages as m
from teg_shared.protocol.codec import (
    HIGHEST,
    MalformedError,
    VariantCodec,
    canonical,
    decode_from_client,
    decode_from_server,
    encode,
    pack_raw,
)
from teg_shared.rules.classic.commands import Attack, Place, ProposePact
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.registry import VARIANTS

CODEC = VariantCodec(CLASSIC)

FROM_CLIENT = (
    m.Hello(1, "teg 0.1", ("zstd",)),
    m.SpeakFor("key:SHA256:abc"),
    m.ListRooms(),
    m.CreateRoom("mesa", "Ana", "classic", (m.SeatPlan("open"), m.SeatPlan("bot", "novato")), pack_raw(Settings())),
    m.JoinRoom("k3f9x", "Ana", token="t", since=7),
    m.LeaveRoom(for_good=True),
    m.ChooseColour("rojo"),
    m.PlanSeat(2, m.SeatPlan("bot", "capitan")),
    m.ChangeRoom(pack_raw(OFFICIAL), 90),
    m.StartGame(),
    m.Reveal(b"\x00" * 32),
    m.Act(1, pack_raw(Attack(3, 4))),
    m.Say("hola"),
    m.Rematch(),
    m.Resync(12),
    m.GetStory(3),
    m.GetRecord(),
    m.Ping(5),
)


@pytest.mark.parametrize("message", FROM_CLIENT, ids=lambda message: type(message).__name__)
def test_every_message_of_a_client_comes_back_as_it_was(message: m.FromClient) -> None:
    assert decode_from_client(encode(message)) == message


def test_every_kind_of_client_message_is_tried_above() -> None:
    assert {type(message) for message in FROM_CLIENT} == set(m.FromClient.__args__)


def malformed(payload: bytes) -> str:
    with pytest.raises(MalformedError) as caught:
        decode_from_client(payload)
    assert caught.value.detail
    return caught.value.code


@pytest.mark.parametrize(
    ("what", "code"),
    [
        (b"", "malformed"),
        (b"\xc1", "malformed"),
        (b"\x92\xa3say", "malformed"),
        (b"\xdd\xff\xff\xff\xff\x01", "invalid"),
        (b"\x92\xa3say\xa2\xff\xfe", "malformed"),
        (encode(m.ListRooms()) + b"\x00", "malformed"),
        (msgpack.packb(["nonsense", 1]), "invalid"),
        (msgpack.packb({"type": "say"}), "invalid"),
        (msgpack.packb(["ping", "1"]), "invalid"),
        (msgpack.packb(["ping", 1.0]), "invalid"),
        (msgpack.packb(["ping", True]), "invalid"),
        (msgpack.packb(["ping", None]), "invalid"),
        (msgpack.packb(["ping"]), "invalid"),
        (msgpack.packb(["ping", 1, 2]), "invalid"),
        (msgpack.packb(["welcome", 1, "teg", []]), "invalid"),
        (msgpack.packb(["ping", 2**63]), "number"),
        (msgpack.packb(["ping", HIGHEST + 1]), "number"),
        (msgpack.packb(["resync", -2]), "number"),
        (msgpack.packb(["reveal", "text"]), "invalid"),
        (b"\x93\xa3act\x01" + b"\x91" * 5000, "malformed"),
    ],
)
def test_what_is_no_message_is_refused_with_a_code(what: bytes, code: str) -> None:
    assert malformed(what) == code


def test_depth_inside_an_act_is_refused_not_followed() -> None:
    deep = b"\x93\xa3act\x01" + b"\x91" * 900 + b"\xc0"
    with pytest.raises(MalformedError):
        CODEC.command(decode_from_client(deep).command)  # type: ignore[union-attr]


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_refused(payload: bytes) -> None:
    for decode in (decode_from_client, decode_from_server, CODEC.command, CODEC.event, CODEC.state, CODEC.settings):
        with suppress(MalformedError):
            decode(payload)


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)
_TAGS = [type(message).__struct_config__.tag for message in FROM_CLIENT]


@given(st.sampled_from(_TAGS), st.lists(_ANY, max_size=8))
def test_a_known_tag_with_any_fields_is_a_message_or_refused(tag: str, fields: list[object]) -> None:
    try:
        payload = msgpack.packb([tag, *fields])
    except UnicodeEncodeError:
        return
    try:
        message = decode_from_client(payload)
    except MalformedError:
        return
    assert decode_from_client(encode(message)) == message


def test_our_bytes_are_what_the_reference_library_reads() -> None:
    act = m.Act(7, pack_raw(Place(3, 2)))
    assert msgpack.unpackb(encode(act)) == ["act", 7, ["place", 3, 2]]


def test_commands_events_settings_and_states_survive() -> None:
    command = ProposePact(2, (1, 4), 9)
    assert CODEC.command(CODEC.encode(command)) == command
    assert CODEC.settings(CODEC.encode(OFFICIAL)) == OFFICIAL


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["attack", -1, 4, False], "number"),
        (["attack", 2**40, 4, False], "number"),
        (["propose", 1, [-1, 2], None], "number"),
        (["attack", 1, 4, 0], "invalid"),
        (["attack", 1], "invalid"),
        (["attack", 1, 2, False, 1], "invalid"),
        (["exchange", [1, 2]], "invalid"),
        (["exchange", [1, 2, 3, 4]], "invalid"),
        (["started", [], {}], "invalid"),
    ],
)
def test_a_command_of_wrong_shape_or_number_never_reaches_the_rules(command: list[object], code: str) -> None:
    with pytest.raises(MalformedError) as caught:
        CODEC.command(msgpack.packb(command))
    assert caught.value.code == code


def test_unknown_house_rules_are_refused() -> None:
    with pytest.raises(MalformedError):
        CODEC.settings(msgpack.packb({"free_armies": 99}))
    with pytest.raises(MalformedError) as caught:
        CODEC.settings(msgpack.packb({"second_conquest_after": -1}))
    assert caught.value.code == "number"


class Bag(msgspec.Struct):
    items: dict[str, int]


def test_canonical_bytes_do_not_depend_on_the_order_of_a_dictionary() -> None:
    assert canonical(Bag({"a": 1, "b": 2})) == canonical(Bag({"b": 2, "a": 1}))


def test_variants_are_found_by_name_and_only_those() -> None:
    assert VARIANTS["classic"] is CLASSIC
    assert "classic" in VARIANTS
    assert "chess" not in VARIANTS
    assert len(list(VARIANTS)) == len(VARIANTS)
    with pytest.raises(KeyError):
        VARIANTS["chess"]
