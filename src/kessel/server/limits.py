"""Buckets that fill with time: how often something may be done in the long run and at once."""

from collections.abc import Callable
from dataclasses import dataclass

from kessel.errors import KesselError

BURST_SECONDS = 4.0
"""A full bucket holds what comes in so many seconds."""
FORGET_AFTER = 10_000
"""Addresses remembered before those with full buckets are forgotten."""


class TooFast(KesselError):
    """More was asked in a time than is allowed."""

    code = "too_fast"


class TooBig(KesselError):
    """A message larger than is allowed."""

    code = "too_big"


class Full(KesselError):
    """There is no room for more."""

    code = "full"


@dataclass(slots=True)
class Bucket:
    """Holds tokens, one for each thing that may be done now."""

    rate: float
    size: float
    tokens: float
    at: float

    @classmethod
    def full(cls, rate: float, now: float, size: float | None = None) -> "Bucket":
        """A bucket that fills at `rate` a second."""
        most = max(1.0, rate * BURST_SECONDS) if size is None else size
        return cls(rate, most, most, now)

    def take(self, now: float) -> bool:
        """Take one token; False where there is none."""
        self.tokens = min(self.size, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True


class Address:
    """What one address does."""

    def __init__(self, messages: Bucket, tables: Bucket) -> None:
        self.messages = messages
        self.tables = tables
        self.connections = 0


class Addresses:
    """Everything that is counted by address."""

    def __init__(self, fresh: Callable[[], Address]) -> None:
        self._fresh = fresh
        self._known: dict[str, Address] = {}

    def find(self, address: str) -> Address:
        """The counts of an address."""
        if address not in self._known:
            if len(self._known) >= FORGET_AFTER:
                self._known = {a: one for a, one in self._known.items() if one.connections}
            self._known[address] = self._fresh()
        return self._known[address]
