"""Newton's method, and the path of logit equilibria, followed round its bends.

A player with scores s for the actions takes each with a share of exp(s); in a logit equilibrium of
some precision the scores are the gains in worth times the precision. As the precision grows from
nought, the one path that begins at equal shares leads to an equilibrium of the game without
errors; on the way the precision may have to fall again, so it is not the parameter of the path.
"""

from collections.abc import Callable, Iterator

import numpy as np

from kessel.solver.base.layers import Values

Function = Callable[[Values], tuple[Values, Values]]
"""Values at a point, and their slope [value, coordinate]."""

MOST_STEPS = 40
"""Steps of Newton's method before it is given up."""
MOST_HALVINGS = 12

FIRST_PRECISION, LAST_PRECISION = -5.0, 25.0
"""Logarithms of the precision at which players hardly know what they do, for gains of about one,
and at which they hardly err: they mind 1e-11."""
MOST_ADVANCES = 4000
FIRST_STRIDE, LEAST_STRIDE = 0.3, 1e-7
LONGEST_STRIDE = 0.5
"""In every coordinate, on average."""
MOST_CORRECTIONS = 6
FARTHEST = 0.5
"""The largest first correction after an advance; a larger one means too long a stride."""
SHARPEST_TURN = 0.7
"""The least cosine of the angle between the path before and after an advance."""
NEAR = 1e-6
"""The last correction of a point on the path."""


def newton(function: Function, start: Values, enough: float) -> Values | None:
    """Where a function is nought, from a near start; steps are halved while they do not help."""
    values = start
    gap, slope = function(values)
    for _ in range(MOST_STEPS):
        size = np.abs(gap).max(initial=0.0)
        if size < enough:
            return values
        try:
            change = np.linalg.solve(slope, gap)
        except np.linalg.LinAlgError:
            return None
        for _ in range(MOST_HALVINGS):
            trial, slope = function(values - change)
            if np.abs(trial).max() < size:
                break
            change = change / 2
        else:
            return None
        values, gap = values - change, trial
    return None


def trace(gains: Function, count: int) -> Iterator[tuple[Values, float]]:
    """Scores and logarithm of the precision along the path of logit equilibria.

    `gains` tells how much better actions are at given scores. It ends at the last precision, or
    where the path is lost.
    """
    place = np.append(np.zeros(count), FIRST_PRECISION)
    ahead = _tangent(_path(gains, place)[1], np.append(np.zeros(count), 1.0))
    stride, longest = FIRST_STRIDE, LONGEST_STRIDE * (count + 1) ** 0.5
    for _ in range(MOST_ADVANCES):
        while (found := _advance(gains, place, ahead, stride)) is None:
            stride /= 2
            if stride < LEAST_STRIDE:
                return
        place, ahead, corrections = found
        stride = min(stride * (1.5 if corrections <= 3 else 0.8), longest)
        yield np.sinh(place[:-1]), float(place[-1])
        if not FIRST_PRECISION <= place[-1] < LAST_PRECISION:
            return


def _path(gains: Function, place: Values) -> tuple[Values, Values]:
    """Nought on the path. Scores are bent, so that they grow no faster than the logarithm of the
    precision, and so is how far they are from what they should be."""
    bent, precision = place[:-1], np.exp(place[-1])
    scores, scale = np.sinh(bent), np.cosh(bent)
    gain, slope = gains(scores)
    due = precision * gain
    miss = (scores - due) / scale
    by_score = np.eye(len(bent)) - precision * slope * (scale / scale[:, None])
    by_score[np.diag_indices(len(bent))] -= miss * np.tanh(bent)
    return miss, np.column_stack([by_score, -due / scale])


def _tangent(slope: Values, before: Values) -> Values:
    """Along the path, to where the matrix of slope and tangent has a positive determinant: the
    one direction is so on the whole path, and the other on a part that was met by mistake."""
    ahead = np.linalg.solve(np.vstack([slope, before]), np.append(np.zeros(len(slope)), 1.0))
    ahead /= np.linalg.norm(ahead)
    sign, _ = np.linalg.slogdet(np.vstack([slope, ahead]))
    return np.asarray(sign * ahead)


def _advance(
    gains: Function, place: Values, ahead: Values, stride: float
) -> tuple[Values, Values, int] | None:
    """A stride along the path and back onto it, at right angles.

    The new place, the way ahead from there, and the corrections it took; none if the stride was
    too long to be sure that it is the same path.
    """
    place = place + stride * ahead
    last = FARTHEST
    for number in range(MOST_CORRECTIONS):
        miss, slope = _path(gains, place)
        change = np.linalg.solve(np.vstack([slope, ahead]), np.append(miss, 0.0))
        size = np.abs(change).max()
        if not size < last:
            return None
        place = place - change
        if size < NEAR:
            onward = _tangent(slope, ahead)
            return (place, onward, number) if onward @ ahead > SHARPEST_TURN else None
        last = size / 2
    return None
