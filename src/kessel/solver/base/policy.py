"""The base game: what every player does at each decision, and what positions are worth to all.

Whoever only reads needs no numpy: arrays are then memoryviews, with the same indices.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from kessel.solver.base.position import LYING

if TYPE_CHECKING:
    from kessel.solver.arrays import Actions, Values
    from kessel.solver.base.hands import HandIndex

Shares: TypeAlias = tuple[float, ...]

STOP_ACTION = 0
"""The number of stopping among the actions of a choice; the kinds of throw follow it. At a turn
there are only the kinds of throw."""


class Point(StrEnum):
    """Where a player decides."""

    TURN = "turn"
    """At the start of a turn: which kind of throw."""
    CHOICE = "choice"
    """After a throw without a match: to stop, or which kind of throw."""


@dataclass(frozen=True, slots=True, order=True)
class PolicyNode:
    """One decision in the tables of a number of players."""

    point: Point
    lying: int
    row: int


@dataclass(frozen=True, slots=True)
class Policy:
    """What every player does at every decision; `mixed` where no pure action is stable."""

    turn: "Actions"
    """[lying, row]: the number of a kind of throw."""
    choice: "Actions"
    """[lying, row]: stopping, or one more than the number of a kind of throw."""
    mixed: dict[PolicyNode, Shares] = field(default_factory=dict)

    @classmethod
    def empty(cls, index: "HandIndex", arenas: int = LYING) -> "Policy":
        """Everybody stops, and throws in the first way."""
        import numpy as np

        shape = (arenas, len(index))
        return cls(np.zeros(shape, np.int8), np.zeros(shape, np.int8))

    def at(self, point: Point) -> "Actions":
        """The actions at one kind of decision."""
        return self.turn if point is Point.TURN else self.choice


@dataclass(frozen=True, slots=True)
class ValueTable:
    """Values of all positions of a number of players: at the start of a turn, and at a choice."""

    turn: "Values"
    """[lying, row, seat]: the active player has to throw."""
    choice: "Values"
    """[lying, row, seat]: the active player has thrown without a match and may stop."""

    @classmethod
    def empty(cls, index: "HandIndex", arenas: int = LYING) -> "ValueTable":
        """Nothing known yet."""
        import numpy as np

        shape = (arenas, len(index), index.players)
        return cls(np.zeros(shape), np.zeros(shape))
