"""An edition's arena as plain JSON: all a drawing needs, from the numbers the physics uses."""

import math
from itertools import pairwise
from typing import Any

from kessel.physics.params import DIE_MASS, DIE_ROUNDING, FRAME_RATE, TABLE_RADIUS
from kessel.physics.version import PHYSICS_VERSION
from kessel.rules.edition import find_edition
from kessel.throws.aim import AIM_RANGES, STRENGTHS
from kessel.throws.boxes import DIE_EDGE, box_of
from kessel.throws.pose import AXES


def faces_on_axes(edition: str) -> dict[str, str]:
    """Which face looks along which axis of the die, such as `{"+x": "X", ...}`."""
    return dict(zip(AXES, find_edition(edition).faces, strict=True))


def arena_json(edition: str) -> dict[str, Any]:
    """All a drawing needs, as plain JSON: the same corners that the physics collides with.

    Each ring has the same number of points, counter-clockwise from above, so that joining point i
    of one ring with point i of the next gives flat quads without gaps.
    """
    played = find_edition(edition)
    box = box_of(played)
    named_rings = [
        *(("mat" if height == 0.0 else "wall", box.ring(o, height)) for o, height in box.wall),
        ("rim", box.ring(box.reach, box.height)),
        ("foot", box.ring(box.reach, 0.0)),
    ]
    return {
        "version": PHYSICS_VERSION,
        "edition": played.id,
        "arena": box.name,
        "frame_rate": FRAME_RATE,
        "rings": [{"name": name, "points": [list(p) for p in ring]} for name, ring in named_rings],
        "mat": {
            "half_x": max(x for x, _ in box.mat),
            "half_y": max(y for _, y in box.mat),
            "outline": [list(point) for point in box.mat],
        },
        "wall": [list(corner) for corner in box.wall],
        "wall_angle": _steepest(box.wall),
        "rim": {"height": box.height, "width": box.rim_width},
        "table": {"z": 0.0, "radius": TABLE_RADIUS},
        "die": {
            "edge": DIE_EDGE,
            "rounding": DIE_ROUNDING,
            "mass": DIE_MASS,
            "faces": faces_on_axes(edition),
        },
        "aim": {name: list(limits) for name, limits in AIM_RANGES.items()},
        "strengths": {name: dict(values) for name, values in STRENGTHS.items()},
    }


def _steepest(wall: tuple[tuple[float, float], ...]) -> float:
    return max(math.atan2(z1 - z0, x1 - x0) for (x0, z0), (x1, z1) in pairwise(wall))
