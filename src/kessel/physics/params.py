"""Every number of the simulated arena, in SI units, with where it comes from.

Nothing here knows MuJoCo: the builders, the client (through `arena_json`) and the docs read it.
Metres, kilograms, seconds, radians; z is up; the origin is the middle of the mat's surface.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kessel.physics.outline import Outline, offset_ring, oval, rounded_polygon
from kessel.rules.edition import find_edition

PHYSICS_VERSION = 2
"""Raised whenever a number or a builder changes what a throw does."""

# --- time -------------------------------------------------------------------------------------
FRAME_RATE = 60
"""Frames a second that are shown and sent (the project's own choice: a screen's rate)."""
STEPS_PER_FRAME = 12
"""720 steps a second. 960 cost a third more and gave the same statistics of throws (measured)."""
SAMPLES_PER_FRAME = 3
"""Samples a frame, 180 a second: a contact lasts some 9 ms and must not fall between two."""
STEPS_PER_SAMPLE = STEPS_PER_FRAME // SAMPLES_PER_FRAME
TIMESTEP = 1.0 / (FRAME_RATE * STEPS_PER_FRAME)
GRAVITY = 9.81
"""m/s², standard gravity to three figures."""

# --- the die ----------------------------------------------------------------------------------
DIE_EDGE = 0.016
"""m. The boxed game's dice are the common 16 mm die."""
DIE_MASS = 0.0045
"""kg. 16 mm acrylic die: 4.1 cm³ less its rounding at 1.18 g/cm³ is 4.5 g."""
DIE_ROUNDING = 0.0025
"""m. Radius of the rounded edges, measured in pictures of the game's dice; also tuned for feel."""
DIE_FLAT = DIE_EDGE / 2 - DIE_ROUNDING
"""m. Half the side of the flat square in the middle of each face."""
MOST_DICE = 31
"""The largest set of dice in a box: Strike 2012."""

AXES = ("+x", "+y", "+z", "-z", "-y", "-x")
"""Where the edition's faces sit, in the order the edition lists them.

A set of six read as pips 1 to 6 gives a right-handed western die: opposite faces sum to seven and
1, 2, 3 run counter-clockwise around their corner.
"""


@dataclass(frozen=True, slots=True)
class Material:
    """How a surface answers a die: a damped spring for the rebound, and friction."""

    frequency: float  # rad/s of the contact's spring
    damping: float  # share of critical damping
    friction: float  # Coulomb, sliding
    torsion: float = 0.0  # m, friction against spinning on the spot

    def mjcf(self) -> str:
        """As attributes of a MuJoCo geom; negative solref is stiffness and damping themselves."""
        stiffness = self.frequency**2
        damper = 2 * self.damping * self.frequency
        return (
            f'solref="{-stiffness:.9g} {-damper:.9g}" solimp="{SOFTNESS} {SOFTNESS} 0.001" '
            f'friction="{self.friction} {self.torsion} 0"'
        )


@dataclass(frozen=True, slots=True)
class Materials:
    """What the arena is made of."""

    mat: Material
    plastic: Material
    dice: Material


CONTACT_FREQUENCY = 360.0
"""rad/s. Half the step rate: stiffer contacts gain energy at this step (measured)."""
SOFTNESS = 0.3
"""MuJoCo's constraint impedance: at 0.9 and more dice tremble for ever, at 0.1 they gain energy."""

MATERIALS = Materials(
    mat=Material(CONTACT_FREQUENCY, 0.36, 0.7, 0.0005),
    plastic=Material(CONTACT_FREQUENCY, 0.28, 0.10),
    dice=Material(CONTACT_FREQUENCY, 0.38, 0.25),
)
"""Tuned for feel by bench/physics_sweep.py; docs/physics.md has its table."""


