"""The policy as sentences and as a table."""

import pytest
from solver.base.tiny import tiny

from kessel.solver.base import Solution
from kessel.solver.base.policy_text import policy_table, policy_text
from kessel.solver.base.solving import solve
from kessel.solver.chance import IdealChance


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(tiny(4), 2, IdealChance(0.3, 0.02))


def test_there_is_a_sentence_for_every_number_of_dice(solution: Solution) -> None:
    lines = policy_text(solution)
    assert [line.partition(":")[0] for line in lines] == [
        "nothing lies",
        "one die lies",
        *(f"{lying} dice lie" for lying in range(2, 6)),
    ]
    assert lines[1] == "one die lies: always stop"
    assert lines[2] == "2 dice lie: go on if all together hold at least 6 dice, else stop"
    assert lines[5] == "5 dice lie: always go on"


def test_a_position_that_cannot_come_up_is_called_so() -> None:
    """Three dice in all: with five lying none is left."""
    small = solve(tiny(1), 2, IdealChance())
    assert policy_text(small)[5] == "5 dice lie: cannot come up"


def test_the_table_agrees_with_the_policy(solution: Solution) -> None:
    lines = policy_table(solution)
    start = lines.index("2 dice lie; columns: the other's dice from 1")
    for own, line in enumerate(lines[start + 1 : start + 5], start=1):
        label, cells = line.split()
        assert int(label) == own
        for other, cell in enumerate(cells, start=1):
            action = next(iter(solution.policy(2, (own, other), may_stop=True)))
            assert cell == ("." if action == "stop" else "t")


def test_several_kinds_of_throw_and_mixed_decisions_are_told_apart() -> None:
    mixed = solve("strike-2020", 3, IdealChance(0.15, 0.1))
    text = "\n".join(policy_text(mixed))
    assert "go on in" in text
    assert "stop in" in text
