"""How long a table waits for whom: every duration it knows, in seconds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from kessel.table.terms import ClockKind

_DAYS: Mapping[ClockKind, float] = {"day": 86_400.0, "three_days": 3 * 86_400.0}


@dataclass(frozen=True, slots=True)
class Pace:
    """The durations of a table; tests shorten them, nothing else does."""

    decision: Mapping[ClockKind, float] = field(
        default_factory=lambda: MappingProxyType(
            {"off": 300.0, "relaxed": 60.0, "fast": 15.0, **_DAYS}
        )
    )
    """For a decision or a throw, by kind of clock; days are for a whole turn. Without a clock it is
    only meant to keep a table from hanging on somebody who fell asleep, and is not shown."""
    extra_window: Mapping[ClockKind, float] = field(
        default_factory=lambda: MappingProxyType(
            {"off": 10.0, "relaxed": 8.0, "fast": 5.0, **_DAYS}
        )
    )
    """For the casts of a simultaneous throw."""
    consent: float = 15.0
    """To agree to a push of dice; silence is a no."""
    links: float = 2.0
    """For a device to show its link, before the throw is fixed again without it."""
    links_most: float = 4.0
    """The same for a device whose line is slow: as long as its links take, and no longer than
    this."""
    grace: float = 1.0
    """The most by which an answer over a slow line may come after its time."""
    links_awake: float = 10.0
    """The same for a throw that was fixed when the table fell asleep: devices come back first."""
    silence: float = 4.0
    """Without a sign of life, after which a device that gave some before takes no part in the next
    throw."""
    away: float = 30.0
    """Until a bot plays for somebody who is not there."""
    patience: int = 2
    """Times in a row somebody may let the clock run out before a bot takes over."""
    think: tuple[float, float] = (0.7, 1.6)
    """Shortest and longest time a bot takes for a decision or a throw."""
    race_countdown: float = 3.0
    race_limit: float = 20.0
    race_tap_gap: float = 0.08
    """A hand cannot stack quicker; taps that come quicker do not count."""
    race_bot_tap: tuple[float, float] = (0.30, 0.65)
    """What a bot needs for a die."""
    race_tie: float = 0.03
    """A builder who finishes within this time of the first has tied with them."""

    def thinking_time(self, chance: Random) -> float:
        """What a bot takes for an answer."""
        shortest, longest = self.think
        return shortest + (longest - shortest) * chance.random()

    def tapping_time(self, chance: Random) -> float:
        """What a bot takes for its next die in the race."""
        quick, slow = self.race_bot_tap
        return quick + (slow - quick) * chance.random()


PACE = Pace()
"""For people."""
NO_WAITING = Pace(think=(0.0, 0.0), race_countdown=0.0)
"""For games that nobody watches."""
