"""Chance models: the ideal one, and those that have names."""

import json
import math
from collections.abc import Callable
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest
from games import land

from kessel.errors import BadValue, ParseError
from kessel.game import Game, play
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.moves import ALL, ONE
from kessel.rules.positions import read_state
from kessel.solver import Solution, load_or_solve, odds, solve
from kessel.solver.chance import POUR, THROW, IdealChance, Movement, base_outcomes
from kessel.solver.dice import ModelDice, model_kind
from kessel.solver.measured import read_measured, shipped
from kessel.solver.models import read_model
from kessel.throws.aim import KINDS, Aim
from kessel.throws.dice import Cast, Dice
from kessel.throws.ideal import IdealFaces


# --- The ideal one, against counting every way the dice can fall ----------------------------------
def count_every_way(
    strike: float, loss: float, thrown: int, lying: int
) -> dict[tuple[int, int], float]:
    """Each lying die rests or moves; each moving die is lost or shows one of six faces."""
    counted: dict[tuple[int, int], float] = {}
    faces = [("lost", loss), *((face, (1 - loss) / 6) for face in range(6))]
    for moved in product((False, True), repeat=lying):
        chance = prod(strike if one else 1 - strike for one in moved)
        resting = [face + 1 for face, one in enumerate(moved) if not one]
        for fallen in product(faces, repeat=thrown + sum(moved)):
            seen = resting + [face for face, _ in fallen if face not in ("lost", 0)]
            singles = sum(seen.count(face) == 1 for face in seen)
            key = (singles, len(seen) - singles)
            counted[key] = counted.get(key, 0.0) + chance * prod(p for _, p in fallen)
    return {key: chance for key, chance in counted.items() if chance > 0}


@pytest.mark.parametrize(("strike", "loss"), [(0.0, 0.0), (0.3, 0.02), (1.0, 0.5)])
@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_one_die_thrown_onto_some(strike: float, loss: float, lying: int) -> None:
    told = base_outcomes(IdealChance(strike, loss), THROW, 1, lying)
    assert told == pytest.approx(count_every_way(strike, loss, 1, lying), abs=1e-12)


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_all_dice_poured(dice: int) -> None:
    told = base_outcomes(IdealChance(0.3, 0.1), POUR, dice, 0)
    assert told == pytest.approx(count_every_way(0.3, 0.1, dice, 0), abs=1e-12)


def test_five_lie_and_one_is_thrown_always_matches_or_loses() -> None:
    outcomes = base_outcomes(IdealChance(0.3, 0.02), THROW, 1, 5)
    assert sum(outcomes.values()) == pytest.approx(1.0, abs=1e-14)
    assert all(left + taken < 6 or taken for left, taken in outcomes)


@pytest.mark.parametrize(("strike", "loss"), [(-0.1, 0.0), (0.3, 1.5), (0.3, float("nan"))])
def test_probabilities_are_checked(strike: float, loss: float) -> None:
    with pytest.raises(BadValue, match="from 0 to 1"):
        IdealChance(strike, loss)


# --- dice for games by the thousand: both kinds land alike where they model the same --------------


STRIKE, LOSS, THROWS = 0.3, 0.1, 6000
MODEL = IdealChance(STRIKE, LOSS)
STATE = read_state("harry-potter hands=8,8 arena=accio,immobulus/relashio/X,wingardium phase=throw")
LYING = 5


def test_all_dice_are_poured_whatever_the_hand_would_like() -> None:
    measured = shipped("oval")
    assert model_kind(measured, {0: Cast(ALL, kind="wild")}) == POUR
    assert model_kind(measured, {0: Cast(ONE, kind="wild")}) == "wild"


def test_a_throw_without_a_kind_is_named_by_its_aim() -> None:
    measured = shipped("oval")
    assert model_kind(measured, {0: Cast(ONE, Aim.of_strength("wild"))}) == "wild"
    assert model_kind(measured, {0: Cast(ONE, {"speed": 0.5})}) == "gentle"
    assert model_kind(measured, {0: Cast(ONE)}) == "firm"
    assert model_kind(MODEL, {0: Cast(ONE, kind="wild")}) == MODEL.kinds[0]


def test_of_several_casts_the_hardest_counts() -> None:
    casts = {0: Cast(ONE, kind="gentle"), 1: Cast(ONE, kind="wild"), 2: Cast(ONE, kind="throw")}
    assert model_kind(shipped("oval"), casts) == "wild"


@pytest.mark.parametrize(
    "dice", [IdealFaces(STRIKE, LOSS), ModelDice(MODEL)], ids=["ideal", "trial"]
)
def test_a_tower_stands_whole_or_not_at_all_as_often_as_said(dice: Dice) -> None:
    """6,000 throws; both shares within 4 standard errors (of losses 0.0064, worked out)."""
    chance = Random(5)
    standing = lost = 0
    for _ in range(THROWS):
        landing = land(dice, STATE, {0: ONE}, chance, MODEL.kinds[0])
        towers = [piece for piece in landing.arena if not isinstance(piece, str)]
        assert towers in ([], [STATE.arena[1]])
        standing += bool(towers)
        lost += landing.out
    assert abs(standing / THROWS - (1 - STRIKE)) < 4 * math.sqrt(STRIKE * (1 - STRIKE) / THROWS)
    assert abs(lost / THROWS - LOSS * (1 + STRIKE * LYING)) < 4 * 0.0064


# --- A model by its name is the model; what is none is refused in a sentence ----------------------

