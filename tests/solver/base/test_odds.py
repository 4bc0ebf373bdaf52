"""What each action is worth in a position."""

import pytest

from kessel.errors import BadValue
from kessel.rules.positions import read_state
from kessel.solver.base import Solution
from kessel.solver.base.odds import movement_value, odds, throw_value
from kessel.solver.base.solving import solve
from kessel.solver.chance import THROW, IdealChance

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
