"""What a throw's result tells the rules, and that every thrower is one."""

import pytest

from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import find_edition
from kessel.rules.moves import Landing
from kessel.rules.options import resolve_options
from kessel.throws.aim import Aim
from kessel.throws.at_rest import dice_in
from kessel.throws.dice import Handful, Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice
from kessel.throws.placing import placed, stacked
from kessel.throws.scripted import ScriptedDice

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
