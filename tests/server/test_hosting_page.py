"""docs/hosting.md says what is so: every setting with its default, every line of the log."""

import re
import tomllib
from pathlib import Path

import msgspec
from teg_server.host.config import Config

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_the_page_shows_every_setting_with_its_default() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    shown = tomllib.loads(block)
    assert msgspec.convert(shown, Config) == Config()
    for field in msgspec.structs.fields(Config):
        assert field.name in shown
        value = getattr(Config(), field.name)
        if isinstance(value, msgspec.Struct):
            assert list(shown[field.name]) == list(value.__struct_fields__)


def test_the_page_knows_every_line_of_the_log() -> None:
    said = set()
    for path in (ROOT / "server" / "teg_server").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        said |= set(re.findall(r'log\.(?:info|warning|error|critical|exception)\(\s*"([a-z ]+?)(?: \w+=|")', text))
    assert len(said) > 20
    assert not {line for line in said if f"`{line}`" not in PAGE}
