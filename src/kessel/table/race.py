"""The race of the column of fire: everybody stacks their dice by quick taps.

More dice take more taps; a boulder pile is stacked as it stands. `Race` is what the log knows of a
heat; `Heat` is when things happened in it, by the clock of the machine that runs the table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from kessel.rules.moves import Player
from kessel.rules.state import GameState
from kessel.table.clock import Countdown, is_over
from kessel.table.pace import Pace


@dataclass(frozen=True, slots=True)
class Race:
    """How many taps each builder needs, and how many they have."""

    needed: Mapping[Player, int]
    done: Mapping[Player, int]
    heat: int = 1

    def tapped(self, player: Player) -> "Race":
        """The race after one more tap."""
        return replace(self, done={**self.done, player: self.done[player] + 1})

    def has_finished(self, player: Player) -> bool:
        """Whether a builder has stacked everything."""
        return self.done[player] >= self.needed[player]

    def builders(self) -> list[Player]:
        """All who have dice left to stack."""
        return [player for player in self.needed if not self.has_finished(player)]

    def finishers(self) -> list[Player]:
        """All who have stacked everything."""
        return [player for player in self.needed if self.has_finished(player)]

    def furthest(self) -> list[Player]:
        """Who has the fewest dice left to stack."""
        left = {player: needed - self.done[player] for player, needed in self.needed.items()}
        return [player for player in left if left[player] == min(left.values())]


def race_between(players: Iterable[Player], state: GameState, heat: int = 1) -> Race:
    """A heat in which nobody has tapped yet."""
    needed = {player: taps_needed(state, player) for player in players}
    return Race(needed, dict.fromkeys(needed, 0), heat)


def taps_needed(state: GameState, player: Player) -> int:
    """One for each loose die and each pile; at least one, to call Stop."""
    return max(1, state.hands[player] + len(state.piles[player]))


@dataclass(slots=True)
class Heat:
    """When a heat starts and has to end, and when each builder tapped last."""

    pace: Pace
    starts: float
    before: Mapping[Player, int] = field(default_factory=dict)
    """Taps from before the start: the table may have slept in the middle of a heat."""
    last_tap: dict[Player, float] = field(default_factory=dict)

    @property
    def countdown(self) -> Countdown:
        """Until the heat ends, even if nobody has finished."""
        return Countdown(self.starts + self.pace.race_limit, self.pace.race_limit)

    def taps_that_count(self, race: Race, player: Player, done: int, now: float) -> int:
        """How many more taps count if a device says that so many are done: none before the start,
        and since then no more than a hand can make, however late they are told."""
        if now < self.starts:
            return 0
        quickest = (
            self.before.get(player, 0) + 1 + int((now - self.starts) / self.pace.race_tap_gap)
        )
        return max(0, min(done, quickest, race.needed[player]) - race.done[player])

    def bot_tap(self, race: Race, player: Player, chance: bytes, after: float) -> float:
        """When a bot that builds for a player taps next."""
        drawn = Random(f"{chance.hex()} {race.heat} {race.done[player]}")
        return after + self.pace.tapping_time(drawn)

    def decided_at(self, race: Race) -> float | None:
        """When nobody can tie with the first finisher any more; None before anybody finished."""
        ends = self._ends(race)
        return min(ends.values()) + self.pace.race_tie if ends else None

    def best(self, race: Race, now: float) -> list[Player]:
        """Who has won or tied by now; nobody while that is open.

        The first finisher and all who finish within the tie; when the time is over without one,
        the first of those who are furthest.
        """
        ends, decided = self._ends(race), self.decided_at(race)
        if decided is not None and now >= decided:
            return [player for player, end in ends.items() if end <= decided]
        return race.furthest()[:1] if is_over(self.countdown, now) else []

    def _ends(self, race: Race) -> dict[Player, float]:
        """When each finisher finished; 0 for those who did before the table slept."""
        return {player: self.last_tap.get(player, 0.0) for player in race.finishers()}
