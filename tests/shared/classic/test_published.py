"""What is published about the rules is complete: citations of C1 to C36, refusals, house rules, data."""

import ast
import re
from pathlib import Path

import msgspec
import pytest
import teg_shared.rules.classic
from teg_shared.rules.classic.data import BOARD, COMMON_COUNTRIES, OBJECTIVES
from teg_shared.rules.classic.refusals import REFUSALS
from teg_shared.rules.classic.rules import CLASSIC
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.registry import VARIANTS

HERE = Path(__file__).parent
RULES = Path(teg_shared.rules.classic.__path__[0])
TESTS = sorted(HERE.glob("test_*.py"))


def raised() -> set[str]:
    """Return every code that the source raises as a refusal."""
    codes = set()
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RuleError":
                assert isinstance(node.args[0], ast.Constant), f"{path.name}:{node.lineno} raises a computed code"
                codes.add(str(node.args[0].value))
    return codes


def cited() -> set[str]:
    """Return the rules that the names and docstrings of tests cite."""
    found = set()
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {word.upper() for word in re.findall(r"_([ct]\d+)(?=_)", node.name)}
                found |= set(re.findall(r"\b[CT]\d+\b", ast.get_docstring(node) or ""))
    return found


def test_every_rule_is_cited_by_a_test() -> None:
    assert {f"C{n}" for n in range(1, 37)} | {"T3", "T4"} <= cited()


def test_no_test_cites_a_rule_that_there_is_not() -> None:
    assert cited() <= {f"C{n}" for n in range(1, 37)} | {f"T{n}" for n in range(1, 7)}


def test_the_published_refusals_are_those_that_the_rules_raise() -> None:
    assert raised() == REFUSALS


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_has_a_test(code: str) -> None:
    others = [path.read_text() for path in TESTS if path.name != "test_published.py"]
    assert any(f'"{code}"' in text for text in others)


def test_a_refusal_is_a_slug() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in REFUSALS)


@pytest.mark.parametrize("field", msgspec.structs.fields(Settings), ids=lambda field: field.name)
def test_every_house_rule_is_tested_away_from_its_default(field: msgspec.structs.FieldInfo) -> None:
    """T4: `leaver` decides in the server who plays on; the rules only know how a seat is given up."""
    if field.name == "leaver":
        return
    texts = "".join(path.read_text() for path in TESTS if path.name != "test_published.py")
    assert f"{field.name}:" in texts or f"{field.name}=" in texts


def test_the_preset_official_is_the_booklet() -> None:
    different = {
        field.name: getattr(OFFICIAL, field.name)
        for field in msgspec.structs.fields(Settings)
        if getattr(OFFICIAL, field.name) != field.default
    }
    assert different == {
        "small_table_objective": "conquer_all",
        "first_round_incorporates": False,
        "second_conquest_after": 3,
        "exchange_counter": "player",
        "orphan_objective": "common_only",
        "pacts": "notice",
    }


def test_the_board_has_fifty_countries_in_six_continents_with_89_borders_of_which_23_are_bridges() -> None:
    sizes = {
        continent.id: mask.bit_count() for continent, mask in zip(BOARD.continents, BOARD.continent_masks, strict=True)
    }
    assert (len(BOARD.countries), len(BOARD.borders), len(BOARD.bridges), sizes) == (
        50,
        89,
        23,
        {"america_sur": 6, "america_norte": 10, "europa": 9, "africa": 6, "asia": 15, "oceania": 4},
    )


def test_there_are_fifteen_objectives_and_the_common_one_of_thirty_countries() -> None:
    assert ([o.number for o in OBJECTIVES], COMMON_COUNTRIES) == (list(range(1, 16)), 30)


def test_the_registry_names_the_variant() -> None:
    assert (VARIANTS["classic"], "classic" in VARIANTS, CLASSIC.name, CLASSIC.seats) == (
        CLASSIC,
        True,
        "classic",
        range(2, 7),
    )


def test_the_registry_knows_no_other_name() -> None:
    assert ("poker" in VARIANTS, len(VARIANTS) == len(list(VARIANTS))) == (False, True)
    with pytest.raises(KeyError):
        VARIANTS["poker"]
