"""Which rules of a rule book the tests cite: `python tools/cited_rules.py N` (or `C`); a line a rule, then the rest.

A test cites a rule by its name (`test_n43_…`, several in a row: `test_n41_n42_…`) or in its docstring (N43).
"""

import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"
LAST = {"C": 36, "N": 156}
"""Number of the last rule of each book: classic T.E.G. and T.E.G. de los Negocios."""
PARTS = {"N118": "abcdef"}
"""Rules with parts that are numbered on their own."""
NO_PLAY = {
    "N4": "says that a ficha is no box: a word",
    "N139": "a flavour text that has no effect",
}
"""Rules that are no rule of play, and why; whatever else is uncited lacks a test."""


def rules(book: str) -> list[str]:
    """Return every rule of a book in order."""
    out: list[str] = []
    for number in range(1, LAST[book] + 1):
        rule = f"{book}{number}"
        out += [rule, *(rule + part for part in PARTS.get(rule, ""))]
    return out


def cited(book: str, folder: Path = TESTS) -> dict[str, list[str]]:
    """Return the tests that cite each rule of a book."""
    known = set(rules(book))
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for rule in _named(book, node) & known:
                    found[rule].append(f"{path.relative_to(folder).as_posix()}::{node.name}")
    return found


def _named(book: str, test: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    words = re.findall(rf"_{book.lower()}(\d+[a-z]?)(?=_)", test.name)
    words += re.findall(rf"\b{book}(\d+[a-z]?)\b", ast.get_docstring(test) or "")
    return {book + word for word in words}


def main() -> None:
    """Print how many tests cite each rule, and which rules none cites."""
    book = sys.argv[1].upper() if len(sys.argv) > 1 else "N"
    if book not in LAST:
        sys.exit(f"no rule book {book!r}; there are {', '.join(LAST)}")
    found = cited(book)
    for rule in rules(book):
        if rule in found:
            print(f"{rule:6} {len(found[rule]):3}  {found[rule][0]}")
    missing = [rule for rule in rules(book) if rule not in found]
    excused = [f"{rule} ({NO_PLAY[rule]})" for rule in missing if rule in NO_PLAY]
    lacking = [rule for rule in missing if rule not in NO_PLAY]
    print(f"\n{len(found)} of {len(rules(book))} rules are cited")
    print(f"no rule of play: {', '.join(excused) or 'none'}")
    print(f"without a test:  {', '.join(lacking) or 'none'}")


if __name__ == "__main__":
    main()
