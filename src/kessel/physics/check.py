"""What must hold after every throw, shipped with the package: tests, bench and lab all ask here."""

from collections.abc import Iterator, Sequence

from kessel.physics.attempt import Settling, Thrown
from kessel.physics.layout import Layout
from kessel.physics.outline import distance_inside, offset_ring
from kessel.physics.params import DIE_EDGE
from kessel.physics.resting import FLAT_TILT
from kessel.physics.scene import Scene
from kessel.physics.throw import Hand
from kessel.physics.trajectory import Fate

DEEPEST = 0.0005
"""m. Dice at rest overlap each other or the floor by less."""
SAME_PLACE = 1e-9
"""m. The trajectory ends where the dice lie."""


def problems(
    before: Layout, hands: Sequence[Hand], thrown: Thrown, settling: Settling, scene: Scene
) -> list[str]:
    """Everything that is wrong with a throw; `scene` has a slot for each die that lies after it."""
    return [
        *_conserved(before, hands, thrown),
        *_readable(thrown, settling, before),
        *_inside(thrown.layout),
        *_apart(thrown.layout, scene),
        *_told(thrown),
    ]


def _conserved(before: Layout, hands: Sequence[Hand], thrown: Thrown) -> Iterator[str]:
    had = sorted([d.die for d in before.dice] + [die for hand in hands for die in hand.dice])
    have = sorted([d.die for d in thrown.layout.dice] + list(thrown.out))
    if had != have:
        yield f"dice {had} became {have}"
    if thrown.landing.out != len(thrown.out) or thrown.landing.arena != thrown.layout.landing:
        yield "the landing and the layout disagree"


def _readable(thrown: Thrown, settling: Settling, before: Layout) -> Iterator[str]:
    for lying in thrown.layout.dice:
        if lying.pose.tilt >= FLAT_TILT:
            yield f"die {lying.die} is tilted by {lying.pose.tilt:.3f} rad"
        if thrown.layout.faces[lying.pose.up] != lying.face:
            yield f"die {lying.die} shows another face than {lying.face}"
    stood = {(d.die, d.on) for d in before.dice}
    fresh = [d for d in thrown.layout.dice if d.on is not None and (d.die, d.on) not in stood]
    if fresh and settling.accidental_stack == "nudge" and not thrown.rerolls:
        yield f"dice {[d.die for d in fresh]} were left on others"


def _inside(layout: Layout) -> Iterator[str]:
    top = offset_ring(layout.arena.mat, layout.arena.wall[-1][0])
    for lying in layout.dice:
        x, y, z = lying.pose.position
        if distance_inside(top, (x, y)) < 0.0:
            yield f"die {lying.die} is not in the arena"
        if z < DIE_EDGE / 2 - DEEPEST:
            yield f"die {lying.die} is below the mat"


def _apart(layout: Layout, scene: Scene) -> Iterator[str]:
    if not len(layout):
        return
    scene.begin([d.pose for d in layout.dice])
    for slot in range(len(layout)):
        scene.wake(slot)
    if (deep := scene.deepest()) > DEEPEST:
        yield f"something overlaps by {1000 * deep:.2f} mm"


def _told(thrown: Thrown) -> Iterator[str]:
    trajectory = thrown.trajectory
    at = {track.die: k for k, track in enumerate(trajectory.tracks)}
    for lying in thrown.layout.dice:
        end = trajectory.positions[-1, at[lying.die]]
        if max(abs(a - b) for a, b in zip(end, lying.pose.position, strict=True)) > SAME_PLACE:
            yield f"the trajectory of die {lying.die} ends elsewhere"
        if trajectory.tracks[at[lying.die]].fate not in (Fate.FLAT, Fate.TOWER):
            yield f"the trajectory says die {lying.die} does not lie"
