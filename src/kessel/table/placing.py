"""Where dice come to lie when a hand puts them there: the start die, a tower, pushed dice.

Faces never change. Knows the mat's shape and the dice's size, but no rules.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from kessel.errors import IllegalMove
from kessel.physics.outline import distance_inside
from kessel.physics.params import DIE_EDGE, find_arena
from kessel.rules.edition import Edition
from kessel.rules.faces import Face
from kessel.throws.lay import Lay, LyingDie, Pose, Spot, dice_in, flat

HALF = DIE_EDGE / 2
GAP = 0.0002
"""m that pushed dice keep from others."""
SLACK = 0.0005
"""m by which a die may already stand over what is asked of a pushed one."""
NEAR_WALL = 1.5 * DIE_EDGE
"""m from the mat's edge to the middle of a die that counts as lying at the wall."""

Push: TypeAlias = tuple[int, float, float]
"""Die, x, y."""
Corners: TypeAlias = tuple[tuple[float, float], ...]


def placed(edition: Edition, die: int, face: Face) -> Lay:
    """A start die laid into the middle."""
    return ((LyingDie(die, face, flat(edition, face, 0.0, 0.0)),),)


def tower(edition: Edition, lay: Lay, order: Sequence[int]) -> Lay:
    """All dice stacked in that order, in the middle of the mat."""
    dice = {die.die: die for die in dice_in(lay)}
    return (
        tuple(
            replace(dice[number], pose=flat(edition, dice[number].face, 0.0, 0.0, level))
            for level, number in enumerate(order)
        ),
    )


def pushed(edition: Edition, lay: Lay, pushes: Sequence[Push]) -> Lay:
    """The lay after pushing; raises where a die would leave the mat, touch another or be none."""
    wanted = {die: (x, y) for die, x, y in pushes}
    loose = {spot[0].die for spot in lay if len(spot) == 1}
    for die in wanted:
        if die not in loose:
            raise IllegalMove(f"die {die} cannot be pushed; loose dice are {_listed(loose)}")
    moved = tuple(_moved(spot, wanted) for spot in lay)
    _check_inside(edition, moved, wanted)
    _check_apart(moved, wanted)
    return moved


def away_from_wall(edition: Edition, lay: Lay, pushes: Sequence[Push]) -> bool:
    """Whether every pushed die lay near the wall and is moved away from it."""
    mat = find_arena(edition.id).mat
    lying = {die.die: die.pose for die in dice_in(lay)}
    before = [distance_inside(mat, lying[die][:2]) for die, _, _ in pushes if die in lying]
    after = [distance_inside(mat, (x, y)) for die, x, y in pushes if die in lying]
    return all(old < NEAR_WALL and new > old for old, new in zip(before, after, strict=True))


def _moved(spot: Spot, wanted: dict[int, tuple[float, float]]) -> Spot:
    if len(spot) > 1 or spot[0].die not in wanted:
        return spot
    x, y = wanted[spot[0].die]
    old = spot[0].pose
    return (replace(spot[0], pose=(x, y, HALF, *old[3:])),)


def _check_inside(edition: Edition, lay: Lay, wanted: Iterable[int]) -> None:
    mat = find_arena(edition.id).mat
    for spot in lay:
        outside = min(distance_inside(mat, corner) for corner in footprint(spot[0].pose))
        if spot[0].die in wanted and outside < -SLACK:
            raise IllegalMove(f"die {spot[0].die} would not lie on the mat there")


def _check_apart(lay: Lay, wanted: Iterable[int]) -> None:
    prints = [(spot[0].die, footprint(spot[0].pose)) for spot in lay]
    for index, (die, corners) in enumerate(prints):
        for other, others in prints[:index]:
            if (die in wanted or other in wanted) and not _apart(corners, others):
                raise IllegalMove(f"dice {other} and {die} would touch; they need {GAP * 1e3} mm")


def footprint(pose: Pose) -> Corners:
    """The corners of the square a flat die covers."""
    x, y = pose[:2]
    turn = _heading(pose)
    reach = HALF * math.sqrt(2.0)
    angles = (turn + math.pi * (0.25 + 0.5 * k) for k in range(4))
    return tuple((x + reach * math.cos(a), y + reach * math.sin(a)) for a in angles)


def _heading(pose: Pose) -> float:
    """The bearing of that side of the die which is most level."""
    w, x, y, z = pose[3:]
    axes = (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
    )
    level = min(axes, key=lambda axis: abs(axis[2]))
    return math.atan2(level[1], level[0])


def _apart(first: Corners, second: Corners) -> bool:
    """Whether some line parallel to a side keeps two squares apart."""
    for corners in (first, second):
        for k in (0, 1):
            (ax, ay), (bx, by) = corners[k], corners[k + 1]
            length = math.hypot(bx - ax, by - ay)
            nx, ny = (bx - ax) / length, (by - ay) / length
            one = [nx * x + ny * y for x, y in first]
            two = [nx * x + ny * y for x, y in second]
            if min(two) - max(one) >= GAP - 1e-9 or min(one) - max(two) >= GAP - 1e-9:
                return True
    return False


def _listed(dice: Iterable[int]) -> str:
    return " ".join(map(str, sorted(dice))) or "none"
