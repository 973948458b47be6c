"""How the classic game tells what happened."""

from typing import Final

from teg_tui.narration import narrate
from teg_tui.widgets.boxes.telling import Telling

CHRONICLE: Final = Telling(narrate, entries=4)
