"""Every code of rules and server has a sentence, in both languages, with its facts in words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from teg_shared.protocol import record
from teg_shared.rules.classic.data import COLOURS, OBJECTIVES
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.classic.state import Pact, Phase, Proposal

from teg_tui import cli_verify, i18n, phrases, words, words_refused, words_table
from teg_tui.changes import Status
from teg_tui.rows import NextStep, Part
from teg_tui.steps import Action
from tests.client.core.table import Table

ROOT = Path(__file__).resolve().parents[3]
RAISERS = {"RuleError", "Notice", "Bye", "FrameError", "MalformedError", "HeaderError"}
SENDERS = {"bye", "_break"}
"""Methods of the server whose first argument is a code."""
TABLES = (words_refused.RULES, words_refused.SERVER, words_refused.CONNECTION, words_table.NOTICES)
FIELD = re.compile(r"\{(\w+)\}")


def calls(folder: str) -> Iterator[tuple[ast.Call, str, str]]:
    """Yield each call under a folder that names a code, with the code and the place."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            position = 0 if name in RAISERS | SENDERS | {"Refused"} else None
            if position is None or not node.args:
                continue
            for code in constants(node.args[position]):
                yield node, code, f"{path.name}:{node.lineno}"


def constants(node: ast.expr) -> Iterator[str]:
    """Yield the text that an argument can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


@pytest.fixture(params=["es", "en"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak each language in turn."""
    yield i18n.choose(request.param)
    i18n.choose("es")


@pytest.mark.parametrize("folder", ["shared", "server"])
def test_every_code_in_the_sources_has_a_sentence(folder: str) -> None:
    found = list(calls(folder))
    assert len(found) > 30
    unknown = {f"{code} ({place})" for _, code, place in found if not phrases.known(code)}
    assert not unknown


def test_a_sentence_asks_only_for_facts_that_come_with_its_code() -> None:
    """A fact that the rules or the server never send would be a gap in the sentence."""
    given: dict[str, list[set[str]]] = {}
    for folder in ("shared", "server"):
        for node, code, _ in calls(folder):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            facts = {keyword.arg for keyword in node.keywords if keyword.arg}
            for argument in node.args[1:]:
                if isinstance(argument, ast.Dict):
                    facts |= {str(k.value) for k in argument.keys if isinstance(k, ast.Constant)}
            if name not in ("FrameError", "MalformedError", "Refused"):
                given.setdefault(code, []).append(facts)
    for code, lists in given.items():
        asked = set(FIELD.findall(next(table[code] for table in TABLES if code in table)))
        for facts in lists:
            assert asked <= facts, (code, asked - facts)


def test_no_sentence_stands_for_a_code_that_nobody_sends() -> None:
    """A table that keeps dead codes hides a typing error in a living one."""
    sent = {code for folder in ("shared", "server") for _, code, _ in calls(folder)}
    texts = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "server").rglob("*.py")))
    for table in (words_refused.RULES, words_refused.SERVER, words_table.NOTICES):
        for code in table:
            assert code in sent or f'"{code}"' in texts or code in {"hash", "malformed"}, code


def test_no_code_stands_in_two_tables() -> None:
    codes = [code for table in TABLES for code in table]
    assert len(codes) == len(set(codes))


def test_an_unknown_code_is_still_a_sentence(language: str) -> None:
    said = words.sentence("from-the-future", {"x": 1})
    assert "from-the-future" in said
    assert said[-1] == "."


def test_facts_are_said_in_words(language: str) -> None:
    table = Table(3, 1)
    model = table.model(0)
    said = words.sentence("not-your-turn", {"turn": 1}, model)
    assert "Beto" in said
    said = words.sentence("not-bordering", {"source": 0, "target": 10}, model)
    assert "Argentina" in said
    assert "0" not in said
    said = words.sentence("exchange-first", {"cards": 5})
    assert ("5 tarjetas" if language == "es" else "5 cards") in said
    said = words.sentence("place-first", {"armies": 1})
    assert ("1 ejército." if language == "es" else "1 army.") in said


