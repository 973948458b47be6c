"""Settings and saved seats between two starts of the program.

Two files: `config.toml` is for people to edit, `seats.json` is the program's own, with the tokens that bring
seats back. A file that can't be read is set aside under another name and reported; it never stops the game.
"""

import contextlib
import os
import re
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeVar

import msgspec
import platformdirs

from teg_tui.address import Address

APP: Final = "teg-tui"
MOST_SEATS: Final = 50
"""Saved seats that are kept; the oldest go first."""
OLD: Final = 30 * 86400
"""Seconds after which a saved seat is forgotten."""

Colour = Literal["auto", "truecolor", "256", "16", "none"]
T = TypeVar("T")


class Config(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a person may set in `config.toml`."""

    name: str = ""
    """Player's name; empty for that of the account."""
    language: Literal["", "es", "en"] = ""
    """Empty for that of the system."""
    color: Colour = "auto"
    mouse: bool = True
    """Off saves bytes on slow lines."""
    animations: bool = True
    """Tumbling dice."""
    server: str = ""
    """Server that `teg join` takes when none is named."""
    broker: str = ""
    """Broker that `teg lobby` takes when none is named."""


class SavedSeat(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A seat that can be taken again."""

    server: str
    """HOST:PORT as `Address` writes it."""
    room: str
    """Id of the room."""
    room_name: str
    name: str
    seat: int
    token: str
    at: float
    """Seconds since 1970 of the last time it was taken."""
    dice: str = ""
    """The contribution to the dice that was promised with it, hexadecimal; shown before the deal."""


class _Seats(msgspec.Struct, forbid_unknown_fields=True):
    seats: list[SavedSeat] = []


@dataclass(frozen=True)
class Trouble:
    """A file that could not be used: `aside` is where it lies now, or None if it stayed."""

    path: Path
    reason: str
    aside: Path | None


def _toml(text: str) -> dict[str, object]:
    import tomllib  # noqa: PLC0415 # most people have no settings

    return tomllib.loads(text)


def config_file() -> Path:
    """Return where the settings lie; TEG_CONFIG_DIR moves them (tests, shared accounts)."""
    override = os.environ.get("TEG_CONFIG_DIR", "")
    return (Path(override) if override else Path(platformdirs.user_config_dir(APP))) / "config.toml"


def data_dir() -> Path:
    """Return where saved seats, records and the log lie; TEG_DATA_DIR moves it."""
    override = os.environ.get("TEG_DATA_DIR", "")
    return Path(override) if override else Path(platformdirs.user_data_dir(APP))


@dataclass
class Store:
    """Reads and writes both files, and remembers what was wrong with them."""

    config_path: Path = field(default_factory=config_file)
    seats_path: Path = field(default_factory=lambda: data_dir() / "seats.json")
    troubles: list[Trouble] = field(default_factory=list)

    # --- settings

    def config(self) -> Config:
        """Return the settings; the defaults if there is no file or no good one."""
        try:
            text = self.config_path.read_text(encoding="utf-8")
            return msgspec.convert(_toml(text), Config)
        except FileNotFoundError:
            return Config()
        except (OSError, ValueError) as error:
            self._set_aside(self.config_path, error)
            return Config()

    def set_language(self, language: str) -> None:
        """Write the language into the settings; whatever else people wrote there stays as it is.

        Raises:
            OSError: if it can't be written.
        """
        line = f'language = "{language}"'
        try:
            text = self.config_path.read_text(encoding="utf-8")
        except FileNotFoundError:
            text = ""
        changed, times = re.subn(r"(?m)^[ \t]*language[ \t]*=.*$", line, text, count=1)
        write_private(self.config_path, (changed if times else f"{line}\n{text}").encode())

    # --- seats

    def seats(self) -> list[SavedSeat]:
        """Return the saved seats, the latest first."""
        try:
            saved = msgspec.json.decode(self.seats_path.read_bytes(), type=_Seats).seats
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            self._set_aside(self.seats_path, error)
            return []
        fresh = [seat for seat in saved if time.time() - seat.at < OLD]
        return sorted(fresh, key=lambda seat: -seat.at)

    def seats_on(self, server: Address) -> list[SavedSeat]:
        """Return the saved seats on one server, the latest first."""
        return [seat for seat in self.seats() if seat.server == str(server)]

    def remember(self, seat: SavedSeat) -> None:
        """Save a seat; one of the same token or of the same name in the room is replaced."""
        others = [
            other
            for other in self.seats()
            if (other.server, other.room) != (seat.server, seat.room)
            or (other.token != seat.token and other.name != seat.name)
        ]
        self._write_seats([seat, *others][:MOST_SEATS])

    def forget(self, token: str) -> None:
        """Forget the seat with this token."""
        seats = self.seats()
        left = [seat for seat in seats if seat.token != token]
        if len(left) != len(seats):
            self._write_seats(left)

    def _write_seats(self, seats: list[SavedSeat]) -> None:
        try:
            write_private(self.seats_path, msgspec.json.format(msgspec.json.encode(_Seats(seats)), indent=1))
        except OSError as error:
            self.troubles.append(Trouble(self.seats_path, str(error), None))

    def _set_aside(self, path: Path, error: Exception) -> None:
        """Rename a bad file so that the next write does not destroy what somebody may want back."""
        aside: Path | None = path.with_name(f"{path.name}.bad-{time.strftime('%Y%m%d-%H%M%S')}")
        try:
            if aside is not None:
                path.rename(aside)
        except OSError:
            aside = None
        self.troubles.append(Trouble(path, str(error), aside))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all.

    Raises:
        OSError: if it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def save_record(data: bytes, room: str) -> Path:
    """Write the record of a finished game and return where it lies.

    Raises:
        OSError: if it can't be written.
    """
    safe = "".join(sign if sign.isalnum() else "-" for sign in room) or "teg"
    path = data_dir() / "records" / f"{time.strftime('%Y%m%d-%H%M%S')}-{safe}.teg"
    write_private(path, data)
    return path
