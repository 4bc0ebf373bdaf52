"""What a thrower is: told what is thrown onto what and by which seed, it says how the dice lie.

A thrower keeps nothing between throws, so that the same order gives the same answer anywhere,
at any time, in any process.
"""

from dataclasses import dataclass, field
from typing import Protocol

from kessel.rules.edition import Edition
from kessel.rules.moves import Landing, Player
from kessel.rules.options import Options
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, arena_of


@dataclass(frozen=True, slots=True)
class Handful:
    """What one hand throws: the numbers its dice shall have, and how it throws them."""

    player: Player
    dice: tuple[int, ...]
    aim: Aim = field(default_factory=Aim)


@dataclass(frozen=True, slots=True)
class ThrowOrder:
    """One throw to be made: all hands at the same moment, every chance out of one seed."""

    edition: Edition
    options: Options
    at_rest: DiceAtRest
    hands: tuple[Handful, ...]
    seed: bytes
    """32 bytes."""


@dataclass(frozen=True, slots=True)
class ThrowResult:
    """How a throw ended, and what everybody watches."""

    at_rest: DiceAtRest
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
        return Landing(arena_of(self.at_rest), len(self.out), self.cocked)


class Dice(Protocol):
    """Anything that can say how the dice lie."""

    @property
    def name(self) -> str:
        """Kind and version: what has to be the same for the same order to give the same answer."""
        ...

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Make one throw."""
        ...
