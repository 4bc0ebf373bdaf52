"""Where a die is and how it is turned; rotations as unit quaternions, w first."""

import math
from dataclasses import dataclass

from kessel.physics.params import AXES

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

UP: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0), (-1, 0, 0))
"""The die's own axes in the order of `params.AXES`."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Position (m) of the middle of a die, and its rotation."""

    position: Vector
    rotation: Quaternion = (1.0, 0.0, 0.0, 0.0)

    @property
    def heights(self) -> tuple[float, ...]:
        """How far each axis of `params.AXES` looks up: 1 straight up, -1 straight down."""
        w, x, y, z = self.rotation
        a, b, c = 2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z
        return a, b, c, -c, -b, -a

    @property
    def up(self) -> int:
        """Index into `params.AXES` of the axis that looks up most."""
        heights = self.heights
        return heights.index(max(heights))

    @property
    def tilt(self) -> float:
        """rad. Angle between that axis and straight up; 0 for a die that lies flat."""
        return math.acos(min(1.0, max(self.heights)))

    def moved(self, x: float, y: float, z: float) -> "Pose":
        """The same rotation at another place."""
        return Pose((x, y, z), self.rotation)

    def turned(self, angle: float) -> "Pose":
        """Turned about the vertical, so with the same face up."""
        turn = (math.cos(angle / 2), 0.0, 0.0, math.sin(angle / 2))
        return Pose(self.position, product(turn, self.rotation))


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    """Rotation b, then rotation a."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def into_die_frame(rotation: Quaternion, vector: Vector) -> Vector:
    """A vector of the arena as the die's own axes see it."""
    w, x, y, z = rotation
    back = (w, -x, -y, -z)
    _, vx, vy, vz = product(product(back, (0.0, *vector)), rotation)
    return vx, vy, vz


def with_up(axis: int, yaw: float) -> Quaternion:
    """A rotation that brings the axis of `params.AXES` up, then turns about the vertical."""
    half = math.sqrt(0.5)
    to_up: dict[str, Quaternion] = {
        "+x": (half, 0.0, -half, 0.0),
        "-x": (half, 0.0, half, 0.0),
        "+y": (half, half, 0.0, 0.0),
        "-y": (half, -half, 0.0, 0.0),
        "+z": (1.0, 0.0, 0.0, 0.0),
        "-z": (0.0, 1.0, 0.0, 0.0),
    }
    turn = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))
    return product(turn, to_up[AXES[axis]])
