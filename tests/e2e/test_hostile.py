"""Names and chat that would steer a terminal: what reaches the other one's pty is looked at byte by byte."""

import asyncio
import re
import subprocess
from pathlib import Path

import pytest
from teg_shared.protocol.messages import Refused, Said, Say

from tests.e2e.programs import SMALL, TEG, Host, Person, teg
from tests.support.net import ClosedError, TestClient

STEERING = ("\x07", "\x9b", "\x90", "\u202e", "\u2066", "\u200b", "\u2060", "\ufeff", "\u0085")
"""Bell, C1, bidirectional and zero-width signs; nothing that the program draws has them."""
CHAT = {
    "\x1b]0;TOMADO\x07titulo": "titulo",
    "\x1b[31mcolorado\x1b[0m": "colorado",
    "\x9b2Jborrado": "borrado",
    "\x1bPq#0;2;0;0;0\x1b\\sixel": "sixel",
    "al\u202erevés": "alrevés",
    "an\u200bcho\u2060 ce\ufeffro": "ancho cero",
    "[/] [/b] [bold red]crudo[/bold red]": "[/] [/b] [bold red]crudo[/bold red]",
    "[@click=app.quit]acá[/]": "[@click=app.quit]acá[/]",
    "una\r\nlínea\u2028más": "una línea más",
    "z" + "\u0351" * 50 + "algo": "algo",
}
"""What somebody says with a program of their own, and what of it the others see."""


def harmless(raw: bytes) -> None:
    """Assert that bytes for a terminal hold nothing that came from a person and steers."""
    text = re.sub(
        r"\x1b\]22;[a-z]*\x07", "", raw.decode("utf-8")
    )  # the shape of the mouse's pointer, from Textual itself
    assert not [f"U+{ord(sign):04X}" for sign in STEERING if sign in text]
    for stolen in ("TOMADO", "\x1b[31m", "\x1bPq", "\x1b]0;", "\u0351" * 3):
        assert stolen not in text


async def answer(enemy: TestClient, text: str) -> str:
    """Say something, again when that was too fast, and return what became of it."""
    while True:
        await enemy.send(Say(text))
        while not isinstance(message := await enemy.receive(), Said | Refused):
            pass
        if isinstance(message, Said):
            return "said"
        if message.code != "chat-too-fast":
            return message.code
        await asyncio.sleep(0.5)


async def test_what_a_hostile_client_says_is_shown_harmlessly(tmp_path: Path) -> None:
    with Host(tmp_path / "server") as host:
        async with TestClient("[/b]Malo[red]") as enemy:
            await enemy.connect("127.0.0.1", host.port)
            await enemy.create(["open", "open"], name="[/] Mesa [bold]")
            person = Person("Ana", tmp_path / "Ana", "join", host.address, size=(120, 36))
            try:
                lobby = person.expect("Esperando que")
                assert "[/] Mesa [bold]" in lobby.text
                assert "[/b]Malo[red]" in lobby.text
                assert await answer(enemy, "\x1b[31m[/b][@click=app.quit]en la esquina") == "said"
                person.expect("[/b][@click=app.quit]en la esquina")
                await enemy.start()
                person.expect("Colocación")
                person.press("t")
                for said, shown in CHAT.items():
                    assert await answer(enemy, said) == "said"
                    person.expect(shown)
                assert await answer(enemy, "a" * 1_000) == "chat-too-long"
                assert "[/b]Malo[red]: titulo" in person.seen.text
                person.press("escape")
                assert "[/b]Malo[r" in person.seen.text  # beside its armies, as far as there is room
                with pytest.raises(ClosedError, match="frame-too-big"):
                    await answer(enemy, "a" * 10_000)
                person.press("a", "enter")
                person.hint("Juega [/b]Malo[red]")
                harmless(bytes(person.terminal.output))
            finally:
                person.terminal.kill()


async def test_what_is_pasted_into_the_chat_is_cleaned_before_it_is_sent(tmp_path: Path) -> None:
    with Host(tmp_path / "server") as host:
        async with TestClient("Beto") as other:
            await other.connect("127.0.0.1", host.port)
            await other.create(["open", "open"])
            person = Person("Ana", tmp_path / "Ana", "join", host.address)
            try:
                person.expect("Esperando que")
                person.press("t")
                hostile = "pegado \x9b31m\u202e\u200b [/b] " + "x" * 10_000
                person.terminal.send(f"\x1b[200~{hostile}\x1b[201~".encode())
                person.expect("xxxxx")
                person.press("enter")
                person.expect("Ana: pegado")
                harmless(bytes(person.terminal.output))
                assert person.terminal.exit_code is None
            finally:
                person.terminal.kill()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("ma\x1b[31mlo", "U+001B"),
        ("ma\u202elo", "U+202E"),
        ("ma\u200blo", "U+200B"),
        ("a" * 10_000, "hasta 16 letras"),
    ],
    ids=["escape", "bidi", "zero-width", "ten-thousand-letters"],
)
def test_a_name_that_would_steer_is_refused_with_a_sentence(tmp_path: Path, name: str, why: str) -> None:
    with teg(tmp_path, "join", "--name", name, size=SMALL) as terminal:
        assert terminal.wait_exit() != 0
        assert why in terminal.screen_text()
        harmless(bytes(terminal.output))


def test_the_printed_refusal_steers_no_pipe_either(tmp_path: Path) -> None:
    done = subprocess.run([TEG, "join", "--name", "ma\x1b[31mlo"], capture_output=True, cwd=tmp_path, check=False)
    assert done.returncode != 0
    assert b"\x1b" not in done.stdout + done.stderr
