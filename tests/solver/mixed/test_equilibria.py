"""Equilibria of mixed strategies, and the logit paths that lead to them."""

from random import Random

import numpy as np
import pytest

from kessel.solver.arrays import Bools, Values
from kessel.solver.mixed.arrivals import Arrivals, Spectrum, frequencies
from kessel.solver.mixed.logit import LogitGains
from kessel.solver.mixed.paths import ENOUGH, LAST_PRECISION, NEAR_PATH, logit_path, newton
from kessel.solver.mixed.small_game import SmallGame

# --- Gains along the path against the payoffs of whole profiles, in games drawn at random ---------

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


# --- Newton's method on functions with known roots; paths of games with known equilibria ----------
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


# --- Subgames of one decision whose equilibria are worked out by hand. Three players take turns at
# the same decision. Stopping ends the game with the chances s, in the order of the seats from the
# active player on. Passing ends it with equal chances half of the time; else the next player is at
# the decision.

THREE = 3
STOP, PASS = 0, 1
MIXED = (0.4, 0.05, 0.55)
"""If all stop, passing is worth 1/6 + 0.55/2 > 0.4; if all pass, 1/3 < 0.4: none is pure."""


def waiting_game(stop: tuple[float, float, float]) -> SmallGame:
    outside = np.array([[[np.fft.rfft(stop)[1], 0.0]]])
    turn = np.exp(-2j * np.pi / THREE)
    transitions = np.array([[[[0.0], [turn / 2]]]])
    return SmallGame.of([(STOP, PASS)], Arrivals(outside, transitions), THREE)


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
    game = SmallGame.of([(STOP, PASS)] * 2, Arrivals(outside, transitions), THREE)
    before = np.array([[14 / 19, 5 / 19]])
    found = game.equilibrium(before)
    assert found is not None
    assert found == pytest.approx(np.array([[14 / 19, 5 / 19], [1.0, 0.0]]))


# --- games drawn at random ---------------------------------------------------------------------


def game_of(seed: int, players: int, nodes: int) -> SmallGame:
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
    game = game_of(1, players, 6)
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
    game = game_of(seed, Random(seed).choice([3, 4, 5]), 16)
    profile = game.equilibrium()
    assert profile is not None
    assert profile.sum(axis=-1) == pytest.approx(1.0)
    assert game.is_equilibrium(profile)


def test_a_pure_equilibrium_is_found_where_there_is_one() -> None:
    """By trying: of three decisions, in the order of stopping."""
    found = 0
    for seed in range(30):
        game = game_of(seed, 3, 3)
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


def test_frequencies_determine_the_seats_beside_their_sum() -> None:
    assert [list(frequencies(players)) for players in (2, 3, 4, 5)] == [[1], [1], [1, 2], [1, 2]]