LINE = "strike-2020 hands=3,4 arena=2,5"
EDITION = find_edition("strike-2020")


def test_a_name_is_the_model() -> None:
    assert read_model("ideal") == ModelDice("ideal").model == IdealChance()
    assert read_model("measured", EDITION) == shipped("oval")
    assert read_model("measured", find_edition("harry-potter")) == shipped("wizards")
    assert read_model(shipped("oval")) is shipped("oval")


def test_what_is_solved_by_name_is_solved_by_the_model() -> None:
    for name, model in (("ideal", IdealChance()), ("measured", shipped(EDITION.arena))):
        by_name, solved = solve(EDITION, 2, name), solve(EDITION, 2, model)
        assert isinstance(by_name, Solution)
        assert isinstance(solved, Solution)
        assert (by_name.model, by_name.chances) == (model.name, solved.chances)
        assert odds(LINE, by_name, name) == odds(LINE, solved, model)
    found = load_or_solve(EDITION, 2, "measured")
    assert isinstance(found, Solution)
    assert found.model == shipped("oval").name


@pytest.mark.parametrize("wrong", [None, 2.5, object(), b"x", ["x"], "physics", IdealChance])
def test_what_is_none_is_refused(wrong: Any) -> None:
    with pytest.raises(BadValue, match="a chance model is ideal, measured, IdealChance"):
        read_model(wrong, EDITION)


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
    "use", [read_model, lambda it: solve(EDITION, 2, it), lambda it: play(Game(), "rule", it)]
)
def test_a_model_without_sense_is_refused(
    model: Loaded, said: str, use: Callable[[Any], object]
) -> None:
    assert read_model(Loaded())
    with pytest.raises(BadValue, match=said):
        use(model)


# --- the measured model, on a measurement small enough to work out by hand ------------------------


def row(kind: str, dice: int, movements: list[list[float]]) -> dict[str, object]:
    return {"kind": kind, "dice": dice, "throws": 10, "movements": movements}


MEASUREMENT = {
    "format": 1,
    "physics": "2",
    "digest": "abc",
    "arenas": {
        "oval": [
            row("firm", 0, [[0, 0, 1, 0.9], [0, 0, 0, 0.1]]),
            row("firm", 1, [[0, 0, 1, 0.5], [1, 0, 1, 0.2], [0, 1, 1, 0.1], [1, 0, 0, 0.2]]),
            row("all", 2, [[0, 0, 2, 0.7], [0, 0, 1, 0.2], [0, 0, 0, 0.1]]),
        ]
    },
}
READ = read_measured(json.dumps(MEASUREMENT), "oval")


def test_movements_are_those_of_the_file() -> None:
    assert READ.movements("firm", 1, 0) == (Movement(0.9, 0, 0, 1), Movement(0.1, 0, 0, 0))
    assert READ.name == "measured oval physics=2 abc"


def test_beyond_the_most_dice_measured_no_more_are_reached() -> None:
    assert READ.movements("firm", 1, 7) == READ.movements("firm", 1, 1)


def test_a_pile_strikes_as_one_die_and_loses_each_die_on_its_own() -> None:
    """One die is lost in 0.2 of the throws at one lying die; of two dice both stay in 0.64."""
    moves = READ.movements("firm", 2, 1)
    assert sum(move.probability for move in moves) == pytest.approx(1.0)
    both = sum(move.probability for move in moves if move.staying == 2)
    none = sum(move.probability for move in moves if move.staying == 0)
    assert [both, none] == pytest.approx([0.64, 0.04])
    assert sum(m.probability for m in moves if m.struck) == pytest.approx(0.4)


def test_a_pour_loses_each_die_as_often_as_measured() -> None:
    """Of two dice 0.4 are lost on average: 0.2 a die, so three all stay in 0.8 cubed."""
    stay = {move.staying: move.probability for move in READ.movements(POUR, 3, 5)}
    assert stay[3] == pytest.approx(0.8**3)
    assert stay[0] == pytest.approx(0.2**3)


def test_an_unknown_kind_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadValue, match="gentle firm wild all"):
        READ.movements("softly", 1, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no json", "not a measurement"),
        ("{}", "not a measurement"),
        (json.dumps(MEASUREMENT | {"format": 9}), "format 9; this reads 1"),
        (json.dumps(MEASUREMENT | {"arenas": {"oval": [{"kind": "firm"}]}}), "not a measurement"),
    ],
)
def test_other_files_are_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_measured(text, "oval")


def test_an_arena_that_was_not_measured_is_named() -> None:
    with pytest.raises(BadValue, match="'moon' was not measured; oval were"):
        read_measured(json.dumps(MEASUREMENT), "moon")


@pytest.mark.parametrize("arena", sorted({edition.arena for edition in EDITIONS.values()}))
def test_the_shipped_model_knows_every_arena_and_adds_up(arena: str) -> None:
    model = shipped(arena)
    assert model.kinds == KINDS
    for kind in KINDS:
        for lying in range(7):
            total = sum(move.probability for move in model.movements(kind, 1, lying))
            assert total == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("model", [IdealChance(), shipped("oval")])
@pytest.mark.parametrize("throw", [("x", 1, 1), ("all", "x", 0), ("all", 1, -1), ("all", 2.5, 0)])
def test_only_numbers_of_dice_are_thrown_in_a_known_way(model: Any, throw: Any) -> None:
    with pytest.raises(BadValue, match=r"is not a kind of throw|is not a number of dice"):
        model.movements(*throw)
