"""Gains along the logit path against the payoffs of whole profiles, in games drawn at random."""

import numpy as np
import pytest

from kessel.solver.arrays import Bools, Values
from kessel.solver.mixed.arrivals import Arrivals, frequencies
from kessel.solver.mixed.logit import LogitGains
from kessel.solver.mixed.small_game import SmallGame

NODES, PLAYERS = 24, 5
ALLOWED: Bools = np.tile([[True, True, False], [True, True, True], [False, True, True]], (8, 1))
"""Nodes of two and of three actions, not always the same ones."""
FREE = int(ALLOWED.sum()) - NODES


def some_game(seed: int) -> SmallGame:
    """Nodes that lead to each other; what is left over leads outside."""
    chance = np.random.default_rng(seed)
    count = len(frequencies(PLAYERS))
    shape = (count, NODES, 3)
    outside = chance.normal(size=shape) / 5 + 1j * chance.normal(size=shape) / 5
    shares = chance.dirichlet([0.3] * (NODES + 1), shape)[..., :NODES]
    turns = np.exp(2j * np.pi * chance.random((*shape, NODES)))
    actions = [np.flatnonzero(one).tolist() for one in ALLOWED]
    return SmallGame.of(actions, Arrivals(outside, shares * turns), PLAYERS)


def gains_of(game: SmallGame) -> LogitGains:
    return LogitGains(game.arrivals, game.weights, ALLOWED)


def by_payoffs(game: SmallGame, profile: Values) -> Values:
    """The gain of every free action over the first."""
    payoffs = game.payoffs(profile)
    first = ALLOWED.argmax(axis=1)
    free = ALLOWED.copy()
    free[np.arange(NODES), first] = False
    node = np.nonzero(free)[0]
    return np.asarray(payoffs[free] - payoffs[node, first[node]])


@pytest.mark.parametrize("scale", [0.0, 1.0, 30.0, 200.0])
def test_gains_and_their_jacobian(scale: float) -> None:
    """From uniform play to nearly pure play, one after the other on the same object: with the
    largest scores next to nobody mixes, and the pure profile has been changed on the way."""
    game = some_game(1)
    gains = gains_of(game)
    scores = scale * np.random.default_rng(2).normal(size=FREE)
    gains(np.zeros(FREE))
    found, jacobian = gains(scores)
    assert len(gains) == FREE
    assert found == pytest.approx(by_payoffs(game, gains.shares(scores)), abs=1e-9)
    step = 1e-5
    for number in range(FREE):
        moved = step * (np.arange(FREE) == number)
        more, less = (by_payoffs(game, gains.shares(scores + by)) for by in (moved, -moved))
        assert jacobian[:, number] == pytest.approx((more - less) / (2 * step), abs=1e-8)


def test_shares_are_those_of_the_scores() -> None:
    gains = gains_of(some_game(3))
    shares = gains.shares(np.log(np.full(FREE, 3.0)))
    assert shares[0] == pytest.approx([0.25, 0.75, 0.0])
    assert shares[1] == pytest.approx([1 / 7, 3 / 7, 3 / 7])
    assert shares[2] == pytest.approx([0.0, 0.25, 0.75])
