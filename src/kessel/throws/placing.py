"""What hands do to dice at rest: lay one down, push some, build a tower, take some away.

Knows the mat's edge and that dice lie side by side; whether a game allows it is not its business.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeAlias

from kessel.errors import BadValue, IllegalMove
from kessel.rules.edition import Edition
from kessel.rules.faces import Arena, Face, dice_of
from kessel.throws.arithmetic import cos, length, sin
from kessel.throws.at_rest import DiceAtRest, LyingDie, Stack, by_number, dice_in, flat
from kessel.throws.boxes import DIE_EDGE, BoxGeometry, box_of
from kessel.throws.outline import Outline, distance_inside
from kessel.throws.pose import Pose

NEAR_WALL = 1.5 * DIE_EDGE
"""m from the mat's edge to the middle of a die that counts as lying at the wall."""
WALL_GAP = 0.0005
"""m. Where a die is put down however it is turned, it is at least this far from the wall..."""
SIDE_GAP = 0.0005
"""m. ...and this far from another die."""
ROW_PITCH = DIE_EDGE * 1.125
"""m between the middles of dice in neat rows: two dozen then fit on every mat."""

Push: TypeAlias = tuple[int, float, float]
"""Die, x, y."""


def find_die(at_rest: DiceAtRest, die: int) -> LyingDie:
    """The lying die of that number."""
    for lying in dice_in(at_rest):
        if lying.die == die:
            return lying
    raise _not_there(at_rest, die)


def placed(
    edition: Edition,
    at_rest: DiceAtRest,
    die: int,
    face: Face,
    x: float = 0.0,
    y: float = 0.0,
    yaw: float = 0.0,
) -> DiceAtRest:
    """With one more die, laid down flat with a face up."""
    edition.check_face(face)
    if any(lying.die == die for lying in dice_in(at_rest)):
        raise BadValue(f"die {die} lies in the arena already")
    after = (*at_rest, (LyingDie(die, face, flat(edition, face, x, y, yaw=yaw)),))
    _check_free(box_of(edition), after, die)
    return _ordered(after)


def arranged(edition: Edition, arena: Arena) -> DiceAtRest:
    """Pieces of which only the faces are known, in neat rows about the middle."""
    columns = math.ceil(math.sqrt(1.5 * len(arena)))
    rows = math.ceil(len(arena) / columns) if columns else 0
    numbers = count()
    stacks = []
    for index, piece in enumerate(arena):
        row, column = divmod(index, columns)
        wide = min(columns, len(arena) - row * columns)
        x, y = ROW_PITCH * (column - (wide - 1) / 2), ROW_PITCH * ((rows - 1) / 2 - row)
        stacks.append(
            tuple(
                LyingDie(next(numbers), face, flat(edition, face, x, y, level))
                for level, face in enumerate(dice_of(piece))
            )
        )
    return tuple(stacks)


def stacked(edition: Edition, at_rest: DiceAtRest, order: Sequence[int]) -> DiceAtRest:
    """All dice in one tower in the middle, bottom to top, each with the face it had."""
    if sorted(order) != [lying.die for lying in by_number(at_rest)]:
        wanted = ", ".join(map(str, order)) or "none"
        raise IllegalMove(
            f"a tower of {wanted}: all dice must be in it once, "
            f"and {_numbers(at_rest)} lie in the arena"
        )
    faces = {lying.die: lying.face for lying in dice_in(at_rest)}
    tower = tuple(
        LyingDie(die, faces[die], flat(edition, faces[die], 0.0, 0.0, level))
        for level, die in enumerate(order)
    )
    return (tower,) if tower else ()


def removed(at_rest: DiceAtRest, dice: Collection[int]) -> DiceAtRest:
    """Without these dice; what stood on one of them comes down, straight."""
    if not dice:
        return at_rest
    there = {lying.die for lying in dice_in(at_rest)}
    for die in dice:
        if die not in there:
            raise _not_there(at_rest, die)
    return _ordered(filter(None, [_lowered(stack, dice) for stack in at_rest]))


def pushed(edition: Edition, at_rest: DiceAtRest, pushes: Sequence[Push]) -> DiceAtRest:
    """With single dice pushed along the mat, all at once; they keep their height and rotation."""
    places = {die: (x, y) for die, x, y in pushes}
    for die in places:
        find_die(at_rest, die)
    for die in places:
        if any(len(stack) > 1 and any(d.die == die for d in stack) for stack in at_rest):
            raise IllegalMove(f"die {die} is part of a tower: only a single die may be pushed")
    after = tuple(tuple(_at(lying, places) for lying in stack) for stack in at_rest)
    for die in places:
        _check_free(box_of(edition), after, die)
    return _ordered(after)


