"""The server of T.E.G.: rooms, seats, bots and the log, behind TCP and Unix sockets."""
