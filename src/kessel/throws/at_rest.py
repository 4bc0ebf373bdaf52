"""Dice at rest in an arena: each with its number, its face and its pose; towers bottom to top.

The one model that simulators, tables and bots share. The rules see only its faces; poses are kept
exactly, and dice keep their numbers from throw to throw, so that a screen can follow each.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.faces import Arena, Face, Piece
from kessel.throws.boxes import DIE_EDGE
from kessel.throws.pose import Pose, with_up


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die in the arena.

    >>> from kessel import Game, IdealDice
    >>> game = Game.from_state("impact hands=3,4 arena=fire")
    >>> events = game.throw(IdealDice(strike=0.0), seed=1)
    >>> [(die.die, die.face) for stack in game.layout for die in stack]
    [(0, 'fire'), (1, 'air')]
    """

    die: int
    face: Face
    pose: Pose


Stack: TypeAlias = tuple[LyingDie, ...]
"""What stands on one spot: one die, or a tower from bottom to top."""
DiceAtRest: TypeAlias = tuple[Stack, ...]
"""All that lies in the arena, stack by stack.

>>> from kessel import Game, IdealDice
>>> game = Game.from_state("impact hands=3,4 arena=fire,water")
>>> events = game.throw(IdealDice(strike=0.0), seed=2)
>>> [len(stack) for stack in game.layout]
[1, 1, 1]
"""


def check_layout(layout: object) -> None:
    """Raise unless it says of dice where they lie."""
    if not _is_layout(layout):
        raise BadValue(
            "a layout is a tuple of stacks, each a tuple with a `LyingDie` or more, such as "
            f"`game.layout`; not {layout!r}"
        )


def _is_layout(given: object) -> bool:
    if not isinstance(given, tuple):
        return False
    for stack in given:
        if stack.__class__ is not tuple or not stack:
            return False
        for die in stack:
            if die.__class__ is not LyingDie:
                return False
    return True


def arena_of(at_rest: DiceAtRest) -> Arena:
    """The dice as the rules see them."""
    return tuple([stack[0].face if len(stack) == 1 else piece_of(stack) for stack in at_rest])


def piece_of(stack: Stack) -> Piece:
    """One stack as the rules see it."""
    return stack[0].face if len(stack) == 1 else tuple(die.face for die in stack)


def dice_in(at_rest: DiceAtRest) -> list[LyingDie]:
    """Every die, covered ones too."""
    return [die for stack in at_rest for die in stack]


def by_number(at_rest: DiceAtRest) -> list[LyingDie]:
    """Every die, in the order of their numbers."""
    return sorted(dice_in(at_rest), key=lambda lying: lying.die)


def holders(at_rest: DiceAtRest) -> dict[int, int | None]:
    """The die on which each die stands; None for those on the mat."""
    return {
        lying.die: below
        for stack in at_rest
        for lying, below in zip(stack, (None, *(die.die for die in stack)), strict=False)
    }


def stacked_up(dice: Iterable[LyingDie], held_by: Mapping[int, int | None]) -> DiceAtRest:
    """Dice put together by what each stands on, in the order of the lowest dice's numbers."""
    lying = {die.die: die for die in dice}
    above = {below: die for die, below in held_by.items() if below is not None}
    stacks = []
    for die in sorted(die for die in lying if held_by[die] is None):
        stack = [lying[die]]
        while stack[-1].die in above:
            stack.append(lying[above[stack[-1].die]])
        stacks.append(tuple(stack))
    return tuple(stacks)


def flat(
    edition: Edition, face: Face, x: float, y: float, level: int = 0, yaw: float = 0.0
) -> Pose:
    """The pose of a die that lies flat with that face up, on as many others as `level` says."""
    return Pose.at((x, y, DIE_EDGE * (level + 0.5)), with_up(edition.faces.index(face), yaw))
