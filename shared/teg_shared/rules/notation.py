"""Text for values of the rules, both ways: words with their columns, and a record of one event a line.

Tests, logs and golden files read and write it; nothing on the wire does. What a field's number stands for is
told by a variant's `Vocabulary`; this module knows no variant.

A line is the tag of an event or command and its fields, each `name=value` or, in their order, the bare values:

    dice source=ARG target=BRA attack=6,5,3 defence=4,2
    attack ARG BRA breaking=yes

    value    = number | word | "yes" | "no" | country | colour | "nobody" | "?" (hidden) | "-" (none)
             | border | list | lists | settings
    border   = country "-" country | "map"
    list     = value { "," value } | "()"
    lists    = list { ";" list } [ ";" ]        the last ";" only after a single list
    settings = name ":" value { "," name ":" value } | "default"

Fields that are left out have their default. A record is a line an event; empty lines and those that begin with
`#` are skipped.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_origin

import msgspec

HIDDEN: Final = -1
"""Number behind `?` and `nobody`."""

_T = TypeVar("_T")


class NotationError(ValueError):
    """A text that can't be read.

    Attributes:
        problem: what is wrong, in English.
        column: where, counted from 1.
        line: which line of a record, counted from 1.
    """

    def __init__(self, problem: str, column: int, line: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.problem = problem
        self.column = column
        self.line = line


class Word(NamedTuple):
    """A run of letters without a space, and the column at which it begins, from 1."""

    text: str
    column: int

    def fail(self, problem: str) -> NotationError:
        """Return an error that points at this word."""
        return NotationError(problem, self.column)

    def number(self, what: str, low: int = 0, high: int = 2**31 - 1) -> int:
        """Return the number that this word is.

        Raises:
            NotationError: if it is none between `low` and `high`.
        """
        if not re.fullmatch(r"-?[0-9]{1,10}", self.text):
            raise self.fail(f"expected {what}, not {self.text!r}")
        number = int(self.text)
        if not low <= number <= high:
            raise self.fail(f"{what} must be {low} to {high}, not {number}")
        return number

    def among(self, names: Mapping[str, _T], what: str) -> _T:
        """Return what this word names.

        Raises:
            NotationError: if it names none of `names`.
        """
        if self.text not in names:
            raise self.fail(f"unknown {what} {self.text!r}")
        return names[self.text]

    def split(self, separator: str) -> list["Word"]:
        """Return the parts between `separator` as words of their own."""
        parts, column = [], self.column
        for part in self.text.split(separator):
            parts.append(Word(part, column))
            column += len(part) + len(separator)
        return parts


class Words:
    """The words of a piece of text, taken one after the other."""

    def __init__(self, text: str, column: int = 1) -> None:
        self._words = [Word(m[0], m.start() + column) for m in re.finditer(r"[^\s,]+|,", text)]
        self._end = len(text) + column
        self._next = 0

    def __bool__(self) -> bool:
        return self._next < len(self._words)

    def peek(self) -> str:
        """Return the next word's text without taking it; empty at the end."""
        return self._words[self._next].text if self else ""

    def take(self, what: str) -> Word:
        """Take the next word.

        Raises:
            NotationError: if there is none; it says that `what` was expected.
        """
        if not self:
            raise NotationError(f"expected {what}", self._end)
        self._next += 1
        return self._words[self._next - 1]

    def skip(self, text: str) -> bool:
        """Take the next word if it is `text`, and say whether it was."""
        found = self.peek() == text
        self._next += found
        return found

    def end(self) -> None:
        """Refuse words that are left over."""
        if self:
            word = self.take("the end")
            raise word.fail(f"unexpected {word.text!r}")


@dataclass(frozen=True)
class Vocabulary:
    """What a variant's numbers stand for.

    Attributes:
        countries: the code of each country, which is the card's too.
        kinds: what a field of that name holds: country, card, seat, border or secret; others are plain.
        types: the commands and events by tag.
    """

    countries: tuple[str, ...]
    kinds: Mapping[str, str]
    types: Mapping[str, type[msgspec.Struct]]

    def __hash__(self) -> int:
        return id(self)


class Names(NamedTuple):
    """A vocabulary at one table: seats are called by their colours."""

    words: Vocabulary
    colours: Sequence[str]

    def show(self, kind: str, number: int) -> str:
        """Return the name of `number`."""
        if kind == "plain" or (kind == "secret" and number != HIDDEN):
            return str(number)
        if number == HIDDEN:
            return "nobody" if kind == "seat" else "?"
        return self.colours[number] if kind == "seat" else self.words.countries[number]

    def read(self, kind: str, word: Word) -> int:
        """Return the number that `word` names.

        Raises:
            NotationError: if it names none.
        """
        if kind == "plain":
            return word.number("a number", -(2**31))
        if word.text == ("nobody" if kind == "seat" else "?"):
            return HIDDEN
        if kind == "secret":
            return word.number("a number")
        names = self.colours if kind == "seat" else self.words.countries
        return word.among({name: n for n, name in enumerate(names)}, kind)


def types_by_tag(*unions: Any) -> dict[str, type[msgspec.Struct]]:
    """Return the structs of some unions by their tags."""
    found = {}
    for union in unions:
        for kind in get_args(union):
            found[str(kind.__struct_config__.tag)] = kind
    return found


def show_settings(settings: msgspec.Struct) -> list[str]:
    """Return `name:value` of each house rule that is not at its default."""
    return [
        f"{field.name}:{_show(getattr(settings, field.name), 'plain', None)}"
        for field in msgspec.structs.fields(settings)
        if getattr(settings, field.name) != field.default
    ]


