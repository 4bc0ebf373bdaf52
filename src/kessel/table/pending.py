"""What a table waits for at one moment, beyond what its log says. Data only."""

from dataclasses import dataclass

from kessel.table.clock import NO_TIME, TimeLeft
from kessel.table.push import PushRequest


@dataclass(frozen=True, slots=True)
class TablePending:
    """Seconds left, and a push that waits for consent; nothing of it where a game is replayed."""

    time: TimeLeft | None = None
    """To answer, where a clock is shown."""
    push: PushRequest | None = None
    consent: TimeLeft = NO_TIME
    """To agree to the push."""
    race_starts_in: float = 0.0
