"""What a state looks like, and that a change redraws exactly what differs."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style

from teg_tui.map.drawing import Drawing, half_blocks
from teg_tui.map.layers import layers_of
from teg_tui.map.looks import chip_text
from teg_tui.map.palette import BASE, COLOURS, CONSOLE, CUBE, GREY, TRUECOLOR, Palette
from teg_tui.map.raster import SIZES, Raster, load
from teg_tui.map.state import Kind, MapState
from tests.client.map.demo import position

OWNERS, ARMIES = position("classic")
STATE = MapState(OWNERS, ARMIES)
SMALL, MEDIUM, LARGE = (load("classic", size) for size in "sml")
BRASIL_SAHARA = frozenset(("brasil", "sahara"))
CHINA_MALASIA = frozenset(("china", "malasia"))


def text(drawing: Drawing) -> str:
    raster = drawing.raster
    return "\n".join("".join(drawing.cell(x, y)[0] for x in range(raster.width)) for y in range(raster.height))


def name_style(drawing: Drawing, country: str) -> Style:
    return drawing.cell(*drawing.raster.labels[country].at)[1]


def colour(style: Style, *, paper: bool) -> str:
    found = style.bgcolor if paper else style.color
    assert found is not None
    return found.name


def chip(drawing: Drawing, country: str) -> str:
    label = drawing.raster.labels[country]
    return "".join(drawing.cell(label.chip[0] + i, label.chip[1])[0] for i in range(label.chip_width)).strip()


def knot(raster: Raster, pair: frozenset[str]) -> tuple[int, int]:
    return next(cell for cell, knotted in layers_of(raster).knots.items() if knotted == pair)


# --- owners and armies


@pytest.mark.parametrize("raster", [SMALL, MEDIUM, LARGE], ids=lambda raster: raster.name)
def test_every_chip_says_the_owner_and_the_armies(raster: Raster) -> None:
    drawing = Drawing(raster, TRUECOLOR, STATE)
    for country in raster.labels:
        assert chip(drawing, country) == TRUECOLOR.sign(OWNERS[country]) + str(ARMIES[country])


@pytest.mark.parametrize("palette", [GREY, BASE, CONSOLE], ids=lambda palette: palette.name)
def test_without_colour_the_owner_is_a_letter(palette: Palette) -> None:
    assert chip(Drawing(SMALL, palette, STATE), "alaska") == "Z8"


def test_letters_can_be_asked_for() -> None:
    assert chip(Drawing(SMALL, TRUECOLOR, STATE, letters=True), "alaska") == "Z8"


def test_a_country_without_owner_shows_neither_sign_nor_armies() -> None:
    drawing = Drawing(MEDIUM, TRUECOLOR)
    assert chip(drawing, "alaska") == ""
    assert colour(name_style(drawing, "alaska"), paper=True) == TRUECOLOR.neutral.fills[MEDIUM.tints["alaska"]]


@pytest.mark.parametrize(
    ("badge", "armies", "width", "shown"),
    [
        ("", 7, 3, "▴7"),
        ("", 12, 3, "▴12"),
        ("", 123, 3, "123"),
        ("", 1234, 3, "99+"),
        ("P", 7, 3, "P▴7"),
        ("P", 12, 3, "▴12"),
        ("P", 12, 5, "P ▴12"),
        ("", None, 3, "▴"),
    ],
)
def test_a_chip_drops_what_does_not_fit_but_never_a_digit(
    badge: str, armies: int | None, width: int, shown: str
) -> None:
    assert chip_text(badge, "▴", armies, width) == shown


def test_the_factor_stands_before_the_armies() -> None:
    state = replace(STATE, factors={"rusia": "P"})
    assert chip(Drawing(SMALL, TRUECOLOR, state), "rusia") == "P▴2"
    assert chip(Drawing(LARGE, TRUECOLOR, state), "rusia") == "P ▴2"


# --- marks


@pytest.mark.parametrize("palette", [TRUECOLOR, CUBE, BASE, GREY], ids=lambda palette: palette.name)
def test_the_parts_in_a_move_can_be_told_apart_without_colour(palette: Palette) -> None:
    """Options and target are underlined; the target and the selected country stand on another background."""
    state = replace(STATE, selected="iran", options=frozenset(("china", "india")), target="china")
    before, after = Drawing(SMALL, palette, STATE), Drawing(SMALL, palette, state)
    underlined = [c for c in SMALL.labels if name_style(after, c).underline]
    assert underlined == ["china", "india"]
    for country in ("iran", "china"):
        assert colour(name_style(after, country), paper=True) != colour(name_style(before, country), paper=True)


@pytest.mark.parametrize(
    ("kind", "colours"),
    [("attack", [TRUECOLOR.attack, TRUECOLOR.target]), ("move", [TRUECOLOR.move, TRUECOLOR.destination])],
)
def test_attacks_and_moves_have_different_colours(kind: Kind, colours: list[str]) -> None:
    state = replace(STATE, selected="iran", options=frozenset(("turquia", "gobi")), target="gobi", kind=kind)
    drawing = Drawing(MEDIUM, TRUECOLOR, state)
    assert [colour(name_style(drawing, country), paper=True) for country in ("turquia", "gobi")] == colours


def test_nothing_is_red_in_a_friendly_move() -> None:
    state = replace(STATE, selected="iran", options=frozenset(("aral", "gobi")), target="gobi", kind="move")
    drawing = Drawing(MEDIUM, TRUECOLOR, state)
    looks = [drawing.cell(x, y)[1] for y in range(MEDIUM.height) for x in range(MEDIUM.width)]
    used = {colour(look, paper=paper) for look in looks for paper in (True, False)}
    assert not used & {TRUECOLOR.attack, TRUECOLOR.target}


def test_a_mark_that_would_vanish_on_its_owners_colour_is_inverted() -> None:
    state = replace(STATE, owners=OWNERS | {"india": "blanco"}, selected="india")
    assert colour(name_style(Drawing(MEDIUM, TRUECOLOR, state), "india"), paper=True) == TRUECOLOR.ink


@pytest.mark.parametrize("palette", [TRUECOLOR, CUBE, BASE, GREY], ids=lambda palette: palette.name)
def test_the_cursor_inverts_the_chip(palette: Palette) -> None:
    label = MEDIUM.labels["rusia"]
    place = label.chip[0] + label.chip_width // 2, label.chip[1]
    before = Drawing(MEDIUM, palette, STATE).cell(*place)[1]
    after = Drawing(MEDIUM, palette, replace(STATE, cursor="rusia")).cell(*place)[1]
    assert (after.color, after.bgcolor) == (before.bgcolor, before.color)


def test_the_way_over_the_sea_to_an_option_is_lit() -> None:
    state = replace(STATE, selected="brasil", options=frozenset(("sahara",)))
    drawing = Drawing(MEDIUM, TRUECOLOR, state)
    for cell in layers_of(MEDIUM).route_cells[BRASIL_SAHARA]:
        assert colour(drawing.cell(*cell)[1], paper=False) == TRUECOLOR.attack


# --- pacts


@pytest.mark.parametrize("palette", [TRUECOLOR, CUBE, BASE, CONSOLE, GREY], ids=lambda palette: palette.name)
@pytest.mark.parametrize("size", SIZES)
def test_a_frontier_at_peace_has_a_sign_at_every_size_and_without_colour(size: str, palette: Palette) -> None:
    raster = load("classic", size)
    drawing = Drawing(raster, palette, replace(STATE, edges=frozenset((CHINA_MALASIA,))))
    assert drawing.cell(*knot(raster, CHINA_MALASIA))[0] == "═"
    assert text(drawing).count("═") == 1


def test_a_link_at_peace_is_a_double_line() -> None:
    drawing = Drawing(MEDIUM, GREY, replace(STATE, edges=frozenset((BRASIL_SAHARA,))))
    cells = layers_of(MEDIUM).route_cells[BRASIL_SAHARA]
    assert {drawing.cell(*cell)[0] for cell in cells} == {"═"}


@pytest.mark.parametrize("size", SIZES)
def test_a_link_that_leaves_the_map_has_double_arrows_in_peace(size: str) -> None:
    drawing = Drawing(load("classic", size), GREY, STATE)
    assert [text(drawing).count(arrow) for arrow in "◂▸«»"] == [2, 2, 0, 0]
    drawing.update(replace(STATE, edges=frozenset((frozenset(("alaska", "kamchatka")),))))
    assert [text(drawing).count(arrow) for arrow in "◂▸«»"] == [1, 1, 1, 1]


def test_two_colours_at_peace_are_so_on_every_frontier_of_theirs() -> None:
    drawing = Drawing(MEDIUM, TRUECOLOR, replace(STATE, pairs=frozenset((frozenset(("rojo", "azul")),))))
    signed = {pair for cell, pair in layers_of(MEDIUM).knots.items() if drawing.cell(*cell)[0] == "═"}
    assert signed == {
        pair for pair in layers_of(MEDIUM).knots.values() if {OWNERS[country] for country in pair} == {"rojo", "azul"}
    }


@pytest.mark.parametrize("size", SIZES)
def test_without_a_pact_there_is_no_sign_of_one(size: str) -> None:
    assert not set(text(Drawing(load("classic", size), TRUECOLOR, STATE))) & set("═«»")


# --- terminals


def test_half_blocks_are_all_that_the_console_is_sent() -> None:
    shown = set(text(Drawing(LARGE, CONSOLE, STATE)))
    assert not shown & set("▘▝▖▗▚▞▛▜▙▟")
    assert shown & set("▀▄▌▐")


def test_the_console_never_puts_its_bright_black_behind_anything() -> None:
    drawing = Drawing(MEDIUM, CONSOLE, STATE)
    cells = [drawing.cell(x, y) for y in range(MEDIUM.height) for x in range(MEDIUM.width)]
    assert CONSOLE.ink_only not in {colour(look, paper=True) for _, look in cells}
    assert ("▒", CONSOLE.ink_only) in {(char, colour(look, paper=False)) for char, look in cells}


@pytest.mark.parametrize("bits", range(16))
def test_shapes_are_snapped_to_half_blocks(bits: int) -> None:
    assert half_blocks(bits) in {0b0000, 0b1111, 0b0011, 0b1100, 0b0101, 0b1010}
    assert half_blocks(half_blocks(bits)) == half_blocks(bits)


# --- strips and changes


@pytest.mark.parametrize("raster", [SMALL, MEDIUM], ids=lambda raster: raster.name)
def test_strips_show_the_cells(raster: Raster) -> None:
    """A space may have another ink than its cell, which nobody can see; all else is the same."""
    drawing = Drawing(raster, TRUECOLOR, replace(STATE, options=frozenset(("india", "nueva_york"))))
    for y in range(raster.height):
        strip = drawing.strip(y, 8, 40)
        shown = [(char, segment.style) for segment in strip for char in segment.text]
        assert strip.cell_length == len(shown) == 32
        for x, (char, look) in enumerate(shown, start=8):
            wanted_char, wanted = drawing.cell(x, y)
            assert look is not None
            assert (char, look.bgcolor, look.underline) == (wanted_char, wanted.bgcolor, wanted.underline)
            assert char == " " or look == wanted


def test_a_name_is_one_segment_with_the_land_around_it() -> None:
    drawing = Drawing(MEDIUM, TRUECOLOR, STATE)
    x, y = MEDIUM.labels["sahara"].at
    assert [segment.text for segment in drawing.strip(y, x - 1, x + 7)] == [" Sahara "]


def test_one_army_is_one_cell() -> None:
    drawing = Drawing(LARGE, TRUECOLOR, STATE)
    drawing.cell(0, 0)
    label = LARGE.labels["rusia"]
    (cell,) = drawing.update(replace(STATE, armies=ARMIES | {"rusia": 3}))
    assert cell[1] == label.chip[1]
    assert label.chip[0] <= cell[0] < label.chip[0] + label.chip_width


def test_the_same_state_again_is_no_change() -> None:
    drawing = Drawing(MEDIUM, TRUECOLOR, STATE)
    drawing.cell(0, 0)
    assert drawing.update(replace(STATE, owners=dict(OWNERS), armies=dict(ARMIES))) == set()


def test_a_change_renews_the_strips_it_is_in() -> None:
    drawing = Drawing(SMALL, TRUECOLOR, STATE)
    y = SMALL.labels["rusia"].chip[1]
    before = drawing.strip(y, 0, 56).text
    drawing.update(replace(STATE, armies=ARMIES | {"rusia": 9}))
    assert drawing.strip(y, 0, 56).text == before.replace("▴2", "▴9", 1) or "▴9" in drawing.strip(y, 0, 56).text


countries = st.sampled_from(sorted(OWNERS))
pairs_of_countries = st.sampled_from(sorted(layers_of(SMALL).knots.values(), key=sorted)) | st.sampled_from(
    sorted(layers_of(SMALL).route_cells, key=sorted)
)
pairs_of_colours = st.sets(st.sampled_from(COLOURS[:6]), min_size=2, max_size=2).map(frozenset)
states = st.builds(
    MapState,
    owners=st.dictionaries(countries, st.sampled_from(COLOURS), max_size=8).map(lambda some: OWNERS | some),
    armies=st.dictionaries(countries, st.integers(1, 120), max_size=8).map(lambda some: ARMIES | some),
    factors=st.dictionaries(countries, st.sampled_from("APR"), max_size=3),
    cursor=st.none() | countries,
    selected=st.none() | countries,
    options=st.frozensets(countries, max_size=4),
    target=st.none() | countries,
    kind=st.sampled_from(["attack", "move"]),
    edges=st.frozensets(pairs_of_countries, max_size=3),
    pairs=st.frozensets(pairs_of_colours, max_size=2),
    flashing=st.frozensets(countries, max_size=2),
)


@settings(max_examples=60, deadline=None)
@given(old=states, new=states, raster=st.sampled_from([SMALL, MEDIUM]))
def test_a_changed_drawing_equals_a_new_one(old: MapState, new: MapState, raster: Raster) -> None:
    """Nothing that looks different is missed, and nothing else is said to have changed."""
    changing, fresh, stale = (Drawing(raster, TRUECOLOR, state) for state in (old, new, old))
    changing.cell(0, 0)
    changed = changing.update(new)
    for y in range(raster.height):
        for x in range(raster.width):
            assert changing.cell(x, y) == fresh.cell(x, y), (x, y)
            assert ((x, y) in changed) == (fresh.cell(x, y) != stale.cell(x, y)), (x, y)
