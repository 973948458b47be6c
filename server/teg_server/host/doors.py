"""Every way into a server, opened together: TCP, the Unix socket, and what is told of them outside."""

import asyncio
import errno
import ipaddress
import logging
import os
import secrets
import socket
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from teg_shared.protocol.directory import SERVER_NAME_LENGTH, Topics, is_id
from teg_shared.protocol.joincode import join_code
from teg_shared.protocol.places import UNIX, socket_places
from teg_shared.protocol.text import visible

from teg_server.adapters import lan, mqtt, tcp, unix
from teg_server.adapters.directory import Directory
from teg_server.adapters.settings import SecretError
from teg_server.host.config import Config
from teg_server.host.service import Service
from teg_server.host.speech import say
from teg_server.rooms.adopting import Adopter, Heir

log = logging.getLogger(__name__)

ID_FILE: Final = "server-id"
"""Name of the file with the server's own id, inside the data directory."""
ROUTE: Final = "192.0.2.1"
"""An address that nobody has: the route to it is that to the network outside."""
RESOLVING: Final = 3.0
"""Seconds for the name of the broker."""


class DoorError(Exception):
    """A way in can't be opened; the message is a sentence for the host."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Which ways in are wanted.

    Args:
        network: listen on TCP.
        shared: listen on a Unix socket, at the usual place if the settings name none.
        lan: announce on the local network.
        keep: the server has a data directory, in which it may keep its id.
        adopt: folder with games of other servers that this one takes over.
    """

    network: bool = True
    shared: bool = False
    lan: bool = False
    keep: bool = False
    adopt: Path | None = None


async def open_doors(service: Service, settings: Config, ways: Ways, doors: AsyncExitStack) -> list[str]:
    """Open all ways in until `doors` is closed, and return the lines that say where they are, the first one first.

    Raises:
        DoorError: if one can't be opened.
    """
    lines: list[str] = []
    at: tuple[str, int] | None = None
    path: Path | None = None
    if ways.network:
        at = await _listen(service, settings, doors)
        lines.append(f"teg-server listening on {_shown(*at)}")
    if settings.socket or ways.shared:
        path = await _listen_unix(service, settings, doors)
        lines.append(f"teg-server listening on unix:{path}" if at is None else say("socket_at", path=path))
    me = await asyncio.to_thread(_identity, settings, keep=ways.keep)
    if at is not None and (ways.lan or settings.lan.announce):
        lines += await _announce(service, settings, me, at, doors)
    if settings.mqtt.host:
        await _publish(service, settings, me, at, doors)
    if ways.keep:
        lines += await _adopt(service, ways, me[0], await _found_at(settings, at, path), doors)
    return lines


async def _listen(service: Service, settings: Config, doors: AsyncExitStack) -> tuple[str, int]:
    where = f"{settings.bind}:{settings.port}"
    try:
        server = await tcp.listen(service, settings.bind, settings.port)
    except OSError as error:
        key = "port_used" if error.errno == errno.EADDRINUSE else "bind_failed"
        raise DoorError(say(key, where=where, why=error.strerror or error)) from error
    doors.callback(server.close)
    at = tcp.address_of(server)
    log.info("listening address=%s", _shown(*at))
    return at


async def _listen_unix(service: Service, settings: Config, doors: AsyncExitStack) -> Path:
    """Listen at the socket of the settings, or at the first usual place that may be used."""
    shared = settings.shared
    rights = unix.Rights(int(shared.mode, 8), shared.group)
    places = _places(settings)
    for number, place in enumerate(places):
        try:
            listener = await unix.listen(service, place, rights)
        except unix.SocketError as error:
            if error.code == "socket-rights" and number + 1 < len(places):
                continue
            key = error.code.replace("-", "_")
            raise DoorError(say(key, where=place, why=error.strerror)) from error
        except OSError as error:
            raise DoorError(say("bind_failed", where=place, why=error.strerror or error)) from error
        doors.callback(listener.close)
        log.info("listening socket=%s mode=%s", listener.path, shared.mode)
        if number:
            log.warning("socket of this user only: %s could not be used", places[0])
        return listener.path
    raise AssertionError("no place for a socket")


def _places(settings: Config) -> list[Path]:
    places = [settings.socket] if settings.socket else socket_places(os.environ)
    return [Path(place).expanduser() for place in places]