def read_settings(base: _T, words: Iterable[Word]) -> _T:
    """Return `base` with the house rules that `words` name.

    Raises:
        NotationError: if a rule or its value is unknown.
    """
    assert isinstance(base, msgspec.Struct)
    declared = {field.name: field.type for field in msgspec.structs.fields(base)}
    values = msgspec.structs.asdict(base)
    for word in words:
        name, value = (*word.split(":"), Word("", word.column))[:2]
        values[name.text] = _checked(name.among(declared, "house rule"), _plain(value), value)
    return type(base)(**values)


def _plain(word: Word) -> object:
    text = word.text
    return {"yes": True, "no": False}.get(text, int(text) if text.isdecimal() else text)


def _checked(declared: Any, value: object, word: Word) -> Any:
    try:
        return msgspec.convert(value, declared)
    except msgspec.ValidationError as error:
        raise word.fail(f"{word.text!r} will not do: {error}") from error


def show(value: msgspec.Struct, words: Vocabulary, colours: Sequence[str]) -> str:
    """Return a command or event of a table with these seats as one line."""
    names = Names(words, colours)
    parts = [str(value.__struct_config__.tag)]
    parts += [
        f"{field}={_show(getattr(value, field), words.kinds.get(field, 'plain'), names)}"
        for field in value.__struct_fields__
    ]
    return " ".join(parts)


def _show(value: Any, kind: str, names: Names | None) -> str:
    if value is None:
        return "map" if kind == "border" else "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return names.show(kind, value) if names else str(value)
    if isinstance(value, msgspec.Struct):
        return ",".join(show_settings(value)) or "default"
    if isinstance(value, str):
        return value
    if not value:
        return "()"
    nested = isinstance(value[0], tuple)
    separator = "-" if kind == "border" else ";" if nested else ","
    text = separator.join(_show(item, kind, names) for item in value)
    return text + separator if nested and len(value) == 1 else text


class _Field(NamedTuple):
    name: str
    read: Callable[[Word, Names], object]
    declared: Any


@cache
def _fields(kind: type[msgspec.Struct], words: Vocabulary) -> tuple[_Field, ...]:
    return tuple(
        _Field(field.name, _reader(field.type, words.kinds.get(field.name, "plain")), field.type)
        for field in msgspec.structs.fields(kind)
    )


def _reader(declared: Any, kind: str) -> Callable[[Word, Names], object]:
    """Return how a value of the declared type is read."""
    options = [option for option in get_args(declared) if option is not NoneType]
    if NoneType in get_args(declared):
        inner, nothing = _reader(options[0], kind), "map" if kind == "border" else "-"
        return lambda word, names: None if word.text == nothing else inner(word, names)
    if isinstance(declared, type) and issubclass(declared, msgspec.Struct):
        default = declared()
        return lambda word, _: default if word.text == "default" else read_settings(default, word.split(","))
    if get_origin(declared) is tuple:
        item = _reader(options[0], kind)
        nested = get_origin(options[0]) is tuple
        separator = "-" if kind == "border" else ";" if nested else ","
        return lambda word, names: () if word.text == "()" and not nested else _items(word, separator, item, names)
    if declared is int:
        return lambda word, names: names.read(kind, word)
    return lambda word, _: _plain(word) if declared is bool else word.text


def _items(word: Word, separator: str, item: Callable[[Word, Names], object], names: Names) -> tuple[object, ...]:
    if separator == ";" and word.text == "()":
        return ()
    if separator == ";" and word.text.endswith(";"):
        word = Word(word.text[:-1], word.column)
    return tuple(item(part, names) for part in word.split(separator))


def read(text: str, words: Vocabulary, colours: Sequence[str]) -> Any:
    """Return the command or event in one line.

    Raises:
        NotationError: if there is none.
    """
    parts = [Word(m[0], m.start() + 1) for m in re.finditer(r"\S+", text)]
    if not parts:
        raise NotationError("expected a command or an event", 1)
    kind = parts[0].among(words.types, "command or event")
    fields = {field.name: field for field in _fields(kind, words)}
    values: dict[str, object] = {}
    for place, part in enumerate(parts[1:]):
        name, _, rest = part.text.partition("=")
        word = Word(rest, part.column + len(name) + 1)
        if "=" not in part.text:
            if place >= len(fields):
                raise part.fail(f"unexpected {part.text!r}")
            name, word = list(fields)[place], part
        field = Word(name, part.column).among(fields, f"field of {parts[0].text}")
        if name in values:
            raise part.fail(f"{name} stands twice")
        values[name] = _checked(field.declared, field.read(word, Names(words, colours)), word)
    missing = [f.name for f in msgspec.structs.fields(kind) if f.required and f.name not in values]
    if missing:
        raise NotationError(f"{parts[0].text} lacks {', '.join(missing)}", len(text) + 1)
    return kind(**values)


def show_record(events: Iterable[msgspec.Struct], words: Vocabulary) -> str:
    """Return a game's events, the first of which names the colours, one a line."""
    lines: list[str] = []
    colours: Sequence[str] = ()
    for event in events:
        colours = getattr(event, "colours", colours)
        lines.append(show(event, words, colours) + "\n")
    return "".join(lines)


def read_record(text: str, words: Vocabulary) -> list[Any]:
    """Return the events in a record.

    Raises:
        NotationError: if a line is no event.
    """
    events: list[Any] = []
    colours: Sequence[str] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            event = read(line, words, colours)
        except NotationError as error:
            raise NotationError(error.problem, error.column, number) from None
        colours = getattr(event, "colours", colours)
        events.append(event)
    return events
