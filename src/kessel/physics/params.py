"""Every number of the simulated arena, in SI units, with where it comes from.

The measures of dice and boxes are in `throws/boxes.py`; nothing here knows MuJoCo.
Metres, kilograms, seconds, radians; z is up; the origin is the middle of the mat's surface.
"""

from dataclasses import dataclass

from kessel.throws.arithmetic import length
from kessel.throws.boxes import DIE_EDGE

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
DIE_MASS = 0.0045
"""kg. 16 mm acrylic die: 4.1 cm³ less its rounding at 1.18 g/cm³ is 4.5 g."""
DIE_ROUNDING = 0.0025
"""m. Radius of the rounded edges, measured in pictures of the game's dice; also tuned for feel."""
DIE_FLAT = DIE_EDGE / 2 - DIE_ROUNDING
"""m. Half the side of the flat square in the middle of each face."""
DIE_INERTIA = DIE_MASS * DIE_EDGE * DIE_EDGE / 6
"""kg·m², of a solid cube about any axis through its middle."""
CIRCUMRADIUS = length(DIE_EDGE / 2, DIE_FLAT, DIE_FLAT)
"""m. From the middle of a die to the corners of its flat faces; edges reach 0.5 mm farther."""


@dataclass(frozen=True, slots=True)
class Material:
    """How a surface answers a die: a damped spring for the rebound, and friction."""

    frequency: float  # rad/s of the contact's spring
    damping: float  # share of critical damping
    friction: float  # Coulomb, sliding
    torsion: float = 0.0  # m, friction against spinning on the spot


@dataclass(frozen=True, slots=True)
class Materials:
    """What the arena is made of."""

    mat: Material
    plastic: Material
    dice: Material


CONTACT_FREQUENCY = 360.0
"""rad/s. Half the step rate: stiffer contacts gain energy at this step (measured)."""

MATERIALS = Materials(
    mat=Material(CONTACT_FREQUENCY, 0.36, 0.7, 0.0005),
    plastic=Material(CONTACT_FREQUENCY, 0.28, 0.10),
    dice=Material(CONTACT_FREQUENCY, 0.38, 0.25),
)
"""Tuned for feel; docs/explanation/physics.md says what throws do with them."""

# --- the table --------------------------------------------------------------------------------
TABLE_RADIUS = 0.60
"""m. A die that rolls farther than this from the middle has fallen from the table."""
