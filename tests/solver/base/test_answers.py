"""Strategies as tables of what they do in every position."""

from solver.base.tiny import tiny

from kessel.rules.edition import find_edition
from kessel.solver.base.answers import answers_of
from kessel.solver.base.strategies import Habit
from kessel.solver.chance import BARE
from kessel.throws.aim import KINDS


def test_every_decision_of_all_and_of_fewer_players_is_in_it() -> None:
    found = answers_of(Habit((0.25,) * 6), tiny(2, 3), 3, ("throw",))
    assert set(found) == {"choices"}
    assert found["choices"]["2:1,2,2"] == {"stop": 0.75, "throw": 0.25}
    assert found["choices"]["5:1,1"] == {"stop": 0.75, "throw": 0.25}
    assert "5:1,2" not in found["choices"]  # with seven dice at the start
    assert not any(key.startswith("6") for key in found["choices"])


def test_where_throws_differ_turns_have_answers_but_not_in_an_empty_arena() -> None:
    edition = find_edition("strike-2012")
    turns = answers_of(Habit((0.0,) * 6, (0.0, 0.5, 0.5)), edition, 2, KINDS)["turns"]
    assert turns["1:8,8"] == {"firm": 0.5, "wild": 0.5}
    assert "0:8,8" not in turns
    assert turns["bare:8,8"] == turns["1:8,8"], f"arena {BARE} has a name"
