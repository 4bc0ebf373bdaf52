"""A chance model by its name is the model; what is none is refused in a sentence."""

from collections.abc import Callable
from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.game import Game, play
from kessel.rules.edition import find_edition
from kessel.solver import Solution, load_or_solve, odds, solve
from kessel.solver.chance import IdealChance, Movement
from kessel.solver.dice import ModelDice
from kessel.solver.measured import shipped
from kessel.solver.models import read_model

LINE = "strike-2020 hands=3,4 arena=2,5"
STRIKE = find_edition("strike-2020")


def test_a_name_is_the_model() -> None:
    assert read_model("ideal") == ModelDice("ideal").model == IdealChance()
    assert read_model("measured", STRIKE) == shipped("oval")
    assert read_model("measured", find_edition("harry-potter")) == shipped("wizards")
    assert read_model(shipped("oval")) is shipped("oval")


def test_what_is_solved_by_name_is_solved_by_the_model() -> None:
    for name, model in (("ideal", IdealChance()), ("measured", shipped(STRIKE.arena))):
        by_name, solved = solve(STRIKE, 2, name), solve(STRIKE, 2, model)
        assert isinstance(by_name, Solution)
        assert isinstance(solved, Solution)
        assert (by_name.model, by_name.chances) == (model.name, solved.chances)
        assert odds(LINE, by_name, name) == odds(LINE, solved, model)
    found = load_or_solve(STRIKE, 2, "measured")
    assert isinstance(found, Solution)
    assert found.model == shipped("oval").name


@pytest.mark.parametrize("wrong", [None, 2.5, object(), b"x", ["x"], "physics", IdealChance])
def test_what_is_none_is_refused(wrong: Any) -> None:
    with pytest.raises(BadValue, match="a chance model is ideal, measured, IdealChance"):
        read_model(wrong, STRIKE)


def test_a_model_that_needs_an_edition_says_how_to_get_it() -> None:
    with pytest.raises(BadValue, match=r"give shipped\(find_edition\('strike-2020'\).arena\)"):
        ModelDice("measured")
    assert ModelDice(shipped(find_edition("strike-2020").arena)).model.name.startswith("measured")


class Loaded:
    """A model of anybody's."""

    def __init__(self, name: Any = "loaded", kinds: Any = ("throw",), moves: Any = None) -> None:
        self.name, self.kinds = name, kinds
        self.moves = (Movement(1.0, 0, 0, 1),) if moves is None else moves

    def movements(self, kind: str, thrown: int, lying: int) -> Any:
        return self.moves


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Loaded(name=5), "a chance model has a name"),
        (Loaded(kinds=()), "one text or more, not"),
        (Loaded(kinds=(5,)), "one text or more, not"),
        (Loaded(moves=5), "`Movement`s, not 5"),
        (Loaded(moves=()), "add up to 0; probabilities add up to 1"),
        (Loaded(moves=(Movement(0.5, 0, 0, 1),)), "add up to 0.5; probabilities add up to 1"),
    ],
)
@pytest.mark.parametrize(
    "use", [read_model, lambda it: solve(STRIKE, 2, it), lambda it: play(Game(), "rule", it)]
)
def test_a_model_without_sense_is_refused(
    model: Loaded, said: str, use: Callable[[Any], object]
) -> None:
    assert read_model(Loaded())
    with pytest.raises(BadValue, match=said):
        use(model)
