"""What the terminal can do, found out by asking it: size, colours, widths of our signs, mouse."""

import contextlib
import os
import re
import select
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Final

from teg_tui.doctor import Finding
from teg_tui.i18n import _
from teg_tui.map.palette import choose_palette

LEAST: Final = (80, 24)
SIGNS: Final = "▴▮◊✚✱▾✦▸◂∙✓█▀▄▌▐▖▗▘▝▙▛▜▟▚▞╭╮╰╯│─●"
"""Everything that the map, the boxes and the dice draw with."""
PATIENCE: Final = 1.0
"""Seconds for an answer; a slow line needs a few hundred milliseconds."""
_ANSWER: Final = re.compile(rb"\x1b\[(\d+);(\d+)R")
_MODE: Final = re.compile(rb"\x1b\[\?1006;(\d)\$y")


class Line:
    """The terminal as something that can be asked; its settings are put back at the end."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing
        self._rest = b""

    def ask(self, question: bytes, answer: re.Pattern[bytes], patience: float = PATIENCE) -> re.Match[bytes] | None:
        """Write a question and return the answer to it, None if none comes."""
        os.write(self._writing, question)
        end = time.monotonic() + patience
        while (left := end - time.monotonic()) > 0:
            if not select.select([self._reading], [], [], left)[0]:
                break
            data = os.read(self._reading, 1024)
            if not data:
                break
            self._rest += data
            found = answer.search(self._rest)
            if found is not None:
                self._rest = self._rest[found.end() :]
                return found
        return None

    def wipe(self) -> None:
        """Leave nothing of the questions in the row."""
        os.write(self._writing, b"\r\x1b[K")


@contextlib.contextmanager
def asking() -> Iterator[Line]:
    """Yield the terminal without echo and line editing."""
    import termios  # noqa: PLC0415 # Unix alone has it
    import tty  # noqa: PLC0415

    reading = sys.stdin.fileno()
    before = termios.tcgetattr(reading)
    try:
        tty.setcbreak(reading)
        yield Line(reading, sys.stdout.fileno())
    finally:
        termios.tcsetattr(reading, termios.TCSAFLUSH, before)


def terminal(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what there is to say about the terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        said = _("Sin terminal: no se la pudo mirar.")
        yield Finding("terminal", "note", said, _("Corré teg doctor en una terminal (por ssh: ssh -t)."))
        return
    yield size(*os.get_terminal_size(sys.stdout.fileno()))
    yield colours(environment)
    with asking() as line:
        yield widths(line)
        yield mouse(line)


def size(columns: int, rows: int) -> Finding:
    """Look at the size."""
    facts: dict[str, object] = {"columns": columns, "rows": rows}
    if columns < LEAST[0] or rows < LEAST[1]:
        said = _("La terminal es de {columns}×{rows}: el tablero necesita {w}×{h}.")
        text = said.format(columns=columns, rows=rows, w=LEAST[0], h=LEAST[1])
        return Finding("terminal", "bad", text, _("Agrandá la ventana o achicá la letra."), facts)
    return Finding("terminal", "ok", _("Tamaño {columns}×{rows}.").format(columns=columns, rows=rows), facts=facts)


def colours(environment: Mapping[str, str]) -> Finding:
    """Look at the colours that will be used, and why."""
    palette = choose_palette(environment).name
    term = environment.get("TERM", "")
    facts: dict[str, object] = {"palette": palette, "TERM": term, "COLORTERM": environment.get("COLORTERM", "")}
    text = _("Colores: paleta {palette} (TERM={term}).").format(palette=palette, term=term or "?")
    if palette == choose_palette({"TERM": "xterm-256color", "COLORTERM": "truecolor"}).name:
        return Finding("terminal", "ok", text, facts=facts)
    if environment.get("NO_COLOR"):
        return Finding(
            "terminal", "note", text, _("NO_COLOR está puesto: unset NO_COLOR para jugar en colores."), facts
        )
    if environment.get("STY"):
        return Finding("terminal", "note", text, _("GNU screen no pasa más colores; tmux sí."), facts)
    if environment.get("SSH_CONNECTION"):
        advice = _("SSH no pasa COLORTERM: SendEnv COLORTERM en tu ~/.ssh/config y AcceptEnv COLORTERM en el servidor.")
        return Finding("terminal", "note", text, advice, facts)
    return Finding("terminal", "note", text, _("Si tu terminal los tiene todos: export COLORTERM=truecolor."), facts)


def widths(line: Line) -> Finding:
    """Let the terminal say how wide it draws our signs, all in one question each."""
    wide: list[str] = []
    for sign in SIGNS:
        found = line.ask(f"\r{sign}\x1b[6n".encode(), _ANSWER)
        if found is None:
            line.wipe()
            said = _("La terminal no dice dónde está el cursor: no se pudo medir el ancho de los signos.")
            return Finding("terminal", "note", said, _("Si el mapa se ve corrido, probá otra terminal."))
        if int(found[2]) != 2:
            wide.append(sign)
    line.wipe()
    facts: dict[str, object] = {"wide": wide, "measured": len(SIGNS)}
    if wide:
        said = _("La terminal dibuja estos signos con otro ancho: {signs}").format(signs=" ".join(wide))
        advice = _("Elegí ancho angosto para los caracteres ambiguos (East Asian Ambiguous) en sus preferencias, o un "
                   "idioma que no sea chino, japonés o coreano.")  # fmt: skip
        return Finding("terminal", "bad", said, advice, facts)
    return Finding(
        "terminal", "ok", _("Los {n} signos del tablero miden lo que deben.").format(n=len(SIGNS)), facts=facts
    )


def mouse(line: Line) -> Finding:
    """Ask whether the terminal knows the mouse's way of reporting; without an answer nothing is known."""
    found = line.ask(b"\x1b[?1006$p", _MODE, PATIENCE / 2)
    if found is None:
        return Finding("terminal", "ok", _("Mouse: la terminal no dice si lo tiene. Todo se puede con el teclado."))
    if found[1] == b"0":
        said = _("Esta terminal no tiene mouse.")
        return Finding("terminal", "note", said, _("Todo se puede con el teclado."), {"mouse": False})
    return Finding("terminal", "ok", _("Mouse: sí."), facts={"mouse": True})
