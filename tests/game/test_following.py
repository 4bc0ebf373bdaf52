"""Dice followed from move to move, without a game that keeps them."""

import pytest

from kessel.errors import BadValue
from kessel.game.following import lies_after, throw_order
from kessel.rules.engine import apply
from kessel.rules.moves import Landing, StartDie, Throw
from kessel.rules.notation import read_state
from kessel.throws.aim import Aim
from kessel.throws.at_rest import arena_of
from kessel.throws.placing import arranged

STATE = read_state("strike-2020 hands=2,3 arena=4,6")


def test_an_order_numbers_dice_that_do_not_lie_there() -> None:
    order = throw_order(STATE, None, {0: ("1", Aim())}, bytes(32))
    assert arena_of(order.at_rest) == ("4", "6")
    assert order.hands[0].dice == (2,)


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