async def _announce(
    service: Service, settings: Config, me: tuple[str, str], at: tuple[str, int], doors: AsyncExitStack
) -> list[str]:
    """Announce on the local network, and return the lines with the codes of the addresses there."""
    server, name = me
    announced = lan.Announced(server, name, at[0], at[1], settings.lan.interfaces)
    try:
        await doors.enter_async_context(lan.announcing(service, announced))
        found = lan.addresses(at[0], settings.lan.interfaces)
    except ImportError:
        log.warning("lan not announced: the extra is missing (pip install 'teg-tui[lan]')")
        return [say("lan_missing")]
    except ValueError as error:
        raise DoorError(say("lan_interface", why=error)) from error
    if ipaddress.ip_address(at[0]).is_loopback:
        return [say("lan_loopback")]
    codes = [(join_code(address, at[1]), _shown(address, at[1])) for address in found]
    return [say("lan_code", code=code, where=where) for code, where in codes if code]


async def _publish(
    service: Service, settings: Config, me: tuple[str, str], at: tuple[str, int] | None, doors: AsyncExitStack
) -> None:
    server, name = me
    broker = settings.mqtt
    addresses = broker.addresses or await _reached_at(settings, at)
    if not addresses:
        raise DoorError(say("mqtt_address"))
    try:
        directory = Directory(service, Topics(broker.prefix), server, name, addresses, broker.ttl, broker.feed)
        await doors.enter_async_context(mqtt.publishing(directory, broker, service.time))
    except ImportError as error:
        raise DoorError(say("mqtt_missing")) from error
    except (ValueError, OSError, SecretError) as error:
        raise DoorError(say("mqtt_failed", why=error)) from error


async def _adopt(
    service: Service, ways: Ways, server: str, addresses: tuple[str, ...], doors: AsyncExitStack
) -> list[str]:
    """Take over what lies in the folder for this server, go on looking, and return a line that says how much it was."""
    heir = Heir(server, addresses, service.machine)
    service.adopter = adopter = Adopter(service.hub, service.log, heir, lambda: service.draining)
    lines: list[str] = []
    if ways.adopt is not None:
        adopter.folders.add(ways.adopt)
        await adopter.look()
        lines.append(say("adopted", games=len(adopter.taken), folder=ways.adopt))
    task = asyncio.create_task(adopter.run(), name="adopter")
    doors.callback(task.cancel)
    return lines


async def _found_at(settings: Config, at: tuple[str, int] | None, path: Path | None) -> tuple[str, ...]:
    """Return where players of other servers find this one; a socket only those of this machine."""
    chosen = settings.handover.addresses or settings.mqtt.addresses or await _reached_at(settings, at)
    return (*chosen, *([f"{UNIX}{path}"] if path is not None else []))


def _identity(settings: Config, *, keep: bool) -> tuple[str, str]:
    """Return id and name of this server: the id of the settings, or the one that it was given at its first start."""
    name = visible(settings.name or socket.gethostname().partition(".")[0], SERVER_NAME_LENGTH) or "teg"
    chosen = settings.mqtt.id or settings.mqtt.username
    if chosen:
        if not is_id(chosen):
            raise DoorError(say("mqtt_id", id=chosen[:40]))
        return chosen, name
    fresh = secrets.token_hex(6)
    if not keep:
        return fresh, name
    path = settings.directory() / ID_FILE
    try:
        known = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError):
        known = ""
    if is_id(known):
        return known, name
    try:
        path.write_text(f"{fresh}\n", encoding="ascii")
    except OSError as error:
        log.warning("id not kept path=%s error=%s", path, error)
    return fresh, name


async def _reached_at(settings: Config, at: tuple[str, int] | None) -> tuple[str, ...]:
    """Return where clients may reach this server: where it listens, or this machine's address towards the broker."""
    if at is None:
        return ()
    if not ipaddress.ip_address(at[0]).is_unspecified:
        return (_shown(*at),)
    broker = settings.mqtt
    try:
        async with asyncio.timeout(RESOLVING):
            found = await asyncio.get_running_loop().getaddrinfo(
                broker.host or ROUTE, broker.broker_port, type=socket.SOCK_DGRAM
            )
        family, kind, _, _, target = found[0]
        with socket.socket(family, kind) as probe:
            probe.connect(target)  # no packet is sent: it only asks for the route
            return (_shown(probe.getsockname()[0], at[1]),)
    except OSError:  # a broker that is not there is no reason not to play
        return (_shown(socket.gethostname(), at[1]),)


def _shown(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
