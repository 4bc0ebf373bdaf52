"""One line of log for each thing that an operator should know of.

Tables appear by their number in the store, never by their code; no token, seed, name or address
is ever logged.
"""

import logging

logger = logging.getLogger("kessel.hall")


def log(event: str, level: int = logging.INFO, **about: object) -> None:
    """One line, with facts that a program can read (`about`)."""
    logger.log(level, event, extra={"about": about})
