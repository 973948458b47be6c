"""What a host may set for the ways in and for what is told outside; sections of the settings file."""

import os
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from teg_shared.protocol.directory import DEFAULT_PREFIX

PASSWORD_VARIABLE: Final = "TEG_MQTT_PASSWORD"  # noqa: S105 # the name of a variable


class SecretError(Exception):
    """The file with a password can't be read; the message names it."""


class SharedSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[shared]`: the Unix socket of a machine on which several people have accounts."""

    mode: Literal["660", "666", "600"] = "660"
    """Who may connect: owner and group, everybody on the machine, or the owner alone."""
    group: str = ""
    """Group of the socket; empty for the server's own."""


class LanSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[lan]`: announcing on the local network."""

    announce: bool = False
    """Announce even without --lan."""
    interfaces: tuple[str, ...] = ()
    """Addresses of the interfaces to announce at; empty for all."""


class HandoverSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[handover]`: taking over the games of other servers through a folder."""

    adopt: str = ""
    """Folder in which other servers leave games for this one; empty for none."""
    addresses: tuple[str, ...] = ()
    """Where their players find this server; empty for those of `[mqtt]`, or what the machine knows of itself."""


class MqttSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[mqtt]`: the public directory on a broker, and the public feed of each game."""

    host: str = ""
    """Name or address of the broker; empty for none."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    """0 for 1883, or 8883 with TLS."""
    username: str = ""
    password_file: str = ""
    """File that holds the password; or the variable TEG_MQTT_PASSWORD."""
    tls: bool = False
    ca_file: str = ""
    """Certificates to trust; empty for the system's."""
    cert_file: str = ""
    key_file: str = ""
    prefix: str = DEFAULT_PREFIX
    """Where the topics begin."""
    id: str = ""
    """The server's id in the topics; empty for the username, or one that is made once and kept."""
    addresses: tuple[str, ...] = ()
    """Where clients reach this server, HOST:PORT; empty for what the machine knows of itself."""
    ttl: Annotated[int, msgspec.Meta(ge=5, le=3600)] = 90
    """Seconds after which an entry that is not renewed is worth nothing."""
    keepalive: Annotated[int, msgspec.Meta(ge=2, le=600)] = 10
    """Seconds of silence after which the broker asks whether this server is alive."""
    feed: bool = True
    """Publish what everybody may see of games in rooms without a password."""

    @property
    def broker_port(self) -> int:
        """Port of the broker."""
        return self.port or (8883 if self.tls else 1883)

    def password(self) -> str | None:
        """Return the password, None for none.

        Raises:
            SecretError: if its file can't be read.
        """
        if not self.password_file:
            return os.environ.get(PASSWORD_VARIABLE) or None
        path = Path(self.password_file).expanduser()
        try:
            return path.read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, UnicodeError) as error:
            raise SecretError(f"{path}: {error}") from error
