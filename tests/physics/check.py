"""What must hold after every throw, shipped with the package: tests, bench and lab all ask here."""

from collections.abc import Iterator, Sequence

import mujoco  # type: ignore[import-untyped]

from kessel.physics.attempt import SimulatedThrow
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.resting import FLAT_TILT
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.trajectory import Fate
from kessel.rules.faces import Face
from kessel.rules.options import Options
from kessel.throws.at_rest import DiceAtRest, by_number, dice_in, holders
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.dice import Handful
from kessel.throws.outline import distance_inside, offset_ring

DEEPEST = 0.0005
"""m. Dice at rest overlap each other or the floor by less."""
SAME_PLACE = 1e-9
"""m. The trajectory ends where the dice lie."""


def deepest(scene: MujocoScene) -> float:
    """m. The deepest overlap of any two things that touch now."""
    mujoco.mj_forward(scene.model, scene.data)
    return max(0.0, -min((float(d) for d in scene.data.contact.dist), default=0.0))


def problems(
    before: DiceAtRest,
    handfuls: Sequence[Handful],
    thrown: SimulatedThrow,
    simulator: ArenaSimulator,
    scene: MujocoScene,
) -> list[str]:
    """Everything that is wrong with a throw; `scene` has a slot for each die that lies after it."""
    return [
        *_conserved(before, handfuls, thrown),
        *_readable(thrown, simulator.edition.faces),
        *_apart_from_towers(thrown, simulator.options, before),
        *_inside(thrown.at_rest, simulator.box),
        *_apart(thrown.at_rest, scene),
        *_told(thrown),
    ]


def _conserved(
    before: DiceAtRest, handfuls: Sequence[Handful], thrown: SimulatedThrow
) -> Iterator[str]:
    had = sorted([d.die for d in dice_in(before)] + [die for one in handfuls for die in one.dice])
    have = sorted([d.die for d in dice_in(thrown.at_rest)] + list(thrown.out))
    if had != have:
        yield f"dice {had} became {have}"


def _readable(thrown: SimulatedThrow, faces: Sequence[Face]) -> Iterator[str]:
    for lying in dice_in(thrown.at_rest):
        if lying.pose.tilt >= FLAT_TILT:
            yield f"die {lying.die} is tilted by {lying.pose.tilt:.3f} rad"
        if faces[lying.pose.up] != lying.face:
            yield f"die {lying.die} shows another face than {lying.face}"


def _apart_from_towers(
    thrown: SimulatedThrow, options: Options, before: DiceAtRest
) -> Iterator[str]:
    fresh = holders(thrown.at_rest).items() - holders(before).items()
    stacked = sorted(die for die, below in fresh if below is not None)
    if stacked and options.accidental_stack == "nudge" and not thrown.rerolls:
        yield f"dice {stacked} were left on others"


def _inside(at_rest: DiceAtRest, box: BoxGeometry) -> Iterator[str]:
    top = offset_ring(box.mat, box.wall[-1][0])
    for lying in dice_in(at_rest):
        x, y, z = lying.pose.position
        if distance_inside(top, (x, y)) < 0.0:
            yield f"die {lying.die} is not in the arena"
        if z < DIE_EDGE / 2 - DEEPEST:
            yield f"die {lying.die} is below the mat"


def _apart(at_rest: DiceAtRest, scene: MujocoScene) -> Iterator[str]:
    poses = [lying.pose for lying in by_number(at_rest)]
    if not poses:
        return
    scene.begin(poses)
    for slot in range(len(poses)):
        scene.wake(slot)
    if (deep := deepest(scene)) > DEEPEST:
        yield f"something overlaps by {1000 * deep:.2f} mm"


def _told(thrown: SimulatedThrow) -> Iterator[str]:
    trajectory = thrown.trajectory
    at = {track.die: k for k, track in enumerate(trajectory.tracks)}
    for lying in dice_in(thrown.at_rest):
        end = trajectory.positions[-1, at[lying.die]]
        if max(abs(a - b) for a, b in zip(end, lying.pose.position, strict=True)) > SAME_PLACE:
            yield f"the trajectory of die {lying.die} ends elsewhere"
        if trajectory.tracks[at[lying.die]].fate not in (Fate.FLAT, Fate.TOWER):
            yield f"the trajectory says die {lying.die} does not lie"
