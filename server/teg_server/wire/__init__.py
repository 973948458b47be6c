"""One caller at the other end of a connection: what comes in, and what waits to go out."""
