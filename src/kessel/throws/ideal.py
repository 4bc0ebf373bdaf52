"""Ideal dice: every lying piece is struck with one probability, every die that moves is lost with
another, and what moved and stayed shows each face equally often. Aims change nothing.

A struck tower falls, all of it, as in the solver's ideal model. `IdealFaces` know only faces and
are quick; `IdealDice` also give every die a number and a place.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.faces import Face, Piece
from kessel.rules.moves import Landing
from kessel.rules.state import GameState, new_tuple
from kessel.throws.arithmetic import cos, length, sin
from kessel.throws.at_rest import DiceAtRest, LyingDie, Stack, flat
from kessel.throws.boxes import DIE_EDGE
from kessel.throws.dice import Casts, Landed, Simulator, ThrowOrder, ThrowResult, dice_thrown

STRIKE, LOSS = 0.3, 0.02
"""The two probabilities where none are given."""
VERSION = 1
"""A new one whenever the same seed gives another throw."""
PITCH = DIE_EDGE * 1.15
"""m between the middles of neighbouring places."""
GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))
"""Turns that spread places evenly over a disc."""

Some = TypeVar("Some")


@dataclass(frozen=True, slots=True)
class IdealFaces:
    """Dice without places: only faces are drawn, piece by piece and die by die.

    >>> from random import Random
    >>> from kessel import Cast, read_state
    >>> state = read_state("strike-2020 hands=2,3 arena=2,5")
    >>> IdealFaces(strike=1.0).land(state, {0: Cast("1")}, Random(1)).landing
    Landing(arena=('3', '4', '5'), out=0, cocked=0)
    """

    strike: float = STRIKE
    loss: float = LOSS
    cocked: float = 0.0
    """The probability that a die that moved and stayed had to be settled."""

    def __post_init__(self) -> None:
        for name in ("strike", "loss", "cocked"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
                raise BadValue(f"{name} {value!r}: a probability from 0 to 1 is accepted")

    def land(
        self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
    ) -> Landed:
        """Draw strikes, then losses, then faces."""
        draw, strike, loss = chance.random, self.strike, self.loss
        arena: list[Piece] = []
        moving = dice_thrown(state, casts)
        for piece in state.arena:
            if draw() >= strike:
                arena.append(piece)
            else:
                moving += 1 if piece.__class__ is str else len(piece)
        out = 0
        for _ in range(moving):
            if draw() < loss:
                out += 1
        cocked = 0
        if self.cocked:
            cocked = [draw() < self.cocked for _ in range(moving - out)].count(True)
        faces = state.edition.faces
        sides = len(faces)
        for _ in range(moving - out):
            arena.append(faces[int(draw() * sides)])  # noqa: PERF401 - mostly one die, so no list
        landing = new_tuple(Landing, (tuple(arena), out, cocked))
        return new_tuple(Landed, (landing, None))


def fair_faces(edition: Edition, count: int, chance: Random) -> list[Face]:
    """Faces of that many dice, each as likely as the others."""
    faces = edition.faces
    return [faces[int(chance.random() * len(faces))] for _ in range(count)]


@dataclass(frozen=True, slots=True)
class IdealDice(Simulator):
    """Ideal dice that lie somewhere.

    >>> from kessel import Game
    >>> game = Game.from_state("impact hands=3,4 arena=fire")
    >>> events = game.throw(IdealDice(strike=0.0), seed=1)
    >>> game.state.arena, len(game.layout)
    (('fire', 'air'), 2)
    """

    strike: float = STRIKE
    loss: float = LOSS

    def __post_init__(self) -> None:
        IdealFaces(self.strike, self.loss)

    @property
    def name(self) -> str:
        """`ideal` with its version and its two numbers."""
        return f"ideal-{VERSION} strike={self.strike!r} loss={self.loss!r}"

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Draw everything from the seed, lying pieces first, then the handfuls in their order."""
        chance = Random(int.from_bytes(order.seed, "big"))
        standing, falling = _split(order.at_rest, self.strike, chance)
        moving = [lying.die for stack in falling for lying in stack]
        moving += [die for one in order.handfuls for die in one.dice]
        staying, lost = _split(moving, self.loss, chance)
        faces = fair_faces(order.edition, len(staying), chance)
        fallen = _laid_down(order.edition, standing, staying, faces)
        return ThrowResult((*standing, *fallen), tuple(lost))


def _split(whole: Sequence[Some], share: float, chance: Random) -> tuple[list[Some], list[Some]]:
    """What chance leaves alone, and what it takes, each with this probability."""
    left: list[Some] = []
    taken: list[Some] = []
    for one in whole:
        (taken if chance.random() < share else left).append(one)
    return left, taken


def _laid_down(
    edition: Edition, standing: Sequence[Stack], dice: Sequence[int], faces: Sequence[Face]
) -> Iterator[Stack]:
    places = _free_places([stack[0].pose[:2] for stack in standing])
    for die, face, (x, y) in zip(dice, faces, places, strict=False):
        yield (LyingDie(die, face, flat(edition, face, x, y)),)


def _free_places(taken: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Places on a spiral from the middle outward, none nearer than `PITCH` to another."""
    number = 0
    while True:
        radius = PITCH / 4 * math.sqrt(number)
        x, y = radius * cos(number * GOLDEN_ANGLE), radius * sin(number * GOLDEN_ANGLE)
        if all(length(x - u, y - v) > PITCH for u, v in taken):
            taken = [*taken, (x, y)]
            yield x, y
        number += 1
