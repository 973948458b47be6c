"""`python -m teg_server`; `teg host` and `teg selfplay` come here under their own names."""

import os

from teg_server.host.cli import main

# imported by who measures: a server needs no players
main.later(
    selfplay="teg_server.measure.selfplay:selfplay",
    ladder="teg_server.measure.ladder:ladder",
    balance="teg_server.measure.balance:balance",
)
main(prog_name=os.environ.pop("TEG_PROGRAM", "python -m teg_server"))
