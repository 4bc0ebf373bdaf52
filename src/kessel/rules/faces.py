"""Faces, and the pieces that lie in an arena: single dice and towers.

A face is its name; dice are interchangeable, so only equality of faces matters (P8).
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Face: TypeAlias = str
Tower: TypeAlias = tuple[Face, ...]
"""Two dice or more standing on each other, bottom to top."""
Piece: TypeAlias = Face | Tower
Arena: TypeAlias = tuple[Piece, ...]
Place: TypeAlias = tuple[int, int]
"""A die in an arena: its piece, and where in it from the bottom, both from 0."""

NULL: Face = "X"
"""The face that matches nothing: X in Strike and Harry Potter, the blank side in Impact."""


def top(piece: Piece) -> Face:
    """The face that can be seen: of a tower only its top die."""
    return piece if isinstance(piece, str) else piece[-1]


def dice_of(piece: Piece) -> Tower:
    """All dice of a piece, bottom to top."""
    return (piece,) if isinstance(piece, str) else piece


def face_at(arena: Arena, place: Place) -> Face:
    """The face of a die."""
    piece, die = place
    return dice_of(arena[piece])[die]


def are_pieces(arena: object) -> bool:
    """Whether something is a row of faces and towers of faces, whatever they show."""
    return isinstance(arena, tuple) and all(
        isinstance(piece, str)
        or (isinstance(piece, tuple) and all(isinstance(face, str) for face in piece))
        for piece in arena
    )


def visible(arena: Iterable[Piece]) -> list[Face]:
    """The faces that can be seen, in the order of the pieces."""
    return [piece if isinstance(piece, str) else piece[-1] for piece in arena]


def all_faces(arena: Iterable[Piece]) -> list[Face]:
    """Every die's face, covered ones too."""
    return [face for piece in arena for face in dice_of(piece)]


def count_dice(arena: Sequence[Piece]) -> int:
    """How many dice lie in the arena, covered ones too."""
    dice = len(arena)
    for piece in arena:
        if piece.__class__ is not str:
            dice += len(piece) - 1
    return dice


def matches(arena: Arena) -> dict[Face, int]:
    """Every face seen on two visible dice or more, with how many; never the null face."""
    seen = visible(arena)
    if len(set(seen)) == len(seen):
        return {}
    return {face: seen.count(face) for face in dict.fromkeys(seen) if _is_match(seen, face)}


def without(tower: Piece, index: int) -> Piece | None:
    """A piece after its die at `index` (from the bottom) was taken; None if it was the last."""
    rest = dice_of(tower)[:index] + dice_of(tower)[index + 1 :]
    return as_piece(rest)


def as_piece(dice: Tower) -> Piece | None:
    """Dice bottom to top as a piece: a single die is no tower, no dice are no piece."""
    if len(dice) > 1:
        return dice
    return dice[0] if dice else None


def _is_match(seen: list[Face], face: Face) -> bool:
    return face != NULL and seen.count(face) > 1
