"""docs/mqtt.md and docs/hosting.md name every setting of the ways in, with its default."""

import re
from pathlib import Path

import msgspec
import pytest
from teg_server.adapters.settings import LanSettings, MqttSettings, SharedSettings
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.notation import types_by_tag

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_every_setting_of_the_broker_is_on_its_page() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", (DOCS / "mqtt.md").read_text(), re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert set(MqttSettings.__struct_fields__) <= named


@pytest.mark.parametrize(("section", "kind"), [("shared", SharedSettings), ("lan", LanSettings)])
def test_every_setting_of_the_other_ways_in_is_on_the_host_s_page(section: str, kind: type[msgspec.Struct]) -> None:
    import tomllib

    blocks = re.findall(r"```toml\n(.*?)```", (DOCS / "hosting.md").read_text(), re.DOTALL)
    (shown,) = [found[section] for found in map(tomllib.loads, blocks) if section in found]
    assert msgspec.convert(shown, kind) == kind()
    assert set(shown) == set(kind.__struct_fields__)


def test_every_event_is_on_the_page_of_the_feed() -> None:
    """One is missing on purpose: nobody may know of an inherited objective."""
    page = (DOCS / "mqtt.md").read_text()
    assert {tag for tag in types_by_tag(AnyEvent) if f"`{tag}`" not in page} == {"inherited"}
