"""Newton's method, and the path of logit equilibria, followed through its turning points.

A player with scores s for the actions takes each with a share proportional to exp(s); in a logit
equilibrium (QRE) of some precision the scores are the gains in payoff times the precision. As the
precision grows from zero, the branch that begins at uniform play leads to an equilibrium of the
game. On the way the precision may have to fall again, so the path is followed by arc length.
"""

from collections.abc import Callable, Iterator

import numpy as np
from scipy.linalg import lapack

from kessel.solver.arrays import Values

Function = Callable[[Values], tuple[Values, Values]]
"""Values at a point, and their Jacobian [value, coordinate]."""

MOST_STEPS = 40
"""Steps of Newton's method before it is given up."""
MOST_HALVINGS = 12

FIRST_PRECISION, LAST_PRECISION = -5.0, 25.0
"""Logarithms of the precision: at the first, play is near uniform for gains of about one; at the
last, differences of 1e-11 decide."""
MOST_ADVANCES = 4000
FIRST_STRIDE, LEAST_STRIDE = 0.3, 1e-7
LONGEST_STRIDE = 0.5
"""In every coordinate, on average."""
MOST_CORRECTIONS = 6
LARGEST_CORRECTION = 0.5
"""The largest first correction after an advance; a larger one means too long a stride."""
BEST_CORRECTION = 0.2
"""The first correction that strides aim at; it grows with the square of a stride."""
MOST_CHANGE = 2.0
"""The most by which a stride is longer than the one before."""
SHARPEST_TURN = 0.7
"""The least cosine of the angle between the path before and after an advance."""
ENOUGH = 18.0
"""The logarithm of the precision at which a logit equilibrium costs a player at most 1e-8."""
NEAR_PATH, ON_PATH = 0.03, 1e-3
"""The last correction of a point on the way to there, and from there on; its square is about what
is left of the distance."""


def newton(function: Function, start: Values, tolerance: float) -> Values | None:
    """A root of a function near the start; steps are halved while they do not come nearer.

    The last step is taken from values within the tolerance: the root is as exact as can be.
    """
    values = start
    gap, jacobian = function(values)
    for _ in range(MOST_STEPS):
        size = np.abs(gap).max(initial=0.0)
        try:
            change = np.linalg.solve(jacobian, gap)
        except np.linalg.LinAlgError:
            return values if size < tolerance else None
        if size < tolerance:
            return np.asarray(values - change)
        for _ in range(MOST_HALVINGS):
            trial, jacobian = function(values - change)
            if np.abs(trial).max() < size:
                break
            change = change / 2
        else:
            return None
        values, gap = values - change, trial
    return None


def logit_path(gains: Function, count: int) -> Iterator[tuple[Values, float]]:
    """Scores and the logarithm of the precision along the path of logit equilibria.

    `gains` gives the gain in payoff of each of `count` actions at given scores. The path ends at
    the last precision, or where it is lost.
    """
    place = np.append(np.zeros(count), FIRST_PRECISION)
    upwards = np.append(np.zeros(count), 1.0)
    ahead = _solved(_residual(gains, place)[1], upwards, upwards)[1]
    stride, longest = FIRST_STRIDE, LONGEST_STRIDE * (count + 1) ** 0.5
    for _ in range(MOST_ADVANCES):
        while isinstance(found := _advance(gains, place, ahead, stride), float):
            stride *= min(found, 0.5)
            if stride < LEAST_STRIDE:
                return
        place, ahead, better = found
        stride = min(stride * better, longest)
        yield np.sinh(place[:-1]), float(place[-1])
        if not FIRST_PRECISION <= place[-1] < LAST_PRECISION:
            return


def _residual(gains: Function, place: Values) -> tuple[Values, Values]:
    """Zero on the path, and its Jacobian.

    Coordinates are asinh of the scores, so that they grow no faster than the logarithm of the
    precision; the residual is scaled in the same way.
    """
    bent, precision = place[:-1], np.exp(place[-1])
    scores, scale = np.sinh(bent), np.cosh(bent)
    gain, jacobian = gains(scores)
    due = precision * gain
    miss = (scores - due) / scale
    by_score = np.eye(len(bent)) - precision * jacobian * (scale / scale[:, None])
    by_score[np.diag_indices(len(bent))] -= miss * np.tanh(bent)
    return miss, np.column_stack([by_score, -due / scale])


def _solved(jacobian: Values, before: Values, right: Values) -> tuple[Values, Values]:
    """The solution of the system of the Jacobian and a direction, and the tangent of the path.

    Jacobian and tangent have a positive determinant; that holds in one direction along the whole
    path, so with the other sign of the direction before, the corrector has jumped to another
    branch, or is going back.
    """
    sides = np.column_stack([right, np.append(np.zeros(len(jacobian)), 1.0)])
    factors, swaps, found, singular = lapack.dgesv(np.vstack([jacobian, before]), sides)
    if singular:
        raise np.linalg.LinAlgError("a singular point of a path")
    # The determinant with the tangent has the sign of that with the direction before.
    odd = np.count_nonzero(swaps != np.arange(len(swaps))) + np.count_nonzero(
        factors.diagonal() < 0
    )
    ahead = found[:, 1] / np.linalg.norm(found[:, 1])
    return found[:, 0], -ahead if odd % 2 else ahead


def _advance(
    gains: Function, place: Values, ahead: Values, stride: float
) -> tuple[Values, Values, float] | float:
    """Predictor and corrector: a stride along the tangent, then back onto the path.

    The new place, the tangent there, and how many times as long the next stride should be; only
    this where the stride was too long to be sure that it is the same branch.
    """
    place = place + stride * ahead
    last, better = LARGEST_CORRECTION, 0.0
    for number in range(MOST_CORRECTIONS):
        miss, jacobian = _residual(gains, place)
        change, onward = _solved(jacobian, ahead, np.append(miss, 0.0))
        size = np.abs(change).max()
        if not number:
            better = float(
                np.clip((BEST_CORRECTION / size) ** 0.5, 1 / MOST_CHANGE**2, MOST_CHANGE)
            )
        if not size < last:
            return better
        place = place - change
        if size < (NEAR_PATH if place[-1] < ENOUGH else ON_PATH):
            return (place, onward, better) if onward @ ahead > SHARPEST_TURN else better
        last = size / 2
    return better
