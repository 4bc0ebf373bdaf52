"""Which action is best, by name and for whole arrays; what another one gives away."""

import numpy as np
import pytest

from kessel.solver.actions import TIE, Odds, best_action
from kessel.solver.greedy import best_actions


@pytest.mark.parametrize(
    ("chances", "best"),
    [
        ({"stop": 0.4, "throw": 0.5}, "throw"),
        ({"stop": 0.5, "throw": 0.5}, "stop"),
        ({"stop": 0.5, "throw": 0.5 + TIE / 2}, "stop"),
        ({"stop": 0.5, "throw": 0.5 + 2 * TIE}, "throw"),
        ({"stop": 0.1, "gentle": 0.3, "firm": 0.2}, "gentle"),
    ],
)
def test_ties_go_to_the_first(chances: dict[str, float], best: str) -> None:
    assert best_action(chances) == best


def test_arrays_choose_as_single_positions_do() -> None:
    chances = [np.array(row) for row in ([0.5, 0.5, 0.1], [0.5, 0.6, 0.3], [0.4, 0.6, 0.9])]
    by_name = [
        best_action({str(number): float(row[at]) for number, row in enumerate(chances)})
        for at in range(3)
    ]
    assert [str(best) for best in best_actions(chances)] == by_name == ["0", "1", "2"]


def test_an_action_is_compared_with_the_best_so_far_not_with_the_one_before() -> None:
    """Each step is a tie with the one before; two of them together are not."""
    steps = [np.array([0.5 + number * TIE * 0.8]) for number in range(3)]
    assert best_actions(steps).tolist() == [2]
    assert best_actions(steps[:2]).tolist() == [0]


def test_odds_are_those_of_the_active_player() -> None:
    odds = Odds({"stop": (0.7, 0.3), "throw": (0.6, 0.4)}, seat=1)
    assert odds.best == "throw"
    assert odds.chance == 0.4
    assert odds.given_away("stop") == pytest.approx(0.1)
    assert odds.given_away("throw") == 0.0
    assert odds.is_exact
