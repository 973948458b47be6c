"""The help and the guided first round: whole, in both languages, and tied to the steps of the game."""

import re
from collections.abc import Iterator

import pytest
from teg_shared.rules.negocios.settings import Settings

from teg_tui import i18n
from teg_tui.negocios import help as explained
from teg_tui.negocios import words_table
from teg_tui.negocios.help import Grid, Items, Section, Text
from teg_tui.negocios.hints import GUIDED_ROUNDS, guided, hint
from tests.client.negocios.table import Table

SPANISH = re.compile(r"\b(el|los|las|una|que|con|para|país|países|fichas)\b", re.IGNORECASE)


@pytest.fixture(params=["es", "en"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak each language in turn."""
    yield i18n.choose(request.param)
    i18n.choose("es")


def texts(section: Section) -> Iterator[str]:
    """Yield every sentence of a section."""
    yield section.title
    for block in section.blocks:
        match block:
            case Text(text):
                yield text
            case Items(items):
                yield from items
            case Grid(head, rows):
                assert all(len(row) == len(head) for row in rows)
                yield from head
                yield from (cell for row in rows for cell in row)


def test_the_help_begins_with_the_idea_and_ends_with_winning(language: str) -> None:
    keys = [section.key for section in explained.sections()]
    assert keys[:4] == ["idea", "levels", "round", "first"]
    assert keys[-1] == "winning"
    assert len(set(keys)) == len(keys)
    assert all(explained.section(key).key == key for key in keys)


def test_every_sentence_of_help_and_hints_is_in_the_language_in_use(language: str) -> None:
    said = [text for section in explained.sections() for text in texts(section)]
    hints = [found for code in words_table.STEPS if (found := hint(code)) is not None]
    said += [text for found in hints for text in (found.title, found.text)]
    assert len(said) > 100
    if language == "en":
        assert [text for text in said if SPANISH.search(text)] == []


def test_the_explanations_name_rules_that_exist() -> None:
    for section in explained.sections():
        for text in texts(section):
            for number in re.findall(r"N(\d+)", text):
                assert 1 <= int(number) <= 156


def test_every_step_of_a_player_has_a_hint_and_every_hint_a_section() -> None:
    keys = {section.key for section in explained.sections()}
    for code in words_table.STEPS:
        found = hint(code)
        assert found is not None, code
        assert found.section in keys


def test_a_guided_game_tells_each_thing_once_and_only_in_the_first_round() -> None:
    table = Table(4, 15, Settings(market="on"))
    model = table.model(0)
    seen: list[str] = []
    for seat, command in table.moves(700):
        code = model.next_step().code
        found = guided(model.round, seen, code)
        if found is not None:
            assert model.round <= GUIDED_ROUNDS
            assert code not in seen
            seen.append(code)
        model.apply(table.play(seat, command, (0,))[0])
    assert model.round > GUIDED_ROUNDS
    assert {"attempt-first", "wait-attempts", "talks"} <= set(seen)
