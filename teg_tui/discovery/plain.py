"""A list of games as text: its words, and its lines for where there is no screen."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final

from teg_shared.protocol.messages import RoomInfo

from teg_tui import words
from teg_tui.discovery.offers import Listing, Offer, Source
from teg_tui.i18n import _
from teg_tui.widgets.lines import clean, pad

UNSETTLED: Final = frozenset({"searching", "connecting"})
"""Statuses in which more may come at any moment."""
_VARIANTS: Final = {"classic": "TEG", "negocios": "Negocios"}


def variant_of(room: RoomInfo) -> str:
    """Return what a variant is called on a line."""
    return _VARIANTS.get(room.variant, clean(room.variant))


def status_line(listing: Listing) -> str:
    """Return the sentence above the list."""
    said = words.sentence(listing.status, listing.facts)
    if listing.status.startswith("broker-"):
        said += " " + words.sentence("again", listing.facts)
    return said


def state_of(offer: Offer) -> str:
    """Return how a line stands, in a few words."""
    room = offer.room
    if offer.life in {"asking", "silent", "version"}:
        return {"asking": _("preguntando…"), "silent": _("no responde"), "version": _("otra versión")}[offer.life]
    if room is None:
        return _("no abre mesas") if offer.draining else _("sin mesas")
    if room.status == "playing":
        return _("ronda {n}").format(n=room.round) if room.round else _("jugando")
    return _("esperando") if room.status == "lobby" else _("terminada")


async def collect(make: Callable[[Callable[[], None]], Source], seconds: float) -> Listing:
    """Return the list once it is complete, or what there is of it after so many seconds."""
    source = make(lambda: None)
    task = asyncio.create_task(source.run())
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end and not task.done():
            now = source.listing()
            if now.complete and now.status not in UNSETTLED:
                break
            if now.status.startswith("broker-"):
                break
            await asyncio.sleep(0.05)
        return source.listing()
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def report(listing: Listing) -> list[str]:
    """Return a list as lines of text, the last one saying how it stands."""
    return [*(_line(offer) for offer in listing.offers), words.sentence(listing.status, listing.facts)]


def _line(offer: Offer) -> str:
    room = offer.room
    where = str(offer.addresses[0]) if offer.addresses else "?"
    if room is None:
        return f"{pad('—', 24)} {pad('', 19)} {pad(state_of(offer), 14)} {clean(offer.server)}  teg join {where}"
    lock = _("clave") if room.password else ""
    return (
        f"{pad(clean(room.name), 24)} {pad(variant_of(room), 8)} "
        f"{room.taken}/{room.seats} {pad(lock, 6)} {pad(state_of(offer), 14)} {clean(offer.server)}  "
        f"teg join {where} --room {clean(room.id)}"
    )
