"""What the server says to its host on the command line, in Spanish or English by locale; players never see it."""

import os
from typing import Final

_SPANISH: Final = {
    "group": "Servidor de T.E.G.",
    "host": "Abre un servidor para jugar T.E.G. Sin opciones escucha solo en esta máquina, en el puerto 7464.",
    "bind": "Dirección en la que escucha.",
    "port": "Puerto TCP; 0 elige uno libre.",
    "lan": "Escucha en toda la red local (0.0.0.0) y se anuncia en ella.",
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
    "shared": "Para una máquina con varias cuentas: escucha en un socket Unix y reconoce a cada uno por su cuenta.",
    "name": "Nombre del servidor en las listas de la red.",
    "drain": "Avisa al servidor de estos datos que no abra más mesas; termina con la última.",
    "reopen": "Deshace --drain.",
    "drained": "Listo: no abre más mesas y termina cuando cierre la última.",
    "reopened": "Listo: vuelve a abrir mesas.",
    "not_running": "No hay ningún servidor trabajando con {where}.",
    "not_yours": "El servidor de {where} es de otra cuenta.",
    "socket_at": "En esta máquina: teg join unix:{path}",
    "socket_live": "En {where} ya escucha otro servidor.",
    "socket_other": "{where} no es un socket: no lo toco. Elegí otro lugar con --socket.",
    "socket_long": "La ruta {where} es demasiado larga para un socket (107 bytes).",
    "socket_group": "No se le puede dar el socket {where} al grupo {why}.",
    "socket_rights": "No hay permiso para escuchar en {where}. Elegí otro lugar con --socket, o pedí un /run/teg.",
    "lan_code": "En la red local: teg join {code}  ({where})",
    "lan_loopback": "Se anuncia, pero escucha solo en esta máquina: nadie más puede entrar. ¿Faltó --lan?",
    "lan_missing": "No se anuncia en la red: falta zeroconf (pip install 'teg-tui[lan]'). La dirección sirve igual.",
    "lan_interface": "[lan] interfaces: {why}",
    "mqtt_missing": "Hay un [mqtt] en los ajustes, pero falta aiomqtt (pip install 'teg-tui[mqtt]').",
    "mqtt_failed": "[mqtt]: {why}",
    "mqtt_id": "[mqtt] id: {id} no sirve; van hasta 40 letras, números, '.', '_' o '-'.",
    "mqtt_address": "[mqtt]: sin TCP hace falta addresses, para que se sepa por dónde entrar.",
    "log_broken": "El registro dejó de funcionar y el servidor se detiene: {why}",
}
_ENGLISH: Final = {
    "group": "Server of T.E.G.",
    "host": "Open a server to play T.E.G. Without options it listens on this machine only, at port 7464.",
    "bind": "Address to listen at.",
    "port": "TCP port; 0 takes a free one.",
    "lan": "Listen on the whole local network (0.0.0.0) and announce it there.",
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
    "shared": "For a machine with several accounts: listen at a Unix socket and know people by their account.",
    "name": "Name of the server in lists of the network.",
    "drain": "Tell the server of this data to make no more rooms; it ends with the last one.",
    "reopen": "Undo --drain.",
    "drained": "Done: it makes no more rooms and ends when the last one closes.",
    "reopened": "Done: it makes rooms again.",
    "not_running": "No server is running on {where}.",
    "not_yours": "The server on {where} is another account's.",
    "socket_at": "On this machine: teg join unix:{path}",
    "socket_live": "Another server listens at {where} already.",
    "socket_other": "{where} is no socket and stays as it is. Choose another place with --socket.",
    "socket_long": "The path {where} is too long for a socket (107 bytes).",
    "socket_group": "The socket {where} can't be given to the group {why}.",
    "socket_rights": "Not allowed to listen at {where}. Choose another place with --socket, or ask for /run/teg.",
    "lan_code": "On the local network: teg join {code}  ({where})",
    "lan_loopback": "It is announced, but listens on this machine only: nobody else can come in. Was --lan meant?",
    "lan_missing": "Not announced: zeroconf is missing (pip install 'teg-tui[lan]'). The address still works.",
    "lan_interface": "[lan] interfaces: {why}",
    "mqtt_missing": "There is an [mqtt] in the settings, but aiomqtt is missing (pip install 'teg-tui[mqtt]').",
    "mqtt_failed": "[mqtt]: {why}",
    "mqtt_id": "[mqtt] id: {id} can't be one; it takes up to 40 letters, digits, '.', '_' or '-'.",
    "mqtt_address": "[mqtt]: without TCP it needs addresses, so that people know where to come in.",
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
