"""Native scenes as worlds: what a GPU does with many worlds, done with a few on the processor."""

import numpy as np

from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.numbers import Floats
from kessel.physics.release import Release
from kessel.physics.simulate import Start, simulate
from kessel.physics.worlds import Ends, Indices
from kessel.throws.boxes import BoxGeometry
from kessel.throws.pose import Pose


class NativeWorlds:
    """Each world rests after a number of looks of its own; the throws themselves are native."""

    def __init__(
        self,
        box: BoxGeometry,
        slots: int,
        thrown: int = 1,
        *,
        count: int = 5,
    ) -> None:
        self.count, self.slots = count, slots
        self.began: list[int] = []
        """How many worlds were begun each time."""
        self.fails: set[int] = set()
        """Throws, counted as they begin, that fail."""
        self._scene = MujocoScene(box, slots)
        self._flying: dict[int, tuple[int, Floats, float, bool]] = {}

    def begin(self, worlds: Indices, poses: Floats, velocities: Floats) -> None:
        """Fly them at once; they are told later."""
        for world, pose, velocity in zip(worlds.tolist(), poses, velocities, strict=True):
            number = sum(self.began) + worlds.tolist().index(world)
            end, seconds = self._flown(pose, velocity)
            self._flying[world] = (number % 3, end, seconds, number in self.fails)
        self.began.append(len(worlds))

    def advance(self) -> None:
        """A look nearer to the end."""
        for world, (looks, end, seconds, failed) in self._flying.items():
            self._flying[world] = (looks - 1, end, seconds, failed)

    def ends(self) -> Ends:
        """Those whose time has come."""
        over = sorted(world for world, (looks, *_) in self._flying.items() if looks < 0)
        told = [self._flying.pop(world) for world in over]
        return Ends(
            np.array(over, np.intp),
            np.array([end for _, end, _, _ in told]).reshape(-1, self.slots, 7),
            np.array([seconds for _, _, seconds, _ in told]),
            np.array([failed for *_, failed in told], bool),
        )

    def _flown(self, poses: Floats, velocities: Floats) -> tuple[Floats, float]:
        lying = [Pose(*row) for row in poses[~velocities.any(axis=1)]]
        released = [
            Release(k, 0.0, Pose(*row), tuple(moves[:3]), tuple(moves[3:]))
            for k, (row, moves) in enumerate(zip(poses, velocities, strict=True))
            if moves.any()
        ]
        motion = simulate(self._scene, Start(lying, released), fine=False)
        return motion.poses[-1].copy(), len(motion.poses) / 60
