"""The language: chosen from the environment, complete in English, harmless without catalogues."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from teg_tui import i18n, names
from tools import catalogue

ROOT = Path(__file__).resolve().parents[3]
CORE = {
    "client.py", "narration.py", "names.py", "words.py", "words_refused.py", "words_table.py", "cli.py",
    "cli_text.py", "cli_odds.py", "cli_verify.py", "negocios/names.py", "negocios/words.py", "negocios/narration.py",
    "negocios/words_table.py", "negocios/words_refused.py", "negocios/help_text.py", "negocios/hints.py",
}  # fmt: skip
FIELD = re.compile(r"\{(\w+)\}")


@pytest.fixture(autouse=True)
def spanish_after() -> Iterator[None]:
    """Leave the language as the other tests expect it."""
    yield
    i18n.choose("es")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "es"),
        ({"LANG": "C.UTF-8"}, "es"),
        ({"LANG": "es_AR.UTF-8"}, "es"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR"}, "es"),
        ({"LANG": "en_US", "LC_ALL": "es_AR"}, "es"),
        ({"LANG": "es_AR", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LC_ALL": "", "LANG": "en"}, "en"),
        ({"LC_ALL": "es_AR", "TEG_LANG": "en"}, "en"),
        ({"TEG_LANG": "EN-us"}, "en"),
    ],
)
def test_the_first_variable_that_is_set_decides(environment: dict[str, str], language: str) -> None:
    assert i18n.language_of(environment) == language


def test_choosing_changes_what_is_said() -> None:
    i18n.choose("es")
    assert names.continent(2) == "Europa"
    assert i18n.ngettext("{n} país", "{n} países", 2) == "{n} países"
    i18n.choose("en")
    assert names.continent(2) == "Europe"
    assert names.symbol(0) == "joker"
    assert i18n.language() == "en"


def test_an_unknown_language_falls_back_to_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEG_LANG", "en")
    assert i18n.choose("tlh") == "en"


def test_a_sentence_without_translation_is_said_in_spanish() -> None:
    i18n.choose("en")
    assert i18n._("una frase que no está en ningún catálogo") == "una frase que no está en ningún catálogo"


def test_one_word_can_mean_two_things() -> None:
    assert i18n.pgettext("mes", "marzo") == "marzo"


def test_english_has_every_sentence_of_the_core() -> None:
    gaps = set(catalogue.missing("en"))
    core = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue.extract()
        if message.id and CORE & {name for name, _ in message.locations}
    }
    assert len(core) > 250
    assert not core & gaps


def test_a_translation_keeps_the_gaps_of_its_sentence() -> None:
    """A translator who mistypes {country} would break the sentence in the middle of a game."""
    for message in catalogue.catalogue_of("en"):
        if not message.id or not message.string:
            continue
        source = message.id if isinstance(message.id, str) else message.id[1]
        said = message.string if isinstance(message.string, str) else message.string[1]
        assert set(FIELD.findall(source)) == set(FIELD.findall(said)), source


def test_the_template_is_up_to_date_with_the_core() -> None:
    with catalogue.TEMPLATE.open("rb") as file:
        known = {message.id for message in read_po(file)}
    for message in catalogue.extract():
        if CORE & {name for name, _ in message.locations}:
            assert message.id in known, f"run tools/catalogue.py: {message.id}"


@pytest.mark.parametrize("po", sorted((ROOT / "teg_tui" / "locale").rglob("*.po")), ids=lambda p: p.stem)
def test_every_catalogue_compiles(po: Path) -> None:
    with po.open("rb") as source:
        out = BytesIO()
        write_mo(out, read_po(source))
    assert len(out.getvalue()) > 1000


def test_no_sentence_hides_in_an_f_string() -> None:
    """The extractor does not look into f-strings: such a sentence would never be translated."""
    hidden = re.compile(r"""\bf(["']).*?\{_\((["'])""")
    for name in CORE:
        for line in (ROOT / "teg_tui" / name).read_text(encoding="utf-8").splitlines():
            assert not hidden.search(line), line


def test_the_tool_says_what_is_missing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "missing", lambda language: ["hola"])
    assert catalogue.main(["check"]) == 1
    assert "en: 1 missing\n  hola" in capsys.readouterr().out
    assert catalogue.main(["nonsense"]) == 2


def test_names_of_what_is_unknown_are_left_as_they_are() -> None:
    assert names.country("x") == "x"
    assert names.country(-5) == "-5"
    assert names.continent(99) == "99"
    assert names.colour("lila") == "lila"
    assert names.level("mariscal") == "mariscal"
    assert names.card(-1) == "una tarjeta oculta"
    assert names.card(None) == "None"
    assert names.code(0) == "ARG"


@pytest.mark.parametrize(
    ("parts", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a y b"), (["a", "b", "c"], "a, b y c")]
)
def test_lists_are_spoken(parts: list[str], said: str) -> None:
    assert names.listed(parts) == said


def test_what_would_not_be_compiled_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Babel marks a sentence that got a plural as fuzzy and leaves it out: it was read in Spanish and nothing told."""
    template = Catalog()
    for sentence in ("uno", ("dos", "dos más"), "tres", "cuatro"):
        template.add(sentence)
    known = Catalog(locale="en")
    known.add("uno", "one")
    known.add(("dos", "dos más"), ("two", "two more"), flags=("fuzzy",))
    known.add("tres", "three", flags=("fuzzy",))
    monkeypatch.setattr(catalogue, "extract", lambda: template)
    monkeypatch.setattr(catalogue, "catalogue_of", lambda _language: known)
    assert catalogue.missing("en") == ["dos", "tres", "cuatro"]
