"""What every position of the base game is worth to every seat.

Whoever only reads needs no numpy: arrays are then memoryviews, with the same indices.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kessel.solver.base.position import LYING

if TYPE_CHECKING:
    from kessel.solver.arrays import Values
    from kessel.solver.base.hands import HandIndex


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
