"""The names on the map of both games in another language than the drawings'."""

from collections.abc import Iterator

import pytest
from teg_shared.rules.negocios.data import BOARD as NEGOCIOS

from teg_tui import i18n
from teg_tui.map.raster import SIZES, Raster, load
from teg_tui.names import code, country
from teg_tui.screens.boardwork import SEAS, SLUGS, GameMap


@pytest.fixture(params=["es", "en"])
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    before = i18n.language()
    yield i18n.choose(request.param)
    i18n.choose(before)


@pytest.fixture(params=SIZES)
def other(request: pytest.FixtureRequest) -> Raster:
    return load("negocios", request.param)


@pytest.fixture(params=SIZES)
def drawing(request: pytest.FixtureRequest) -> Raster:
    return load("classic", request.param)


def test_every_country_is_called_as_everywhere_else_or_by_its_code(spoken: str, drawing: Raster) -> None:
    shown = GameMap("classic").named(drawing)
    for number, slug in enumerate(SLUGS):
        text = shown.labels[slug].text
        fits = {country(number), code(number), code(number).capitalize()}
        assert text in fits or text == drawing.labels[slug].text == "G. Bretaña" or len(text) == 3


def test_a_name_stays_where_there_is_room_for_it(spoken: str, drawing: Raster) -> None:
    """Each within the cells that the drawing keeps for the name, or on the country itself: no two can meet."""
    shown = GameMap("classic").named(drawing)
    for slug, old in drawing.labels.items():
        new = shown.labels[slug]
        assert new.at[1] == old.at[1]
        (x, y), end = new.at, new.at[0] + len(new.text)
        kept = old.at[0] <= x and end <= old.at[0] + len(old.text)
        assert kept or {shown.main[y][column] for column in range(x, end)} == {slug}
        assert (new.chip, new.chip_width) == (old.chip, old.chip_width)
    assert all(len(new.text) <= len(old.text) for new, old in zip(shown.words, drawing.words, strict=True))
    assert {word.text for word in drawing.words} <= set(SEAS)


def test_the_map_speaks_english_with_the_rest_of_the_screen(drawing: Raster) -> None:
    before = i18n.language()
    try:
        i18n.choose("en")
        texts = {label.text for label in GameMap("classic").named(drawing).labels.values()}
    finally:
        i18n.choose(before)
    spanish = {"Alemania", "España", "Brasil", "Perú", "Rusia", "Nueva York"}
    assert not texts & spanish
    assert drawing.small or {"Germany", "Spain", "Brazil", "Poland"} <= texts


def test_in_spanish_the_drawing_stays_as_it_is(drawing: Raster) -> None:
    before = i18n.language()
    try:
        i18n.choose("es")
        assert GameMap("classic").named(drawing) is drawing
    finally:
        i18n.choose(before)


def in_english(raster: Raster) -> Raster:
    before = i18n.language()
    try:
        i18n.choose("en")
        return GameMap("negocios").named(raster)
    finally:
        i18n.choose(before)


def test_the_map_of_negocios_speaks_english_too(other: Raster) -> None:
    """Each country by its name, within the old one's cells or its own, or by its code; so do links that leave."""
    shown = in_english(other)
    english = {info.id: {info.name_en, info.code, info.code.capitalize()} for info in NEGOCIOS.countries}
    for slug, old in other.labels.items():
        new = shown.labels[slug]
        assert new.text in english[slug]
        (x, y), end = new.at, new.at[0] + len(new.text)
        kept = old.at[0] <= x and end <= old.at[0] + len(old.text)
        assert kept or {shown.main[y][column] for column in range(x, end)} == {slug}
    for stub, before in zip(shown.stubs, other.stubs, strict=True):
        assert stub.text in english[stub.other] | {""}
        assert len(stub.text) <= len(before.text)
    texts = {label.text for label in shown.labels.values()}
    assert other.small or {"Germany", "Spain", "Brazil"} & texts
