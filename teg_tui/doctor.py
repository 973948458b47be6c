"""What may be wrong with this machine, looked at piece by piece: findings, each with what to do about it.

No check changes anything, and none sends a packet to an address that the person has not named.
"""

import asyncio
import contextlib
import errno
import importlib.util
import json
import locale
import os
import shutil
import socket
import stat
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, Literal

import msgspec
from teg_shared.protocol.places import socket_places
from teg_shared.version import VERSION

from teg_tui.address import DEFAULT_PORT, Address, AddressError
from teg_tui.config import Config, config_file, data_dir
from teg_tui.i18n import _
from teg_tui.words import sentence

Level = Literal["ok", "note", "bad"]
EXTRAS: Final = {"mqtt": "aiomqtt", "lan": "zeroconf", "web": "textual_serve"}
PATIENCE: Final = 4.0
"""Seconds for a broker."""
_MULTICAST: Final = 0x1000
_UP: Final = 0x1


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Args:
        area: `program`, `terminal`, `settings`, `socket`, `port`, `lan` or `broker`.
        level: `ok`, `note` (works, but not all of it) or `bad` (does not work).
        text: what was found, one sentence.
        advice: what to do about it; empty if nothing.
        facts: the same for programs.
    """

    area: str
    level: Level
    text: str
    advice: str = ""
    facts: dict[str, object] = field(default_factory=dict)


def look_around(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what there is to say without a terminal."""
    yield from program()
    yield from settings()
    yield from sockets(environment)
    yield asyncio.run(port())
    yield from lan()
    yield from asyncio.run(broker(environment))


# --- the program


def program() -> Iterator[Finding]:
    """Look at the installation."""
    python = ".".join(str(part) for part in sys.version_info[:3])
    facts: dict[str, object] = {"version": VERSION, "python": python}
    yield Finding("program", "ok", f"teg {VERSION}, Python {python}", facts=facts)
    missing = [extra for extra, module in EXTRAS.items() if importlib.util.find_spec(module) is None]
    if missing:
        said = _("Faltan partes opcionales: {extras}.").format(extras=", ".join(missing))
        names = ",".join(missing)
        yield Finding("program", "note", said, f"pip install 'teg-tui[{names}]'", {"missing": missing})
    if shutil.which("teg") is None:
        folder = Path(sys.executable).parent
        said = _("El comando teg no está en el PATH.")
        yield Finding("program", "note", said, _("Agregá {folder} al PATH.").format(folder=folder))
    if locale.getpreferredencoding(False).lower().replace("-", "") not in {"utf8", "utf_8"}:
        said = _("La codificación del sistema es {name}, no UTF-8.").format(name=locale.getpreferredencoding(False))
        yield Finding("program", "bad", said, _("Elegí un idioma UTF-8: export LANG=C.UTF-8 (o es_AR.UTF-8)."))


# --- settings and files


def settings() -> Iterator[Finding]:
    """Look at the settings file and the folder with the seats; nothing is set aside here."""
    path = config_file()
    try:
        msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Config)
    except FileNotFoundError:
        said = _("Sin archivo de ajustes: valen los de siempre. Iría en {path}.").format(path=path)
        yield Finding("settings", "ok", said, facts={"path": str(path)})
    except (OSError, ValueError) as error:
        said = _("No se puede usar {path}: {reason}").format(path=path, reason=error)
        yield Finding("settings", "bad", said, _("Corregí esa línea, o borrá el archivo."), {"path": str(path)})
    else:
        yield Finding("settings", "ok", _("Ajustes: {path}.").format(path=path), facts={"path": str(path)})
    yield _folder(data_dir())


