"""The best action at every position of whole arrays, by the same rule as at a single one."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kessel.solver.actions import TIE
from kessel.solver.arrays import Values


def best_actions(chances: Sequence[Values]) -> NDArray[np.int8]:
    """The number of the best action at every position, by [position] for each action."""
    if len(chances) == 2:
        return np.asarray(chances[1] > chances[0] + TIE).view(np.int8)
    best = np.zeros(chances[0].shape, dtype=np.int8)
    highest = chances[0]
    for number, chance in enumerate(chances[1:], start=1):
        better = chance > highest + TIE
        np.copyto(best, number, where=better)
        if number + 1 < len(chances):
            highest = np.where(better, chance, highest)
    return best
