"""Equilibria of small games, and of layers in which greedy players go round in a circle."""

from dataclasses import dataclass
from random import Random

import numpy as np
import pytest

from kessel.solver.arrays import Values
from kessel.solver.base.arrivals import Arrivals, OpenLayer, Spectrum, frequencies
from kessel.solver.base.hands import HandIndex
from kessel.solver.base.layers import Kernels, Layer, LayerShape, ValueTable
from kessel.solver.base.paths import logit_path
from kessel.solver.base.policy import Node, Point, Policy
from kessel.solver.base.small_game import SmallGame
from kessel.solver.base.solution import hand_index, solve
from kessel.solver.base.sweeps import FixedPolicy, settle
from kessel.solver.chance import POUR, IdealChance, Movement

PLAYERS, DICE = 4, 9


@pytest.fixture(scope="module")
def index() -> HandIndex:
    return hand_index(PLAYERS, DICE)


@pytest.fixture(scope="module")
def layer(index: HandIndex) -> Layer:
    """Nine dice among four, with anything at all known about smaller layers."""
    chance = np.random.default_rng(5)
    smaller = hand_index(PLAYERS - 1, DICE)
    known, fewer = (_any_values(one, chance) for one in (index, smaller))
    shape = LayerShape(index, DICE, Kernels.of(IdealChance(0.2, 0.05), DICE))
    return shape.over(known, fewer, smaller)


def _any_values(index: HandIndex, chance: np.random.Generator) -> ValueTable:
    empty = ValueTable.empty(index)
    turn, choice = (chance.random(one.shape) for one in (empty.turn, empty.choice))
    return ValueTable(
        turn / turn.sum(axis=-1, keepdims=True), choice / choice.sum(axis=-1, keepdims=True)
    )


def test_a_small_game_gives_the_values_of_the_whole_layer(layer: Layer, index: HandIndex) -> None:
    """Stopping and throwing on at random everywhere, mixing at some decisions."""
    chance = np.random.default_rng(6)
    policy = Policy.empty(index)
    policy.choice[...] = chance.integers(0, 2, policy.choice.shape)
    block = next(block for block in layer.blocks if block.lying == 2)
    rows = block.rows
    nodes = [Node(Point.CHOICE, 2, row) for row in range(rows.start, rows.stop, 3)]
    shares = chance.dirichlet([1.0, 1.0], len(nodes))

    open_layer = OpenLayer(layer, policy)
    open_layer.leave_open(nodes[:5])
    open_layer.leave_open(nodes[5:])
    game = SmallGame.of([(0, 1)] * len(nodes), open_layer.arrivals(), PLAYERS)
    worth = game.payoffs(shares)

    policy.mixed.update((node, tuple(one)) for node, one in zip(nodes, shares, strict=True))
    now = ValueTable.empty(index)
    settle(layer, now, FixedPolicy(policy))
    at = [node.row - rows.start for node in nodes]
    stop, go_on = layer.stop(block, now)[at, 0], layer.throw(block, block.throws[0], now)[at, 0]
    assert worth[:, 0] + 1 / PLAYERS == pytest.approx(stop, abs=1e-12)
    assert worth[:, 1] + 1 / PLAYERS == pytest.approx(go_on, abs=1e-12)


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
    base: Spectrum = np.moveaxis(np.fft.rfft(outside)[..., kept], -1, 0)
    lead: Spectrum = np.moveaxis(np.fft.rfft(turns)[..., kept], -1, 0)
    return Arrivals(base, lead)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_slope_is_the_change_of_the_gaps(players: int) -> None:
    game = some_game(1, players, 6)
    profile = np.random.default_rng(2).dirichlet([1.0, 1.0], 6)
    first = np.tile([True, False], (6, 1))
    gaps, slope = game.gaps(profile, first, ~first)
    for node in range(6):
        step = 1e-6
        moved = profile.copy()
        moved[node] += (-step, step)
        change = (game.gaps(moved, first, ~first)[0] - gaps) / step
        assert slope[:, node] == pytest.approx(change, abs=1e-5)


@pytest.mark.parametrize("seed", range(12))
def test_games_of_many_decisions_have_a_stable_profile(seed: int) -> None:
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


def test_matching_pennies_with_a_bias_is_mixed_as_it_must_be() -> None:
    """The first wants to match, the second not; heads of both is worth three times as much."""

    def gain(scores: Values) -> tuple[Values, Values]:
        one, two = 1.0 / (1.0 + np.exp(-scores))
        matched, differed = 3.0 * two - (1.0 - two), -3.0 * one + (1.0 - one)
        slope = np.array([[0.0, 4.0 * two * (1.0 - two)], [-4.0 * one * (1.0 - one), 0.0]])
        return np.array([matched, differed]), slope

    *_, (scores, precision) = logit_path(gain, 2)
    assert precision > 20.0
    assert 1.0 / (1.0 + np.exp(-scores)) == pytest.approx([0.25, 0.25], abs=1e-6)


def test_the_path_is_followed_round_its_bends() -> None:
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


@dataclass(frozen=True, slots=True)
class TwoKinds:
    """Dice that can be thrown softly or hard."""

    soft: IdealChance
    hard: IdealChance

    name = "two kinds"
    kinds = ("soft", "hard")

    def movements(self, kind: str, thrown: int, lying: int) -> tuple[Movement, ...]:
        """As ideal dice do."""
        model = self.hard if kind == "hard" else self.soft
        return model.movements(POUR if kind == POUR else "throw", thrown, lying)


def test_players_who_can_throw_in_several_ways_mix_as_well() -> None:
    solution = solve("strike-2020", 3, TwoKinds(IdealChance(0.15, 0.02), IdealChance(0.1, 0.0)))
    assert solution.mixed > 0
    assert solution.exploitability < 1e-6
