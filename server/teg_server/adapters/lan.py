"""Announces this server on the local network (`_teg._tcp`), so that `teg lan` finds it without an address.

Interfaces come and go (Wi-Fi, cables, virtual ones); when they do, it is announced anew on those that there
are. Where announcing is impossible the log says why in one line, and games are not touched.
"""

import asyncio
import contextlib
import errno
import ipaddress
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from teg_shared.protocol.lan import SERVICE, instance_name, write_txt
from teg_shared.protocol.messages import PROTOCOL

from teg_server.adapters.aside import aside
from teg_server.adapters.directory import House

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

log = logging.getLogger(__name__)

LOOK: Final = 1.0
"""Seconds between two looks at the rooms."""
LOOK_AROUND: Final = 10
"""Looks at the rooms between two looks at the interfaces."""
FAREWELL: Final = 3.0
_NO_ROUTE: Final = frozenset({errno.ENODEV, errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.EHOSTUNREACH, errno.ENETDOWN})


@dataclass(frozen=True, slots=True)
class Announced:
    """What is announced.

    Args:
        server: id that tells this server from another one of the same name.
        name: what it is called.
        bind: address at which it listens; a wildcard for all.
        port: TCP port.
        interfaces: addresses to announce at; empty for all of the machine but loopback.
    """

    server: str
    name: str
    bind: str
    port: int
    interfaces: tuple[str, ...] = ()


def addresses(bind: str, interfaces: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the addresses at which a server bound to `bind` is reached on the network, IPv4 first.

    Raises:
        ImportError: if the extra `lan` is not installed.
    """
    import ifaddr  # noqa: PLC0415 # comes with the extra

    here = [
        ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    wanted = {ipaddress.ip_address(text) for text in interfaces}
    listening = _host(bind)
    if listening is not None and not listening.is_unspecified:
        here = [listening]
    elif listening is not None and listening.version == 4:
        here = [address for address in here if address.version == 4]
    found = [address for address in here if (address in wanted if wanted else not _for_this_machine(address))]
    return tuple(
        dict.fromkeys(str(address) for address in sorted(found, key=lambda ip: (ip.version, ip.is_link_local, int(ip))))
    )


class Announcer:
    """Announces one server until it is closed.

    Attributes:
        condition: `starting`, `announced`, or why not: `lan-no-network`, `lan-no-route`, `lan-port`, `lan-failed`.
    """

    def __init__(self, house: House, announced: Announced) -> None:
        self.condition = "starting"
        self._house = house
        self._announced = announced
        self._at: tuple[str, ...] = ()
        self._zeroconf: AsyncZeroconf | None = None
        self._info: AsyncServiceInfo | None = None
        self._said: dict[str, bytes] = {}
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Announce until `stop`."""
        look = 0
        try:
            while not self._stopping.is_set():
                if look % LOOK_AROUND == 0:
                    await self._look_around()
                if self._info is not None:
                    await self._update()
                look += 1
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), LOOK)
        finally:
            await self._close()

    def stop(self) -> None:
        """Say goodbye and end `run`."""
        self._stopping.set()

    async def _look_around(self) -> None:
        """Announce at the interfaces that there are now, if they are others than before."""
        found = addresses(self._announced.bind, self._announced.interfaces)
        if found == self._at and self._zeroconf is not None:
            return
        await self._close()
        self._at = found
        if not found:
            self._tell("lan-no-network", "no interface with an address")
            return
        try:
            await self._open(found)
        except OSError as error:
            await self._close()
            code = "lan-no-route" if error.errno in _NO_ROUTE else "lan-failed"
            self._tell("lan-port" if error.errno == errno.EADDRINUSE else code, str(error))
        else:
            assert self._info is not None
            self._tell("announced", f"name={self._info.name!r} addresses={','.join(found)} port={self._announced.port}")

    async def _open(self, found: tuple[str, ...]) -> None:
        from zeroconf import Error, IPVersion  # noqa: PLC0415 # an extra
        from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf  # noqa: PLC0415

        old = [address for address in found if ":" not in address]
        version = IPVersion.V4Only if old else IPVersion.V6Only
        self._zeroconf = AsyncZeroconf(interfaces=old or list(found), ip_version=version)
        self._said = self._txt()
        label = instance_name(self._announced.name, self._announced.server)
        self._info = AsyncServiceInfo(
            SERVICE, f"{label}.{SERVICE}", port=self._announced.port, properties=self._said,
            parsed_addresses=list(found), server=f"teg-{self._announced.server}.local.",
        )  # fmt: skip
        try:
            registered = await self._zeroconf.async_register_service(self._info, allow_name_change=True)
            await registered
        except Error as error:
            raise OSError(0, str(error)) from error

    def _txt(self) -> dict[str, bytes]:
        rooms = [room.info() for room in self._house.rooms()]
        return write_txt(
            self._announced.server, self._announced.name, self._house.program, PROTOCOL, rooms,
            draining=self._house.draining,
        )  # fmt: skip

    async def _update(self) -> None:
        """Say what is new in the rooms."""
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        said = self._txt()
        if said == self._said or self._info is None or self._zeroconf is None:
            return
        self._said = said
        old = self._info
        self._info = AsyncServiceInfo(
            old.type, old.name, port=old.port, properties=said, parsed_addresses=list(self._at), server=old.server
        )
        await (await self._zeroconf.async_update_service(self._info))

    async def _close(self) -> None:
        zeroconf, self._zeroconf, info, self._info = self._zeroconf, None, self._info, None
        if zeroconf is None:
            return
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                if info is not None and self.condition == "announced":
                    await (await zeroconf.async_unregister_service(info))
        with contextlib.suppress(OSError):
            await zeroconf.async_close()

    def _tell(self, condition: str, detail: str) -> None:
        level = logging.INFO if condition == "announced" else logging.WARNING
        if condition != self.condition or condition == "announced":
            log.log(level, "lan %s %s", condition, detail)
        self.condition = condition


@contextlib.asynccontextmanager
async def announcing(house: House, announced: Announced) -> AsyncIterator[Announcer]:
    """Announce from here to the end of the block.

    Raises:
        ImportError: if the extra `lan` is not installed.
        ValueError: if an interface is no address.
    """
    import zeroconf  # noqa: F401, PLC0415 # its absence is to be known now, not in a task

    addresses(announced.bind, announced.interfaces)
    announcer = Announcer(house, announced)
    async with aside("lan", announcer.run(), announcer.stop, FAREWELL):
        yield announcer


def _for_this_machine(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address means nothing to others: loopback, or a link-local IPv6 without its interface."""
    return address.is_loopback or (address.version == 6 and address.is_link_local)


def _host(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(text)
    return None
