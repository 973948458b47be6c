"""The bytes on the wire stay what they were, and docs/protocol.md says what they are."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
from teg_shared.protocol import messages as m
from teg_shared.protocol.codec import VariantCodec, decode_from_client, decode_from_server
from teg_shared.protocol.framing import FrameReader
from teg_shared.rules.classic import commands as c
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.data import BOARD
from teg_shared.rules.classic.rules import CLASSIC

from tests.golden.wire import examples

ROOT = Path(__file__).parents[3]
DOC = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
GOLDEN: list[dict[str, Any]] = json.loads(examples.FILE.read_text(encoding="utf-8"))
UNIONS = {"client": m.FromClient, "server": m.FromServer, "command": c.AnyCommand, "event": e.AnyEvent}
CODEC = VariantCodec(CLASSIC)


def payload(line: dict[str, Any]) -> bytes:
    """Return the msgpack of a golden line, its frame taken off by our own reader."""
    data = bytes.fromhex(line["hex"])
    if line["kind"] in {"client", "server"}:
        (data,) = FrameReader(m.SERVER_FRAME).feed(data)
    return data


@pytest.mark.parametrize("line", GOLDEN, ids=lambda line: f"{line['kind']}-{line['name']}")
def test_golden_bytes_are_what_the_reference_library_reads(line: dict[str, Any]) -> None:
    content = msgpack.unpackb(payload(line), strict_map_key=False)
    assert examples.plain(content) == line["content"]


def test_our_bytes_are_the_golden_ones() -> None:
    assert examples.lines() == GOLDEN


def test_golden_bytes_are_read_back_as_the_examples() -> None:
    decode = {
        "client": decode_from_client,
        "server": decode_from_server,
        "command": CODEC.command,
        "event": CODEC.event,
    }
    values = [*examples.FROM_CLIENT, *examples.FROM_SERVER, *examples.COMMANDS, *examples.EVENTS]
    assert [decode[line["kind"]](payload(line)) for line in GOLDEN] == values


@pytest.mark.parametrize(("kind", "union"), UNIONS.items())
def test_there_is_one_example_of_each_kind(kind: str, union: Any) -> None:
    names = [line["name"] for line in GOLDEN if line["kind"] == kind]
    assert names == [member.__name__ for member in union.__args__]


# --- the page


def section(title: str) -> str:
    """Return the part of the page below a heading, down to the next one."""
    _, _, rest = DOC.partition(f"# {title}\n")
    assert rest, title
    return re.split(r"^#+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def table(text: str) -> Iterator[list[str]]:
    """Yield the cells of each row but the head."""
    for line in text.splitlines():
        if line.startswith("| `") or re.match(r"\| \d", line):
            yield [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize(
    ("title", "union"),
    [
        ("From the client", m.FromClient),
        ("From the server", m.FromServer),
        ("Commands", c.AnyCommand),
        ("Events", e.AnyEvent),
    ],
)
def test_the_page_lists_every_message_with_its_fields_in_order(title: str, union: Any) -> None:
    listed = {row[0].strip("`"): [f for f in row[1].split(" · ") if f] for row in table(section(title))}
    expected = {member.__struct_config__.tag: list(member.__struct_fields__) for member in union.__args__}
    assert listed == expected
    assert list(listed) == list(expected)


def test_the_page_numbers_countries_and_continents_as_the_board_does() -> None:
    rows = list(table(section("The classic game in numbers")))
    assert [row[0] for row in rows] == [f"{n} {continent.id}" for n, continent in enumerate(BOARD.continents)]
    for n, row in enumerate(rows):
        own = [f"{k} {country.id}" for k, country in enumerate(BOARD.countries) if country.continent == n]
        assert row[1].split(" · ") == own


def codes(title: str) -> dict[str, set[str]]:
    """Return the codes of a table of the page, each with its facts."""
    return {
        code: {fact for fact in row[1].split(" · ") if fact}
        for row in table(section(title))
        for code in re.findall(r"`([^`]+)`", row[0])
    }


REFUSALS = {
    **codes("Refused, about the message"),
    **codes("Refused, about rooms"),
    **codes("Refused, by the rules of the classic game"),
}


def calls(*names: str) -> Iterator[tuple[str, set[str], str]]:
    """Yield the code, the facts and the place of every call of these names in shared and server."""
    for path in [*(ROOT / "shared").rglob("*.py"), *(ROOT / "server").rglob("*.py")]:
        if "negocios" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if called in names and isinstance(first, ast.Constant) and isinstance(first.value, str):
                facts = {keyword.arg for keyword in node.keywords if keyword.arg}
                for argument in node.args[1:]:
                    if isinstance(argument, ast.Dict):
                        facts |= {str(key.value) for key in argument.keys if isinstance(key, ast.Constant)}
                yield first.value, facts, f"{path.name}:{node.lineno}"


def test_every_refusal_in_the_code_is_on_the_page_with_its_facts() -> None:
    for code, facts, where in calls("RuleError"):
        assert code in REFUSALS, where
        assert facts <= REFUSALS[code], where


def test_every_notice_and_bye_in_the_code_is_on_the_page_with_its_facts() -> None:
    for title, names in (("Notices", ("Notice",)), ("Byes", ("Bye", "bye", "FrameError", "_break"))):
        listed = codes(title)
        for code, facts, where in calls(*names):
            if code != "not-teg":
                assert code in listed, where
                assert facts <= listed[code], where


def test_no_code_on_the_page_is_unknown_to_the_code() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8") for folder in ("shared", "server") for path in (ROOT / folder).rglob("*.py")
    )
    for code in {*REFUSALS, *codes("Notices"), *codes("Byes")}:
        assert f'"{code}"' in sources, code


def test_limits_on_the_page_are_those_of_the_code() -> None:
    assert f"{m.CLIENT_FRAME:,} bytes" in DOC
    assert f"{m.SERVER_FRAME // 2**20} MiB" in DOC
    assert f"`protocol` is {m.PROTOCOL}," in DOC
    assert f"{m.NAME_LENGTH} for a player, {m.ROOM_LENGTH} for a room" in DOC
    assert f"{m.CHAT_LENGTH} characters" in DOC


def test_the_frames_on_the_page_are_frames_of_this_protocol() -> None:
    lines = re.findall(r"^([<>]) ([0-9a-f]{8}) ([0-9a-f]+)", section("A few frames"), flags=re.MULTILINE)
    assert len(lines) > 5
    seen: list[m.FromClient | m.FromServer] = []
    for side, header, body in lines:
        (data,) = FrameReader(m.SERVER_FRAME).feed(bytes.fromhex(header + body))
        seen.append(decode_from_client(data) if side == ">" else decode_from_server(data))
    assert examples.FROM_CLIENT[0] in seen
    assert all(message in seen for message in examples.FROM_SERVER if isinstance(message, m.Welcome | m.Update))
    commands = [CODEC.command(message.command) for message in seen if isinstance(message, m.Act)]
    assert commands == [c.Attack(1, 26), c.Attack(1, 28)]
    assert m.Accepted(8, 42) in seen
