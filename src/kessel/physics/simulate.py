"""Run a scene until every die rests: what moved, sampled finely enough to hear it.

Raises, and never returns an unsettled table. Knows slots, not dice, faces or rules, and no engine.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kessel.errors import KesselError
from kessel.physics.numbers import Floats, Indices, np
from kessel.physics.params import FRAME_RATE, SAMPLES_PER_FRAME, TABLE_RADIUS
from kessel.physics.release import CLEARANCE, Release
from kessel.physics.scene import Scene
from kessel.throws.pose import Pose

SAMPLE = 1.0 / (FRAME_RATE * SAMPLES_PER_FRAME)
LONGEST = 8.0
"""s of simulated time after which a throw counts as hung; the longest seen is under 3 s."""
STILL_SPEED = 0.004
"""m/s. Dice slower than this, at their corners too, that will not sleep..."""
STILL_FRAMES = 30
"""...for this many frames are at rest."""
OUT_FRAMES = 24
"""Frames that dice outside the box may still roll when everything inside has come to rest."""
FRAMES_PER_LOOK = 4
"""Frames between two looks at dice that do not sleep: looking at each costs time."""
CORNER = 0.011
"""m. From the middle of a die to its corners."""

ROOM = 256
"""Samples there is room for at first, about a second."""


class Unsettled(KesselError):
    """A simulation that diverged or did not come to rest; it is thrown again."""

    code = "unsettled"


@dataclass(frozen=True, slots=True)
class Shake:
    """A knock at the box: moved along a bearing and back, two periods, swelling and fading."""

    bearing: float  # rad
    amplitude: float  # m
    frames: int = 9
    periods: int = 2

    def accelerations(self) -> list[tuple[float, float]]:
        """m/s², of the box, one for each sample."""
        count = self.frames * SAMPLES_PER_FRAME
        place = [self._place(k / count) for k in range(-1, count + 2)]
        along = [
            (place[k + 1] - 2 * place[k] + place[k - 1]) / SAMPLE**2 for k in range(1, count + 1)
        ]
        return [(a * math.cos(self.bearing), a * math.sin(self.bearing)) for a in along]

    def _place(self, share: float) -> float:
        inside = min(1.0, max(0.0, share))
        swell = math.sin(math.pi * inside) ** 2
        return self.amplitude * swell * math.sin(math.tau * self.periods * inside)


@dataclass(frozen=True, slots=True)
class Start:
    """Where a simulation begins: lying dice in the first slots, releases for the ones after."""

    lying: Sequence[Pose]
    releases: Sequence[Release] = ()
    parked: frozenset[int] = frozenset()  # lying slots that take no part: their dice are gone
    shake: Shake | None = None
    woken: frozenset[int] = frozenset()
    """Slots that feel the shake. The mat's friction holds flat dice in a box that is knocked by a
    millimetre, so they sleep on until something hits them."""
    flicks: Mapping[int, tuple[float, ...]] = field(default_factory=dict)  # slot: its motion


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """What happened, sample by sample; the first of each frame is shown; if coarse, all are."""

    poses: Floats  # (samples, slots, 7)
    velocities: Floats  # (samples, slots, 3)
    released: tuple[int, ...]  # the sample from which each slot takes part
    vanished: Mapping[int, int]  # slot: the frame after which it has left the table
    samples_per_frame: int

    @property
    def frames(self) -> Floats:
        """(frames, slots, 7), 60 a second."""
        return self.poses[:: self.samples_per_frame]

    @property
    def end(self) -> list[Pose]:
        """The last pose of each slot."""
        return [pose_of(row) for row in self.poses[-1]]


def simulate(scene: Scene, start: Start, *, fine: bool = True) -> Motion:
    """Run until all dice rest. Without `fine` only frames are kept, for those who do not listen."""
    run = _Run(scene, start, fine)
    while not run.finished():
        run.next_frame()
    return run.motion()


def pose_of(row: Floats) -> Pose:
    """One row of seven numbers as a pose."""
    return Pose(*row.tolist())


class _Run:
    """The state of one simulation: which dice wait, how long all was still, what was seen."""

    def __init__(self, scene: Scene, start: Start, fine: bool) -> None:
        self._scene, self._samples = scene, SAMPLES_PER_FRAME if fine else 1
        self._lying = len(start.lying)
        self._waiting = [(self._lying + k, r) for k, r in enumerate(start.releases)]
        self._released = [0] * scene.slots
        self._vanished: dict[int, int] = {}
        self._half = np.array(
            [max(abs(p[axis]) for p in scene.box.ring(scene.box.reach, 0.0)) for axis in (0, 1)]
        )
        self._frame = self._still = self._away = 0
        self._leans = start.shake.accelerations() if start.shake else []
        scene.begin(start.lying)
        self._begin(start)
        self._kept = 0
        self._poses = np.empty((ROOM, scene.slots, 7))
        self._velocities = np.empty((ROOM, scene.slots, 6))
        self._keep()

    def _begin(self, start: Start) -> None:
        scene = self._scene
        for slot in start.parked:
            scene.park(slot)
        for slot in start.woken:
            scene.wake(slot)
        for slot, motion in start.flicks.items():
            scene.flick(slot, motion)
        self._release(0)

    def next_frame(self) -> None:
        each = SAMPLES_PER_FRAME // self._samples
        for k in range(self._samples):
            if self._leans or self._waiting:
                self._one_by_one(self._frame * SAMPLES_PER_FRAME + k * each, each)
            else:
                self._scene.advance(each)
            self._keep()
        self._frame += 1

    def _keep(self) -> None:
        if self._kept == len(self._poses):
            self._poses = np.concatenate((self._poses, np.empty_like(self._poses)))
            self._velocities = np.concatenate((self._velocities, np.empty_like(self._velocities)))
        self._poses[self._kept] = self._scene.poses
        self._velocities[self._kept] = self._scene.velocities
        self._kept += 1

    def _one_by_one(self, sample: int, count: int) -> None:
        """Shakes and releases fall on samples, whether those are kept or not."""
        for at in range(sample, sample + count):
            if self._leans:
                x, y = self._leans[at] if at < len(self._leans) else (0.0, 0.0)
                self._scene.lean(-x, -y)
                if at >= len(self._leans):
                    self._leans = []
            self._scene.advance(1)
            self._release(at + 1)

    def _release(self, sample: int) -> None:
        late = []
        for slot, release in self._waiting:
            if release.time <= sample * SAMPLE and self._is_clear(slot, release.pose):
                self._scene.put(slot, release.pose, release.velocity, release.spin)
                self._released[slot] = sample
            else:
                late.append((slot, release))
        self._waiting = late

    def _is_clear(self, slot: int, pose: Pose) -> bool:
        apart = np.linalg.norm(self._scene.poses[:, :3] - pose.position, axis=1)
        return not ((apart < CLEARANCE) & (np.arange(self._scene.slots) != slot)).any()

    def finished(self) -> bool:
        if self._frame > LONGEST * FRAME_RATE:
            raise Unsettled(f"dice still moved after {LONGEST:g} s")
        if not self._frame or self._waiting or self._leans:  # what was put is awake after a step
            return False
        if self._scene.all_asleep:
            return True
        if self._frame % FRAMES_PER_LOOK:
            return False
        awake = (~self._scene.asleep).nonzero()[0]
        return self._all_away(awake) or self._all_still(awake)

    def _all_away(self, awake: Indices) -> bool:
        """Only dice outside of the box still move, and have been seen to for long enough."""
        places = self._scene.poses[awake, :2]
        away = (np.abs(places) > self._half).any(axis=1)
        if not away.any():
            self._away = 0
            return False
        for slot in awake[np.hypot(places[:, 0], places[:, 1]) > TABLE_RADIUS].tolist():
            self._vanished[slot] = self._frame
            self._scene.park(slot)
        self._away = self._away + FRAMES_PER_LOOK if away.all() else 0
        return self._away > OUT_FRAMES

    def _all_still(self, awake: Indices) -> bool:
        moving = np.abs(self._scene.velocities[awake])
        still = moving[:, :3].max() < STILL_SPEED and moving[:, 3:].max() * CORNER < STILL_SPEED
        self._still = self._still + FRAMES_PER_LOOK if still else 0
        return self._still > STILL_FRAMES

    def motion(self) -> Motion:
        if warned := self._scene.warnings():
            raise Unsettled(f"the engine warned of {', '.join(warned)}")
        return Motion(
            self._poses[: self._kept],
            self._velocities[: self._kept, :, :3],
            tuple(self._released),
            dict(self._vanished),
            self._samples,
        )
