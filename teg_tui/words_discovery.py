"""What the lists of games say above themselves: how the search goes, why there is nothing, and what works anyway."""

from typing import Final

from teg_tui.i18n import N_

_AGAIN: Final = N_("Pruebo de nuevo en {wait} s; la lista puede ser vieja, las partidas siguen.")

DISCOVERY: Final = {
    "address-broker": N_("{address} no es un broker: usá [mqtts://][USUARIO@]HOST[:PUERTO][/PREFIJO]."),
    "searching": N_("Buscando…"),
    "connecting": N_("Conectando con {broker}…"),
    "lan-online": N_("Servidores que responden en la red: {servers}. Mesas: {rooms}."),
    "lan-empty": N_(
        "Nadie se anuncia en esta red ({interfaces}). Si hay una mesa, pedí su dirección o su código: teg join"
    ),
    "lan-no-network": N_("Esta máquina no está en ninguna red. Para jugar en ella sola: teg play"),
    "lan-no-route": N_(
        "Por acá no pasan los anuncios (multicast). Con la dirección o el código se entra igual: teg join"
    ),
    "lan-port": N_(
        "Otro programa no comparte el puerto 5353 y no se oyen los anuncios. Con el código se entra: teg join"
    ),
    "lan-failed": N_("No se pueden oír los anuncios de la red. Con la dirección o el código se entra igual: teg join"),
    "lobby-online": N_("Mesas: {rooms}. Servidores: {servers}. ({broker})"),
    "lobby-empty": N_("En {broker} no hay ningún servidor anotado ahora."),
    "broker-refused": N_("En {broker} no hay ningún broker."),
    "broker-unknown": N_("No se encuentra {broker}: revisá el nombre y la red."),
    "broker-unreachable": N_("No se puede llegar a {broker}."),
    "broker-silent": N_("{broker} no contesta."),
    "broker-lost": N_("Se cortó la conexión con {broker}."),
    "broker-busy": N_("{broker} no admite más conexiones por ahora."),
    "broker-auth": N_("{broker} no acepta el usuario o la contraseña."),
    "broker-id": N_("{broker} no acepta el nombre de este programa."),
    "broker-version": N_("{broker} habla otra versión de MQTT."),
    "broker-certificate": N_("El certificado de {broker} no es de confianza; con --ca se indica otro."),
    "broker-tls": N_("{broker} no habla TLS, o no este."),
    "broker-taken-over": N_("Otro programa usa el mismo nombre en {broker}."),
    "again": _AGAIN,
    "offer-silent": N_("{server} no responde ahora. Probá de nuevo en un rato."),
    "offer-nowhere": N_("{server} no dice por dónde se entra."),
    "lan-missing": N_("Para buscar en la red falta zeroconf: pip install 'teg-tui[lan]'. Con la dirección: teg join"),
    "lobby-missing": N_("Para usar un broker falta aiomqtt: pip install 'teg-tui[mqtt]'."),
}
"""By code of a listing's status; those of a broker are followed by `again`."""
