"""What hands do to dice at rest: placing, pushing, stacking, taking away."""

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kessel.errors import BadValue, IllegalMove
from kessel.rules.edition import Edition, find_edition
from kessel.throws.at_rest import DiceAtRest, arena_of, dice_in
from kessel.throws.boxes import WIZARDS, box_of
from kessel.throws.outline import distance_inside
from kessel.throws.placing import (
    arranged,
    away_from_wall,
    collide,
    find_die,
    footprint,
    is_free,
    placed,
    pushed,
    removed,
    stacked,
)
from kessel.throws.pose import Pose, with_up

WIZARD = find_edition("harry-potter")
IMPACT = find_edition("impact")


def three() -> DiceAtRest:
    at_rest = placed(WIZARD, (), 7, "accio", -0.03, 0.0, 0.4)
    at_rest = placed(WIZARD, at_rest, 2, "confundo", 0.0, 0.0, 1.0)
    return placed(WIZARD, at_rest, 5, "X", 0.03, 0.01)


def tower() -> DiceAtRest:
    return stacked(WIZARD, three(), [5, 7, 2])


def numbers(at_rest: DiceAtRest) -> list[list[int]]:
    return [[lying.die for lying in stack] for stack in at_rest]


def test_dice_are_ordered_by_their_number() -> None:
    assert numbers(three()) == [[2], [5], [7]]
    assert arena_of(three()) == ("confundo", "X", "accio")


def test_a_tower_is_one_stack_bottom_to_top() -> None:
    assert numbers(tower()) == [[5, 7, 2]]
    assert arena_of(tower()) == (("X", "accio", "confundo"),)
    assert [lying.pose.z for lying in tower()[0]] == pytest.approx([0.008, 0.024, 0.040])
    for lying in dice_in(tower()):
        assert WIZARD.faces[lying.pose.up] == lying.face


def test_of_no_dice_there_is_no_tower() -> None:
    assert stacked(WIZARD, (), []) == ()


@pytest.mark.parametrize("order", [[5, 7], [5, 7, 2, 2], [5, 7, 3], []])
def test_a_tower_has_all_dice_once(order: list[int]) -> None:
    with pytest.raises(IllegalMove, match="2, 5, 7 lie in the arena"):
        stacked(WIZARD, three(), order)


def test_taking_a_covered_die_lets_the_rest_down_in_order() -> None:
    rest = removed(tower(), [7])
    assert arena_of(rest) == (("X", "confundo"),)
    assert find_die(rest, 2).pose.z == pytest.approx(0.024)
    assert find_die(rest, 5) == find_die(tower(), 5)


def test_taking_all_but_the_top_leaves_a_single_die_on_the_mat() -> None:
    single = removed(tower(), [5, 7])
    assert arena_of(single) == ("confundo",)
    assert find_die(single, 2).pose.z == pytest.approx(0.008)


def test_dice_that_stay_keep_their_pose_exactly() -> None:
    assert removed(three(), [2]) == three()[1:]
    assert removed(three(), [7, 2, 5]) == ()
    with pytest.raises(BadValue, match="2, 5, 7"):
        removed(three(), [1])


def test_taking_nothing_changes_nothing_not_even_the_order() -> None:
    backwards = three()[::-1]
    assert removed(backwards, []) == backwards


def test_placing_is_refused_on_another_die_outside_or_with_a_foreign_face() -> None:
    with pytest.raises(IllegalMove, match="side by side"):
        placed(WIZARD, three(), 9, "accio", 0.01, 0.0)
    with pytest.raises(IllegalMove, match="inside"):
        placed(WIZARD, three(), 9, "accio", 0.066, 0.0)
    with pytest.raises(BadValue, match="immobulus"):
        placed(WIZARD, three(), 9, "6")
    with pytest.raises(BadValue, match="already"):
        placed(WIZARD, three(), 7, "accio", 0.0, 0.04)


def test_a_push_moves_a_die_and_keeps_face_height_and_rotation() -> None:
    after = find_die(pushed(WIZARD, three(), [(7, -0.02, 0.03)]), 7)
    before = find_die(three(), 7)
    assert after.face == before.face
    assert after.pose == (-0.02, 0.03, *before.pose[2:])


