"""The map widget: keys and mouse, sizes, scrolling, and repainting no more than has changed."""

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from teg_tui.map import view
from teg_tui.map.palette import TRUECOLOR
from teg_tui.map.view import COLUMN, MapColumn, MapView
from tests.client.map.demo import MapDemo

SIZES = [(56, 22, "teg-s"), (90, 34, "teg-m"), (110, 37, "teg-n"), (154, 51, "teg-l")]


def demo(variant: str = "classic") -> MapDemo:
    return MapDemo(variant, TRUECOLOR)


def shown(pilot: Pilot[None]) -> list[str]:
    """The text of the screen's rows."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def place(view: MapView, country: str) -> tuple[int, int]:
    """The screen cell of a country's army count."""
    x, y = view.drawing.raster.labels[country].chip
    return x + view._board.region.x, y + view._board.region.y


@pytest.mark.parametrize(("width", "height", "name"), SIZES)
async def test_the_largest_drawing_that_fits_is_shown_whole(width: int, height: int, name: str) -> None:
    async with demo().run_test(size=(width, height)) as pilot:
        await pilot.pause()
        view = pilot.app.query_one(MapView)
        raster = view.drawing.raster
        assert raster.name == name
        drawn = [line[view._board.region.x :][: raster.width] for line in shown(pilot)]
        for y in range(raster.height):
            row = "".join(view.drawing.cell(x, y)[0] for x in range(raster.width))
            assert drawn[view._board.region.y + y] == row


async def test_a_drawing_with_room_to_spare_stands_in_the_middle() -> None:
    async with demo().run_test(size=(100, 36)) as pilot:
        await pilot.pause()
        assert pilot.app.query_one(MapView)._board.region == Region(5, 1, 90, 33)


async def test_a_resize_takes_another_drawing_and_keeps_the_state() -> None:
    async with demo().run_test(size=(154, 51)) as pilot:
        await pilot.pause()
        view = pilot.app.query_one(MapView)
        view.move_cursor("china")
        for width, height, name in [*SIZES, *SIZES[::-1]]:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert view.drawing.raster.name == name
            assert view.cursor == "china"
            x, y = place(view, "china")
            assert "✚2" in shown(pilot)[y][x : x + 5]


async def test_a_map_that_does_not_fit_scrolls_to_the_cursor() -> None:
    async with demo().run_test(size=(30, 12)) as pilot:
        await pilot.pause()
        view = pilot.app.query_one(MapView)
        assert view.drawing.raster.name == "teg-s"
        for country in ("australia", "alaska", "chile", "kamchatka", "java"):
            view.move_cursor(country)
            await pilot.pause()
            x, y = place(view, country)
            assert view.region.contains(x, y)
            assert view.drawing.raster.labels[country].text in shown(pilot)[y - 1]


async def test_arrows_and_letters_move_the_cursor_and_say_so() -> None:
    app = demo()
    async with app.run_test(size=(90, 34)) as pilot:
        await pilot.pause()
        app.map.cursor = "argentina"
        assert app.said == []
        await pilot.press("right", "h", "up", "j")
        await pilot.pause()
        assert app.said[0] == ("hovered", "uruguay")
        assert app.said[1] == ("hovered", "argentina")
        assert len(app.said) == 4
        assert app.map.cursor == app.said[-1][1]


async def test_the_first_arrow_puts_the_cursor_on_the_country_that_acts() -> None:
    app = demo()
    async with app.run_test(size=(90, 34)) as pilot:
        app.map.set_marks(selected="iran")
        await pilot.press("left")
        assert app.map.cursor == "iran"


async def test_enter_is_left_to_the_screen() -> None:
    app = demo()
    async with app.run_test(size=(90, 34)) as pilot:
        await pilot.press("enter")
        assert app.said == []


@pytest.mark.parametrize("size", [(56, 22), (100, 36), (154, 51), (30, 12)])
async def test_the_mouse_points_and_picks(size: tuple[int, int]) -> None:
    app = demo()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for country in ("canada", "yukon"):
            app.said.clear()
            await pilot.hover(offset=place(app.map, country))
            await pilot.click(offset=place(app.map, country))
            await pilot.pause()
            assert app.said == [("hovered", country), ("picked", country)]


async def test_a_click_on_the_sea_picks_nothing() -> None:
    app = demo()
    async with app.run_test(size=(154, 51)) as pilot:
        await pilot.pause()
        await pilot.click(offset=(3, 2))
        assert app.said == []


async def refreshed(pilot: Pilot[None], monkeypatch: pytest.MonkeyPatch, key: str) -> dict[int, list[Region]]:
    """The regions of each column that a key makes dirty."""
    found: dict[int, list[Region]] = {}

    def refresh(self: MapColumn, *regions: Region, **_: object) -> MapColumn:
        found.setdefault(self.left, []).extend(regions)
        return self

    await pilot.pause()
    with monkeypatch.context() as patch:
        patch.setattr(MapColumn, "refresh", refresh)
        await pilot.press(key)
    return found


async def test_one_army_repaints_one_cell_of_one_column(monkeypatch: pytest.MonkeyPatch) -> None:
    app = demo()
    async with app.run_test(size=(154, 51)) as pilot:
        found = await refreshed(pilot, monkeypatch, "x")
        ((left, (region,)),) = found.items()
        x, y = app.map.drawing.raster.labels["rusia"].chip
        assert left // COLUMN in {x // COLUMN, x // COLUMN + 1}
        assert (region.y, region.height) == (y, 1)


async def test_an_owner_repaints_only_the_country(monkeypatch: pytest.MonkeyPatch) -> None:
    app = demo()
    async with app.run_test(size=(154, 51)) as pilot:
        found = await refreshed(pilot, monkeypatch, "o")
        left, top, right, bottom = app.map.drawing.raster.bbox["rusia"]
        assert set(found) <= set(range((left - 1) // COLUMN * COLUMN, right + 1, COLUMN))
        for regions in found.values():
            assert all(top - 1 <= region.y <= bottom for region in regions)


async def test_what_is_already_shown_repaints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    app = demo()
    async with app.run_test(size=(90, 34)) as pilot:
        assert await refreshed(pilot, monkeypatch, "n") == {}


async def test_a_flash_lights_a_country(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "FLASH_SECONDS", 3600.0)
    app = demo()
    async with app.run_test(size=(90, 34)) as pilot:
        await pilot.press("f")
        assert app.map.state.flashing == {"rusia"}


async def test_a_flash_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "FLASH_SECONDS", 0.01)
    app = demo()
    async with app.run_test(size=(90, 34)) as pilot:
        await pilot.press("f")
        while app.map.state.flashing:  # the run's own limit ends a flash that stays
            await pilot.pause(0.01)


async def test_a_flash_can_be_turned_off() -> None:
    app = demo()
    app.map.animated = False
    async with app.run_test(size=(90, 34)) as pilot:
        await pilot.press("f")
        assert app.map.state.flashing == frozenset()


async def test_marks_and_pacts_are_shown() -> None:
    app = demo()
    async with app.run_test(size=(90, 34)) as pilot:
        await pilot.press("a", "p")
        assert app.map.state.options == {"mongolia", "china", "india", "turquia"}
        await pilot.pause()
        assert "═" in "".join(shown(pilot))
        await pilot.press("m")
        assert app.map.state.kind == "move"


async def test_the_board_of_negocios_shows_its_factors() -> None:
    app = demo("negocios")
    async with app.run_test(size=(154, 51)) as pilot:
        await pilot.pause()
        x, y = place(app.map, "canada")
        assert app.map.state.factors["canada"] in shown(pilot)[y][x : x + 5]
