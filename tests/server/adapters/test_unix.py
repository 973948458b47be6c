"""The Unix socket: who may connect, who is at the other end, and what becomes of a socket that lies there."""

import asyncio
import contextlib
import errno
import os
import socket
import stat
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from teg_server.adapters import unix
from teg_server.adapters.peer import caller_of, overflow_uid
from teg_server.adapters.unix import Listener, Rights, SocketError
from teg_server.rooms.caller import NOBODY, Caller

from tests.support.mortal import MORTAL
from tests.support.serving import Serving, serving

ROOT = os.geteuid() == 0


@contextlib.asynccontextmanager
async def house(path: Path, rights: Rights | None = None) -> AsyncIterator[tuple[Serving, Listener]]:
    async with serving() as server:
        listener = await unix.listen(server.service, path, rights)
        try:
            yield server, listener
        finally:
            listener.close()


async def refusal(server: Serving, path: Path, rights: Rights | None = None) -> SocketError:
    with pytest.raises(SocketError) as caught:
        await unix.listen(server.service, path, rights)
    return caught.value


@pytest.mark.parametrize("mode", [0o660, 0o666, 0o600])
async def test_the_socket_has_the_rights_that_were_asked_for(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "made" / "teg.sock"
    async with house(path, Rights(mode)):
        assert stat.S_IMODE(path.stat().st_mode) == mode
        assert path.is_socket()
    assert list(path.parent.iterdir()) == []


@pytest.mark.skipif(not ROOT, reason="only root may give a file to another group")
async def test_the_socket_belongs_to_the_group_that_was_asked_for(tmp_path: Path) -> None:
    async with house(tmp_path / "teg.sock", Rights(group="daemon")):
        assert (tmp_path / "teg.sock").group() == "daemon"


async def test_an_unknown_group_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    async with serving() as server:
        error = await refusal(server, tmp_path / "teg.sock", Rights(group="no-such-group"))
        assert (error.code, error.strerror) == ("socket-group", "no-such-group")
        assert not (tmp_path / "teg.sock").exists()


async def test_a_live_socket_is_refused_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "teg.sock"
    async with house(path) as (server, _):
        assert (await refusal(server, path)).code == "socket-live"
        client = await server.client_at(path)
        assert client.bye is None


async def test_a_live_socket_of_another_program_is_refused(tmp_path: Path) -> None:
    """It holds no lock, but it answers."""
    path = tmp_path / "teg.sock"
    other = await asyncio.start_unix_server(lambda _r, w: w.close(), path)
    async with serving() as server, other:
        error = await refusal(server, path)
        assert (error.code, error.errno) == ("socket-live", errno.EADDRINUSE)
        assert path.is_socket()


async def test_the_socket_of_a_killed_server_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "teg.sock"
    dying = "import socket,sys,os; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); os._exit(9)"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", dying, str(path))
    assert await process.wait() == 9
    assert path.is_socket()
    async with house(path) as (server, _):
        await server.client_at(path)


async def test_what_is_no_socket_is_never_removed(tmp_path: Path) -> None:
    async with serving() as server:
        precious = tmp_path / "thesis.txt"
        precious.write_text("ten years of work")
        assert (await refusal(server, precious)).code == "socket-other"
        link = tmp_path / "link"
        link.symlink_to(precious)
        assert (await refusal(server, link)).code == "socket-other"
        assert precious.read_text() == "ten years of work"


async def test_a_path_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    async with serving() as server:
        assert (await refusal(server, tmp_path / ("x" * 120))).code == "socket-long"


LISTEN = """
import asyncio, os, pathlib, sys
from teg_server.adapters import unix
if os.getuid() == 0:
    os.setgroups([]); os.setgid(12345); os.setuid(12345)
try:
    asyncio.run(unix.listen(None, pathlib.Path(sys.argv[1])))
except unix.SocketError as error:
    print(error.code)
"""


@pytest.mark.parametrize("name", ["teg.sock", "below/teg.sock"])
async def test_a_place_without_rights_is_refused(public_path: Path, name: str) -> None:
    os.chmod(public_path, 0o555)  # noqa: PTH101 -- at once; Path.chmod counts as blocking here
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", LISTEN, str(public_path / name), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    assert said.strip() == b"socket-rights"


async def test_the_same_process_can_listen_again_after_closing(tmp_path: Path) -> None:
    path = tmp_path / "teg.sock"
    async with serving() as server:
        for _ in range(3):
            listener = await unix.listen(server.service, path)
            await (await server.client_at(path)).cut()
            listener.close()
            listener.close()


# --- who is there


def test_the_kernel_says_who_is_at_the_other_end() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX)
    with ours, theirs:
        caller = caller_of(ours)
        assert caller.identity == f"unix:{os.getuid()}"


def test_over_the_network_nobody_is_known() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()[:2]):
        sock, _ = listening.accept()
        with sock:
            assert caller_of(sock) == NOBODY


CONNECT_AS = """
import os, socket, sys
os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[2]))
s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); print("in", flush=True); s.recv(1)
"""


@pytest.mark.skipif(not ROOT, reason="only root can become other people")
@pytest.mark.parametrize(
    ("uid", "known"), [(12345, Caller("unix:12345")), (1, Caller("unix:1", "daemon")), (overflow_uid(), NOBODY)]
)
async def test_each_account_is_told_apart(public_path: Path, uid: int, known: Caller) -> None:
    """The uid of everybody from another user namespace is nobody's."""
    path = public_path / "teg.sock"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        path.chmod(0o666)
        listening.listen()
        listening.setblocking(False)
        async with somebody(path, uid) as person:
            assert await said(person) == b"in\n"  # so that it waits to be let in
            sock, _ = listening.accept()
            with sock:
                assert caller_of(sock) == known
            assert await person.wait() == 0


@contextlib.asynccontextmanager
async def somebody(path: Path, uid: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """Let an account connect; its program is gone at the end."""
    person = await asyncio.create_subprocess_exec(
        *MORTAL, sys.executable, "-c", CONNECT_AS, str(path), str(uid),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield person
    finally:
        if person.returncode is None:
            person.kill()
        await person.communicate()


async def said(person: asyncio.subprocess.Process) -> bytes:
    """Return the first line that a program says, nothing if it ends without a word."""
    assert person.stdout is not None
    return await person.stdout.readline()


@pytest.mark.skipif(not ROOT, reason="only root can become other people")
async def test_who_is_not_in_the_group_stays_outside(public_path: Path) -> None:
    path = public_path / "teg.sock"
    async with house(path, Rights(0o660, "daemon")):
        async with somebody(path, 1) as member:  # its gid is 1, the group daemon
            assert await said(member) == b"in\n"
        async with somebody(path, 12345) as stranger:
            _, error = await stranger.communicate()
            assert b"PermissionError" in error
            assert stranger.returncode == 1
