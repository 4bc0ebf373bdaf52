"""Value iteration on chains whose fixed point is known."""

import pytest

from kessel.solver import fixed_point as module
from kessel.solver.fixed_point import SETTLED, exploitability_bound, fixed_point


class Chain:
    """x <- slope x + 1, one step a sweep."""

    def __init__(self, slope: float) -> None:
        self.value = 0.0
        self.sweeps = 0
        self._slope = slope

    def sweep(self) -> float:
        before, self.value = self.value, self._slope * self.value + 1.0
        self.sweeps += 1
        return abs(self.value - before)


def test_a_contraction_reaches_its_fixed_point() -> None:
    chain = Chain(0.5)
    residual = fixed_point(chain.sweep, "a chain")
    assert chain.value == pytest.approx(2.0, abs=2 * SETTLED)
    assert residual < SETTLED


def test_a_coarser_tolerance_takes_fewer_sweeps() -> None:
    """The change of sweep n is 2^(1-n)."""
    chain = Chain(0.5)
    assert fixed_point(chain.sweep, "a chain", settled=0.1) == 2**-4
    assert chain.sweeps == 5


def test_what_does_not_settle_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SWEEPS", 50)
    with pytest.raises(AssertionError, match="50 sweeps did not settle a cycle"):
        fixed_point(Chain(-1.0).sweep, "a cycle")


def test_the_bound_grows_with_residual_and_dice() -> None:
    """Six throws a die, as many choices, and two who can be wrong at each: 24 a die."""
    assert exploitability_bound(1e-13, 10) == pytest.approx(240 * 1e-13)
