"""Dice keep their numbers through everything the rules do to them."""

import pytest

from kessel.errors import BadValue, IllegalMove
from kessel.rules import events as e
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import EndTurn, Landing, StackTower, StartDie, TakeAccio, Throw
from kessel.rules.positions import read_state
from kessel.throws.at_rest import DiceAtRest, LyingDie, arena_of, flat
from kessel.throws.dice import Cast, throw_order
from kessel.throws.following import LostTrack, aligned, dice_for, follow, lies_after
from kessel.throws.placing import arranged

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
