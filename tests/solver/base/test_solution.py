"""What a solution says of a position."""

import pytest

from kessel.errors import BadValue
from kessel.solver.base import Solution, solve
from kessel.solver.chance import IdealChance


@pytest.fixture(scope="module")
def two() -> Solution:
    return solve("strike-2020", 2, IdealChance(0.3, 0.02))


def test_a_last_die_onto_an_empty_arena_is_never_thrown_by_choice(two: Solution) -> None:
    for other in range(1, 16):
        assert two.policy(0, (1, other), may_stop=True) == {"stop": 1.0}


def test_what_lies_outside_the_tables_is_refused(two: Solution) -> None:
    with pytest.raises(BadValue, match="at most 17 dice"):
        two.turn_value(1, (9, 9))
    with pytest.raises(BadValue, match="every player at least one"):
        two.turn_value(1, (0, 9))
