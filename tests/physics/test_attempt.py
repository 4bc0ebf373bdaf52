"""One attempt at a throw: what is told of it, and how unreadable dice are settled.

Flights are those of a stand-in for the engine, so that dice end where a test wants them.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from physics.fake_scene import FakeScene

from kessel.errors import IllegalMove
from kessel.physics.attempt import HAND_FRAMES, Attempt, SimulatedThrow
from kessel.physics.chance import Chance
from kessel.physics.practice import seed_of
from kessel.physics.release import Release
from kessel.rules.edition import find_edition
from kessel.rules.options import Options
from kessel.throws.at_rest import DiceAtRest, by_number
from kessel.throws.boxes import OVAL
from kessel.throws.placing import placed, stacked
from kessel.throws.pose import Pose, with_up

STRIKE = find_edition("strike-2020")
BY_HAND = Options(cocked="reroll_outside")
LEANING = (0.96, 0.28, 0.0, 0.0)
"""A rotation of 33°: no face looks straight up."""


DROP = 0.1
"""m by which dice here are let go above where they end."""


class Stubborn(FakeScene):
    """Dice that were let go drop and stay just as they were turned; nothing else moves them."""

    def put(self, slot: int, pose: Pose, velocity: Sequence[float], spin: Sequence[float]) -> None:
        super().put(slot, pose.moved(pose.x, pose.y, pose.z - DROP), velocity, spin)

    def step(self) -> None:
        self._falls = np.maximum(self._falls - 1, 0)


def let_go(die: int, pose: Pose) -> Release:
    """A die that ends in that pose."""
    above = pose.moved(pose.x, pose.y, pose.z + DROP)
    return Release(die, 0.0, above, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def thrown(
    at_rest: DiceAtRest, *releases: Release, options: Options = BY_HAND, engine: type = Stubborn
) -> SimulatedThrow:
    scene = engine(OVAL, len(by_number(at_rest)) + len(releases))
    chance = Chance(seed_of("attempt"))
    return Attempt(scene, STRIKE.faces, at_rest, releases, chance, options, True).run(1)


def flat(x: float, up: int = 3, z: float = 0.008) -> Pose:
    return Pose.at((x, 0.0, z), with_up(up, 0.0))


def test_a_cocked_die_is_rolled_again_outside_and_put_back_flat() -> None:
    result = thrown((), let_go(4, Pose.at((0.02, 0.0, 0.01), LEANING)))
    ((die,),) = result.at_rest
    assert die.pose.tilt < 1e-6
    assert die.pose[:2] == pytest.approx((0.02, 0.0))
    assert (result.unread, result.rerolls, result.landing.cocked) == ((4,), 1, 1)


def test_everybody_sees_the_hand_that_puts_it_back() -> None:
    calm = thrown((), let_go(4, flat(0.02)))
    settled = thrown((), let_go(4, Pose.at((0.02, 0.0, 0.01), LEANING)))
    assert settled.trajectory.frames == calm.trajectory.frames + HAND_FRAMES
    path = settled.trajectory.positions[-HAND_FRAMES:, 0, 2]
    assert path.max() > 0.08
    lengths = np.linalg.norm(settled.trajectory.rotations, axis=2)
    assert np.allclose(lengths, 1.0)


def test_it_is_put_beside_a_die_that_lies_there() -> None:
    lying = placed(STRIKE, (), 2, "4", 0.02)
    result = thrown(lying, let_go(4, Pose.at((0.03, 0.0, 0.01), LEANING)))
    two, four = (stack[0].pose for stack in result.at_rest)
    assert abs(two.x - four.x) + abs(two.y - four.y) > 0.016


def test_a_nudge_comes_before_a_hand_where_that_is_agreed() -> None:
    leaning = let_go(4, Pose.at((0.02, 0.0, 0.01), LEANING))
    result = thrown((), leaning, options=Options(cocked="nudge"), engine=FakeScene)
    assert (result.nudges, result.rerolls) == (0, 0), "here dice fall flat by themselves"
    result = thrown((), leaning, options=Options(cocked="nudge"))
    assert result.nudges == 6, "three knocks and three pushes"
    assert result.rerolls == 1
    assert len(result.trajectory.nudges) == 3


def test_a_nudge_that_changes_another_die_is_taken_back() -> None:
    class Careless(Stubborn):
        """The first die turns whenever the box is knocked."""

        def lean(self, x: float, y: float) -> None:
            self.poses[0] = flat(0.0, up=1)

    lying = placed(STRIKE, (), 2, STRIKE.faces[3])
    leaning = let_go(4, Pose.at((0.04, 0.0, 0.01), LEANING))
    result = thrown(lying, leaning, options=Options(cocked="nudge"), engine=Careless)
    assert result.trajectory.nudges == ()
    assert result.flipped == ()
    assert result.nudges > 0


def test_a_die_on_another_is_moved_off_or_counts_as_agreed() -> None:
    lying = placed(STRIKE, (), 2, "4")
    on_top = let_go(4, flat(0.002, z=0.024))
    undone = thrown(lying, on_top)
    assert [len(stack) for stack in undone.at_rest] == [1, 1]
    assert undone.unread == (4,)
    kept = thrown(lying, on_top, options=Options(accidental_stack="top_counts"))
    assert [die.die for die in kept.at_rest[0]] == [2, 4]
    assert kept.unread == ()


def test_a_tower_that_stood_there_stands() -> None:
    two = placed(STRIKE, placed(STRIKE, (), 1, "4"), 2, "5", 0.03)
    tower = stacked(STRIKE, two, [2, 1])
    result = thrown(tower, let_go(4, flat(0.04)))
    assert result.at_rest[0] == tower[0]
    assert result.unread == ()


@pytest.mark.parametrize("rim_is_out", [True, False])
def test_a_die_on_the_rim_is_out_or_put_back_as_agreed(rim_is_out: bool) -> None:
    on_rim = let_go(4, Pose.at((0.103, 0.0, 0.068), with_up(3, 0.0)))
    result = thrown((), on_rim, options=replace(BY_HAND, rim_is_out=rim_is_out))
    assert bool(result.out) == rim_is_out
    assert result.rerolls == (not rim_is_out)


def test_on_a_full_mat_a_die_is_set_on_another() -> None:
    at_rest: DiceAtRest = ()
    number = 0
    for row in range(-3, 4):
        for column in range(-4, 5):
            try:
                at_rest = placed(STRIKE, at_rest, number, "4", 0.0165 * column, 0.0165 * row)
            except IllegalMove:
                continue
            number += 1
    result = thrown(at_rest, let_go(99, Pose.at((0.0, 0.0, 0.03), LEANING)))
    assert max(len(stack) for stack in result.at_rest) == 2
    assert result.unread == (99,)


def test_only_how_it_ended_is_kept_for_other_processes() -> None:
    result = thrown((), let_go(4, flat(0.01)))
    assert result.outcome().at_rest == result.at_rest
    assert not hasattr(result.outcome(), "trajectory")
    assert result.outcome() == thrown((), let_go(4, flat(0.01))).outcome()
