"""What people type, made harmless for every terminal: names, names of rooms, chat.

A name is refused when it holds anything that can't be seen or could be mistaken; chat is cleaned and goes on.
Brackets and every other visible sign stay as typed: a screen that reads markup in a name would be the fault.
"""

import re
import unicodedata
from typing import Final

from teg_shared.protocol.messages import CHAT_LENGTH, NAME_LENGTH, ROOM_LENGTH
from teg_shared.rules.errors import RuleError

MARKS: Final = 2
"""Most combining marks in a row; Vietnamese and Arabic need two, floods have dozens."""
CHAT_RAW: Final = 4 * CHAT_LENGTH
"""Longest line of chat that is worth cleaning, in characters."""

_PLAIN: Final = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789áéíóúüñÁÉÍÓÚÜÑ¡¿ !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
)
"""Characters that need no look: all printable ASCII and what Spanish adds."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories: controls, format signs (bidi, zero width), surrogates, private use, unassigned, line ends."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Signs that look like nothing though their category says letter, symbol or mark."""
_SELECTORS: Final = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
"""Variation selectors: marks that are seen only by their effect."""
_LINE_ENDS: Final = "\n\r\t\v\f\u0085\u2028\u2029"
_SEQUENCE: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # OSC, DCS
    r"|\x1b[ -/]*[0-Z\\`-~]"  # the short ones
)


def player_name(raw: str) -> str:
    """Return the name of a player, trimmed and composed.

    Raises:
        RuleError: `name-empty`, `name-too-long` (length, limit) or `name-characters` (characters: U+XXXX).
    """
    return _name(raw, NAME_LENGTH)


def room_name(raw: str) -> str:
    """Return the name of a room, trimmed and composed.

    Raises:
        RuleError: as for `player_name`.
    """
    return _name(raw, ROOM_LENGTH)


def chat_line(raw: str) -> str:
    """Return a line of chat without anything unseen.

    Raises:
        RuleError: `chat-empty` if nothing is left, `chat-too-long` (length, limit).
    """
    if len(raw) > CHAT_RAW:
        raise RuleError("chat-too-long", length=len(raw), limit=CHAT_LENGTH)
    text = " ".join(_cleaned(raw).split())
    if not text:
        raise RuleError("chat-empty")
    if len(text) > CHAT_LENGTH:
        raise RuleError("chat-too-long", length=len(text), limit=CHAT_LENGTH)
    return text


def visible(raw: str, limit: int) -> str:
    """Return any text of the other side for a log or a screen: cleaned and cut to `limit` characters."""
    return " ".join(_cleaned(raw[: 2 * limit]).split())[:limit]


def folded(name: str) -> str:
    """Return what two names share that a hurried reader takes for the same: no case, accent or space."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign) and not sign.isspace())


def columns(text: str) -> int:
    """Return how many columns of a terminal `text` takes; East Asian signs and emoji take two."""
    return sum(
        2 if unicodedata.east_asian_width(sign) in {"W", "F"} else not unicodedata.combining(sign) for sign in text
    )


def _name(raw: str, limit: int) -> str:
    if len(raw) > 4 * limit:
        raise RuleError("name-too-long", length=len(raw), limit=limit)
    text = raw.strip()
    width = len(text)
    if not _PLAIN.issuperset(text):
        text = unicodedata.normalize("NFC", text)
        wrong = _offences(text)
        if wrong:
            raise RuleError("name-characters", characters=wrong)
        width = columns(text)
    if not text:
        raise RuleError("name-empty")
    if width > limit:
        raise RuleError("name-too-long", length=width, limit=limit)
    return " ".join(text.split())


def _offences(text: str) -> list[str]:
    """Return, as U+XXXX and without repeats, up to 4 signs of `text` that a name may not hold."""
    wrong: dict[str, None] = {}
    marks = 0
    for place, sign in enumerate(text):
        marks = marks + 1 if _is_mark(sign) else 0
        if _is_unseen(sign) or marks > MARKS or (marks and (not place or text[place - 1].isspace())):
            wrong[f"U+{ord(sign):04X}"] = None
    return list(wrong)[:4]


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in {"Mn", "Me"}


def _is_unseen(sign: str) -> bool:
    return (
        unicodedata.category(sign) in _UNSEEN
        or sign in _BLANK
        or any(first <= sign <= last for first, last in _SELECTORS)
    )


def _cleaned(raw: str) -> str:
    """Return `raw` composed, whole escape sequences and unseen signs out, line ends as spaces."""
    if _PLAIN.issuperset(raw):
        return raw
    out: list[str] = []
    marks = 0
    for sign in _SEQUENCE.sub("", raw):
        if sign in _LINE_ENDS:
            out.append(" ")
            marks = 0
        elif not _is_unseen(sign):
            marks = marks + 1 if _is_mark(sign) else 0
            if not marks or (marks <= MARKS and out and not out[-1].isspace()):
                out.append(sign)
    return unicodedata.normalize("NFC", "".join(out))
