"""Names are refused with a reason, chat is cleaned, and nothing unseen gets through."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from teg_shared.protocol.messages import CHAT_LENGTH, NAME_LENGTH, ROOM_LENGTH
from teg_shared.protocol.text import (
    CHAT_RAW,
    chat_line,
    columns,
    folded,
    player_name,
    room_name,
    visible,
)
from teg_shared.rules.errors import RuleError


def refusal(name: str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        player_name(name)
    return caught.value


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana  ", "Ana"),
        ("Ana  María", "Ana María"),
        ("[/b][red]x", "[/b][red]x"),
        ("Ñandú", "Ñandú"),
        ("e\u0301l", "él"),
        ("Łukasz", "Łukasz"),
        ("漢字漢字漢字漢字", "漢字漢字漢字漢字"),
        ("Ana\u00a0B\u00f6", "Ana Bö"),
        ("x" * NAME_LENGTH, "x" * NAME_LENGTH),
    ],
)
def test_good_names_come_out_trimmed_and_composed(raw: str, name: str) -> None:
    assert player_name(raw) == name


@pytest.mark.parametrize("raw", ["", "   ", "\t\n"])
def test_an_empty_name_is_refused(raw: str) -> None:
    assert refusal(raw).code == "name-empty"


def test_a_long_name_is_refused_with_its_length_and_the_limit() -> None:
    error = refusal("x" * 17)
    assert (error.code, error.facts) == ("name-too-long", {"length": 17, "limit": NAME_LENGTH})
    assert refusal("x" * 10_000).facts == {"length": 10_000, "limit": NAME_LENGTH}


def test_wide_signs_count_twice() -> None:
    assert refusal("漢" * 9).facts == {"length": 18, "limit": NAME_LENGTH}
    assert columns("漢a\u0301") == 3


@pytest.mark.parametrize(
    ("raw", "sign"),
    [
        ("a\x1b[31m", "U+001B"),
        ("a\x00b", "U+0000"),
        ("a\x9bb", "U+009B"),
        ("a\u202eb", "U+202E"),
        ("a\u2066b", "U+2066"),
        ("a\u200bb", "U+200B"),
        ("a\u200db", "U+200D"),
        ("a\ufeffb", "U+FEFF"),
        ("a\u2800b", "U+2800"),
        ("a\u3164b", "U+3164"),
        ("a\ufe0fb", "U+FE0F"),
        ("a\U000e0101b", "U+E0101"),
        ("a\ue000b", "U+E000"),
        ("a\ud800b", "U+D800"),
        ("a\u2028b", "U+2028"),
        ("a\u0378b", "U+0378"),
        ("z\u0335\u0336\u0337", "U+0337"),
        ("\u0335a", "U+0335"),
        ("b \u0335a", "U+0335"),
    ],
)
def test_unseen_signs_in_a_name_are_refused_and_named(raw: str, sign: str) -> None:
    error = refusal(raw)
    assert (error.code, error.facts) == ("name-characters", {"characters": [sign]})


def test_at_most_four_signs_are_named() -> None:
    assert len(refusal("\u200b\u200c\u200d\u200e\u200f").facts["characters"]) == 4  # type: ignore[arg-type]


def test_a_rooms_name_may_be_longer() -> None:
    assert room_name("x" * ROOM_LENGTH)
    with pytest.raises(RuleError):
        room_name("x" * (ROOM_LENGTH + 1))


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        ("¿Vamos por [África]?", "¿Vamos por [África]?"),
        ("  a   b ", "a b"),
        ("a\nb\u2028c", "a b c"),
        ("\x1b[31mrojo\x1b[0m", "rojo"),
        ("\x1b]52;c;aGk=\x07hola", "hola"),
        ("\x1b]0;titulo\x1b\\hola", "hola"),
        ("\x9b31mrojo", "rojo"),
        ("\x1bPq#0\x1b\\x", "x"),
        ("\x1bc reset", "reset"),
        ("a\u202eb\u200b\ufeffc", "abc"),
        ("z" + "\u0335" * 50, "z\u0335\u0335"),
        ("\u0335z", "z"),
        (" \u0335z", "z"),
        ("e\u200b\u0301", "é"),
        ("❤\ufe0f", "❤"),
        ("שלום", "שלום"),
        ("a\ud800b", "ab"),
    ],
)
def test_chat_is_cleaned_and_goes_on(raw: str, line: str) -> None:
    assert chat_line(raw) == line


def test_chat_of_nothing_is_refused() -> None:
    for raw in ("", "  ", "\u200b\u202e", "\x1b[2J"):
        with pytest.raises(RuleError) as caught:
            chat_line(raw)
        assert caught.value.code == "chat-empty"


@pytest.mark.parametrize("length", [CHAT_LENGTH + 1, CHAT_RAW, CHAT_RAW + 1, 10_000])
def test_chat_too_long_is_refused_with_the_limit(length: int) -> None:
    with pytest.raises(RuleError) as caught:
        chat_line("x" * length)
    assert (caught.value.code, caught.value.facts) == ("chat-too-long", {"length": length, "limit": CHAT_LENGTH})


def harmless(text: str) -> bool:
    return all(unicodedata.category(sign)[0] != "C" for sign in text)


_NASTY = st.characters() | st.sampled_from("a e\u0301\u0335\u200b\x1b[]31m;\x07\x9b\u202e\u00a0\n")


@given(st.text(_NASTY, max_size=300))
def test_no_text_gets_anything_unseen_through(raw: str) -> None:
    for clean in (chat_line, player_name, room_name):
        try:
            text = clean(raw)
        except RuleError:
            continue
        assert harmless(text)
        assert text == text.strip()
        assert text
        assert clean(text) == text


@given(st.text(max_size=100), st.integers(0, 30))
def test_any_text_can_be_made_visible_and_short(raw: str, limit: int) -> None:
    assert harmless(visible(raw, limit))
    assert len(visible(raw, limit)) <= limit


def test_names_that_look_alike_fold_to_the_same() -> None:
    assert folded("José L") == folded("JOSEL")
    assert folded("Ana") != folded("Anna")
