"""`python -m teg_server`."""

from teg_server.cli import main

main(prog_name="python -m teg_server")
