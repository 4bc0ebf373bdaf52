"""Value iteration on chains whose fixed point is known."""

import numpy as np
import pytest

from kessel.solver import fixed_point as module
from kessel.solver.fixed_point import (
    SETTLED,
    accelerated_fixed_point,
    exploitability_bound,
    fixed_point,
)


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


class Market:
    """x <- max(A x + b, c): many values that depend on each other, and a choice at each."""

    def __init__(self, size: int, radius: float) -> None:
        chance = np.random.default_rng(3)
        self._links = chance.random((size, size))
        self._links *= radius / self._links.sum(axis=1, keepdims=True)
        self._given, self._least = chance.random(size), chance.random(size) * 4.0
        self.values = np.zeros(size)
        self.sweeps = 0

    def sweep(self) -> float:
        before = self.values.copy()
        self.values[...] = np.maximum(self._links @ before + self._given, self._least)
        self.sweeps += 1
        return float(np.abs(self.values - before).max())


def test_acceleration_reaches_the_same_fixed_point_in_fewer_sweeps() -> None:
    plain, quick = Market(300, 0.9), Market(300, 0.9)
    fixed_point(plain.sweep, "a market")
    residual = accelerated_fixed_point(quick.values, quick.sweep, "a market", settled=1e-13)
    assert residual < 1e-13
    assert quick.values == pytest.approx(plain.values, abs=2e-12)
    assert quick.sweeps < plain.sweeps / 3


def test_acceleration_cannot_settle_what_has_no_fixed_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sweep that adds one for ever, whatever it is started from."""
    monkeypatch.setattr(module, "MOST_SWEEPS", 50)
    values = np.zeros(20)

    def sweep() -> None:
        values[...] += 1.0

    with pytest.raises(AssertionError, match="50 accelerated sweeps did not settle a ladder"):
        accelerated_fixed_point(values, sweep, "a ladder")


def test_the_bound_grows_with_residual_and_dice() -> None:
    """Six throws a die, as many choices, and two who can be wrong at each: 24 a die."""
    assert exploitability_bound(1e-13, 10) == pytest.approx(240 * 1e-13)
