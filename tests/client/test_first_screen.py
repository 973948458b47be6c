"""The first screen waits for nothing that it does not show: what is loaded when it is painted, however one starts.

A program that is started over a line is as slow as what it imports first. Whoever needs more than this for the first
screen adds it here, and looks at `python -m bench startup` and `python -m bench ssh` before.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from teg_shared.rules.registry import VARIANTS

from tests.support.terminal import Terminal

START: Final = """
import sys
from pathlib import Path

from teg_tui.prompt import PromptApp

def seen(app: PromptApp) -> None:
    Path(sys.argv[0] + ".seen").write_text("\\n".join(sys.modules))

PromptApp._seen = seen  # whatever would be loaded next is not
from teg_tui.cli import main
main()
"""

OURS: Final = frozenset(
    [
        "teg_shared",
        "teg_shared.protocol",
        "teg_shared.protocol.joincode",
        "teg_shared.protocol.messages",
        "teg_shared.protocol.places",
        "teg_shared.protocol.text",
        "teg_shared.rules",
        "teg_shared.rules.errors",
        "teg_shared.rules.classic",
        "teg_shared.rules.classic.settings",
        "teg_tui",
        "teg_tui.address",
        "teg_tui.app",
        "teg_tui.changes",
        "teg_tui.cli",
        "teg_tui.cli_options",
        "teg_tui.cli_ssh",
        "teg_tui.cli_start",
        "teg_tui.cli_text",
        "teg_tui.collector",
        "teg_tui.config",
        "teg_tui.discovery",
        "teg_tui.discovery.machine",
        "teg_tui.guest",
        "teg_tui.hangup",
        "teg_tui.i18n",
        "teg_tui.loading",
        "teg_tui.local_server",
        "teg_tui.map",
        "teg_tui.map.palette",
        "teg_tui.names",
        "teg_tui.phrases",
        "teg_tui.plan",
        "teg_tui.prompt",
        "teg_tui.screens",
        "teg_tui.screens.front",
        "teg_tui.screens.front.doors",
        "teg_tui.screens.front.form",
        "teg_tui.screens.front.menu",
        "teg_tui.screens.front.notes",
        "teg_tui.screens.front.screen",
        "teg_tui.screens.link",
        "teg_tui.screens.pacing",
        "teg_tui.screens.stack",
        "teg_tui.screens.table_toasts",
        "teg_tui.sshkeys",
        "teg_tui.theme",
        "teg_tui.widgets",
        "teg_tui.widgets.editor",
        "teg_tui.widgets.filter",
        "teg_tui.widgets.foot",
        "teg_tui.widgets.hints",
        "teg_tui.widgets.lines",
        "teg_tui.widgets.panel",
        "teg_tui.widgets.sheet",
        "teg_tui.words",
        "teg_tui.words_discovery",
        "teg_tui.words_refused",
        "teg_tui.words_table",
    ]
)
THEIRS: Final = frozenset({"click", "msgspec", "platformdirs"})
"""Libraries that a bare Textual app does not load."""


def libraries(modules: set[str]) -> set[str]:
    """Return the packages that are neither ours nor the standard library's."""
    names = {name.split(".")[0] for name in modules}
    return {
        name for name in names if name not in sys.stdlib_module_names and not name.startswith(("teg_", "_", "sitec"))
    }


def bare() -> set[str]:
    """Return what a bare Textual app holds."""
    script = "import sys, textual.app, textual.widgets._static, textual.drivers.linux_driver; print(*sys.modules)"
    return set(
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    )


@pytest.mark.parametrize(
    "arguments",
    [(), ("join", "127.0.0.1:9"), ("play",), ("ssh-guest", "--name", "Ana", "--socket", "/run/none.sock")],
    ids=["menu", "join", "play", "guest"],
)
def test_the_first_screen_loads_only_what_it_shows(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    script = tmp_path / "start.py"
    script.write_text(START, encoding="utf-8")
    folders = {"TEG_CONFIG_DIR": str(tmp_path), "TEG_DATA_DIR": str(tmp_path), "HOME": str(tmp_path), "TEG_LANG": "es"}
    with Terminal([sys.executable, "-I", str(script), *arguments], (80, 24), folders) as terminal:
        terminal.wait_for("▀▀█▀▀", timeout=30)
        terminal.settle()
        seen = set(Path(f"{script}.seen").read_text(encoding="utf-8").split())
    assert {name for name in seen if name.startswith("teg_")} - OURS == set()
    assert libraries(seen) - libraries(bare()) - THEIRS == set()
    assert seen & {"sqlite3", "zipfile", "importlib.metadata"} == set()


def test_nothing_that_is_allowed_to_be_loaded_first_is_gone() -> None:
    """The list above names modules that exist: one that was renamed would hold nothing back."""
    script = f"import importlib\nfor name in {sorted(OURS)!r}: importlib.import_module(name)"
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_what_a_table_needs_is_all_loaded_before_one_sits_down(variant: str) -> None:
    """A game of one's own loads this while its server starts: opening the screen after that imports nothing more."""
    script = f"""
import sys
from importlib import import_module
from teg_tui import loading
for name in (*loading.FRONT, *loading.GAMES[{variant!r}]):
    import_module(name)
before = set(sys.modules)
from teg_tui.map.palette import choose_palette
from teg_tui.models import Outside, model_for
from teg_tui.screens.games import kit_for
from teg_tui.screens.game import GameScreen
from teg_tui.screens.pacing import Pacer
from teg_tui.theme import skin_for
skin = skin_for(choose_palette({{}}))
kit = kit_for(model_for({variant!r}, Outside()), None, skin, animate=False)
GameScreen(kit, None, skin, Pacer(), None)
print(*(name for name in set(sys.modules) - before if name.startswith("teg_")))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