def _folder(folder: Path) -> Finding:
    place = next(parent for parent in (folder, *folder.parents) if parent.exists())
    facts: dict[str, object] = {"path": str(folder)}
    if not os.access(place, os.W_OK | os.X_OK):
        said = _("No se puede escribir en {path}: los lugares no se guardan.").format(path=place)
        return Finding("settings", "bad", said, _("Dale permiso, o elegí otra carpeta en TEG_DATA_DIR."), facts)
    seats = folder / "seats.json"
    with contextlib.suppress(OSError):
        if stat.S_IMODE(seats.stat().st_mode) & 0o077:
            said = _("Otros pueden leer {path}, y con eso ocupar tus lugares.").format(path=seats)
            return Finding("settings", "bad", said, f"chmod 600 {seats}", facts)
    free = shutil.disk_usage(place).free
    if free < 50_000_000:
        said = _("Quedan {mb} MB libres en {path}.").format(mb=free // 1_000_000, path=place)
        return Finding("settings", "note", said, _("Hacé lugar."), facts)
    return Finding("settings", "ok", _("Los lugares se guardan en {path}.").format(path=folder), facts=facts)


# --- the shared machine


def sockets(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Look at the Unix sockets at which a server of this machine may listen."""
    found = False
    for place in socket_places(environment):
        finding = _socket(Path(place))
        found = found or finding is not None
        if finding is not None:
            yield finding
    if not found:
        said = _("En esta máquina no hay un servidor compartido.")
        yield Finding("socket", "ok", said, facts={"places": list(socket_places(environment))})


def _socket(path: Path) -> Finding | None:
    """Return what is to be said of one place, None if there is nothing."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        said = _("No se puede mirar {path}: {reason}").format(path=path, reason=error.strerror)
        return Finding("socket", "bad", said, _("Pedile al administrador permiso para esa carpeta."))
    facts: dict[str, object] = {"path": str(path), "mode": f"{stat.S_IMODE(status.st_mode):o}"}
    if not stat.S_ISSOCK(status.st_mode):
        said = _("{path} no es un socket.").format(path=path)
        return Finding("socket", "bad", said, _("Borralo: teg host --shared pone ahí el suyo."), facts)
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except PermissionError:
            group = _group_of(status.st_gid)
            said = _("No tenés permiso para {path} (modo {mode}, grupo {group}).").format(group=group, **facts)
            advice = _(
                "Que el administrador te sume al grupo (usermod -aG {group} TU-CUENTA) o ponga mode = '666' en "
                "[shared]; después, entrá de nuevo."
            ).format(group=group)
            return Finding("socket", "bad", said, advice, facts)
        except OSError:
            said = _("En {path} no contesta nadie: quedó de un servidor que murió.").format(path=path)
            return Finding("socket", "note", said, _("El próximo teg host --shared lo reemplaza."), facts)
    return Finding("socket", "ok", _("Servidor compartido en {path} (modo {mode}).").format(**facts), facts=facts)


def _group_of(number: int) -> str:
    import grp  # noqa: PLC0415 # Unix alone has it

    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


# --- the network


async def port(number: int = DEFAULT_PORT) -> Finding:
    """Look who listens at the usual port of this machine."""
    from teg_tui.discovery.probe import ProbeError, probe  # noqa: PLC0415 # asyncio's parts, used here alone

    facts: dict[str, object] = {"port": number}
    try:
        answer = await probe(Address("127.0.0.1", number))
    except ProbeError as error:
        if error.code == "connection-refused":
            said = _("Puerto {port} libre: teg host puede usarlo.").format(port=number)
            return Finding("port", "ok", said, facts=facts)
        said = _("En el puerto {port} hay otro programa ({code}).").format(port=number, code=error.code)
        return Finding("port", "note", said, _("Hospedá en otro: teg host --port {n}.").format(n=number + 1), facts)
    said = _("Servidor en el puerto {port}: {program}, mesas: {n}.").format(
        port=number, program=answer.program, n=len(answer.rooms)
    )
    return Finding("port", "ok", said, facts=facts)


def lan(sys_net: Path = Path("/sys/class/net")) -> Iterator[Finding]:
    """Look whether announcements of the local network could come and go; nothing is sent."""
    if importlib.util.find_spec(EXTRAS["lan"]) is None:
        return
    from teg_tui.discovery.lan import interfaces  # noqa: PLC0415 # an extra

    here = interfaces()
    if not here:
        said = _("Sin red: solo se puede jugar en esta máquina.")
        yield Finding("lan", "note", said, _("Conectate a una red para jugar en la LAN."))
        return
    able = [name for name, flags in _interfaces(sys_net) if flags & _MULTICAST and flags & _UP and name != "lo"]
    facts: dict[str, object] = {"addresses": list(here), "multicast": able}
    if not able and sys_net.exists():
        said = _("Ninguna interfaz hace multicast: teg lan no va a ver nada.")
        yield Finding("lan", "note", said, _("Entrá por dirección o por código: teg join HOST."), facts)
        return
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            probe.bind(("", 5353))
        except OSError as error:
            name = errno.errorcode.get(error.errno or 0, "?")
            said = _("El puerto 5353 (anuncios) está ocupado ({why}).").format(why=name)
            yield Finding("lan", "note", said, _("Entrá por dirección o por código: teg join HOST."), facts)
            return
    yield Finding("lan", "ok", _("Red local: {addresses}.").format(addresses=", ".join(here)), facts=facts)


def _interfaces(sys_net: Path) -> Iterable[tuple[str, int]]:
    with contextlib.suppress(OSError):
        for entry in sorted(sys_net.iterdir()):
            with contextlib.suppress(OSError, ValueError):
                yield entry.name, int((entry / "flags").read_text(), 16)


async def broker(environment: Mapping[str, str]) -> list[Finding]:
    """Look whether the broker of the settings lets us in; nothing is said without one."""
    try:
        chosen = msgspec.convert(tomllib.loads(config_file().read_text(encoding="utf-8")), Config).broker
    except (OSError, ValueError):
        return []
    if not chosen:
        return []
    if importlib.util.find_spec(EXTRAS["mqtt"]) is None:
        said = _("Hay un broker en los ajustes y falta la parte que habla con él.")
        return [Finding("broker", "bad", said, "pip install 'teg-tui[mqtt]'")]
    from teg_tui.discovery.lobby import PASSWORD_VARIABLE, parse_broker  # noqa: PLC0415 # an extra

    facts: dict[str, object] = {"broker": chosen.rpartition("@")[2]}
    try:
        found = parse_broker(chosen, password=environment.get(PASSWORD_VARIABLE, ""))
    except AddressError as error:
        return [Finding("broker", "bad", sentence(error.code, error.facts), _("Corregí broker en los ajustes."), facts)]
    why = await _knock(found)
    if why:
        said = _("El broker {broker} no deja entrar: {why}").format(broker=found, why=why)
        advice = _("Mirá que esté andando, y usuario, contraseña (TEG_MQTT_PASSWORD) y TLS (mqtts://).")
        return [Finding("broker", "bad", said, advice, facts)]
    return [Finding("broker", "ok", _("Broker {broker}: contesta.").format(broker=found), facts=facts)]


async def _knock(found: object) -> str:
    """Return why a broker does not let us in, empty if it does."""
    import aiomqtt  # noqa: PLC0415 # an extra

    from teg_tui.discovery.lobby import BrokerAddress  # noqa: PLC0415 # an extra

    assert isinstance(found, BrokerAddress)
    try:
        async with asyncio.timeout(PATIENCE):
            client = aiomqtt.Client(
                found.host, found.port, username=found.username or None, password=found.password or None,
                tls_params=aiomqtt.TLSParameters(ca_certs=found.ca_file or None) if found.tls else None,
                timeout=PATIENCE,
            )  # fmt: skip
            async with client:
                return ""
    except (aiomqtt.MqttError, OSError, TimeoutError, ValueError) as error:
        return str(error) or type(error).__name__


# --- saying it


def as_json(findings: Iterable[Finding]) -> str:
    """Return the findings for programs."""
    listed = list(findings)
    good = all(finding.level != "bad" for finding in listed)
    return json.dumps({"ok": good, "findings": [asdict(one) for one in listed]}, ensure_ascii=False, indent=1)
