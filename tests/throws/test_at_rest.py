"""Dice at rest, and what a result tells the rules."""

import math
from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kessel.errors import BadValue
from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.moves import Landing
from kessel.rules.options import Options, resolve_options
from kessel.throws.aim import Aim
from kessel.throws.arithmetic import length
from kessel.throws.at_rest import (
    DiceAtRest,
    LyingDie,
    arena_of,
    by_number,
    check_layout,
    dice_in,
    flat,
    holders,
    piece_of,
    stacked_up,
)
from kessel.throws.dice import Handful, Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import PITCH, IdealDice
from kessel.throws.placing import placed, stacked
from kessel.throws.pose import Pose, into_die_frame, product, with_up
from kessel.throws.scripted import ScriptedDice, ScriptEnded

# --- As the rules see them, as the physics numbers them, and as logs keep them --------------------

IMPACT = find_edition("impact")
TOWER = tuple(
    LyingDie(die, face, flat(IMPACT, face, 0.0, 0.0, level))
    for level, (die, face) in enumerate([(5, "fire"), (2, "X"), (9, "air")])
)
SINGLE = (LyingDie(3, "stone", flat(IMPACT, "stone", 0.03, 0.0)),)
AT_REST: DiceAtRest = (TOWER, SINGLE)


def test_the_rules_see_faces_and_towers() -> None:
    assert arena_of(AT_REST) == (("fire", "X", "air"), "stone")
    assert piece_of(SINGLE) == "stone"


def test_every_die_is_told_covered_ones_too() -> None:
    assert [lying.die for lying in dice_in(AT_REST)] == [5, 2, 9, 3]
    assert [lying.die for lying in by_number(AT_REST)] == [2, 3, 5, 9]


def test_a_die_of_a_tower_stands_on_the_one_below() -> None:
    assert holders(AT_REST) == {5: None, 2: 5, 9: 2, 3: None}


def test_dice_are_stacked_up_by_what_holds_them() -> None:
    again = stacked_up(dice_in(AT_REST), holders(AT_REST))
    assert again == (SINGLE, TOWER), "in the order of the lowest dice's numbers"
    assert stacked_up([], {}) == ()


def test_what_is_said_of_dice_that_left_is_not_minded() -> None:
    assert stacked_up(SINGLE, {3: None, 8: None}) == (SINGLE,)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.id)
def test_a_flat_die_shows_its_face_whichever_way_it_is_turned(edition) -> None:  # type: ignore[no-untyped-def]
    for face in edition.faces:
        for yaw in (0.0, 1.0, -2.5):
            pose = flat(edition, face, 0.01, 0.02, level=2, yaw=yaw)
            assert edition.faces[pose.up] == face
            assert pose.tilt < 1e-6
            assert pose.position == (0.01, 0.02, 0.04)


def test_the_form_in_logs_and_records_is_as_it_always_was() -> None:
    text = msgspec.json.encode((SINGLE,)).decode()
    assert text == ('[[{"die":3,"face":"stone","pose":[0.03,0.0,0.008,0.0,1.0,0.0,0.0]}]]')
    assert msgspec.json.decode(text, type=DiceAtRest) == (SINGLE,)


@pytest.mark.parametrize("length", [6, 8])
def test_a_pose_has_seven_numbers(length: int) -> None:
    text = msgspec.json.encode([[{"die": 3, "face": "stone", "pose": [0.5] * length}]])
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=DiceAtRest)


@pytest.mark.parametrize("wrong", [None, [], ((),), ([],), ((1,),)], ids=repr)
def test_what_is_no_layout_is_refused(wrong: object) -> None:
    with pytest.raises(BadValue, match="a layout is a tuple of stacks"):
        check_layout(wrong)


# --- rotations of a die ---------------------------------------------------------------------------


UP = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0), (-1, 0, 0))
"""The die's own axes in the order of `AXES`."""
ANGLES = st.floats(-math.pi, math.pi)


@given(axis=st.integers(0, 5), yaw=ANGLES)
def test_with_up_brings_that_axis_up(axis: int, yaw: float) -> None:
    pose = Pose.at((0, 0, 0), with_up(axis, yaw))
    assert pose.up == axis
    assert pose.tilt < 1e-6
    assert into_die_frame(pose.rotation, (0, 0, 1)) == pytest.approx(UP[axis], abs=1e-9)


@given(axis=st.integers(0, 5), yaw=ANGLES)
def test_yaw_is_the_direction_of_a_level_axis(axis: int, yaw: float) -> None:
    """Any of the four level axes will do: what counts is the square that the die covers."""
    turned = Pose.at((0, 0, 0), with_up(axis, yaw)).yaw - yaw
    assert math.remainder(turned, math.pi / 2) == pytest.approx(0.0, abs=1e-6)


@given(axis=st.integers(0, 5), yaw=ANGLES)
def test_moving_keeps_the_rotation_exactly(axis: int, yaw: float) -> None:
    pose = Pose.at((1, 2, 3), with_up(axis, yaw))
    assert pose.moved(4, 5, 6) == (4, 5, 6, *pose.rotation)
    assert pose.moved(4, 5, 6).position == (4, 5, 6)


@pytest.mark.parametrize("degrees", [1.0, 13.0, 40.0])
def test_tilt_is_the_angle_of_the_nearest_face(degrees: float) -> None:
    half = math.radians(degrees) / 2
    tipped = product((math.cos(half), math.sin(half), 0, 0), with_up(4, 0.3))
    assert math.degrees(Pose.at((0, 0, 0), tipped).tilt) == pytest.approx(degrees)


# --- A throw's result; every thrower is one -------------------------------------------------------

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
    handful = Handful(0, tuple(range(1, 26)))
    lying = ((LyingDie(0, "stone", flat(IMPACT, "stone", 0.02, 0.0)),),)
    order = ThrowOrder(IMPACT, resolve_options(IMPACT), lying, (handful,), bytes(32))
    places = [stack[0].pose[:2] for stack in IdealDice(strike=0.0, loss=0.0).throw(order).at_rest]
    assert len(places) == 26
    for (x, y), (u, v) in combinations(places, 2):
        assert length(x - u, y - v) > PITCH