def test_missing_and_strange_facts_do_no_harm() -> None:
    assert "…" in words.sentence("not-bordering", {})
    assert words.sentence("not-yours", {"country": 999}) == "999 no es tuyo."
    assert words.sentence("not-yours", {"country": "{0.__class__}"}) == "{0.__class__} no es tuyo."
    assert words.sentence("unknown-seat", {"seat": None})


def test_a_pact_in_the_way_is_named_with_both_sides_and_place() -> None:
    model = Table(2, 3).model(0)
    model.chronicler.bargains[7] = Pact(7, 0, 1, (0, 1), 2, 9)
    said = words.sentence("pact-in-the-way", {"pacts": [7]}, model)
    assert "Ana y Beto" in said
    assert "hasta la ronda 9" in said


def test_a_proposal_for_the_whole_map_is_said_so() -> None:
    model = Table(2, 3).model(0)
    assert phrases.pact_words(model, Proposal(1, 1, 0, None, None)) == "Beto y Ana (todo el mapa)"


def test_every_phase_action_step_and_status_has_its_words(language: str) -> None:
    for phase in Phase:
        assert phrases.phase(phase.value)
    for action in Action:
        assert words.action(action.value)
    for code in words_table.STEPS:
        facts: dict[str, object] = {
            "armies": 3, "bound": 2, "continent": 1, "cards": 5, "target": 4, "least": 1, "most": 3, "card": 7,
            "winner": 0,
        }  # fmt: skip
        assert "…" not in words.step(NextStep(code, 0, facts=facts)).rstrip("…")
    for condition in ("connecting", "online", "reconnecting", "closed"):
        assert words.status(Status(condition))


def test_the_status_says_why_and_when() -> None:
    said = words.status(Status("reconnecting", 3, 10.0, "lost"), 2.4)
    assert said == "Reconectando (intento 3, en 2 s). Se cortó la conexión."


def test_who_is_out_is_told_so() -> None:
    assert words.step(NextStep("wait-attack", 1, facts={"out": True})).endswith("mirás.")


def test_every_house_rule_and_each_of_its_values_has_a_name(language: str) -> None:
    for settings in (Settings(), OFFICIAL):
        assert len(words.house_rules(settings)) == len(settings.__struct_fields__)
        assert all(name and value for name, value in words.house_rules(settings))
    for field in msgspec.structs.fields(Settings):
        values = getattr(field.type, "__args__", ())
        for value in values:
            assert words.house_value(field.name, value)
        if values:
            assert set(values) == set(words_table.RULE_VALUES[field.name])


def test_every_objective_is_said_in_words(language: str) -> None:
    said = [words.objective(number) for number in range(-1, len(OBJECTIVES) + 1)]
    assert len(set(said)) == len(said)
    assert all(sentence.endswith(".") for sentence in said)


def test_an_objective_to_destroy_names_whom_it_means() -> None:
    """Who has to destroy their own colour is told of the player on their right instead (C26)."""
    colours = list(COLOURS[:3])
    model = Table(3, 1).model(0)
    own = next(o.number for o in OBJECTIVES if o.colour == colours[0])
    said = words.objective(own, colours, 0, model)
    assert "Caro" in said
    assert "negro" in said
    other = next(o.number for o in OBJECTIVES if o.colour == colours[1])
    assert "Como" not in words.objective(other, colours, 0, model)
    absent = next(o.number for o in OBJECTIVES if o.colour == COLOURS[5])
    assert "Caro" in words.objective(absent, colours, 0, model)


@pytest.mark.parametrize("kind", ["continent", "count", "group", "destroy", "common", "all"])
def test_every_part_of_an_objective_is_said(kind: str, language: str) -> None:
    assert words.part(Part(kind, 1, 0, 2))  # type: ignore[arg-type]


def test_every_problem_of_a_record_has_a_sentence() -> None:
    """The codes are read from the source: a new one without a sentence fails here."""
    source = Path(record.__file__).read_text(encoding="utf-8")
    codes = set(re.findall(r'Problem\(\s*"([a-z-]+)"', source))
    assert len(codes) > 10
    assert codes <= set(cli_verify.PROBLEMS)


def test_names_of_people_are_put_in_as_they_are() -> None:
    """Markup is the screen's to escape: a name must not be changed by the way."""
    assert "[/b]{x}" in words.sentence("name-taken", {"name": "[/b]{x}"})
