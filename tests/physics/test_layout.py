"""Dice between throws: pieces, taking away, placing, pushing, stacking."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kessel.errors import BadValue, IllegalMove
from kessel.physics.layout import Layout, footprint, overlap
from kessel.physics.params import CAULDRON, WIZARDS
from kessel.physics.pose import Pose, with_up
from kessel.rules.edition import find_edition

FACES = find_edition("harry-potter").faces
EMPTY = Layout(WIZARDS, FACES)


def three() -> Layout:
    layout = EMPTY.placed(7, "accio", -0.03, 0.0, 0.4)
    return layout.placed(2, "confundo", 0.0, 0.0, 1.0).placed(5, "X", 0.03, 0.01)


def test_pieces_and_faces_have_the_same_order() -> None:
    layout = three()
    assert layout.pieces == ((2,), (5,), (7,))
    assert layout.landing == ("confundo", "X", "accio")


def test_a_tower_is_one_piece_bottom_to_top() -> None:
    tower = three().stacked([5, 7, 2])
    assert tower.pieces == ((5, 7, 2),)
    assert tower.landing == (("X", "accio", "confundo"),)
    assert [tower.find(die).pose.position[2] for die in (5, 7, 2)] == pytest.approx(
        [0.008, 0.024, 0.040]
    )
    for lying in tower.dice:
        assert FACES[lying.pose.up] == lying.face


@pytest.mark.parametrize("order", [[5, 7], [5, 7, 2, 2], [5, 7, 3], []])
def test_a_tower_has_all_dice_once(order: list[int]) -> None:
    with pytest.raises(IllegalMove):
        three().stacked(order)


def test_taking_a_covered_die_lets_the_rest_down_in_order() -> None:
    tower = three().stacked([5, 7, 2]).removed([7])
    assert tower.landing == (("X", "confundo"),)
    assert tower.find(2).pose.position[2] == pytest.approx(0.024)
    assert tower.find(2).on == 5


def test_taking_the_bottom_or_all_but_one_leaves_a_single_die() -> None:
    single = three().stacked([5, 7, 2]).removed([5, 7])
    assert single.landing == ("confundo",)
    assert single.find(2).pose.position[2] == pytest.approx(0.008)
    assert single.find(2).on is None


def test_dice_that_stay_keep_their_pose_exactly() -> None:
    before = three()
    after = before.removed([2])
    assert after.dice == tuple(d for d in before.dice if d.die != 2)
    with pytest.raises(BadValue, match="2, 5, 7"):
        before.removed([1])


def test_placing_is_refused_on_another_die_outside_or_with_a_foreign_face() -> None:
    with pytest.raises(IllegalMove, match="side by side"):
        three().placed(9, "accio", 0.01, 0.0)
    with pytest.raises(IllegalMove, match="inside"):
        three().placed(9, "accio", 0.066, 0.0)
    with pytest.raises(BadValue, match="immobulus"):
        three().placed(9, "6")
    with pytest.raises(BadValue, match="already"):
        three().placed(7, "accio", 0.0, 0.04)


def test_a_push_moves_and_turns_but_keeps_the_face() -> None:
    pushed = three().pushed(7, -0.02, 0.03, yaw=1.0)
    assert pushed.find(7).face == "accio"
    assert pushed.find(7).pose.up == three().find(7).pose.up
    assert pushed.find(7).pose.position == (-0.02, 0.03, 0.008)


def test_a_push_onto_another_die_out_of_the_mat_or_of_a_tower_is_refused() -> None:
    with pytest.raises(IllegalMove, match="die 2"):
        three().pushed(7, 0.01, 0.0)
    with pytest.raises(IllegalMove, match="inside"):
        three().pushed(7, 0.0, 0.055)
    for die in (5, 7, 2):
        with pytest.raises(IllegalMove, match="tower"):
            three().stacked([5, 7, 2]).pushed(die, 0.04, 0.0)


def test_several_dice_may_be_pushed_at_once_even_past_each_other() -> None:
    layout = three()
    swapped = layout.posed(
        {
            7: layout.find(7).pose.moved(0.03, 0.01, 0.008),
            5: layout.find(5).pose.moved(-0.03, 0, 0.008),
        }
    )
    assert swapped.find(7).pose.position[0] == 0.03


@pytest.mark.parametrize(
    "pose",
    [
        Pose((-0.03, 0.03, 0.008), with_up(0, 0.0)),  # another face
        Pose((-0.03, 0.03, 0.024), with_up(3, 0.0)),  # lifted
        Pose((-0.03, 0.03, 0.008), (0.9, 0.3, 0.1, 0.3)),  # on its edge
    ],
)
def test_a_push_that_turns_or_lifts_a_die_is_refused(pose: Pose) -> None:
    with pytest.raises(IllegalMove):
        three().posed({7: pose})


@settings(max_examples=100, deadline=None)
@given(
    x=st.floats(-0.03, 0.03),
    y=st.floats(-0.03, 0.03),
    one=st.floats(0, math.tau),
    two=st.floats(0, math.tau),
)
def test_footprints_overlap_when_near_and_not_when_far(
    x: float, y: float, one: float, two: float
) -> None:
    a, b = Pose((0, 0, 0.008), with_up(2, one)), Pose((x, y, 0.008), with_up(0, two))
    apart = math.hypot(x, y)
    if apart < 0.0159:
        assert overlap(footprint(a), footprint(b))
    if apart > 0.0227:
        assert not overlap(footprint(a), footprint(b))


def test_dice_side_by_side_do_not_overlap() -> None:
    layout = Layout(CAULDRON, find_edition("impact").faces).placed(1, "fire", 0.0, 0.0)
    assert len(layout.placed(2, "air", 0.016, 0.0)) == 2
    with pytest.raises(IllegalMove):
        layout.placed(2, "air", 0.0158, 0.0)
