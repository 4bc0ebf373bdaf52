"""What a solution says of a position."""

from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.solver.base import Solution
from kessel.solver.base.solving import solve
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


@pytest.mark.parametrize("hands", ["ab", None, 7, (2.5, 3), (3, "a"), (4, 5, 6), (900, 3), ()])
def test_what_is_no_position_is_refused_in_a_sentence(two: Solution, hands: Any) -> None:
    for ask in (two.turn_value, two.choice_value):
        with pytest.raises(BadValue, match="are not in the solution of strike-2020"):
            ask(2, hands)
    with pytest.raises(BadValue, match="are not in the solution of strike-2020"):
        two.policy(2, hands, may_stop=True)
    with pytest.raises(BadValue, match="None lying"):
        two.choice_value(None, (4, 5))  # type: ignore[arg-type]
