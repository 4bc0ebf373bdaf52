"""Subgames of one decision whose equilibria are worked out by hand.

Three players take turns at the same decision. Stopping ends the game with the chances s, in the
order of the seats from the active player on. Passing ends it with equal chances half of the time;
else the next player is at the decision.
"""

from random import Random

import numpy as np
import pytest

from kessel.solver.arrays import Values
from kessel.solver.mixed.arrivals import Arrivals, Spectrum, frequencies
from kessel.solver.mixed.small_game import SmallGame

PLAYERS = 3
STOP, PASS = 0, 1
MIXED = (0.4, 0.05, 0.55)
"""If all stop, passing is worth 1/6 + 0.55/2 > 0.4; if all pass, 1/3 < 0.4: none is pure."""


def waiting_game(stop: tuple[float, float, float]) -> SmallGame:
    outside = np.array([[[np.fft.rfft(stop)[1], 0.0]]])
    turn = np.exp(-2j * np.pi / PLAYERS)
    transitions = np.array([[[[0.0], [turn / 2]]]])
    return SmallGame.of([(STOP, PASS)], Arrivals(outside, transitions), PLAYERS)


def test_payoffs_of_a_profile() -> None:
    """All pass: everybody has one third, and stopping is worth s. All stop: passing is worth
    1/6 and half of what the last seat gets."""
    game = waiting_game(MIXED)
    passing, stopping = game.payoffs(np.array([[[0.0, 1.0]], [[1.0, 0.0]]])) + 1 / 3
    assert passing[0] == pytest.approx([0.4, 1 / 3])
    assert stopping[0] == pytest.approx([0.4, 1 / 6 + 0.55 / 2])


def test_the_only_equilibrium_mixes_14_to_5() -> None:
    """Indifference: 0.4 = 1/6 + v/2 gives the last seat v = 7/15; the middle one has the rest,
    2/15. The middle seat's value is 0.05 p + (1 - p)(1/6 + 0.4/2), so p = 14/19."""
    game = waiting_game(MIXED)
    profile = game.equilibrium()
    assert profile is not None
    assert profile[0] == pytest.approx([14 / 19, 5 / 19], abs=1e-12)
    assert game.is_equilibrium(profile)
    assert not game.is_equilibrium(np.array([[0.7, 0.3]]))


@pytest.mark.parametrize(
    ("stop", "chosen"),
    [
        ((0.6, 0.2, 0.2), STOP),
        ((0.1, 0.5, 0.4), PASS),
        ((1 / 3, 1 / 3, 1 / 3), STOP),
    ],
)
def test_pure_equilibria_and_ties_to_stopping(
    stop: tuple[float, float, float], chosen: int
) -> None:
    profile = waiting_game(stop).equilibrium()
    assert profile is not None
    assert profile[0].tolist() == np.eye(2)[chosen].tolist()


def test_gaps_and_their_jacobian_by_hand() -> None:
    """The gap is 1/6 + v/2 - 0.4 with v the last seat's value at the share q of passing. At q = 0
    v is 0.55, so the gap is 1/24; the slope of v is that of one step: 1/6 + 0.05/2 - 0.55."""
    game = waiting_game(MIXED)
    first = np.array([[True, False]])
    gap, jacobian = game.gaps(np.array([[1.0, 0.0]]), first, ~first)
    assert gap == pytest.approx([1 / 24])
    assert jacobian == pytest.approx(np.array([[(1 / 6 + 0.05 / 2 - 0.55) / 2]]))


def test_an_equilibrium_near_that_of_a_smaller_game_is_found() -> None:
    """A second decision, never reached, at which stopping is better: the first still mixes."""
    small = waiting_game(MIXED)
    alone = [[[np.fft.rfft((0.9, 0.1, 0.0))[1], 0.0]]]
    outside = np.concatenate([small.arrivals.outside, alone], axis=1)
    transitions = np.zeros((1, 2, 2, 2), dtype=complex)
    transitions[:, :1, :, :1] = small.arrivals.transitions
    game = SmallGame.of([(STOP, PASS)] * 2, Arrivals(outside, transitions), PLAYERS)
    before = np.array([[14 / 19, 5 / 19]])
    found = game.equilibrium(before)
    assert found is not None
    assert found == pytest.approx(np.array([[14 / 19, 5 / 19], [1.0, 0.0]]))


# --- games drawn at random ---------------------------------------------------------------------


def some_game(seed: int, players: int, nodes: int) -> SmallGame:
    """Values of nodes that lead to each other; what is left over leads outside the game."""
    chance = np.random.default_rng(seed)
    chances = chance.dirichlet([0.3] * (nodes * players + players), (nodes, 2))
    outside, inside = chances[..., :players], chances[..., players:]
    return SmallGame.of([(0, 1)] * nodes, spectrum(outside, inside, players), players)


def spectrum(outside: Values, inside: Values, players: int) -> Arrivals:
    """Chances [node, action, seat] to win at once and [node, action, node * turns] to arrive."""
    turns = inside.reshape(*inside.shape[:2], -1, players)
    kept = list(frequencies(players))
    outer: Spectrum = np.moveaxis(np.fft.rfft(outside)[..., kept], -1, 0)
    transitions: Spectrum = np.moveaxis(np.fft.rfft(turns)[..., kept], -1, 0)
    return Arrivals(outer, transitions)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_jacobian_is_the_change_of_the_gaps(players: int) -> None:
    game = some_game(1, players, 6)
    profile = np.random.default_rng(2).dirichlet([1.0, 1.0], 6)
    first = np.tile([True, False], (6, 1))
    gaps, jacobian = game.gaps(profile, first, ~first)
    for node in range(6):
        step = 1e-6
        moved = profile.copy()
        moved[node] += (-step, step)
        change = (game.gaps(moved, first, ~first)[0] - gaps) / step
        assert jacobian[:, node] == pytest.approx(change, abs=1e-5)


@pytest.mark.parametrize("seed", range(12))
def test_games_of_many_decisions_have_an_equilibrium(seed: int) -> None:
    """Sixteen decisions: too many to try all pure profiles."""
    game = some_game(seed, Random(seed).choice([3, 4, 5]), 16)
    profile = game.equilibrium()
    assert profile is not None
    assert profile.sum(axis=-1) == pytest.approx(1.0)
    assert game.is_equilibrium(profile)


def test_a_pure_equilibrium_is_found_where_there_is_one() -> None:
    """By trying: of three decisions, in the order of stopping."""
    found = 0
    for seed in range(30):
        game = some_game(seed, 3, 3)
        profiles = np.eye(2)[np.array(list(np.ndindex(2, 2, 2)))]
        pure = [one for one in profiles if game.is_equilibrium(one)]
        profile = game.equilibrium()
        assert profile is not None
        if pure:
            found += 1
            assert (profile == pure[0]).all()
        else:
            assert (profile.max(axis=-1) < 1.0).any()
    assert found
