"""What a device's pings prove about time. Messages keep their order: whatever was sent before a
ping was there when its pong went out, and whatever follows the pong was said after the ping.

No clock but the device's own is believed, and no slow line proves anything against a server.
"""

import math
from collections.abc import Hashable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Pings:
    """The pings of one connection."""

    answered: float = -math.inf
    """When the newest of those was sent whose pong was heard."""
    _sent: dict[int, float] = field(default_factory=dict)
    _unproved: set[Hashable] = field(default_factory=set)
    _behind: dict[int, frozenset[Hashable]] = field(default_factory=dict)
    _had: set[Hashable] = field(default_factory=set)

    def said(self, what: Hashable) -> None:
        """Something was sent; the next ping follows it."""
        self._unproved.add(what)

    def ping(self, number: int, at: float) -> None:
        """A ping was sent."""
        self._sent[number] = at
        self._behind[number] = frozenset(self._unproved)

    def pong(self, number: int) -> None:
        """Its answer was heard."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            self.answered = max(self.answered, sent)
            self._had |= self._behind.pop(number)
            self._unproved -= self._had

    def had(self, what: Hashable) -> bool:
        """Whether the server certainly has what was sent."""
        return what in self._had
