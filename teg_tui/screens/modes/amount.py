"""A number chosen with keys: plus, minus and digits."""

from teg_tui.screens.modes.base import digit


def typed(key: str, amount: int, most: int, *, fresh: bool) -> int | None:
    """Return the number after `key`, from 1 to `most`, or None if the key changes no number.

    Args:
        key: a digit, `+`, `-` or `backspace`.
        amount: the number so far.
        most: the largest number allowed.
        fresh: whether a digit starts a new number instead of going on with this one.
    """
    if key == "+":
        return min(most, amount + 1)
    if key in {"-", "backspace"}:
        return max(1, amount - 1)
    number = digit(key)
    if number < 0:
        return None
    longer = number if fresh else amount * 10 + number
    return max(1, min(most, longer if longer <= most else number))
