"""The race of the column of fire: everybody stacks their dice by quick taps.

More dice take more taps; a boulder pile is stacked as it stands. `Race` is what the log knows of a
heat; `Heat` is when things happened in it, by the clock of the machine that runs the table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kessel.rules.state import GameState
from kessel.table.terms import Player


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

    starts: float
    limit: float
    last_tap: dict[Player, float] = field(default_factory=dict)

    def can_tap(self, race: Race, player: Player, now: float, gap: float) -> bool:
        """Whether a tap now counts: not before the start, nor within `gap` of the last one."""
        too_soon = now < self.starts or now - self.last_tap.get(player, -1e9) < gap
        return not too_soon and not race.has_finished(player)

    def decided_at(self, race: Race, tie: float) -> float | None:
        """When nobody can tie with the first finisher any more; None before anybody finished."""
        ends = self._ends(race)
        return min(ends.values()) + tie if ends else None

    def winners(self, race: Race, tie: float) -> list[Player]:
        """Who finished first, with all who finished within `tie` of them."""
        ends = self._ends(race)
        first = min(ends.values(), default=0.0)
        return [player for player, end in ends.items() if end - first <= tie]

    def _ends(self, race: Race) -> dict[Player, float]:
        """When each finisher finished; 0 for those who did before the table slept."""
        return {player: self.last_tap.get(player, 0.0) for player in race.finishers()}
