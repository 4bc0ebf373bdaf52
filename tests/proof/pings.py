"""What a device's pings prove about time. Messages keep their order: whatever was sent before a
ping was there when its pong went out, and whatever follows the pong was said after the ping.

No clock but the device's own is believed, and no slow line proves anything against a server.
"""

import math
from collections.abc import Hashable
from dataclasses import dataclass, field

from kessel.table.pace import PACE


@dataclass(slots=True)
class Pings:
    """The pings of one connection."""

    answered: float = -math.inf
    """When the newest of those was sent whose pong was heard."""
    _before_fixed: float = -math.inf
    """When the newest ping was sent that was answered before the newest `fixed`."""
    _before_move: float = -math.inf
    """The same for the newest move."""
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

    def heard_fixed(self) -> None:
        """A throw was fixed."""
        self._before_fixed = self.answered

    def heard_move(self) -> None:
        """A move was made."""
        self._before_move = self.answered

    def has_time(self, at: float) -> bool:
        """Whether the time to show a link for what was fixed last cannot be over."""
        return at < self._before_fixed + PACE.links

    def cannot_be_silent(self, at: float) -> bool:
        """Whether this device cannot have been silent for as long as a server says."""
        return at < self.answered + PACE.silence

    def cannot_be_gone(self, at: float) -> bool:
        """Whether a bot cannot have had to play on: its person was there, and had time."""
        return at < self.answered + PACE.away and at < self._before_move + PACE.decision["off"]
