"""Throws: one attempt, the thrower that makes it for a game, and the checker of what came of it."""

import platform
import re
from collections.abc import Sequence
from dataclasses import replace

import mujoco  # type: ignore[import-untyped]
import numpy as np
import pytest
from physics.check import problems
from physics.fake_scene import FakeScene

from kessel.errors import IllegalMove
from kessel.physics.attempt import HAND_FRAMES, Attempt, SimulatedThrow
from kessel.physics.chance import Chance
from kessel.physics.dice import PhysicsDice
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.practice import seed_of
from kessel.physics.release import Release
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.trajectory import Fate
from kessel.physics.version import PHYSICS_VERSION, physics_name
from kessel.rules.edition import find_edition
from kessel.rules.options import Options, resolve_options
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, LyingDie, by_number
from kessel.throws.boxes import OVAL
from kessel.throws.dice import Handful, ThrowOrder
from kessel.throws.placing import placed, stacked
from kessel.throws.pose import Pose, with_up

# --- One attempt at a throw: what is told of it, and how unreadable dice are settled. Flights are
# those of a stand-in for the engine, so that dice end where a test wants them.

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


# --- The thrower: the game's options settle dice, and trials end as throws do ---------------------

POTTER = find_edition("harry-potter")
CROWD = (Handful(0, tuple(range(25)), Aim(speed=0.3, spin=5)),)
"""So many dice that some end on others."""


def crowd(options: Options, seed: int = 0) -> ThrowOrder:
    return ThrowOrder(POTTER, options, (), CROWD, seed_of("crowd", seed))


def test_a_trial_ends_as_the_throw_would_with_nothing_to_watch() -> None:
    order = crowd(resolve_options(POTTER))
    shown, trial = PhysicsDice().throw(order), PhysicsDice(watched=False).throw(order)
    assert replace(shown, trajectory=b"", seconds=0.0) == trial


@pytest.mark.parametrize("watched", [True, False])
def test_options_of_one_game_do_not_settle_the_dice_of_another(watched: bool) -> None:
    """One thrower for two games of an edition that differ in what becomes of stacked dice."""
    undone = resolve_options(POTTER, {"accidental_stack": "nudge"})
    counts = resolve_options(POTTER, {"accidental_stack": "top_counts"})
    thrower = PhysicsDice(watched=watched)
    stacks = set()
    for seed in (7, 8):
        flat = thrower.throw(crowd(undone, seed))
        stacked = thrower.throw(crowd(counts, seed))
        assert all(len(stack) == 1 for stack in flat.at_rest)
        alone = PhysicsDice(watched=watched).throw(crowd(counts, seed))
        assert stacked == alone
        stacks |= {len(stack) for stack in stacked.at_rest}
    assert max(stacks) > 1


def test_models_are_compiled_before_the_first_usual_throw() -> None:
    made: list[int] = []

    def scene(box, slots):  # type: ignore[no-untyped-def]
        made.append(slots)
        return FakeScene(box, slots)

    edition = find_edition("strike-2012")
    thrower = PhysicsDice(make_scene=scene)
    thrower.prepare(edition, 3)
    assert made == [1, 2, 3]
    thrower.throw(
        ThrowOrder(edition, resolve_options(edition), (), (Handful(0, (4, 5)),), bytes(32))
    )
    assert made == [1, 2, 3]
    assert thrower.throws == 1


# --- the name of the physics: what a record has to say for its throws to be made again ------------


def test_the_name_tells_our_version_the_engines_and_the_processor() -> None:
    told = re.fullmatch(r"physics-(\d+) mujoco-(\S+) (\S+)", physics_name())
    assert told is not None
    assert told.groups() == (str(PHYSICS_VERSION), mujoco.__version__, platform.machine())


# --- The checker finds nothing in a good throw and each fault in one that was spoilt --------------

SIMULATOR = ArenaSimulator(STRIKE)
BEFORE = placed(STRIKE, (), 0, "4", -0.04)
HANDS = (Handful(0, (1,), Aim(x=0.03, speed=0.0)),)


@pytest.fixture(scope="module")
def good() -> SimulatedThrow:
    return SIMULATOR.throw(BEFORE, HANDS, seed_of("check"))


def found(thrown: SimulatedThrow, before: DiceAtRest = BEFORE) -> str:
    scene = MujocoScene(SIMULATOR.box, 3)
    return "; ".join(problems(before, HANDS, thrown, SIMULATOR, scene))


def spoilt(good: SimulatedThrow, **changes: object) -> SimulatedThrow:
    """The throw with its second die changed."""
    (die,) = good.at_rest[1]
    return replace(good, at_rest=(good.at_rest[0], (replace(die, **changes),)))  # type: ignore[arg-type]


def moved(good: SimulatedThrow, x: float, y: float, z: float) -> SimulatedThrow:
    return spoilt(good, pose=good.at_rest[1][0].pose.moved(x, y, z))


def test_a_good_throw_has_no_problems(good: SimulatedThrow) -> None:
    assert found(good) == ""
    nothing = replace(good, at_rest=(), out=(0, 1))
    assert found(nothing) == ""


def test_a_die_that_is_gone_is_missed(good: SimulatedThrow) -> None:
    assert "dice [0, 1] became [0]" in found(replace(good, at_rest=good.at_rest[:1]))


def test_a_wrong_face_and_a_tilted_die_are_seen(good: SimulatedThrow) -> None:
    other = next(face for face in STRIKE.faces if face != good.at_rest[1][0].face)
    assert "shows another face" in found(spoilt(good, face=other))
    tilted = Pose.at(good.at_rest[1][0].pose.position, (0.96, 0.28, 0.0, 0.0))
    assert "is tilted by" in found(spoilt(good, pose=tilted))


def test_a_die_outside_below_or_in_another_is_seen(good: SimulatedThrow) -> None:
    assert "not in the arena" in found(moved(good, 0.3, 0.0, 0.008))
    assert "below the mat" in found(moved(good, 0.03, 0.0, 0.001))
    assert "overlaps" in found(moved(good, -0.035, 0.0, 0.008))


def test_a_die_left_on_another_is_seen(good: SimulatedThrow) -> None:
    (one,), (two,) = good.at_rest
    top = LyingDie(two.die, two.face, two.pose.moved(one.pose.x, one.pose.y, 0.024))
    assert "were left on others" in found(replace(good, at_rest=((one, top),)))


def test_a_trajectory_that_ends_elsewhere_or_otherwise_is_seen(good: SimulatedThrow) -> None:
    assert "ends elsewhere" in found(moved(good, 0.031, 0.0, 0.008))
    tracks = tuple(replace(track, fate=Fate.OUT) for track in good.trajectory.tracks)
    wrong = replace(good, trajectory=replace(good.trajectory, tracks=tracks))
    assert "says die 0 does not lie" in found(wrong)
