"""Where to aim: what a throw at each point of the mat does to one layout of dice.

The value of a throw is the thrower's chance to win after it, by the exact table, as a mean over
the faces the thrown die could have shown: that takes out most of the luck and no other effect.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.batch import Given, throw_many
from kessel.physics.practice import THROWN_DIE, seed_of
from kessel.rules.edition import find_edition
from kessel.solver.base.solution import Solution
from kessel.solver.library import base_library
from kessel.solver.measured import KINDS
from kessel.solver.progress import Progress
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, dice_in
from kessel.throws.boxes import DIE_EDGE, box_of
from kessel.throws.dice import Handful
from kessel.throws.outline import distance_inside
from kessel.throws.placing import placed

EDITION = "strike-2020"
LAYOUT = (
    ("2", -0.034, 0.012, 0.3),
    ("3", -0.006, 0.022, 1.1),
    ("5", 0.012, -0.012, 0.7),
    ("6", 0.046, 0.008, 0.0),
)
"""Face, x, y (m) and turn of the lying dice: two near each other, one towards either end."""
HANDS = (6, 7)
"""Dice of the thrower and of the other player."""
PITCH = 0.012
"""m between aimed points."""


@dataclass(frozen=True, slots=True)
class Aimed:
    """What throws of one strength at one point did."""

    x: float
    y: float
    throws: int
    disturbed: int
    """Throws after which a lying die shows another face or is gone."""
    lost: int
    """Throws whose own die left the arena."""
    halves: tuple[float, float]
    """The mean value of either half of the throws: one finds the best point, one measures it."""
    error: float
    """The standard error of the mean value of all."""

    @property
    def value(self) -> float:
        """The mean value of all throws."""
        return sum(self.halves) / 2


def layout() -> DiceAtRest:
    """The dice that lie."""
    edition = find_edition(EDITION)
    at_rest: DiceAtRest = ()
    for number, (face, x, y, turn) in enumerate(LAYOUT):
        at_rest = placed(edition, at_rest, number, face, x, y, turn)
    return at_rest


def points() -> list[tuple[float, float]]:
    """The points of the mat that are aimed at."""
    mat = box_of(find_edition(EDITION)).mat
    far = range(-7, 8)
    grid = ((i * PITCH, j * PITCH) for j in far for i in far)
    return [point for point in grid if distance_inside(mat, point) > DIE_EDGE / 2]


def measured(
    throws: int,
    progress: Progress | None = None,
    where: Sequence[tuple[float, float]] = (),
) -> dict[str, Any]:
    """Throws at every point, of every strength, from random sides."""
    solution, _ = base_library(find_edition(EDITION), 2)
    where, at_rest = where or points(), layout()
    total, done = len(where) * len(KINDS) * throws, 0
    found: dict[str, list[list[float]]] = {}
    for kind in KINDS:

        def tell(now: int, before: int = done) -> None:
            if progress is not None:
                progress(before + now, total)

        tasks = [_task(at_rest, kind, at, number) for at in where for number in range(throws)]
        thrown = list(throw_many(EDITION, tasks, progress=tell))
        found[kind] = [
            _row(_summed(at, thrown[number * throws : (number + 1) * throws], solution))
            for number, at in enumerate(where)
        ]
        done += len(tasks)
    return {"layout": LAYOUT, "hands": HANDS, "throws": throws, "points": found}


def read(data: dict[str, Any]) -> dict[str, list[Aimed]]:
    """The points of every strength, out of what `measured` gave."""
    return {
        kind: [
            Aimed(x, y, data["throws"], int(changed), int(lost), (first, second), error)
            for x, y, changed, lost, first, second, error in rows
        ]
        for kind, rows in data["points"].items()
    }


def _row(point: Aimed) -> list[float]:
    counts = [point.disturbed, point.lost]
    values = [round(one, 5) for one in (*point.halves, point.error)]
    return [round(point.x, 4), round(point.y, 4), *counts, *values]


def _task(at_rest: DiceAtRest, kind: str, at: tuple[float, float], number: int) -> Given:
    seed = seed_of("aim map", kind, *at, number)
    side = Random(seed).uniform(-math.pi, math.pi)
    aim = Aim.of_strength(kind, x=at[0], y=at[1], side=side)
    return Given(at_rest, (Handful(0, (THROWN_DIE,), aim),), seed)


def _summed(
    at: tuple[float, float], outcomes: Sequence[SimulatedOutcome], solution: Solution
) -> Aimed:
    throws = len(outcomes)
    gone = [THROWN_DIE in outcome.out for outcome in outcomes]
    disturbed = [
        bool(one.flipped or len(one.out) > left) for one, left in zip(outcomes, gone, strict=True)
    ]
    values = [value_of(outcome, solution) for outcome in outcomes]
    mean = sum(values) / throws
    spread = sum((one - mean) ** 2 for one in values) / max(throws - 1, 1)
    first, second = (sum(values[k::2]) / len(values[k::2]) for k in (0, 1))
    error = math.sqrt(spread / throws)
    return Aimed(*at, throws, sum(disturbed), sum(gone), (first, second), error)


def value_of(outcome: SimulatedOutcome, solution: Solution) -> float:
    """The thrower's chance after a throw, over all faces its die could have shown."""
    lying = [die.face for die in dice_in(outcome.at_rest) if die.die != THROWN_DIE]
    null, *symbols = find_edition(EDITION).faces
    if THROWN_DIE in outcome.out:
        return _after([face for face in lying if face != null], solution)
    kept = [face for face in lying if face != null]
    return sum(
        _after(kept if face == null else [*kept, face], solution) for face in (null, *symbols)
    ) / (len(symbols) + 1)


def _after(shown: Sequence[str], solution: Solution) -> float:
    """The thrower's chance with these symbols shown, after one die was thrown."""
    left = sum(shown.count(face) == 1 for face in set(shown))
    taken = len(shown) - left
    own, other = HANDS[0] - 1 + taken, HANDS[1]
    if taken:
        return solution.turn_value(left, (other, own))[1]
    return solution.choice_value(left, (own, other))[0]