def test_a_push_onto_another_die_out_of_the_mat_or_of_a_tower_is_refused() -> None:
    with pytest.raises(IllegalMove, match="die 2"):
        pushed(WIZARD, three(), [(7, 0.01, 0.0)])
    with pytest.raises(IllegalMove, match="inside"):
        pushed(WIZARD, three(), [(7, 0.0, 0.055)])
    with pytest.raises(BadValue, match="2, 5, 7 do"):
        pushed(WIZARD, three(), [(8, 0.0, 0.0)])
    with pytest.raises(BadValue, match="none do"):
        pushed(WIZARD, (), [(8, 0.0, 0.0)])
    for die in (5, 7, 2):
        with pytest.raises(IllegalMove, match="tower"):
            pushed(WIZARD, tower(), [(die, 0.04, 0.0)])


def test_several_dice_may_be_pushed_at_once_even_past_each_other() -> None:
    swapped = pushed(WIZARD, three(), [(7, 0.03, 0.01), (5, -0.03, 0.0)])
    assert find_die(swapped, 7).pose.x == 0.03
    assert find_die(swapped, 5).pose.x == -0.03
    assert find_die(swapped, 2) == find_die(three(), 2)


def test_only_a_die_at_the_wall_is_pushed_away_from_it() -> None:
    at_wall = placed(WIZARD, placed(WIZARD, (), 1, "accio", 0.055, 0.0), 2, "accio")
    assert away_from_wall(WIZARD, at_wall, [(1, 0.03, 0.0)])
    assert not away_from_wall(WIZARD, at_wall, [(1, 0.06, 0.0)])
    assert not away_from_wall(WIZARD, at_wall, [(2, 0.0, 0.01)])
    assert not away_from_wall(WIZARD, at_wall, [(1, 0.03, 0.0), (2, 0.0, 0.01)])


def test_a_free_place_has_room_however_the_die_is_turned() -> None:
    poses = [lying.pose for lying in dice_in(three())]
    assert is_free(WIZARDS, poses, 0.0, 0.03)
    assert not is_free(WIZARDS, poses, 0.0, 0.022)
    assert not is_free(WIZARDS, (), 0.062, 0.0)


@settings(max_examples=100, deadline=None)
@given(
    x=st.floats(-0.03, 0.03),
    y=st.floats(-0.03, 0.03),
    one=st.floats(0, math.tau),
    two=st.floats(0, math.tau),
)
def test_dice_collide_when_near_and_not_when_far(
    x: float, y: float, one: float, two: float
) -> None:
    a, b = Pose.at((0, 0, 0.008), with_up(2, one)), Pose.at((x, y, 0.008), with_up(0, two))
    apart = math.hypot(x, y)
    if apart < 0.0159:
        assert collide(a, b)
    if apart > 0.0227:
        assert not collide(a, b)


def test_a_die_covers_a_square_with_its_edge() -> None:
    corners = footprint(Pose.at((0.01, 0.02, 0.008), with_up(4, 0.3)))
    middle = [sum(corner[axis] for corner in corners) / 4 for axis in (0, 1)]
    assert middle == pytest.approx([0.01, 0.02])
    for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
        assert math.dist(one, other) == pytest.approx(0.016)


def test_dice_side_by_side_do_not_overlap() -> None:
    first = placed(IMPACT, (), 1, "fire")
    assert len(placed(IMPACT, first, 2, "air", 0.016, 0.0)) == 2
    with pytest.raises(IllegalMove):
        placed(IMPACT, first, 2, "air", 0.0158, 0.0)


@pytest.mark.parametrize(
    "edition", [find_edition(name) for name in ("strike-2020", "impact", "harry-potter")]
)
def test_neat_rows_lie_on_the_mat_side_by_side(edition: Edition) -> None:
    for dice in range(25):
        arena = (edition.symbols * 5)[:dice]
        rows = arranged(edition, arena)
        assert arena_of(rows) == arena
        poses = [die.pose for die in dice_in(rows)]
        assert not any(collide(one, other) for one, other in combinations(poses, 2))
        corners = [corner for pose in poses for corner in footprint(pose)]
        assert all(distance_inside(box_of(edition).mat, corner) > 0 for corner in corners)


def test_a_tower_stands_in_its_row() -> None:
    rows = arranged(WIZARD, ("X", ("accio", "confundo")))
    assert arena_of(rows) == ("X", ("accio", "confundo"))
    assert [die.die for die in dice_in(rows)] == [0, 1, 2]
