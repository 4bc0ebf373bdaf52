"""What a throw's result tells the rules, and that every thrower is one."""

from itertools import combinations, islice

import pytest

from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import find_edition
from kessel.rules.moves import Landing
from kessel.rules.options import Options, resolve_options
from kessel.throws.aim import Aim
from kessel.throws.arithmetic import length
from kessel.throws.at_rest import DiceAtRest, dice_in
from kessel.throws.dice import Handful, Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import PITCH, IdealDice, _free_places, _place
from kessel.throws.placing import placed, stacked
from kessel.throws.scripted import ScriptedDice, ScriptEnded

POTTER = find_edition("harry-potter")


def test_the_rules_see_faces_and_how_many_dice_left() -> None:
    two = placed(POTTER, placed(POTTER, (), 4, "accio"), 1, "X", 0.03)
    result = ThrowResult(stacked(POTTER, two, [1, 4]), out=(7, 8), cocked=1)
    assert result.landing == Landing((("X", "accio"),), 2, 1)


def test_a_hand_that_is_told_nothing_throws_gently_at_the_middle() -> None:
    assert Handful(0, (1,)).aim == Aim()


@pytest.mark.parametrize(
    "thrower",
    [IdealDice(), ScriptedDice([Landing(("accio", "X"))]), PhysicsDice()],
    ids=["ideal", "scripted", "physics"],
)
def test_every_thrower_keeps_all_dice(thrower: Simulator) -> None:
    order = ThrowOrder(
        POTTER,
        resolve_options(POTTER),
        placed(POTTER, (), 0, "accio", 0.05),
        (Handful(0, (1,), Aim(x=-0.03, speed=0.0)),),
        bytes(32),
    )
    result = thrower.throw(order)
    assert sorted([lying.die for lying in dice_in(result.at_rest)] + [*result.out]) == [0, 1]
    assert thrower.name


# --- scripted dice --------------------------------------------------------------------------------


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


# --- where ideal dice are laid --------------------------------------------------------------------


def test_however_many_dice_fall_none_lies_on_another() -> None:
    places = [_place(number) for number in islice(_free_places([(0.02, 0.0)]), 25)]
    assert len(set(places)) == 25
    for (x, y), (u, v) in combinations([(0.02, 0.0), *places], 2):
        assert length(x - u, y - v) > PITCH
