"""How dice lie once they are at rest: flat, on a tower, cocked, on the rim, out.

Pure geometry of poses with named tolerances; knows neither MuJoCo nor editions.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from kessel.physics.params import DIE_FLAT
from kessel.physics.trajectory import Fate
from kessel.throws.arithmetic import length
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.outline import distance_inside, offset_ring
from kessel.throws.pose import Pose

FLAT_TILT = 5.0 * math.pi / 180.0
"""rad. A die tilted by less looks flat."""
FLAT_HEIGHT = 0.001
"""m. A die that lies flat on something is this close to where it should be."""
ON_RIM_SHARE = 0.5
"""A die whose lowest point is above this share of the wall hangs on the rim, not in the box."""
HOLDS_WITHIN = DIE_EDGE / 2 + DIE_FLAT
"""m. A flat die can stand on another whose middle is no farther away, sideways along an axis."""


@dataclass(frozen=True, slots=True)
class Rest:
    """How one die lies."""

    fate: Fate
    up: int  # index into pose.AXES
    on: int | None = None  # the die it stands on


def read(box: BoxGeometry, poses: Mapping[int, Pose]) -> dict[int, Rest]:
    """Tell every die apart."""
    rests: dict[int, Rest] = {}
    for die in sorted(poses, key=lambda d: poses[d].position[2]):
        rests[die] = _rest(box, die, poses, rests)
    return {die: rests[die] for die in poses}


def lowest_point(pose: Pose) -> float:
    """m. Height of the lowest point of a die above the mat, taken as a cube with flat faces."""
    x, y, z = map(abs, pose.heights[:3])
    reach = x + y + z  # not `sum`, which adds floats in another way since Python 3.12
    return pose.position[2] - DIE_FLAT * reach - (DIE_EDGE / 2 - DIE_FLAT)


def is_outside(box: BoxGeometry, pose: Pose) -> bool:
    """Beyond the outer edge of the box, or beyond the wall and below the rim's height."""
    return distance_inside(offset_ring(box.mat, box.reach), pose.position[:2]) < 0.0


def on_rim(box: BoxGeometry, pose: Pose) -> bool:
    """Hangs on the rim or lies on it: far above the mat, and near or beyond the wall's top."""
    margin = distance_inside(offset_ring(box.mat, box.wall[-1][0]), pose.position[:2])
    return margin < DIE_EDGE and lowest_point(pose) > ON_RIM_SHARE * box.height


def _rest(box: BoxGeometry, die: int, poses: Mapping[int, Pose], below: Mapping[int, Rest]) -> Rest:
    pose = poses[die]
    if is_outside(box, pose):
        return Rest(Fate.OUT, pose.up)
    if pose.tilt < FLAT_TILT:
        if abs(pose.position[2] - DIE_EDGE / 2) < FLAT_HEIGHT:
            return Rest(Fate.FLAT, pose.up)
        holder = _holder(pose, poses, below)
        if holder is not None:
            return Rest(Fate.TOWER, pose.up, holder)
    return Rest(Fate.RIM if on_rim(box, pose) else Fate.COCKED, pose.up)


def _holder(pose: Pose, poses: Mapping[int, Pose], below: Mapping[int, Rest]) -> int | None:
    """The flat die right below whose middle is nearest, if there is one that holds no other."""
    x, y, z = pose.position
    taken = {rest.on for rest in below.values()}
    near = [
        (length(x - other[0], y - other[1]), die)
        for die, rest in below.items()
        if rest.fate in (Fate.FLAT, Fate.TOWER)
        and die not in taken
        and abs(z - (other := poses[die].position)[2] - DIE_EDGE) < FLAT_HEIGHT
    ]
    distance, holder = min(near, default=(math.inf, None))
    return holder if distance < HOLDS_WITHIN else None
