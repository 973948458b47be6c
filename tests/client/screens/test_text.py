"""Other people's text is harmless, and every line has exactly its width."""

import pytest
from rich.segment import Segment
from textual.color import Color

from teg_tui.theme import SKINS
from teg_tui.widgets.editor import Editor
from teg_tui.widgets.filter import HarmlessText
from teg_tui.widgets.lines import clean, fit, full, harmless, pad, size, spread, wrap

SKIN = SKINS["truecolor"]
HOSTILE = (
    "\x1b[2J\x1b[31mrojo",
    "a\x07b\x08c",
    "\u202egnp.exe",
    "in\u200bvisi\u2066ble\u2069",
    "\ufeff\u00adtel\u2028ón",
    "\x9b31m",
    "z\u0335\u0336\u0337\u0338a\u0335\u0336lgo",
    "tag\U000e0041\U000e0042",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_steers_a_terminal_survives(text: str) -> None:
    shown = clean(text)
    assert harmless(shown)
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or c in "\u200b\u202e\u2066\u2069\ufeff\u00ad" for c in shown)


def test_letters_of_all_languages_stay() -> None:
    assert clean("Ñandú Ελλάδα 日本 é") == "Ñandú Ελλάδα 日本 é"
    assert clean("e\u0301") == "e\u0301"


@pytest.mark.parametrize("text", HOSTILE)
def test_the_last_guard_cleans_what_a_widget_drew(text: str) -> None:
    style = SKIN.ink("text")
    row = HarmlessText().apply([Segment("antes ", style), Segment(text, style)], Color(0, 0, 0))
    assert all(harmless(piece.text) for piece in row)


def test_the_last_guard_leaves_a_harmless_row_as_it_is() -> None:
    row = [Segment("▴ Año ∙∙ ═", SKIN.ink("text"))]
    assert HarmlessText().apply(row, Color(0, 0, 0)) is row


@pytest.mark.parametrize("text", ["", "corto", "exactamente", "bastante más largo que eso", "日本日本日本日本日本"])
def test_fit_never_exceeds_its_width(text: str) -> None:
    for width in range(12):
        assert size([Segment(fit(text, width))]) <= width
        for align in "<>^":
            assert size([Segment(pad(text, width, align))]) == width


def test_what_was_cut_is_marked() -> None:
    assert fit("Gran Bretaña", 8).endswith("…")
    assert fit("Irán", 8) == "Irán"


def test_wrap_breaks_at_spaces_and_cuts_what_has_none() -> None:
    assert wrap("uno dos tres", 7) == ["uno dos", "tres"]
    assert all(len(row) <= 5 for row in wrap("abcdefghijklmno", 5))


def test_full_fills_and_cuts() -> None:
    style = SKIN.ink("text")
    for width in (0, 3, 9, 30):
        assert size(full((Segment("Argentina", style), Segment(" 5", style)), width, style)) == width


def test_spread_keeps_the_right_end() -> None:
    style = SKIN.ink("text")
    line = spread((Segment("izquierda muy larga", style),), (Segment("01:23", style),), 16, style)
    assert size(line) == 16
    assert line[-1].text == "01:23"


def typed(editor: Editor, *keys: str) -> str:
    for key in keys:
        editor.press(key)
    return editor.text


def test_the_editor_writes_moves_and_deletes() -> None:
    editor = Editor()
    assert typed(editor, *"hola", "left", "left", "x", "end", "!", "backspace", "home", "delete") == "oxla"
    assert typed(editor, "ctrl+u") == "oxla"
    assert typed(editor, "end", "ctrl+u") == ""


def test_ctrl_w_takes_the_last_word() -> None:
    assert typed(Editor("vamos por Asia"), "ctrl+w") == "vamos por "


def test_the_editor_takes_no_more_than_fits() -> None:
    editor = Editor(most=5)
    editor.insert("123456789")
    assert editor.text == "12345"


def test_pasted_escapes_do_not_get_in() -> None:
    editor = Editor()
    editor.insert("\x1b[31mhola\u202e\nchau")
    assert editor.text == "[31mhola chau"


def test_a_secret_is_not_shown() -> None:
    shown = "".join(piece.text for piece in Editor("clave", secret=True).line(SKIN, 20, active=True))
    assert "clave" not in shown


def test_a_long_line_scrolls_with_its_cursor() -> None:
    editor = Editor("a" * 50 + "z")
    line = editor.line(SKIN, 10, active=True)
    assert size(line) == 10
    assert "z" in "".join(piece.text for piece in line)
