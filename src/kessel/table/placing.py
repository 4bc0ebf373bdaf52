"""Where dice come to lie when a hand puts them there: the start die, a tower, pushed dice.

Lays are those of the throwers; what a hand may do is the physics' `Layout`, asked here.
"""

from collections.abc import Collection, Sequence
from typing import TypeAlias

from kessel.physics.layout import Layout
from kessel.physics.layout import LyingDie as LaidDie
from kessel.physics.outline import distance_inside
from kessel.physics.params import DIE_EDGE, find_arena
from kessel.physics.pose import Pose as BodyPose
from kessel.rules.edition import Edition
from kessel.rules.faces import Face
from kessel.throws.lay import Lay, LyingDie, Spot, dice_in

NEAR_WALL = 1.5 * DIE_EDGE
"""m from the mat's edge to the middle of a die that counts as lying at the wall."""

Push: TypeAlias = tuple[int, float, float]
"""Die, x, y."""


def placed(edition: Edition, die: int, face: Face) -> Lay:
    """A start die laid into the middle."""
    return lay_of(layout_of(edition, ()).placed(die, face))


def tower(edition: Edition, lay: Lay, order: Sequence[int]) -> Lay:
    """All dice stacked in that order, in the middle of the mat."""
    return lay_of(layout_of(edition, lay).stacked(order))


def without(edition: Edition, lay: Lay, dice: Collection[int]) -> Lay:
    """The lay after some dice were taken; what stood on them comes down."""
    return lay_of(layout_of(edition, lay).removed(dice)) if dice else lay


def pushed(edition: Edition, lay: Lay, pushes: Sequence[Push]) -> Lay:
    """The lay after pushing; raises where a die would leave the mat, lie on another or be none."""
    layout = layout_of(edition, lay)
    poses = {die: layout.find(die).pose for die, _, _ in pushes}
    return lay_of(
        layout.posed({die: poses[die].moved(x, y, poses[die].position[2]) for die, x, y in pushes})
    )


def away_from_wall(edition: Edition, lay: Lay, pushes: Sequence[Push]) -> bool:
    """Whether every pushed die lay near the wall and is moved away from it."""
    mat = find_arena(edition.id).mat
    lying = {die.die: die.pose for die in dice_in(lay)}
    before = [distance_inside(mat, lying[die][:2]) for die, _, _ in pushes]
    after = [distance_inside(mat, (x, y)) for _, x, y in pushes]
    return all(old < NEAR_WALL and new > old for old, new in zip(before, after, strict=True))


def layout_of(edition: Edition, lay: Lay) -> Layout:
    """The physics' form of a lay."""
    dice = (laid for spot in lay for laid in _laid(spot))
    return Layout(find_arena(edition.id), edition.faces, tuple(dice))


def lay_of(layout: Layout) -> Lay:
    """A lay from the physics' form."""
    dice = {die.die: die for die in layout.dice}
    return tuple(tuple(_lying(dice[die]) for die in piece) for piece in layout.pieces)


def _laid(spot: Spot) -> list[LaidDie]:
    below = [None, *(die.die for die in spot)]
    return [
        LaidDie(die.die, die.face, BodyPose(die.pose[:3], die.pose[3:]), on)
        for die, on in zip(spot, below, strict=False)
    ]


def _lying(die: LaidDie) -> LyingDie:
    return LyingDie(die.die, die.face, (*die.pose.position, *die.pose.rotation))
