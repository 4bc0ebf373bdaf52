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
from kessel.physics.scene import Scene, Seen
from kessel.physics.stepping import (
    CORNER,
    FRAMES_PER_LOOK,
    SAMPLES_PER_LOOK,
    half_sides,
    stillness,
)
from kessel.throws.arithmetic import cos, length, sin
from kessel.throws.pose import Pose

SAMPLE = 1.0 / (FRAME_RATE * SAMPLES_PER_FRAME)
LONGEST = 8.0
"""s of simulated time after which a throw counts as hung; the longest seen is under 3 s."""
OUT_FRAMES = 24
"""Frames that dice outside the box may still roll when everything inside has come to rest."""


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
            (place[k + 1] - 2 * place[k] + place[k - 1]) / (SAMPLE * SAMPLE)
            for k in range(1, count + 1)
        ]
        east, north = cos(self.bearing), sin(self.bearing)
        return [(a * east, a * north) for a in along]

    def _place(self, share: float) -> float:
        inside = min(1.0, max(0.0, share))
        swell = sin(math.pi * inside)
        return self.amplitude * swell * swell * sin(math.tau * self.periods * inside)


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
    run = _Run(scene, start, SAMPLES_PER_FRAME if fine else 1)
    run.shake(start.shake)
    run.let_go()
    while not run.finished():
        pass
    return run.motion()


def pose_of(row: Floats) -> Pose:
    """One row of seven numbers as a pose."""
    return Pose(*row.tolist())


class _Run:
    """The state of one simulation: which dice wait, how long all was still, what was seen."""

    def __init__(self, scene: Scene, start: Start, samples_per_frame: int) -> None:
        self._scene, self._samples_per_frame = scene, samples_per_frame
        self._waiting = [(len(start.lying) + k, one) for k, one in enumerate(start.releases)]
        self._released = [0] * scene.slots
        self._vanished: dict[int, int] = {}
        self._half = np.array(half_sides(scene.box))
        self._speed, self._frames = stillness(scene.slots)
        self._sample = self._still = self._away = 0
        self._seen: list[Seen] = []
        self._places = {
            k: pose.position for k, pose in enumerate(start.lying) if k not in start.parked
        }
        scene.begin(start.lying, SAMPLES_PER_FRAME // samples_per_frame)
        for slot in start.parked:
            scene.park(slot)
        for slot in start.woken:
            scene.wake(slot)
        for slot, motion in start.flicks.items():
            scene.flick(slot, motion)
        self._release()

    def shake(self, shake: Shake | None) -> None:
        """Move the box, sample by sample, then let it stand."""
        for x, y in shake.accelerations() if shake else ():
            self._scene.lean(-x, -y)
            self._scene.advance(1)
        if shake:
            self._scene.lean(0.0, 0.0)

    def let_go(self) -> None:
        """Release the dice that wait, each at its time and as soon as there is room for it."""
        while self._waiting:
            due = min(_sample_of(release.time) for _, release in self._waiting)
            self._scene.advance(max(due - self._sample, 1))
            for slot, place in enumerate(self._look().poses[:, :3].tolist()):
                self._places[slot] = place
            self._release()

    def _release(self) -> None:
        late = []
        for slot, release in self._waiting:
            if _sample_of(release.time) <= self._sample and self._is_clear(slot, release.pose):
                self._scene.put(slot, release.pose, release.velocity, release.spin)
                self._released[slot] = self._sample
                self._places[slot] = release.pose.position
                self._show(slot, release)
            else:
                late.append((slot, release))
        self._waiting = late

    def _is_clear(self, slot: int, pose: Pose) -> bool:
        x, y, z = pose.position
        return all(
            length(u - x, v - y, w - z) >= CLEARANCE
            for other, (u, v, w) in self._places.items()
            if other != slot
        )

    def _show(self, slot: int, release: Release) -> None:
        """A sample shows what is let go at its moment as it leaves the hand."""
        if self._seen and self._sample % (SAMPLES_PER_FRAME // self._samples_per_frame) == 0:
            self._seen[-1].kept_poses[-1, slot] = release.pose
            self._seen[-1].kept_velocities[-1, slot] = release.velocity

    def _look(self) -> Seen:
        seen = self._scene.seen()
        self._seen.append(seen)
        self._sample = seen.sample
        if self._sample >= LONGEST / SAMPLE:
            raise Unsettled(f"dice still moved after {LONGEST:g} s")
        return seen

    def finished(self) -> bool:
        """Go on until something has to be decided; whether that is the end."""
        before = self._sample
        self._scene.run(round(LONGEST / SAMPLE) - before)
        seen = self._look()
        if seen.asleep.all():
            return True
        if self._sample - before > SAMPLES_PER_LOOK:  # there was a look at which nothing was still
            self._still = self._away = 0
        awake = (~seen.asleep).nonzero()[0]
        return self._all_away(seen, awake) or self._all_still(seen, awake)

    def _all_away(self, seen: Seen, awake: Indices) -> bool:
        """Only dice outside of the box still move, and have been seen to for long enough."""
        places = seen.poses[awake, :2]
        away = (np.abs(places) > self._half).any(axis=1)
        if not away.any():
            self._away = 0
            return False
        x, y = places[:, 0], places[:, 1]
        for slot in awake[x * x + y * y > TABLE_RADIUS * TABLE_RADIUS].tolist():
            self._vanished[slot] = self._sample // SAMPLES_PER_FRAME
            self._scene.park(slot)
        self._away = self._away + FRAMES_PER_LOOK if away.all() else 0
        return self._away > OUT_FRAMES

    def _all_still(self, seen: Seen, awake: Indices) -> bool:
        moving = np.abs(seen.velocities[awake])
        still = moving[:, :3].max() < self._speed and moving[:, 3:].max() * CORNER < self._speed
        self._still = self._still + FRAMES_PER_LOOK if still else 0
        return self._still > self._frames

    def motion(self) -> Motion:
        """All that was seen."""
        if warned := self._seen[-1].warnings:
            raise Unsettled(f"the engine warned of {', '.join(warned)}")
        return Motion(
            np.concatenate([seen.kept_poses for seen in self._seen]),
            np.concatenate([seen.kept_velocities for seen in self._seen]),
            tuple(self._released),
            dict(self._vanished),
            self._samples_per_frame,
        )


def _sample_of(time: float) -> int:
    """The first sample that is not before a time."""
    sample = int(time / SAMPLE)
    return sample if time <= sample * SAMPLE else sample + 1
