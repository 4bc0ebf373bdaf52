"""The race of the column of fire: everybody stacks the own dice by quick taps.

The clock of whoever runs the table decides. More dice take more taps; a boulder pile is stacked
as it stands. Seats here are those of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kessel.rules.moves import Seat
from kessel.rules.state import GameState


def taps_needed(state: GameState, seat: Seat) -> int:
    """One for each loose die and each pile; at least one, to call Stop."""
    return max(1, state.hands[seat] + len(state.piles[seat]))


@dataclass(slots=True)
class Race:
    """One heat: who builds, how far everybody is, and when they came so far."""

    needed: Mapping[Seat, int]
    starts: float
    limit: float
    heat: int = 1
    done: dict[Seat, int] = field(default_factory=dict)
    last: dict[Seat, float] = field(default_factory=dict)
    """When each builder stacked last."""

    def __post_init__(self) -> None:
        for seat in self.needed:
            self.done.setdefault(seat, 0)

    def can_tap(self, seat: Seat, now: float, gap: float) -> bool:
        """Whether a tap now counts."""
        early = now < self.starts or now - self.last.get(seat, -1e9) < gap
        return not early and self.done[seat] < self.needed[seat]

    def tap(self, seat: Seat, now: float) -> None:
        """One more die stands."""
        self.done[seat] += 1
        self.last[seat] = now

    def finishers(self, tie: float) -> list[Seat]:
        """Who finished first, with all who finished so soon after that it is a tie."""
        ends = {s: self.last.get(s, 0.0) for s, n in self.needed.items() if self.done[s] >= n}
        first = min(ends.values(), default=0.0)
        return [seat for seat, end in ends.items() if end - first <= tie]

    def decided_at(self, tie: float) -> float | None:
        """When no tie with the first finisher is possible any more; None before anybody is."""
        ends = [self.last.get(s, 0.0) for s, n in self.needed.items() if self.done[s] >= n]
        return min(ends) + tie if ends else None

    def furthest(self) -> list[Seat]:
        """Who has the fewest dice left to stack."""
        left = {seat: needed - self.done[seat] for seat, needed in self.needed.items()}
        return [seat for seat in left if left[seat] == min(left.values())]
