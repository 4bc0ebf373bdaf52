"""Arrivals in a layer of one turn T and one choice C, worked out by hand.

A throw passes to the next player's T with probability w, stays with the player at C with u, and
else ends the game with the chances `known`; stopping at C passes to the next player's T.
"""

import numpy as np
import pytest

from kessel.errors import BadValue
from kessel.rules.positions import read_state
from kessel.solver.base import Solution
from kessel.solver.base.arrivals import OpenLayer
from kessel.solver.base.hands import HandIndex
from kessel.solver.base.layers import Block, Layer, Link, ThrowLinks
from kessel.solver.base.odds import movement_value, odds, throw_value
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.solving import solve
from kessel.solver.chance import THROW, IdealChance
from kessel.solver.mixed.arrivals import frequencies

W, U = 0.25, 0.5
KNOWN = {2: (0.2, 0.05), 3: (0.15, 0.1, 0.0)}
T, C = PolicyNode(Point.TURN, 1, 0), PolicyNode(Point.CHOICE, 1, 0)
STOP, GO_ON = 0, 1


def open_layer(players: int) -> tuple[OpenLayer, complex, complex]:
    """The layer, the transform of `known`, and the factor of a turn that passes."""
    index = HandIndex(players, players + 1)
    here = np.zeros(1, dtype=np.intp)
    known = np.array([KNOWN[players]])
    links = ThrowLinks(known, (Link(W, 1, here),), Link(U, 1, here))
    layer = Layer(index, players + 1, [Block(1, slice(0, 1), here, here, (links,), None)])
    transform = complex(np.fft.rfft(known[0])[1])
    return OpenLayer(layer, Policy.empty(index)), transform, np.exp(-2j * np.pi / players)


@pytest.mark.parametrize("players", [2, 3])
def test_one_open_decision(players: int) -> None:
    """T = k + w f T + u C, so T = (k + u C) / (1 - w f). Stopping at C is worth f T, throwing
    k + w f T + u C, which is T again."""
    layer, k, f = open_layer(players)
    layer.leave_open([C])
    arrivals = layer.arrivals()
    assert arrivals.outside.shape == (1, 1, 2)
    turn = 1.0 / (1.0 - W * f)
    assert arrivals.outside[0, 0, STOP] == pytest.approx(f * k * turn)
    assert arrivals.transitions[0, 0, STOP, 0] == pytest.approx(f * U * turn)
    assert arrivals.outside[0, 0, GO_ON] == pytest.approx(k * turn)
    assert arrivals.transitions[0, 0, GO_ON, 0] == pytest.approx(U * turn)


@pytest.mark.parametrize("at_once", [True, False])
def test_two_open_decisions_opened_together_or_one_by_one(at_once: bool) -> None:
    """With T open as well nothing is followed any more: every arrival is one step away."""
    layer, k, f = open_layer(3)
    for nodes in [[C, T]] if at_once else [[C], [T]]:
        layer.leave_open(nodes)
    arrivals = layer.arrivals()
    c, t = 0, 1
    assert arrivals.outside[0, c] == pytest.approx([0.0, k])
    assert arrivals.transitions[0, c, STOP] == pytest.approx([0.0, f])
    assert arrivals.transitions[0, c, GO_ON] == pytest.approx([U, W * f])
    first_throw = 0
    assert arrivals.outside[0, t, first_throw] == pytest.approx(k)
    assert arrivals.transitions[0, t, first_throw] == pytest.approx([U, W * f])


@pytest.mark.parametrize("players", [2, 3])
def test_all_values_follow_from_those_at_open_decisions(players: int) -> None:
    """With C open and worth c, T = k + w f T + u c in every frequency; here as numbers of seats."""
    layer, _, _ = open_layer(players)
    layer.leave_open([C])
    index = HandIndex(players, players + 1)
    now = ValueTable.empty(index)
    at_c = np.array([0.5, *[0.5 / (players - 1)] * (players - 1)])
    layer.write_values(np.fft.rfft(at_c)[1:, None], now)
    assert now.choice[1, 0] == pytest.approx(at_c)
    turn = now.turn[1, 0]
    assert turn.sum() == pytest.approx(1.0)
    follows = np.array(KNOWN[players]) + W * np.roll(turn, 1) + U * at_c
    assert turn - turn.mean() == pytest.approx(follows - follows.mean())


def test_frequencies_determine_the_seats_beside_their_sum() -> None:
    assert [list(frequencies(players)) for players in (2, 3, 4, 5)] == [[1], [1], [1, 2], [1, 2]]


# --- what each action is worth in a position ------------------------------------------------------


MODEL = IdealChance(0.3, 0.02)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("strike-2020", 3, MODEL)


def test_the_best_action_is_worth_what_the_table_says(solution: Solution) -> None:
    state = read_state("strike-2020 hands=4,5,6 arena=2,3 turn=B> phase=choice")
    told = odds(state, solution, MODEL)
    assert told.player == 1
    assert told.chance == pytest.approx(solution.choice_value(2, (5, 6, 4))[0], abs=1e-12)
    assert sum(told.actions["stop"]) == pytest.approx(1.0)
    assert told.given_away(told.best) == 0.0


def test_the_first_throw_of_a_turn_is_no_choice(solution: Solution) -> None:
    told = odds(read_state("strike-2020 hands=4,5,6 arena=2,3"), solution, MODEL)
    assert tuple(told.actions) == ("throw",)
    assert told.chance == pytest.approx(solution.turn_value(2, (4, 5, 6))[0], abs=1e-12)


def test_an_empty_arena_means_all_in(solution: Solution) -> None:
    told = odds(read_state("strike-2020 hands=4,5,6 arena=-"), solution, MODEL)
    assert tuple(told.actions) == ("all",)
    assert told.chance == pytest.approx(solution.turn_value(0, (4, 5, 6))[0], abs=1e-12)


def test_who_is_out_has_no_chance(solution: Solution) -> None:
    state = read_state("strike-2020 hands=4,0,6 arena=2 phase=choice eliminated=B:2")
    told = odds(state, solution, MODEL)
    assert told.actions["stop"][1] == 0.0
    assert told.actions["stop"][2] == pytest.approx(solution.turn_value(1, (6, 4))[0])


def test_equal_dice_lying_are_refused(solution: Solution) -> None:
    with pytest.raises(BadValue, match="equal dice"):
        odds(read_state("strike-2020 hands=4,5,6 arena=2,2"), solution, MODEL)


def test_movements_add_up_to_the_throw(solution: Solution) -> None:
    """A throw's value is the mean of its movements' values."""
    hands = (4, 5, 6)
    total = sum(
        move.probability * movement_value(solution, move, 1, 3, hands)
        for move in MODEL.movements(THROW, 1, 3)
    )
    assert total == pytest.approx(throw_value(solution, MODEL, THROW, 1, 3, hands)[0], abs=1e-12)
