"""The local network: listens for servers that announce themselves, and asks each whether it is there."""

import asyncio
import contextlib
import errno
import ipaddress
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Final

from teg_shared.protocol.lan import SERVICE, read_txt

from teg_tui.address import Address
from teg_tui.changes import Facts
from teg_tui.discovery.lan_model import LanModel
from teg_tui.discovery.offers import Listing
from teg_tui.discovery.probe import ProbeError, probe_any

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

LOOK: Final = 0.1
"""Seconds between two looks at the clock and at what changed."""
LOOK_AROUND: Final = 5.0
"""Seconds between two looks at the interfaces."""
SETTLE: Final = 3.0
"""Seconds after which an empty network is called empty."""
RESOLVE: Final = 3000
"""Milliseconds for an announcement to say where its server is."""
MOST_PROBES: Final = 16
"""Servers that are asked at once."""
_NO_ROUTE: Final = frozenset({errno.ENODEV, errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.EHOSTUNREACH, errno.ENETDOWN})


def interfaces() -> tuple[str, ...]:
    """Return the addresses at which to listen for announcements: IPv4 where there is any, else IPv6."""
    import ifaddr  # noqa: PLC0415 # comes with the extra

    here = [
        ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    outside = [address for address in here if not address.is_loopback]
    old = [address for address in outside if address.version == 4]
    new = [address for address in outside if address.version == 6 and not address.is_link_local]
    return tuple(sorted(str(address) for address in old or new))


class Lan:
    """A `Source`: the servers of the local network.

    Attributes:
        condition: `searching`, or why nothing can be found: `lan-no-network`, `lan-no-route`, `lan-port`,
            `lan-failed`.
    """

    def __init__(self, on_change: Callable[[], None], at: Sequence[str] = ()) -> None:
        """Look at the interfaces with the addresses `at`, or at all of them but loopback."""
        self.condition = "searching"
        self.model = LanModel()
        self._on_change = on_change
        self._wanted = tuple(at)
        self._at: tuple[str, ...] = ()
        self._began = time.monotonic()
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(MOST_PROBES)
        self._told: tuple[int, str] = (-1, "")

    async def run(self) -> None:
        """Look until cancelled."""
        around = 0.0
        try:
            while True:
                now = time.monotonic()
                if now >= around:
                    await self._look_around()
                    around = time.monotonic() + LOOK_AROUND
                for key, addresses in self.model.due(now):
                    self._spawn(self._ask(key, addresses))
                if self._told != (self.model.version, self._status(now)):
                    self._told = (self.model.version, self._status(now))
                    self._on_change()
                await asyncio.sleep(LOOK)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._close()

    def refresh(self) -> None:
        """Ask everybody again."""
        self.model.ask_all(time.monotonic())

    def listing(self) -> Listing:
        """Return the list as it is now."""
        facts: Facts = {"interfaces": ", ".join(self._at)}
        return self.model.listing(self._status(time.monotonic()), facts)

    def _status(self, now: float) -> str:
        if self.condition != "searching":
            return self.condition
        if self.model.listing("", {}).offers:
            return "lan-online"
        return "lan-empty" if now - self._began >= SETTLE else "searching"

    async def _look_around(self) -> None:
        """Listen at the interfaces that there are now, if they are others than before."""
        found = self._wanted or interfaces()
        if found == self._at and self._zeroconf is not None:
            return
        await self._close()
        self._at, self._began = found, time.monotonic()
        if not found:
            self.condition = "lan-no-network"
            return
        try:
            self._open(found)
        except OSError as error:
            await self._close()
            self.condition = "lan-no-route" if error.errno in _NO_ROUTE else "lan-failed"
            if error.errno == errno.EADDRINUSE:
                self.condition = "lan-port"
        else:
            self.condition = "searching"

    def _open(self, found: tuple[str, ...]) -> None:
        from zeroconf import IPVersion  # noqa: PLC0415 # an extra
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf  # noqa: PLC0415

        version = IPVersion.V6Only if ":" in found[0] else IPVersion.V4Only
        self._zeroconf = AsyncZeroconf(interfaces=list(found), ip_version=version)
        self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._changed])

    def _changed(self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange") -> None:
        """Take in what the browser says, in the event loop."""
        from zeroconf import ServiceStateChange  # noqa: PLC0415

        del service_type
        if state_change is ServiceStateChange.Removed:
            self.model.lost(_label(name))
        else:
            self._spawn(self._resolve(zeroconf, name))

    async def _resolve(self, zeroconf: "Zeroconf", name: str) -> None:
        """Find out where an announced server is."""
        from zeroconf import IPVersion  # noqa: PLC0415
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        info = AsyncServiceInfo(SERVICE, name)
        if not await info.async_request(zeroconf, RESOLVE) or not info.port:
            return
        entry = read_txt(info.properties)
        hosts = info.parsed_addresses(IPVersion.V4Only) + info.parsed_addresses(IPVersion.V6Only)
        if entry is not None and hosts:
            addresses = [Address(host, info.port) for host in hosts[:8]]
            self.model.found(_label(name), entry, addresses, time.monotonic())

    async def _ask(self, key: str, addresses: tuple[Address, ...]) -> None:
        async with self._slots:
            try:
                answer = await probe_any(addresses)
            except ProbeError as error:
                self.model.silent(key, error.code, time.monotonic())
            else:
                self.model.answered(key, answer, time.monotonic())

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self) -> None:
        browser, self._browser, zeroconf, self._zeroconf = self._browser, None, self._zeroconf, None
        with contextlib.suppress(OSError):
            if browser is not None:
                await browser.async_cancel()
            if zeroconf is not None:
                await zeroconf.async_close()


def _label(name: str) -> str:
    """Return the name of an instance without that of the service."""
    return name.removesuffix(f".{SERVICE}")
