"""What a thrower is: told what is thrown onto what and by which seed, it says how the dice lie.

A thrower keeps nothing between throws, so that the same order gives the same answer anywhere,
at any time, in any process.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from kessel.rules.edition import Edition
from kessel.rules.moves import Landing, Seat
from kessel.rules.options import Options
from kessel.throws.lay import Lay, arena_of

AimValues: TypeAlias = Mapping[str, float]
"""What a hand does, as numbers with names; which there are is the thrower's business."""


@dataclass(frozen=True, slots=True)
class Handful:
    """What one hand throws: the numbers the dice shall have, and how it throws them."""

    seat: Seat
    dice: tuple[int, ...]
    aim: AimValues


@dataclass(frozen=True, slots=True)
class ThrowOrder:
    """One throw to be made: all hands at the same moment, every chance out of one seed."""

    edition: Edition
    options: Options
    lay: Lay
    hands: tuple[Handful, ...]
    seed: bytes
    """32 bytes."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """How a throw ended, and what everybody watches."""

    lay: Lay
    out: tuple[int, ...] = ()
    """Dice that left the arena."""
    cocked: int = 0
    """Dice that had to be settled before they could be read."""
    trajectory: bytes = b""
    """Packed for the wire; empty where there is nothing to watch."""
    seconds: float = 0.0
    """How long there is something to watch."""

    @property
    def landing(self) -> Landing:
        """What the rules see of it."""
        return Landing(arena_of(self.lay), len(self.out), self.cocked)


class Thrower(Protocol):
    """Anything that can say how the dice lie."""

    @property
    def name(self) -> str:
        """Kind and version: what has to be the same for the same order to give the same answer."""
        ...

    def throw(self, order: ThrowOrder) -> Thrown:
        """Make one throw."""
        ...
