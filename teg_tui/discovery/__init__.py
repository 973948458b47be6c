"""Finding games without an address: on the local network, and in the directory of a broker."""
