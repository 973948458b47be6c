"""`python -m teg_server`; `teg host` and `teg selfplay` come here under their own names."""

import os

from teg_server.host.cli import main
from teg_server.measure import ladder

ladder.add_commands(main)
main(prog_name=os.environ.pop("TEG_PROGRAM", "python -m teg_server"))
