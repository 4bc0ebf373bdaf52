"""Where play arrives from decisions that are left open, as Fourier transforms over the seats.

There a turn, which moves every seat on by one, is a factor. Frequency zero, the sum over the seats,
is one everywhere and left out.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kessel.solver.arrays import Bools

Spectrum: TypeAlias = NDArray[np.complex128]


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What actions at open decisions are worth, as a linear function of the values there."""

    outside: Spectrum
    """[frequency, node, action]: the part from positions outside the layer."""
    transitions: Spectrum
    """[frequency, node, action, node]: the coefficient of the value at each open decision, which
    is the probability that play arrives there first."""

    def switched(self, reference: Bools, free: Bools) -> "Arrivals":
        """How free actions differ from the reference action of their node: [frequency, action] and
        [frequency, action, node]."""
        node = np.nonzero(free)[0]
        return Arrivals(
            self.outside[:, free] - self.outside[:, reference][:, node],
            self.transitions[:, free] - self.transitions[:, reference][:, node],
        )


def frequencies(players: int) -> range:
    """The frequencies that determine the values of the seats, beside their sum."""
    return range(1, players // 2 + 1)
