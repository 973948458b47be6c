"""Programs that end with the test that started them, even if nobody has the time to end them."""

import sys
from typing import Final

_LINUX: Final = (
    "import ctypes, os, signal, sys\n"
    "ctypes.CDLL(None).prctl(1, signal.SIGKILL)\n"  # PR_SET_PDEATHSIG
    "os.execv(sys.argv[1], sys.argv[1:])\n"
)
MORTAL: Final = (sys.executable, "-c", _LINUX) if sys.platform == "linux" else ()
"""What stands before the path of a program so that the system kills it when its parent is gone."""
