"""Which action is best, for whole arrays."""

import numpy as np

from kessel.solver.actions import TIE, best_action
from kessel.solver.greedy import best_actions


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


def test_with_one_action_there_is_nothing_to_choose() -> None:
    assert best_actions([np.array([0.3, 0.9])]).tolist() == [0, 0]
