"""Dice of all kinds resolve chance nodes; where they lie somewhere, that is followed."""

from random import Random

import pytest

from kessel.envs.croupier import Croupier, starting_state, strengths
from kessel.game.given import make_dice
from kessel.rules.edition import EDITIONS
from kessel.rules.moves import Landing
from kessel.rules.state import GameState
from kessel.solver.chance import IdealChance
from kessel.solver.dice import ModelDice
from kessel.throws.at_rest import DiceAtRest, arena_of
from kessel.throws.dice import Casts, Landed
from kessel.throws.ideal import IdealDice
from kessel.throws.scripted import ScriptedDice

STRIKE = EDITIONS["strike-2020"]


def test_strengths_that_make_a_difference() -> None:
    ideal, measured = make_dice("ideal", STRIKE), make_dice("measured", STRIKE)
    assert (strengths(ideal), strengths(measured)) == ((1,), (0, 1, 2))
    assert strengths(ModelDice(IdealChance())) == (1,)
    assert strengths(IdealDice()) == (0, 1, 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_dice_that_lie_somewhere_are_followed(edition: str) -> None:
    """Five games of each edition, random actions."""
    chance = Random(2)
    elements = EDITIONS[edition].agreeable or None
    for seed in range(5):
        croupier = Croupier(starting_state(edition, 3, elements=elements), IdealDice())
        croupier.begin(Random(seed))
        while not croupier.is_over:
            lying = croupier.node.layout
            assert lying is not None
            assert arena_of(lying) == croupier.state.arena
            croupier.act(chance.choice(croupier.legal))


def test_a_start_die_that_leaves_is_thrown_again() -> None:
    start = starting_state("strike-2020", options={"start_die_x": "rethrow"})
    croupier = Croupier(start, IdealDice(loss=0.9))
    for seed in range(10):
        croupier.begin(Random(seed))
        assert len(croupier.node.layout or ()) == 1


def test_a_start_die_that_is_placed_lies_in_the_middle() -> None:
    croupier = Croupier(starting_state("strike-2020"), IdealDice())
    for seed in range(40):
        croupier.begin(Random(seed))
        if not croupier.state.arena:
            break
    assert croupier.legal[0:3] == [1, 2, 3]
    croupier.act(croupier.legal[-1])
    (stack,) = croupier.node.layout or ()
    assert stack[0].pose.position[:2] == (0.0, 0.0)


def test_dice_of_a_planner_fall_as_it_likes() -> None:
    class Sixes:
        """Every throw strikes nothing and shows a six."""

        def land(
            self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
        ) -> Landed:
            return Landed(Landing((*state.arena, "6")))

    start = starting_state(position="strike-2020 hands=2,3 arena=4,6")
    croupier = Croupier(start, Sixes())
    croupier.act(croupier.legal[0])
    assert croupier.state.hands == (3, 3)


def test_the_physics_throws() -> None:
    croupier = Croupier(starting_state("harry-potter", 2), "physics")
    chance = Random(1)
    for _ in range(6):
        croupier.act(chance.choice(croupier.legal))
        assert arena_of(croupier.node.layout or ()) == croupier.state.arena


def test_a_script_throws() -> None:
    start = starting_state(position="strike-2020 hands=2,3 arena=4")
    croupier = Croupier(start, ScriptedDice([Landing(("4", "6"))]))
    croupier.act(1)
    assert croupier.state.arena == ("4", "6")
