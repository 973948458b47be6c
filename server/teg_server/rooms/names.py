"""Names for computer players: winds, trees and birds of the country, nobody's own."""

from collections.abc import Iterable
from typing import Final

from teg_shared.protocol.text import folded

BOT_NAMES: Final = (
    "Pampero", "Quebracho", "Carancho", "Ceibo", "Tatú", "Zonda", "Ombú", "Chajá", "Algarrobo", "Hornero",
    "Yaguareté", "Lapacho",
)  # fmt: skip


def bot_names(count: int, taken: Iterable[str]) -> list[str]:
    """Return `count` names that are neither in `taken` nor like one that is."""
    used = {folded(name) for name in taken if name}
    free = [name for name in BOT_NAMES if folded(name) not in used]
    number = 1
    while len(free) < count:
        if folded(name := f"Bot {number}") not in used:
            free.append(name)
        number += 1
    return free[:count]
