"""The settings of a host: a TOML file, every key of it with a default, and checked before anything starts."""

import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec
import platformdirs
from teg_shared.protocol.directory import SERVER_NAME_LENGTH

from teg_server.adapters.settings import HandoverSettings, LanSettings, MqttSettings, SharedSettings
from teg_server.host.service import Conduct
from teg_server.rooms.items import Manners
from teg_server.rooms.keeper import Patience
from teg_server.rooms.limits import Limits

PORT: Final = 7464
LOG_FILE: Final = "teg.sqlite"
"""Name of the log inside the data directory."""


class ConfigError(Exception):
    """The settings can't be used; the message names the file and what is wrong in it."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; docs/hosting.md shows them with their defaults."""

    bind: str = "127.0.0.1"
    """Address at which to listen."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = PORT
    """TCP port; 0 for any free one."""
    socket: str = ""
    """Path of a Unix socket at which to listen as well; empty for none, or with --shared for the usual place."""
    data: str = ""
    """Directory of the log; empty for the user's own."""
    log_level: str = "info"
    """debug, info, warning or error."""
    bot_delay: Annotated[float, msgspec.Meta(ge=0, le=60)] = 0.25
    """Seconds that a bot takes for a step, so that people can follow."""
    bot_processes: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    """Processes in which bots think; 0 for one a core."""
    chat_lines: Annotated[int, msgspec.Meta(ge=0, le=500)] = 50
    """Lines of chat that a newcomer gets."""
    watchers: Annotated[int, msgspec.Meta(ge=0)] = 100
    """Spectators of one room."""
    keep_days: Annotated[float, msgspec.Meta(ge=0)] = 30.0
    """Days for which finished games stay in the log."""
    archive: str = ""
    """Directory for the files of finished games that leave the log; empty to forget them."""
    name: Annotated[str, msgspec.Meta(max_length=SERVER_NAME_LENGTH)] = ""
    """What the server is called in lists of the network; empty for the machine's name."""
    shared: SharedSettings = SharedSettings()
    lan: LanSettings = LanSettings()
    mqtt: MqttSettings = MqttSettings()
    handover: HandoverSettings = HandoverSettings()
    limits: Limits = Limits()
    waiting: Patience = Patience()

    def conduct(self, connections: int, *, keep: bool = True) -> Conduct:
        """Return how the server behaves when the system allows so many `connections`; `keep`: the log is a file."""
        fitting = msgspec.structs.replace(self.limits, connections=min(self.limits.connections, connections))
        manners = Manners(self.waiting, self.bot_delay, self.chat_lines, self.watchers)
        archive = Path(self.archive).expanduser() if self.archive else None
        return Conduct(fitting, manners, self.keep_days, archive, self.directory() if keep else None)

    def directory(self) -> Path:
        """Return the directory of the log."""
        return Path(self.data).expanduser() if self.data else platformdirs.user_data_path("teg", appauthor=False)


def load_config(path: Path | None) -> Config:
    """Return the settings in the file at `path`, or the defaults without one.

    Raises:
        ConfigError: if the file can't be read or says something unknown.
    """
    if path is None:
        return Config()
    try:
        with path.open("rb") as file:
            return msgspec.convert(tomllib.load(file), Config)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise ConfigError(f"{path}: {error}") from error