@dataclass(frozen=True, slots=True)
class Arena:
    """One box: the mat's outline, the wall's profile, the flat rim and the outside."""

    name: str
    mat: Outline
    wall: tuple[tuple[float, float], ...]  # (outward offset, height) of the wall's corners
    rim_width: float
    source: str

    @property
    def height(self) -> float:
        """Height of the rim above the mat."""
        return self.wall[-1][1]

    @property
    def reach(self) -> float:
        """Offset of the box's outer edge from the mat's edge."""
        return self.wall[-1][0] + self.rim_width

    def ring(self, offset: float, height: float) -> tuple[tuple[float, float, float], ...]:
        """The mat's outline moved outward by `offset`, lifted to `height`."""
        return tuple((x, y, height) for x, y in offset_ring(self.mat, offset))


# --- the boxes --------------------------------------------------------------------------------
WALL = ((0.0, 0.0), (0.0195, 0.060))
"""Smooth plastic slope of 72°, 60 mm high: steep enough that few dice come to lean on it."""
RIM_WIDTH = 0.016
"""m. One die fits on the rim, and is then out."""

OVAL = Arena(
    "oval",
    oval(half_x=0.076, half_y=0.057, edges=28),
    WALL,
    RIM_WIDTH,
    "foam mat of 152 x 114 mm (6 x 4.5 in), sellers' measure of the Strike mat",
)
CAULDRON = Arena(
    "cauldron",
    rounded_polygon(((0.065, 0.050), (-0.065, 0.050), (-0.065, -0.050), (0.065, -0.050)), 0.025, 5),
    WALL,
    RIM_WIDTH,
    "Impact's smaller, rectangular hollow, 130 x 100 mm, scaled from pictures by its dice",
)
WIZARDS = Arena(
    "wizards",
    rounded_polygon(
        (
            (0.072, 0.026),
            (0.038, 0.060),
            (-0.038, 0.060),
            (-0.072, 0.026),
            (-0.072, -0.026),
            (-0.038, -0.060),
            (0.038, -0.060),
            (0.072, -0.026),
        ),
        0.040,
        3,
    ),
    WALL,
    RIM_WIDTH,
    "our own eight-sided arena of 144 x 120 mm with the area of the others",
)

ARENAS = {arena.name: arena for arena in (OVAL, CAULDRON, WIZARDS)}
"""By the name that editions give."""

TABLE_RADIUS = 0.60
"""m. A die that rolls farther than this from the middle has fallen from the table."""


def find_arena(edition: str) -> Arena:
    """The arena an edition is played in; an unknown edition raises as the rules do."""
    return ARENAS[find_edition(edition).arena]


def faces_on_axes(edition: str) -> dict[str, str]:
    """Which face looks along which axis of the die, such as `{"+x": "X", ...}`."""
    return dict(zip(AXES, find_edition(edition).faces, strict=True))


def arena_json(edition: str) -> dict[str, Any]:
    """All a drawing needs, as plain JSON: the same corners that the physics collides with.

    Each ring has the same number of points, counter-clockwise from above, so that joining point i
    of one ring with point i of the next gives flat quads without gaps.
    """
    from kessel.physics.throw import AIM_RANGES, STRENGTHS

    arena = find_arena(edition)
    named_rings = [
        *(("mat" if height == 0.0 else "wall", arena.ring(o, height)) for o, height in arena.wall),
        ("rim", arena.ring(arena.reach, arena.height)),
        ("foot", arena.ring(arena.reach, 0.0)),
    ]
    return {
        "version": PHYSICS_VERSION,
        "edition": find_edition(edition).id,
        "arena": arena.name,
        "frame_rate": FRAME_RATE,
        "rings": [{"name": name, "points": [list(p) for p in ring]} for name, ring in named_rings],
        "mat": {
            "half_x": max(x for x, _ in arena.mat),
            "half_y": max(y for _, y in arena.mat),
            "outline": [list(point) for point in arena.mat],
        },
        "wall": [list(corner) for corner in arena.wall],
        "wall_angle": _steepest(arena.wall),
        "rim": {"height": arena.height, "width": arena.rim_width},
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
