"""Value iteration: sweeps over all values until they stand still, and what that leaves open.

Every throw loses a die with a probability of at least 1/6, so under a fixed policy each sweep
is a contraction. Greedy sweeps of two players are one as well; those of more can cycle.
"""

from collections.abc import Callable

SETTLED = 1e-14
"""A sweep that changes no value by more than this has reached the fixed point."""
MOST_SWEEPS = 20_000
THROWS_PER_DIE = 6
"""Throws until a die is lost, on average, at most."""


def fixed_point(sweep: Callable[[], float], what: str, settled: float = SETTLED) -> float:
    """Repeat a sweep, which returns its largest change, until it is settled; the last change.

    Raises where there is no fixed point within reach: that is an error in the solver.
    """
    for _ in range(MOST_SWEEPS):
        change = sweep()
        if change < settled:
            return change
    raise AssertionError(f"{MOST_SWEEPS} sweeps did not settle {what}")


def exploitability_bound(residual: float, dice: int) -> float:
    """The most that deviating from a greedy policy can gain, by the last change of the values.

    A game has at most six throws per die on average, and no more choices than throws; at each of
    them both the policy and the player who deviates can be wrong by the residual.
    """
    return 2 * 2 * THROWS_PER_DIE * dice * residual
