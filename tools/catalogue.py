"""Message catalogues: extract sentences from the source, bring the catalogues up to date, compile them.

`python tools/catalogue.py` does all three; `check` says what is missing and changes nothing.
"""

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "teg_tui"
LOCALE = SOURCE / "locale"
TEMPLATE = LOCALE / "teg.pot"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
TRANSLATED = ("en",)
"""Languages with a catalogue of the game's sentences; Spanish is the source."""


def extract() -> Catalog:
    """Return the sentences that the source holds now, with the files they stand in."""
    catalogue = Catalog(project="teg-tui", charset="utf-8", header_comment="# Sentences of teg-tui.", fuzzy=False)
    for name, _line, message, comments, context in extract_from_dir(
        SOURCE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("i18n:",)
    ):
        # no line numbers: they would change the catalogue with every edit of the source
        catalogue.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as its file, sorted, without dates that would change at each run."""
    out = BytesIO()
    write_po(out, catalogue, width=110, sort_output=True, omit_header=False, include_lineno=False)
    lines = out.getvalue().decode().splitlines(keepends=True)
    dated = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Language-Team')
    return "".join(line for line in lines if not line.startswith(dated)).encode()


def catalogue_of(language: str) -> Catalog:
    """Return the catalogue of a language, an empty one if it has none yet."""
    path = LOCALE / language / "LC_MESSAGES" / "teg.po"
    if not path.exists():
        return Catalog(locale=language, project="teg-tui", header_comment="# Sentences of teg-tui.", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update() -> None:
    """Write the template and bring each catalogue up to date; what is gone from the source goes."""
    template = extract()
    TEMPLATE.write_bytes(written(template))
    for language in TRANSLATED:
        catalogue = catalogue_of(language)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        path = LOCALE / language / "LC_MESSAGES" / "teg.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalogue))


def compile_all() -> None:
    """Write a .mo beside each .po."""
    for po in sorted(LOCALE.rglob("*.po")):
        with po.open("rb") as source, po.with_suffix(".mo").open("wb") as target:
            write_mo(target, read_po(source))


def missing(language: str) -> list[str]:
    """Return the sentences of the source that a language does not have."""
    catalogue = catalogue_of(language)
    gaps = []
    for message in extract():
        if not message.id:
            continue
        known = catalogue.get(message.id, message.context)
        # what is fuzzy is not compiled: it would be read in Spanish
        if known is None or known.fuzzy or not known.string or not all(known.string):
            gaps.append(message.id if isinstance(message.id, str) else message.id[0])
    return gaps


def check() -> int:
    """Print what is missing; return 1 if anything is."""
    gaps = {language: missing(language) for language in TRANSLATED}
    for language, sentences in gaps.items():
        print(f"{language}: {len(sentences)} missing")
        for sentence in sentences:
            print(f"  {sentence}")
    return int(any(gaps.values()))


def main(arguments: list[str]) -> int:
    """Run one of `extract`, `update`, `compile`, `check`, or all that write."""
    match arguments:
        case ["extract"]:
            TEMPLATE.write_bytes(written(extract()))
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check"]:
            return check()
        case []:
            update()
            compile_all()
        case _:
            print("usage: catalogue.py [extract | update | compile | check]")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
