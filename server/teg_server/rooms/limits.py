"""How much one caller may ask for, and of the machine."""

import logging
import resource
from dataclasses import dataclass, field
from typing import Annotated, Final, TypeAlias

import msgspec

log = logging.getLogger(__name__)

SPARE_FILES: Final = 320
"""File descriptors kept for the log, the bots' workers, and callers who are being turned away."""


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Seconds: TypeAlias = Annotated[float, msgspec.Meta(gt=0)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one connection may do, and all of them together; times in seconds."""

    connections: Count = 4096
    """Connections at a time; fewer if the system allows fewer open files."""
    per_address: Count = 200
    """Connections at a time from one address of the network; this machine's own are not counted."""
    rooms: Count = 500
    """Rooms at a time."""
    rooms_per_connection: Count = 5
    """Rooms that one connection may make."""
    burst: Count = 50
    """Messages at once."""
    rate: Count = 200
    """Messages a second."""
    hello: Seconds = 5.0
    """Until the first message."""
    silent: Seconds = 60.0
    """Without a word, not even a ping."""
    idle: Seconds = 3600.0
    """Without being in a room."""
    excess: Count = 2000
    """Messages beyond the rate, after which the connection is closed."""
    malformed: Count = 20
    """Messages that can't be read, after which the connection is closed."""
    password_tries: Count = 5
    """Wrong passwords, after which the connection is closed."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: `burst` at once, then `rate` a second."""

    burst: float
    rate: float
    filled: float = field(init=False)
    at: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.filled = self.burst

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        if self.at is not None:
            self.filled = min(self.burst, self.filled + (now - self.at) * self.rate)
        self.at = now
        if self.filled < 1:
            return False
        self.filled -= 1
        return True


def raise_file_limit() -> int:
    """Raise the soft limit of open files to the hard one and return how many connections fit under it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    ceiling = 1 << 20
    wanted = ceiling if hard == resource.RLIM_INFINITY else min(hard, ceiling)
    if wanted > soft:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError) as error:
            log.warning("files limit=%d raise=%d error=%s", soft, wanted, error)
    return max(16, soft - SPARE_FILES)
