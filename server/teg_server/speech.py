"""What the server says to its host on the command line, in Spanish or English by locale; players never see it."""

import os
from typing import Final

_SPANISH: Final = {
    "group": "Servidor de T.E.G.",
    "host": "Abre un servidor para jugar T.E.G. Sin opciones escucha solo en esta máquina, en el puerto 7464.",
    "bind": "Dirección en la que escucha.",
    "port": "Puerto TCP; 0 elige uno libre.",
    "lan": "Escucha en toda la red local (0.0.0.0).",
    "socket": "Escucha además en este socket Unix.",
    "data": "Directorio del registro de las partidas.",
    "config": "Archivo de ajustes, en TOML; ver docs/hosting.md.",
    "log_level": "Cuánto se anota.",
    "bot_delay": "Segundos que tarda cada jugada de una máquina.",
    "ephemeral": "No guarda nada: las partidas terminan con el servidor.",
    "parent": "Termina cuando se cierra la entrada estándar.",
    "port_used": "No se puede escuchar en {where}: el puerto está en uso. ¿Ya hay un servidor? Probá con --port.",
    "bind_failed": "No se puede escuchar en {where}: {why}",
    "data_failed": "No se puede usar el registro: {why}",
    "config_failed": "No se pueden usar los ajustes: {why}",
    "log_broken": "El registro dejó de funcionar y el servidor se detiene: {why}",
}
_ENGLISH: Final = {
    "group": "Server of T.E.G.",
    "host": "Open a server to play T.E.G. Without options it listens on this machine only, at port 7464.",
    "bind": "Address to listen at.",
    "port": "TCP port; 0 takes a free one.",
    "lan": "Listen on the whole local network (0.0.0.0).",
    "socket": "Listen at this Unix socket as well.",
    "data": "Directory of the log of the games.",
    "config": "Settings file, in TOML; see docs/hosting.md.",
    "log_level": "How much is logged.",
    "bot_delay": "Seconds that each step of a computer player takes.",
    "ephemeral": "Keep nothing: games end with the server.",
    "parent": "End when standard input is closed.",
    "port_used": "Can't listen at {where}: the port is in use. Is there a server already? Try --port.",
    "bind_failed": "Can't listen at {where}: {why}",
    "data_failed": "Can't use the log: {why}",
    "config_failed": "Can't use the settings: {why}",
    "log_broken": "The log has failed and the server stops: {why}",
}


def _spanish() -> bool:
    """Whether the host reads Spanish: the first variable that is set decides, and no language at all is Spanish."""
    for name in ("TEG_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return not value.lower().startswith("en")
    return True


def say(key: str, **facts: object) -> str:
    """Return the sentence `key`; English for who asks for it, Spanish for all others."""
    return (_SPANISH if _spanish() else _ENGLISH)[key].format(**facts)
