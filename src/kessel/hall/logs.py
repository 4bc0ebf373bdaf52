"""One line of log for each thing that an operator should know of.

Tables appear by their number in the store, never by their code; no token, seed, name or address
is ever logged.
"""

import logging
import time
from collections import Counter

QUIET_SECONDS = 60.0
"""Between two lines about refusals of one kind."""

logger = logging.getLogger("kessel.hall")


def log(event: str, level: int = logging.INFO, **about: object) -> None:
    """One line, with facts that a program can read (`about`)."""
    logger.log(level, event, extra={"about": about})


class Incidents:
    """What strangers tried: counted by kind, and logged at once, but no kind more than once a
    minute. Never with a name, a code or an address: logs are read by others."""

    def __init__(self) -> None:
        self._logged: dict[str, float] = {}
        self._since: Counter[str] = Counter()

    def note(self, kind: str) -> None:
        """Something was refused that a page of ours does not ask for."""
        self._since[kind] += 1
        now = time.monotonic()
        if now - self._logged.get(kind, -QUIET_SECONDS) >= QUIET_SECONDS:
            self._logged[kind] = now
            log("refused", logging.WARNING, kind=kind, count=self._since.pop(kind))


incidents = Incidents()
"""Of this process."""
