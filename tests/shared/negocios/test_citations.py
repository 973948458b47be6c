"""What is published about the rules is complete: citations of N1 to N156, refusals, options of the lobby."""

import ast
import re
from pathlib import Path

import msgspec
import pytest
import teg_shared.rules.negocios
from teg_shared.rules.negocios.data import OBJECTIVES
from teg_shared.rules.negocios.refusals import REFUSALS, RULES
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.registry import VARIANTS

from tools.cited_rules import NO_PLAY, cited, rules

HERE = Path(__file__).parent
SOURCES = Path(teg_shared.rules.negocios.__path__[0])
DEFAULTS = {
    "market": "auto",
    "hegemony": "three_quarters",
    "transfers": "one",
    "negotiation_seconds": 90,
    "agreement_seconds": 30,
    "pacts": "none",
    "round_limit": 0,
    "block_size": 16,
    "leaver": "bot",
}


@pytest.mark.parametrize("rule", [rule for rule in rules("N") if rule not in NO_PLAY])
def test_every_rule_of_play_is_cited_by_a_test(rule: str) -> None:
    assert rule in cited_here()


def cited_here() -> dict[str, list[str]]:
    """Return the tests of this folder by the rule that they cite; read once."""
    if not _CITED:
        _CITED.update(cited("N", HERE))
    return _CITED


_CITED: dict[str, list[str]] = {}


def test_the_list_has_156_rules_and_the_parts_of_n118() -> None:
    assert len(rules("N")) == 156 + 6
    assert rules("N")[117:124] == ["N118", "N118a", "N118b", "N118c", "N118d", "N118e", "N118f"]


def refused() -> dict[str, set[str]]:
    """Return every code that the sources refuse by, and the rules that they name instead of the usual one."""
    found: dict[str, set[str]] = {}
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
                first = node.args[0]
                codes = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                others = {str(a.value) for a in node.args[1:] if isinstance(a, ast.Constant)}
                for code in codes:
                    assert isinstance(code, ast.Constant), f"{path.name}:{node.lineno} refuses by a computed code"
                    found.setdefault(str(code.value), set()).update(others)
    return found


def test_the_published_refusals_are_those_that_the_rules_raise() -> None:
    assert set(refused()) == REFUSALS


def test_every_refusal_names_a_rule_that_there_is() -> None:
    named = set(RULES.values()).union(*refused().values())
    assert named <= set(rules("N"))


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_has_a_test(code: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path.name != Path(__file__).name]
    assert any(f'"{code}"' in text for text in texts)


def test_every_option_of_the_lobby_has_its_default_and_says_its_rule() -> None:
    assert msgspec.to_builtins(Settings()) == DEFAULTS
    source = (SOURCES / "settings.py").read_text(encoding="utf-8")
    assert source.count('"""N') >= len(DEFAULTS)


def test_the_variant_is_published() -> None:
    assert VARIANTS["negocios"] is NEGOCIOS
    assert NEGOCIOS.name == "negocios"


GUIDE = (Path(__file__).parents[3] / "docs" / "rules-negocios.md").read_text(encoding="utf-8")


def test_the_guide_explains_every_rule() -> None:
    told = GUIDE.replace("N1 a N156", "")
    numbers = {int(number) for number in re.findall(r"N(\d+)", told)}
    for first, last in re.findall(r"N(\d+) a N(\d+)", told):
        numbers |= set(range(int(first), int(last) + 1))
    assert numbers == set(range(1, 157))
    assert all(f"N118{part}" in GUIDE for part in "abcdef")


def test_the_guide_lists_every_objective_word_by_word() -> None:
    assert all(f"- **{o.id}.** {o.name_es}" in GUIDE for o in OBJECTIVES)


@pytest.mark.parametrize(("name", "value"), DEFAULTS.items())
def test_the_guide_lists_every_option_with_its_default(name: str, value: object) -> None:
    (row,) = [line for line in GUIDE.splitlines() if line.startswith(f"| `{name}` |")]
    default = row.split("|")[3].strip()
    assert default.strip("`") == str(value)
