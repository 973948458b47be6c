"""`python -m teg_tui` is `teg`."""

from teg_tui.cli import main

main()
