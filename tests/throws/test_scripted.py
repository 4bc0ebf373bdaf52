"""Scripted dice: landings in their order, faces on the dice that already showed them."""

import pytest

from kessel.rules.edition import find_edition
from kessel.rules.moves import Landing
from kessel.rules.options import Options
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.dice import Handful, ThrowOrder
from kessel.throws.placing import placed
from kessel.throws.scripted import ScriptedDice, ScriptEnded

STRIKE = find_edition("strike-2020")


def lying() -> DiceAtRest:
    return placed(STRIKE, placed(STRIKE, (), 1, "4"), 2, "5", 0.03)


def order(*thrown: int) -> ThrowOrder:
    return ThrowOrder(STRIKE, Options(), lying(), (Handful(0, thrown),), bytes(32))


def test_landings_come_in_their_order_until_there_are_no_more() -> None:
    thrower = ScriptedDice([Landing(("4", "5", "2")), Landing(("4", "5"), out=1, cocked=1)])
    assert thrower.throw(order(9)).landing == Landing(("4", "5", "2"))
    second = thrower.throw(order(9))
    assert (second.landing, second.out) == (Landing(("4", "5"), 1, 1), (9,))
    with pytest.raises(ScriptEnded, match="no further"):
        thrower.throw(order(9))


def test_a_face_stays_with_the_die_that_showed_it() -> None:
    result = ScriptedDice([Landing(("6", "5", "4"))]).throw(order(9))
    assert [stack[0].die for stack in result.at_rest] == [9, 2, 1]


def test_a_lying_die_shows_another_face_where_no_thrown_one_is_left() -> None:
    result = ScriptedDice([Landing((("6", "3"), "5"))]).throw(order(9))
    assert [[die.die for die in stack] for stack in result.at_rest] == [[9, 1], [2]]
    assert [die.pose.z for die in result.at_rest[0]] == [0.008, 0.024]


def test_more_dice_than_there_are_are_refused() -> None:
    with pytest.raises(ScriptEnded, match="more dice"):
        ScriptedDice([Landing(("2", "2", "2", "2"))]).throw(order(9))
