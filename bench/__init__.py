"""Measurements; `make bench` runs them all. Nothing here is imported by the program."""
