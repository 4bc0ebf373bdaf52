"""The dice in the arena between throws: who lies where with which face, and what hands may do.

Frozen; poses are kept exactly. Dice keep their number from throw to throw, so that a table can
take away exactly those the rules take, and a screen can follow each.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from kessel.errors import BadValue, IllegalMove
from kessel.physics.outline import Outline, distance_inside
from kessel.physics.params import AXES, DIE_EDGE, Arena
from kessel.physics.pose import Pose, with_up
from kessel.rules.faces import Arena as Pieces
from kessel.rules.faces import Face, Piece, as_piece

WALL_GAP = 0.0005
"""m. A die put down by hand is at least this far from the wall."""
SIDE_GAP = 0.0005
"""m. And this far from another die."""
PUSHED_Z = 1e-6
"""m. A push keeps a die's height to within this."""


@dataclass(frozen=True, slots=True)
class LyingDie:
    """One die at rest."""

    die: int
    face: Face
    pose: Pose
    on: int | None = None  # the die it stands on, in a tower


@dataclass(frozen=True, slots=True)
class Layout:
    """All dice at rest in one arena, ordered by their number."""

    arena: Arena
    faces: tuple[Face, ...]  # the edition's, in the order of params.AXES
    dice: tuple[LyingDie, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", tuple(sorted(self.dice, key=lambda d: d.die)))

    def __len__(self) -> int:
        return len(self.dice)

    def __contains__(self, die: int) -> bool:
        return any(lying.die == die for lying in self.dice)

    def find(self, die: int) -> LyingDie:
        """The lying die of that number."""
        for lying in self.dice:
            if lying.die == die:
                return lying
        raise BadValue(f"die {die} does not lie in the arena: {_list(d.die for d in self.dice)} do")

    @property
    def pieces(self) -> tuple[tuple[int, ...], ...]:
        """Numbers of the dice of each piece, bottom to top, in the order of `landing`."""
        above = {d.on: d.die for d in self.dice if d.on is not None}
        return tuple(tuple(_upward(d.die, above)) for d in self.dice if d.on is None)

    @property
    def landing(self) -> Pieces:
        """The same pieces by their faces, as the rules read them."""
        faces = {d.die: d.face for d in self.dice}
        return tuple(_piece([faces[die] for die in piece]) for piece in self.pieces)

    def removed(self, dice: Collection[int]) -> "Layout":
        """Without these dice; what stood on one of them comes down, straight."""
        for die in dice:
            self.find(die)
        gone = set(dice)
        kept = []
        for piece in self.pieces:
            kept += self._lowered(piece, [d for d in piece if d not in gone])
        return replace(self, dice=tuple(kept))

    def placed(
        self, die: int, face: Face, x: float = 0.0, y: float = 0.0, yaw: float = 0.0
    ) -> "Layout":
        """With one more die, laid down flat by hand with a face up."""
        if face not in self.faces:
            raise BadValue(f"face {face!r}: there is {_list(self.faces)}")
        if die in self:
            raise BadValue(f"die {die} lies in the arena already")
        pose = Pose((x, y, DIE_EDGE / 2), with_up(self.faces.index(face), yaw))
        self._check_free(pose, die)
        return replace(self, dice=(*self.dice, LyingDie(die, face, pose)))

    def pushed(self, die: int, x: float, y: float, yaw: float = 0.0) -> "Layout":
        """With one die pushed along the mat and turned by yaw: same face, inside, not stacked."""
        lying = self.find(die)
        if lying.on is not None or any(d.on == die for d in self.dice):
            raise IllegalMove(f"die {die} is part of a tower: only a single die may be pushed")
        pose = lying.pose.moved(x, y, lying.pose.position[2])
        pose = pose.turned(yaw) if yaw else pose
        self._check_free(pose, die)
        return self._with(replace(lying, pose=pose))

    def posed(self, poses: Mapping[int, Pose]) -> "Layout":
        """With dice moved by hand to these poses, all at once; refused if a hand may not do it."""
        layout = self
        for die, pose in poses.items():
            self._check_push(die, pose)
            layout = layout._with(replace(self.find(die), pose=pose))
        for die, pose in poses.items():
            layout._check_free(pose, die)
        return layout

    def stacked(self, order: Sequence[int], yaw: float = 0.0) -> "Layout":
        """With all dice in one tower in the middle, bottom to top, each with the face it had."""
        if sorted(order) != [d.die for d in self.dice]:
            raise IllegalMove(
                f"a tower of {_list(order)}: all dice must be in it once, "
                f"and {_list(d.die for d in self.dice)} lie in the arena"
            )
        tower = []
        for level, die in enumerate(order):
            lying = self.find(die)
            position = (0.0, 0.0, DIE_EDGE * (level + 0.5))
            pose = Pose(position, with_up(self.faces.index(lying.face), yaw))
            tower.append(LyingDie(die, lying.face, pose, order[level - 1] if level else None))
        return replace(self, dice=tuple(tower))

    def is_free(self, x: float, y: float, but: Collection[int] = ()) -> bool:
        """Whether a die fits flat on the mat at this place, however it is turned."""
        inside = distance_inside(self.arena.mat, (x, y)) >= DIE_EDGE * math.sqrt(0.5) + WALL_GAP
        return inside and all(
            math.hypot(x - d.pose.position[0], y - d.pose.position[1])
            >= DIE_EDGE * math.sqrt(2) + SIDE_GAP
            for d in self.dice
            if d.die not in but
        )

    def _with(self, changed: LyingDie) -> "Layout":
        kept = tuple(changed if d.die == changed.die else d for d in self.dice)
        return replace(self, dice=kept)

    def _lowered(self, piece: tuple[int, ...], kept: list[int]) -> list[LyingDie]:
        tower, below = [], None
        for level, die in enumerate(kept):
            lying, drop = self.find(die), DIE_EDGE * (piece.index(die) - level)
            x, y, z = lying.pose.position
            pose = lying.pose.moved(x, y, z - drop) if drop else lying.pose
            tower.append(replace(lying, pose=pose, on=below))
            below = die
        return tower

    def _check_push(self, die: int, pose: Pose) -> None:
        lying = self.find(die)
        if lying.on is not None or any(d.on == die for d in self.dice):
            raise IllegalMove(f"die {die} is part of a tower: only a single die may be pushed")
        if pose.up != lying.pose.up or abs(pose.tilt - lying.pose.tilt) > 1e-3:
            shown = self.faces[pose.up]
            raise IllegalMove(f"die {die} would show {shown}: a push keeps the face {lying.face}")
        if abs(pose.position[2] - lying.pose.position[2]) > PUSHED_Z:
            raise IllegalMove(f"die {die} would be lifted: a push keeps a die on the mat")

    def _check_free(self, pose: Pose, die: int) -> None:
        corners = footprint(pose)
        if min(distance_inside(self.arena.mat, corner) for corner in corners) < 0.0:
            raise IllegalMove(f"die {die} would not lie on the mat: all of it must be inside")
        for other in self.dice:
            if other.die == die or not _near(pose, other.pose):
                continue
            if overlap(corners, footprint(other.pose)):
                raise IllegalMove(f"die {die} would lie on die {other.die}: dice stay side by side")


def footprint(pose: Pose) -> Outline:
    """The square a flat die covers, seen from above, counter-clockwise."""
    x, y, _ = pose.position
    yaw = yaw_of(pose)
    reach = DIE_EDGE * math.sqrt(0.5)
    angles = [yaw + math.pi / 4 + k * math.pi / 2 for k in range(4)]
    return tuple((x + reach * math.cos(a), y + reach * math.sin(a)) for a in angles)


def _near(one: Pose, other: Pose) -> bool:
    """Whether flat dice at these places could overlap at all."""
    (x, y, _), (u, v, _) = one.position, other.position
    return math.hypot(x - u, y - v) < DIE_EDGE * math.sqrt(2)


def overlap(one: Outline, other: Outline) -> bool:
    """Whether two convex outlines share more than an edge (separating axes)."""
    return all(_shadows_meet(one, other, outline) for outline in (one, other))


def _shadows_meet(one: Outline, other: Outline, edges_of: Outline) -> bool:
    for k, start in enumerate(edges_of):
        end = edges_of[(k + 1) % len(edges_of)]
        normal = end[1] - start[1], start[0] - end[0]
        a = [x * normal[0] + y * normal[1] for x, y in one]
        b = [x * normal[0] + y * normal[1] for x, y in other]
        slack = 1e-5 * math.hypot(*normal)
        if max(a) <= min(b) + slack or max(b) <= min(a) + slack:
            return False
    return True


def yaw_of(pose: Pose) -> float:
    """The direction of a level axis of the die, seen from above."""
    w, x, y, z = pose.rotation
    columns = {
        "x": (1 - 2 * (y * y + z * z), 2 * (x * y + w * z)),
        "y": (2 * (x * y - w * z), 1 - 2 * (x * x + z * z)),
    }
    east, north = columns["y" if AXES[pose.up].endswith("x") else "x"]
    return math.atan2(north, east)


def _upward(die: int, above: Mapping[int, int]) -> Sequence[int]:
    tower = [die]
    while tower[-1] in above:
        tower.append(above[tower[-1]])
    return tower


def _piece(faces: Sequence[Face]) -> Piece:
    piece = as_piece(tuple(faces))
    assert piece is not None
    return piece


def _list(values: object) -> str:
    return ", ".join(str(value) for value in values) or "none"  # type: ignore[attr-defined]
