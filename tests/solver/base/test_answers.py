"""Strategies as tables that other programs write."""

import json
from typing import Any

import pytest
from solver.base.tiny import tiny

from kessel.errors import BadValue, UnknownEdition
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.base.answers import answers_of, read_answers
from kessel.solver.base.strategies import Habit, SolvedPolicy
from kessel.solver.chance import BARE, IdealChance
from kessel.solver.measured import shipped
from kessel.throws.aim import KINDS

MODEL = IdealChance()
ABOUT: dict[str, Any] = {"name": "mine", "edition": "strike-2020", "players": 2}


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return ABOUT | answers_of(
        Habit((0, 0, 0.5, 1, 1, 1)), find_edition("strike-2020"), 2, ("throw",)
    )


def test_a_table_read_again_is_the_same_strategy() -> None:
    """Two players of Strike 2020 and both kinds of dice: the exact solution through its table."""
    edition = find_edition("strike-2020")
    for model in (MODEL, shipped("oval")):
        exact = SolvedPolicy(load_or_solve(edition, 2, model))
        table = answers_of(exact, edition, 2, model.kinds)
        read = read_answers(json.dumps(ABOUT | table), model.kinds)
        assert (read.name, read.edition, read.players) == ("mine", edition, 2)
        assert answers_of(read, edition, 2, model.kinds) == table
        other = Habit((0.0,) * 6, (1.0, 0.0, 0.0)[: len(model.kinds)])
        assert answers_of(other, edition, 2, model.kinds) != table


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


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"players": "2"}, "from 2 to 5, not '2'"),
        ({"choices": None}, '"choices" are missing'),
        ({"choices": {}}, r"choices 0:1,1: no answer; shares of stop throw that add up to 1"),
    ],
)
def test_what_is_no_table_is_refused(
    table: dict[str, Any], changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadValue, match=message):
        read_answers(json.dumps(table | changed), ("throw",))


@pytest.mark.parametrize(
    "answer",
    [{"stop": 0.5}, {"stop": 1, "jump": 0}, {"stop": 2, "throw": -1}, {"stop": "1"}, "stop"],
)
def test_an_answer_that_cannot_be_is_refused(table: dict[str, Any], answer: Any) -> None:
    changed = {"choices": table["choices"] | {"2:8,5": answer}}
    with pytest.raises(BadValue, match="choices 2:8,5: shares of stop throw that add up to 1, not"):
        read_answers(json.dumps(table | changed), ("throw",))


def test_a_table_names_its_game_and_is_json(table: dict[str, Any]) -> None:
    assert read_answers(json.dumps(table), ("throw",)).name == "mine"
    with pytest.raises(BadValue, match="is JSON"):
        read_answers("2:8,5 stop", ("throw",))
    with pytest.raises(BadValue, match="a JSON object with name"):
        read_answers("[]", ("throw",))
    with pytest.raises(UnknownEdition):
        read_answers("{}", ("throw",))
