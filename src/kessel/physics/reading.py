"""Faces of many dice at once: those that lie flat in the arena, or plainly outside of it.

Whatever is not plain (tilted, stacked, on the rim, on the line) is left to `resting.read`.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kessel.physics.numbers import Floats
from kessel.physics.resting import FLAT_HEIGHT, FLAT_TILT
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.outline import edge_lines, offset_ring

GONE = -1
"""In place of a face: the die has left the arena."""
MARGIN = 1e-5
"""m, and rad. Dice this close to a limit are not plain: the limit is not for float32 to decide."""

Faces: TypeAlias = NDArray[np.int8]


def faces_up(poses: Floats) -> Faces:
    """For poses (..., 7) the index into `pose.AXES` of the axis that looks up most."""
    faces: Faces = _heights(poses).argmax(axis=-1).astype(np.int8)
    return faces


def read_plain(box: BoxGeometry, poses: Floats) -> tuple[Faces, NDArray[np.bool_]]:
    """For poses (throws, dice, 7) the faces up, `GONE` for dice outside; which throws are plain."""
    heights = _heights(poses)
    edges = np.array(edge_lines(offset_ring(box.mat, box.reach)))
    inside = (edges[:, 2] - poses[..., :2] @ edges[:, :2].T).min(axis=-1)
    tilt = np.arccos(np.minimum(1.0, heights.max(axis=-1)))
    height = np.abs(poses[..., 2] - DIE_EDGE / 2)
    flat = (tilt < FLAT_TILT - MARGIN) & (height < FLAT_HEIGHT - MARGIN) & (inside > MARGIN)
    out = inside < -MARGIN
    faces = np.where(out, GONE, heights.argmax(axis=-1)).astype(np.int8)
    return faces, (flat | out).all(axis=1)


def _heights(poses: Floats) -> Floats:
    """As `Pose.heights`."""
    w, x, y, z = (poses[..., k] for k in range(3, 7))
    a, b, c = 2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z
    return np.stack((a, b, c, -c, -b, -a), axis=-1)
