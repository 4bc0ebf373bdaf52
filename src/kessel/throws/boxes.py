"""The measures of dice and boxes: what there is to lie on, and where the arena ends.

Metres; z is up; the origin is the middle of the mat's surface. Nothing here moves.
"""

from dataclasses import dataclass

from kessel.rules.edition import Edition
from kessel.throws.outline import Outline, offset_ring, oval, rounded_polygon

DIE_EDGE = 0.016
"""m. The boxed game's dice are the common 16 mm die."""
WALL = ((0.0, 0.0), (0.0195, 0.060))
"""Smooth plastic slope of 72°, 60 mm high: steep enough that few dice come to lean on it."""
RIM_WIDTH = 0.016
"""m. One die fits on the rim, and is then out."""


@dataclass(frozen=True, slots=True)
class BoxGeometry:
    """One box: the mat's outline, the wall's profile, the flat rim and the outside."""

    name: str
    mat: Outline
    wall: tuple[tuple[float, float], ...] = WALL  # (outward offset, height) of its corners
    rim_width: float = RIM_WIDTH

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


OVAL = BoxGeometry("oval", oval(half_x=0.076, half_y=0.057, edges=28))
"""Foam mat of 152 x 114 mm (6 x 4.5 in), sellers' measure of the Strike mat."""
CAULDRON = BoxGeometry(
    "cauldron",
    rounded_polygon(((0.065, 0.050), (-0.065, 0.050), (-0.065, -0.050), (0.065, -0.050)), 0.025, 5),
)
"""Impact's smaller, rectangular hollow, 130 x 100 mm, scaled from pictures by its dice."""
WIZARDS = BoxGeometry(
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
)
"""Our own eight-sided arena of 144 x 120 mm with the area of the others."""

BOXES = {box.name: box for box in (OVAL, CAULDRON, WIZARDS)}
"""By the name that editions give their arena."""


def box_of(edition: Edition) -> BoxGeometry:
    """The box an edition is played in."""
    return BOXES[edition.arena]
