"""The garbage collector while the program starts: all that loading makes is kept, and each look at it takes longer."""

import gc


def hold() -> None:
    """Look for no garbage until `release`."""
    gc.disable()


def release() -> None:
    """Look for garbage from now on, but never again among what there is already."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
