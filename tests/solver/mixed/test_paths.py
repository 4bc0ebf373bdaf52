"""Newton's method on functions with known roots; logit paths of games with known equilibria."""

import numpy as np
import pytest

from kessel.solver.arrays import Values
from kessel.solver.mixed.paths import ENOUGH, LAST_PRECISION, NEAR_PATH, logit_path, newton


def test_newton_finds_a_root() -> None:
    found = newton(lambda x: (x**2 - 2.0, np.diag(2.0 * x)), np.array([1.0]), 1e-14)
    assert found == pytest.approx([np.sqrt(2.0)], abs=1e-14)


def test_the_last_step_starts_within_the_tolerance() -> None:
    """Newton's method from 1.5 with a tolerance of 0.01 stops at 1.41667; one more step."""
    found = newton(lambda x: (x**2 - 2.0, np.diag(2.0 * x)), np.array([1.5]), 0.01)
    assert found == pytest.approx([577 / 408], abs=1e-14)


def test_a_root_where_nothing_changes_is_found() -> None:
    assert newton(lambda x: (x * 0.0, np.zeros((1, 1))), np.array([1.0]), 1e-12) == [1.0]


def test_newton_solves_a_linear_system_in_one_step() -> None:
    matrix, right = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([3.0, 5.0])
    calls: list[Values] = []

    def line(x: Values) -> tuple[Values, Values]:
        calls.append(x)
        return matrix @ x - right, matrix

    found = newton(line, np.zeros(2), 1e-12)
    assert found == pytest.approx([0.8, 1.4])
    assert len(calls) == 2


def test_steps_that_lead_away_are_halved() -> None:
    """From 3 full steps of Newton's method on the arctangent jump farther and farther away."""
    found = newton(lambda x: (np.arctan(x), np.diag(1.0 / (1.0 + x**2))), np.array([3.0]), 1e-12)
    assert found == pytest.approx([0.0], abs=1e-12)


def test_without_a_root_or_with_a_singular_jacobian_there_is_no_answer() -> None:
    assert newton(lambda x: (x**2 + 1.0, np.diag(2.0 * x)), np.array([1.0]), 1e-12) is None
    assert newton(lambda x: (x * 0.0 + 1.0, np.zeros((1, 1))), np.array([1.0]), 1e-12) is None


def test_where_gains_do_not_depend_on_others_scores_are_precision_times_gain() -> None:
    gains = np.array([0.3, -0.2])
    path = list(logit_path(lambda scores: (gains, np.zeros((2, 2))), 2))
    for scores, precision in path:
        near = 1e-5 if precision > ENOUGH else 3 * NEAR_PATH**2
        assert scores == pytest.approx(np.exp(precision) * gains, rel=near)
    assert path[-1][1] >= LAST_PRECISION


def test_matching_pennies_with_a_bias_is_mixed_as_it_must_be() -> None:
    """The first wants to match, the second not; heads of both is worth three times as much."""

    def gain(scores: Values) -> tuple[Values, Values]:
        one, two = 1.0 / (1.0 + np.exp(-scores))
        matched, differed = 3.0 * two - (1.0 - two), -3.0 * one + (1.0 - one)
        jacobian = np.array([[0.0, 4.0 * two * (1.0 - two)], [-4.0 * one * (1.0 - one), 0.0]])
        return np.array([matched, differed]), jacobian

    *_, (scores, precision) = logit_path(gain, 2)
    assert precision > 20.0
    assert 1.0 / (1.0 + np.exp(-scores)) == pytest.approx([0.25, 0.25], abs=1e-6)


def test_the_path_is_followed_through_its_turning_points() -> None:
    """Going on pays a little, and more the farther shares are from equal: players of one and the
    same precision can be in several equilibria."""

    def gain(scores: Values) -> tuple[Values, Values]:
        share = 1.0 / (1.0 + np.exp(-scores))
        pays, more = 0.05 + 10.0 * (share - 0.5) ** 2, 20.0 * (share - 0.5)
        return pays, np.diag(more * share * (1.0 - share))

    scores, precisions = zip(*logit_path(gain, 1), strict=True)
    assert precisions[-1] > 20.0
    assert min(np.diff(precisions)) < 0.0, "it turned back"
    assert all(np.diff(scores, axis=0) > 0.0), "and went on"
