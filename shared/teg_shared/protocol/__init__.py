"""How client and server speak: msgpack frames of typed messages. No sockets in here."""
