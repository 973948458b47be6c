"""Which version of the program this is; the packaging reads it here as well."""

VERSION = "0.1.0"
