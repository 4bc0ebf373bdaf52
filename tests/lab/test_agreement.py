"""Games by the solution's policy, and how far their wins are from it."""

from random import Random

import pytest
from lab.agreement import deviation, simulate

from kessel.solver.base.solving import solve
from kessel.solver.chance import IdealChance


def test_the_deviation_is_in_standard_errors() -> None:
    """60 of 100 at a chance of one half are two standard errors of 0.05."""
    assert deviation((60, 40), (0.5, 0.5)) == pytest.approx(2.0)
    assert deviation((50, 50), (0.5, 0.5)) == 0.0


def test_every_game_has_one_winner_and_is_reported() -> None:
    solution = solve("strike-2020", 3, IdealChance(0.3, 0.3))
    reports: list[int] = []
    wins = simulate(solution, 0.3, 0.3, 20, Random(1), lambda done, total: reports.append(done))
    assert sum(wins) == 20
    assert reports == list(range(1, 21))


def test_a_wrong_solution_is_found_out() -> None:
    """The control: chances of the other seat are more than four standard errors off."""
    solution = solve("strike-2020", 2, IdealChance(0.0, 0.7))
    wins = simulate(solution, 0.0, 0.7, 1500, Random(2))
    assert deviation(wins, solution.chances) < 4
    assert deviation(wins, (0.9, 0.1)) > 4
