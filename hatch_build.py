"""Compile the message catalogues (.po to .mo) when a wheel or an editable install is built."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):  # type: ignore[misc] # hatchling ships no annotations
    """Write a .mo beside each .po, and put it into the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue; hatchling calls this before each build."""
        del version
        for po in sorted(Path(self.root, "teg_tui", "locale").rglob("*.po")):
            mo = po.with_suffix(".mo")
            with po.open("rb") as source, mo.open("wb") as target:
                write_mo(target, read_po(source))
            build_data["artifacts"].append(mo.relative_to(self.root).as_posix())
