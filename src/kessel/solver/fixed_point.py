"""Value iteration: sweeps over all values until they stand still, and what that leaves open.

Every throw loses a die with a probability of at least 1/6, so under a fixed policy each sweep
is a contraction. Greedy sweeps of two players are one as well; those of more can cycle.
"""

from collections.abc import Callable

import numpy as np

from kessel.solver.arrays import Values

SETTLED = 1e-14
"""A sweep that changes no value by more than this has reached the fixed point."""
MOST_SWEEPS = 20_000
THROWS_PER_DIE = 6
"""Throws until a die is lost, on average, at most."""
MEMORY = 5
"""Sweeps that are combined to accelerate the next one."""
SAMPLE = 7
"""One value in so many is looked at to find out how."""


def fixed_point(sweep: Callable[[], float], what: str, settled: float = SETTLED) -> float:
    """Repeat a sweep, which returns its largest change, until it is settled; the last change.

    Raises where there is no fixed point within reach: that is an error in the solver.
    """
    for _ in range(MOST_SWEEPS):
        change = sweep()
        if change < settled:
            return change
    raise AssertionError(f"{MOST_SWEEPS} sweeps did not settle {what}")


def accelerated_fixed_point(
    values: Values, sweep: Callable[[], object], what: str, settled: float = SETTLED
) -> float:
    """As `fixed_point`, for sweeps that renew an array in place and have one fixed point.

    After each, values are moved to where the changes of the last sweeps would cancel each other
    (Anderson acceleration). Only a plain sweep that changes next to nothing ends it.
    """
    history = _History(values)
    for _ in range(MOST_SWEEPS):
        before = values.copy()
        sweep()
        change = values - before
        size = max(float(change.max(initial=0.0)), -float(change.min(initial=0.0)))
        if size < settled:
            return size
        history.extrapolate(change, size)
    raise AssertionError(f"{MOST_SWEEPS} accelerated sweeps did not settle {what}")


class _History:
    """The values after the last sweeps, and a sample of what each of these had changed."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._after = np.zeros((MEMORY, len(values)))
        self._changes = np.zeros((MEMORY, len(values[::SAMPLE])))
        self._count = 0
        self._least = np.inf

    def extrapolate(self, change: Values, size: float) -> None:
        """Move the values after a sweep that changed them, by at most `size`."""
        if size > 2.0 * self._least:  # it led astray, as it can where players change their minds
            self._count = 0
        self._least = min(self._least, size)
        self._after[self._count % MEMORY] = self._values
        self._changes[self._count % MEMORY] = change[::SAMPLE]
        self._count += 1
        known = min(self._count, MEMORY)
        self._values[...] = _shares(self._changes[:known]) @ self._after[:known]


def _shares(changes: Values) -> Values:
    """The shares, one altogether, with which changes come nearest to cancelling each other."""
    apart = changes[1:] - changes[0]
    others = np.linalg.lstsq(apart @ apart.T, -apart @ changes[0])[0]
    return np.append(1.0 - others.sum(), others)


def exploitability_bound(residual: float, dice: int) -> float:
    """The most that deviating from a greedy policy can gain, by the last change of the values.

    A game has at most six throws per die on average, and no more choices than throws; at each of
    them both the policy and the player who deviates can be wrong by the residual.
    """
    return 2 * 2 * THROWS_PER_DIE * dice * residual
