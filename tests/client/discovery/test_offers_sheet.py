"""The list as people see it: columns that fit, a choice that stays on its line, keys that do something now."""

import os

import pytest
from teg_shared.protocol.messages import RoomInfo

from teg_tui.address import Address
from teg_tui.discovery.offers import Life, Listing, Offer, ordered
from teg_tui.discovery.plain import report, status_line
from teg_tui.map.palette import choose_palette
from teg_tui.screens.discover import OfferPassword, OffersSheet
from teg_tui.theme import skin_for
from teg_tui.widgets.lines import size
from teg_tui.widgets.sheet import sheet_lines

HERE = (Address("10.0.0.1", 7464),)


def offer(name: str, *, server: str = "Caja", life: Life = "live", **fields: object) -> Offer:
    known = {
        "id": name[:5].lower(),
        "name": name,
        "variant": "classic",
        "status": "lobby",
        "seats": 4,
        "taken": 1,
        "password": False,
        "round": 0,
    }
    return Offer(f"{server}/{name}", server, HERE, RoomInfo(**{**known, **fields}), life)  # type: ignore[arg-type]


class Shown:
    """A sheet over a list that the test changes, and where its choices led."""

    def __init__(self, *offers: Offer, status: str = "lan-online") -> None:
        self.now = Listing(
            ordered(list(offers)), status, {"servers": 1, "rooms": len(offers), "interfaces": "10.0.0.2"}
        )
        self.gone: list[tuple[str, bool, str]] = []
        self.refreshed = 0
        self.sheet = OffersSheet(skin_for(choose_palette(os.environ)), "Mesas", lambda: self, self._choose)
        self.sheet.refreshed()

    def listing(self) -> Listing:
        return self.now

    def refresh(self) -> None:
        self.refreshed += 1

    async def run(self) -> None:
        """Nothing to do: the test is the source."""

    def change(self, *offers: Offer) -> None:
        self.now = Listing(ordered(list(offers)), "lan-online", {"servers": 1, "rooms": len(offers)})
        self.sheet.refreshed()

    def _choose(self, chosen: Offer, watch: bool, password: str) -> None:
        self.gone.append((chosen.key, watch, password))

    def text(self, width: int = 78, height: int = 20) -> str:
        lines = sheet_lines(self.sheet, width, height)
        assert {size(line) for line in lines} == {width}
        return "\n".join("".join(piece.text for piece in line) for line in lines)

    def keys(self) -> list[str]:
        return [hint.press for hint in OffersSheet.keys(self.sheet)]


@pytest.mark.parametrize("width", [60, 78, 120])
def test_every_column_fits_whatever_the_width(width: int) -> None:
    wide = offer("漢" * 12, server="漢" * 16, seats=6, taken=6, password=True, status="playing", round=12)
    shown = Shown(offer("Mesa de Ana"), wide, Offer("x", "Vacía", HERE, None, "live"))
    text = shown.text(width)
    assert "Mesa de Ana" in text
    assert "1/4" in text


def test_a_line_says_name_variant_seats_state_password_and_server() -> None:
    text = Shown(offer("Privada", status="playing", round=7, taken=4, password=True)).text()
    for part in ("Privada", "TEG", "4/4", "ronda 7", "clave", "Caja"):
        assert part in text


def test_the_choice_stays_on_its_line_when_others_come_and_go() -> None:
    shown = Shown(offer("Alfa"), offer("Beta"), offer("Gama"))
    shown.sheet.press("down")
    shown.change(offer("Aaaa"), offer("Alfa"), offer("Beta"))
    shown.sheet.press("enter")
    shown.change(offer("Beta"))
    shown.sheet.press("w")
    shown.change()
    shown.sheet.press("enter")
    assert shown.gone == [("Caja/Beta", False, ""), ("Caja/Beta", True, "")]


@pytest.mark.parametrize("life", ["asking", "silent", "version"])
def test_what_does_not_answer_can_t_be_entered(life: Life) -> None:
    shown = Shown(offer("Mesa", life=life))
    shown.sheet.press("enter")
    assert shown.gone == []
    assert shown.keys() == ["a", "q"]


def test_a_server_without_rooms_is_entered_to_make_one_unless_it_drains() -> None:
    shown = Shown(Offer("x", "Caja", HERE, None, "live"))
    assert shown.keys() == ["enter", "a", "q"]
    shown.sheet.press("enter")
    assert shown.gone == [("x", False, "")]
    shown.change(Offer("x", "Caja", HERE, None, "live", draining=True))
    assert shown.keys() == ["a", "q"]


def test_a_password_is_asked_for_before_going_there() -> None:
    shown = Shown(offer("Privada", password=True))
    deed = shown.sheet.press("w")
    assert deed is not None
    form = deed.opens
    assert isinstance(form, OfferPassword)
    for letter in "clave":
        form.press(letter)
    form.submit()
    assert shown.gone == [("Caja/Privada", True, "clave")]


def test_looking_again_is_one_key() -> None:
    shown = Shown()
    shown.sheet.press("a")
    assert shown.refreshed == 1


def test_the_empty_list_says_why() -> None:
    assert "10.0.0.2" in Shown(status="lan-empty").text()
    listing = Listing(status="broker-refused", facts={"broker": "b:1", "wait": 7})
    assert status_line(listing).startswith("En b:1 no hay ningún broker. ")
    assert "7 s" in status_line(listing)


def test_the_list_as_text_has_what_to_type() -> None:
    lines = report(Shown(offer("Mesa de Ana"), Offer("x", "Vacía", (), None, "silent")).now)
    assert "teg join 10.0.0.1:7464 --room mesa " in lines[0] + " "
    assert "no responde" in lines[1]
    assert len(lines) == 3


def test_hostile_names_reach_no_screen() -> None:
    hostile = "\x1b]0;x\x07\u202eAna[/]\x1b[2J"
    shown = Shown(offer(hostile, server=hostile, variant=hostile))
    for text in (shown.text(), "\n".join(report(shown.now))):
        assert not {"\x1b", "\x07", "\u202e"} & set(text)
