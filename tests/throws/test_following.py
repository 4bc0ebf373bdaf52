"""What the rules and hands do to dice at rest."""

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kessel.errors import BadValue, IllegalMove
from kessel.rules import events as e
from kessel.rules.edition import Edition, find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import EndTurn, Landing, StackTower, StartDie, TakeAccio, Throw
from kessel.rules.positions import read_state
from kessel.throws.at_rest import DiceAtRest, LyingDie, arena_of, dice_in, flat
from kessel.throws.boxes import WIZARDS, box_of
from kessel.throws.dice import Cast, throw_order
from kessel.throws.following import LostTrack, aligned, dice_for, follow, lies_after
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

# --- They keep their numbers through everything the rules do to them ------------------------------

EDITION = find_edition("harry-potter")
STATE = read_state("strike-2020 hands=2,3 arena=4,6")


def at_rest(*pieces: tuple[str, ...]) -> DiceAtRest:
    """Stacks of dice, numbered in the order given."""
    numbers = iter(range(30))
    return tuple(
        tuple(
            LyingDie(next(numbers), face, flat(EDITION, face, 0.03 * place, 0.0, level))
            for level, face in enumerate(piece)
        )
        for place, piece in enumerate(pieces)
    )


def followed(event: e.Event, dice: DiceAtRest, out: tuple[int, ...] = ()) -> tuple[object, object]:
    about, after = follow(EDITION, event, dice, out, chosen=(1,))
    return about, arena_of(after)


DICE = at_rest(("accio",), ("confundo",), ("accio",), ("X",))


@pytest.mark.parametrize(
    ("event", "about", "arena"),
    [
        (e.WentOut(1), (9,), ("accio", "confundo", "accio", "X")),
        (e.NullRemoved(1), (3,), ("accio", "confundo", "accio")),
        (e.Locked("accio", 2), (0, 2), ("accio", "confundo", "accio", "X")),
        (e.Collected(0, {"accio": 2}), (0, 2), ("confundo", "X")),
        (e.AccioTaken(0, "confundo"), (1,), ("accio", "accio", "X")),
        (e.StartAgain(), (0, 1, 2, 3, 9), ()),
        (e.MayGoOn(0), (), ("accio", "confundo", "accio", "X")),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_the_dice_an_event_is_about_and_those_left(
    event: e.Event, about: tuple[int, ...], arena: tuple[str, ...]
) -> None:
    assert followed(event, DICE, out=(9,)) == (about, arena)


def test_a_tower_is_stacked_of_the_chosen_dice() -> None:
    dice = at_rest(("accio",), ("confundo",))
    about, after = follow(EDITION, e.TowerStacked(("confundo", "accio")), dice, (), (1, 0))
    assert about == (1, 0)
    assert arena_of(after) == (("confundo", "accio"),)


def test_null_faces_under_null_faces_go_too() -> None:
    about, after = follow(EDITION, e.NullRemoved(2), at_rest(("X", "X"), ("accio",)), (), ())
    assert sorted(about) == [0, 1]
    assert arena_of(after) == ("accio",)


def test_dice_are_put_in_the_order_of_the_rules() -> None:
    dice = at_rest(("accio",), ("confundo", "accio"), ("confundo",))
    arena = ("confundo", "accio", ("confundo", "accio"))
    assert arena_of(aligned(dice, arena)) == arena
    assert {stack[0].die for stack in aligned(dice, arena)} == {0, 1, 3}


@pytest.mark.parametrize("arena", [("accio",), ("accio", "confundo", "confundo"), ()])
def test_dice_that_are_not_those_of_the_rules_are_a_mistake_of_ours(
    arena: tuple[str, ...],
) -> None:
    with pytest.raises(LostTrack, match="the dice show"):
        aligned(at_rest(("accio",), ("confundo",)), arena)


def test_accio_takes_a_loose_die_before_a_top_before_a_covered_one() -> None:
    dice = at_rest(("accio", "confundo"), ("X", "accio"), ("accio",))
    assert dice_for(dice, TakeAccio("accio")) == (4,)
    assert dice_for(dice[:2], TakeAccio("accio")) == (3,)
    assert dice_for(dice[:1], TakeAccio("accio")) == (0,)


def test_a_tower_takes_every_die_once() -> None:
    dice = at_rest(("accio",), ("confundo",), ("accio",))
    assert dice_for(dice, StackTower(("accio", "accio", "confundo"))) == (0, 2, 1)
    with pytest.raises(IllegalMove, match="no die with confundo is left"):
        dice_for(dice, StackTower(("confundo", "confundo")))


def test_other_moves_mean_no_die() -> None:
    assert dice_for(DICE, TakeAccio(None)) == ()
    assert dice_for(DICE, EndTurn()) == ()


def test_an_order_numbers_dice_that_do_not_lie_there() -> None:
    order = throw_order(STATE, None, {0: Cast("1")}, bytes(32))
    assert arena_of(order.at_rest) == ("4", "6")
    assert order.handfuls[0].dice == (2,)


def test_what_the_rules_take_is_gone() -> None:
    move = Throw("1", Landing(("4", "6", "6")))
    step = apply(STATE, move)
    before = arranged(STATE.edition, STATE.arena)
    landed = arranged(STATE.edition, ("4", "6", "6"))
    after = lies_after(STATE, move, step, before, landed)
    assert after is not None
    assert arena_of(after) == ("4",)
    assert lies_after(STATE, move, step, before, None) is None
    with pytest.raises(BadValue, match="the layout shows"):
        lies_after(STATE, move, step, before, before)


def test_a_start_die_that_was_placed_lies_in_the_middle() -> None:
    state = read_state("impact hands=8,8 arena=- phase=start")
    move = StartDie("fire")
    placed = lies_after(state, move, apply(state, move), (), None)
    assert placed is not None
    assert placed[0][0].pose.position[:2] == (0.0, 0.0)


# --- Hands: placing, pushing, stacking, taking away -----------------------------------------------

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
