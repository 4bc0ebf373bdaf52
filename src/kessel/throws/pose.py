"""Where a die is and how it is turned; rotations as unit quaternions, w first."""

import math
from typing import NamedTuple, TypeAlias

from kessel.throws.arithmetic import atan2, cos, sin

Vector: TypeAlias = tuple[float, float, float]
Quaternion: TypeAlias = tuple[float, float, float, float]

AXES = ("+x", "+y", "+z", "-z", "-y", "-x")
"""The die's own axes, on which an edition's faces sit in the order in which it lists them.

A set of six read as pips 1 to 6 gives a right-handed western die: opposite faces sum to seven and
1, 2, 3 run counter-clockwise around their corner.
"""

_HALF = math.sqrt(0.5)
_AXIS_UP: tuple[Quaternion, ...] = (
    (_HALF, 0.0, -_HALF, 0.0),
    (_HALF, _HALF, 0.0, 0.0),
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (_HALF, -_HALF, 0.0, 0.0),
    (_HALF, 0.0, _HALF, 0.0),
)
"""The rotation that brings each of `AXES` up."""


class Pose(NamedTuple):
    """Position (m) of the middle of a die, and the quaternion that turns its axes.

    >>> Pose.at((0.01, 0.0, 0.008)).position
    (0.01, 0.0, 0.008)
    """

    x: float
    y: float
    z: float
    qw: float
    qx: float
    qy: float
    qz: float

    @classmethod
    def at(cls, position: Vector, rotation: Quaternion = (1.0, 0.0, 0.0, 0.0)) -> "Pose":
        """The pose with that position and rotation."""
        return cls(*position, *rotation)

    @property
    def position(self) -> Vector:
        """Where the middle of the die is."""
        return self.x, self.y, self.z

    @property
    def rotation(self) -> Quaternion:
        """How the die is turned."""
        return self.qw, self.qx, self.qy, self.qz

    @property
    def heights(self) -> tuple[float, ...]:
        """How far each of `AXES` looks up: 1 straight up, -1 straight down."""
        _, _, _, w, x, y, z = self
        a, b, c = 2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z
        return a, b, c, -c, -b, -a

    @property
    def up(self) -> int:
        """Index into `AXES` of the axis that looks up most."""
        heights = self.heights
        return heights.index(max(heights))

    @property
    def tilt(self) -> float:
        """rad. Angle between that axis and straight up; 0 for a die that lies flat."""
        height = max(self.heights)
        return atan2(math.sqrt(max(0.0, (1.0 - height) * (1.0 + height))), height)

    @property
    def yaw(self) -> float:
        """rad. The direction of a level axis of the die, seen from above."""
        _, _, _, w, x, y, z = self
        if AXES[self.up].endswith("x"):
            return atan2(1 - 2 * (x * x + z * z), 2 * (x * y - w * z))
        return atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))

    def moved(self, x: float, y: float, z: float) -> "Pose":
        """The same rotation at another place."""
        return self._replace(x=x, y=y, z=z)


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
    """A rotation that brings that one of `AXES` up, then turns about the vertical."""
    turn = (cos(yaw / 2), 0.0, 0.0, sin(yaw / 2))
    return product(turn, _AXIS_UP[axis])
