"""Machines of a test's own, joined by cables: hosts that announce themselves, and the command that finds them."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from teg_tui.words import sentence
from tests.support.namespaces import Machine, ip, machines
from tests.support.terminal import Terminal

HOST = (sys.executable, "-m", "teg_server", "host", "--ephemeral", "--bot-delay", "0")
TEG = (sys.executable, "-m", "teg_tui")
ASK = (
    sys.executable, "-c",
 (
        "import asyncio, sys; from teg_tui.address import parse_address; from teg_tui.discovery.probe import probe;"
        "print(asyncio.run(probe(parse_address(sys.argv[1]))).program)"
    ),
)  # fmt: skip


@asynccontextmanager
async def network(count: int) -> AsyncIterator[list[Machine]]:
    with machines(count) as made:
        async with AsyncExitStack() as stack:
            for machine in made:
                stack.push_async_callback(machine.close)
            yield made


async def said_by(process: asyncio.subprocess.Process, pattern: str) -> re.Match[str]:
    """Return the first line of a program that fits; whatever else it says is left out."""
    assert process.stdout is not None
    async with asyncio.timeout(30):
        while line := (await process.stdout.readline()).decode():
            if found := re.search(pattern, line):
                return found
    raise AssertionError(f"the program ended without {pattern}")


async def hosting(machine: Machine, name: str, port: int = 7464) -> asyncio.subprocess.Process:
    """Start a host, and wait until it is announced."""
    process = await machine.start(*HOST, "--lan", "--port", str(port), "--name", name)
    await said_by(process, "lan announced")
    return process


async def listed(machine: Machine, good: Callable[[str], bool]) -> str:
    """Return what `teg lan` writes on a machine, asked again until it is good; announcements take a moment."""
    said = ""
    for _ in range(4):
        said = await machine.run(*TEG, "lan", "--plain", "--seconds", "6")
        if good(said):
            break
    return said


async def test_a_host_is_found_by_machines_on_both_of_its_cables() -> None:
    async with network(3) as (box, left, right):
        box.plug(left, 1)
        box.plug(right, 2)
        await hosting(box, "La caja")
        for machine, address in ((left, "10.77.1.1"), (right, "10.77.2.1")):
            said = await listed(machine, lambda text: "La caja" in text)
            assert f"teg join {address}:7464" in said


async def test_two_hosts_on_one_machine_and_the_port_in_use_is_said() -> None:
    async with network(2) as (box, guest):
        box.plug(guest, 1)
        await hosting(box, "Una")
        refused = await box.run(*HOST, "--lan", "--name", "Otra")
        assert "el puerto está en uso" in refused
        await hosting(box, "Otra", 7465)
        said = await listed(guest, lambda text: "Una" in text and "Otra" in text)
        assert "10.77.1.1:7464" in said
        assert "10.77.1.1:7465" in said


async def test_behind_a_router_the_list_says_why_it_is_empty_and_code_and_address_work() -> None:
    """A router does not pass announcements on."""
    async with network(3) as (router, box, guest):
        router.plug(box, 1)
        router.plug(guest, 2)
        await router.run("sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward")
        for machine, net in ((box, 1), (guest, 2)):
            ip("-n", machine.name, "route", "add", "default", "via", f"10.77.{net}.1")
        process = await box.start(*HOST, "--lan")
        code = (await said_by(process, r"teg join (TEG-[0-9A-Z-]+)"))[1]
        said = await guest.run(*TEG, "lan", "--plain", "--seconds", "4")
        assert said.strip() == sentence("lan-empty", {"interfaces": "10.77.2.2"})
        assert "teg-server" in await guest.run(*ASK, code)
        assert "teg-server" in await guest.run(*ASK, "10.77.1.2")


async def test_a_program_that_keeps_the_port_of_announcements_for_itself_is_said() -> None:
    hog = (
        "import socket, time; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(('', 5353));"
        "print('up', flush=True); time.sleep(60)"
    )
    async with network(2) as (box, guest):
        box.plug(guest, 1)
        for machine in (box, guest):
            await said_by(await machine.start(sys.executable, "-c", hog), "up")
        process = await box.start(*HOST, "--lan")
        await said_by(process, "lan-port")
        assert "5353" in await guest.run(*TEG, "lan", "--plain", "--seconds", "4")
        assert "teg-server" in await guest.run(*ASK, "10.77.1.1")


async def test_an_interface_that_the_machine_does_not_have_is_said() -> None:
    async with network(2) as (box, guest):
        box.plug(guest, 1)
        said = await guest.run(*TEG, "lan", "--plain", "--seconds", "4", "--interface", "10.9.9.9")
        assert said.strip() == sentence("lan-no-route", {})


async def test_a_machine_without_a_network_says_so_and_the_host_plays_on() -> None:
    async with network(1) as (lonely,):
        said = await lonely.run(*TEG, "lan", "--plain", "--seconds", "4")
        assert "no está en ninguna red" in said
        process = await lonely.start(*HOST, "--lan")
        await said_by(process, "lan-no-network")
        assert "teg-server" in await lonely.run(*ASK, "127.0.0.1")


async def test_a_cable_that_is_plugged_in_later_is_announced_at_and_listened_to() -> None:
    async with network(2) as (box, guest):
        process = await box.start(*HOST, "--lan", "--name", "La caja")
        await said_by(process, "lan-no-network")
        box.plug(guest, 1)
        await said_by(process, "lan announced")
        assert "10.77.1.1:7464" in await listed(guest, lambda text: "La caja" in text)


@pytest.mark.parametrize("bind", ["10.77.1.1", "127.0.0.1"])
async def test_a_host_that_listens_at_one_address_says_only_that_one(bind: str) -> None:
    async with network(3) as (box, left, right):
        box.plug(left, 1)
        box.plug(right, 2)
        process = await box.start(*HOST, "--lan", "--bind", bind, "--name", "La caja")
        if bind.startswith("127"):
            await said_by(process, "nadie más puede entrar")
            return
        await said_by(process, "lan announced")
        assert "10.77.1.1:7464" in await listed(left, lambda text: "La caja" in text)
        assert "La caja" not in await right.run(*TEG, "lan", "--plain", "--seconds", "4")


MAKE_ROOM = """
import asyncio, sys
from tests.support.net import TestClient
async def main():
    ana = await TestClient("Ana").connect("127.0.0.1", 7464)
    await ana.create(["open", "open"], name="Mesa de Ana")
    print("made", flush=True)
    await ana.until(lambda me: me.room_state is not None and me.room_state.seats[1].name == "Eva")
    print("Eva is here", flush=True)
asyncio.run(main())
"""


async def test_a_game_is_entered_from_the_list_in_a_terminal(tmp_path: Path) -> None:
    async with network(2) as (box, guest):
        box.plug(guest, 1)
        await hosting(box, "La caja")
        ana = await box.start(sys.executable, "-c", MAKE_ROOM)
        await said_by(ana, "made")
        env = {"TEG_LANG": "es", "TEG_CONFIG_DIR": str(tmp_path), "TEG_DATA_DIR": str(tmp_path)}
        command = guest.command(*TEG, "lan", "--name", "Eva")
        with Terminal(command, (80, 24), env) as screen:
            shown = await asyncio.to_thread(screen.wait_for, "Mesa de Ana", 20.0)
            assert "La caja" in shown
            await asyncio.to_thread(screen.wait_for, "esperando", 20.0)
            await asyncio.to_thread(screen.press, "enter")
            await said_by(ana, "Eva is here")