def away_from_wall(edition: Edition, at_rest: DiceAtRest, pushes: Sequence[Push]) -> bool:
    """Whether every pushed die lay near the wall and is moved away from it."""
    mat = box_of(edition).mat
    before = [distance_inside(mat, find_die(at_rest, die).pose[:2]) for die, _, _ in pushes]
    after = [distance_inside(mat, (x, y)) for _, x, y in pushes]
    return all(old < NEAR_WALL and new > old for old, new in zip(before, after, strict=True))


def is_free(box: BoxGeometry, poses: Iterable[Pose], x: float, y: float) -> bool:
    """Whether a die fits flat on the mat at this place among others, however it is turned."""
    inside = distance_inside(box.mat, (x, y)) >= DIE_EDGE * math.sqrt(0.5) + WALL_GAP
    return inside and all(
        length(x - pose.x, y - pose.y) >= DIE_EDGE * math.sqrt(2) + SIDE_GAP for pose in poses
    )


def collide(one: Pose, other: Pose) -> bool:
    """Whether two flat dice at the same height would cut into each other."""
    return _near(one, other) and _overlap(footprint(one), footprint(other))


def footprint(pose: Pose) -> Outline:
    """The square a flat die covers, seen from above, counter-clockwise."""
    reach = DIE_EDGE * math.sqrt(0.5)
    angles = [pose.yaw + math.pi / 4 + k * math.pi / 2 for k in range(4)]
    return tuple((pose.x + reach * cos(a), pose.y + reach * sin(a)) for a in angles)


def _ordered(stacks: Iterable[Stack]) -> DiceAtRest:
    """By the number of the lowest die, so that the order says nothing of how they came there."""
    return tuple(sorted(stacks, key=lambda stack: stack[0].die))


def _lowered(stack: Stack, gone: Collection[int]) -> Stack:
    if len(stack) == 1:
        return () if stack[0].die in gone else stack
    kept: list[LyingDie] = []
    for level, lying in enumerate(stack):
        if lying.die in gone:
            continue
        x, y, z = lying.pose.position
        drop = DIE_EDGE * (level - len(kept))
        kept.append(replace(lying, pose=lying.pose.moved(x, y, z - drop)) if drop else lying)
    return tuple(kept)


def _at(lying: LyingDie, places: dict[int, tuple[float, float]]) -> LyingDie:
    if lying.die not in places:
        return lying
    return replace(lying, pose=lying.pose.moved(*places[lying.die], lying.pose.z))


def _check_free(box: BoxGeometry, at_rest: DiceAtRest, die: int) -> None:
    pose = find_die(at_rest, die).pose
    if min(distance_inside(box.mat, corner) for corner in footprint(pose)) < 0.0:
        raise IllegalMove(f"die {die} would not lie on the mat: all of it must be inside")
    for other in by_number(at_rest):
        if other.die != die and collide(pose, other.pose):
            raise IllegalMove(f"die {die} would lie on die {other.die}: dice stay side by side")


def _near(one: Pose, other: Pose) -> bool:
    """Whether flat dice at these places could overlap at all."""
    return length(one.x - other.x, one.y - other.y) < DIE_EDGE * math.sqrt(2)


def _overlap(one: Outline, other: Outline) -> bool:
    """Whether two convex outlines share more than an edge (separating axes)."""
    return all(_shadows_meet(one, other, outline) for outline in (one, other))


def _shadows_meet(one: Outline, other: Outline, edges_of: Outline) -> bool:
    for k, start in enumerate(edges_of):
        end = edges_of[(k + 1) % len(edges_of)]
        normal = end[1] - start[1], start[0] - end[0]
        a = [x * normal[0] + y * normal[1] for x, y in one]
        b = [x * normal[0] + y * normal[1] for x, y in other]
        slack = 1e-5 * length(*normal)
        if max(a) <= min(b) + slack or max(b) <= min(a) + slack:
            return False
    return True


def _not_there(at_rest: DiceAtRest, die: int) -> BadValue:
    return BadValue(f"die {die} does not lie in the arena: {_numbers(at_rest)} do")


def _numbers(at_rest: DiceAtRest) -> str:
    return ", ".join(str(lying.die) for lying in by_number(at_rest)) or "none"
