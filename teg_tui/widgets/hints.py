"""A key as the bottom line shows it, and the tone of the moment it belongs to."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["plain", "place", "attack", "move", "alert"]
"""What a sentence and its keys are coloured by."""


@dataclass(frozen=True)
class KeyHint:
    """A key that does something now; `press` is the key that a click on it presses, empty for none."""

    sign: str
    label: str
    press: str
    hot: bool = False
    """Belongs to the moment: it stands first, in its colour."""
