"""The measured model, on a measurement small enough to work out by hand."""

import json
from typing import Any

import pytest

from kessel.errors import BadValue, ParseError
from kessel.rules.edition import EDITIONS
from kessel.solver.chance import POUR, IdealChance, Movement
from kessel.solver.measured import read_measured, shipped
from kessel.throws.aim import KINDS


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
MODEL = read_measured(json.dumps(MEASUREMENT), "oval")


def test_movements_are_those_of_the_file() -> None:
    assert MODEL.movements("firm", 1, 0) == (Movement(0.9, 0, 0, 1), Movement(0.1, 0, 0, 0))
    assert MODEL.name == "measured oval physics=2 abc"


def test_beyond_the_most_dice_measured_no_more_are_reached() -> None:
    assert MODEL.movements("firm", 1, 7) == MODEL.movements("firm", 1, 1)


def test_a_pile_strikes_as_one_die_and_loses_each_die_on_its_own() -> None:
    """One die is lost in 0.2 of the throws at one lying die; of two dice both stay in 0.64."""
    moves = MODEL.movements("firm", 2, 1)
    assert sum(move.probability for move in moves) == pytest.approx(1.0)
    both = sum(move.probability for move in moves if move.staying == 2)
    none = sum(move.probability for move in moves if move.staying == 0)
    assert [both, none] == pytest.approx([0.64, 0.04])
    assert sum(m.probability for m in moves if m.struck) == pytest.approx(0.4)


def test_a_pour_loses_each_die_as_often_as_measured() -> None:
    """Of two dice 0.4 are lost on average: 0.2 a die, so three all stay in 0.8 cubed."""
    stay = {move.staying: move.probability for move in MODEL.movements(POUR, 3, 5)}
    assert stay[3] == pytest.approx(0.8**3)
    assert stay[0] == pytest.approx(0.2**3)


def test_an_unknown_kind_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadValue, match="gentle firm wild all"):
        MODEL.movements("softly", 1, 0)


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
