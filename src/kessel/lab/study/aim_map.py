"""Where to aim: what a throw at each point of the mat does to one layout of dice; what throws
at dice, beside them and away from them do to layouts that games left.

The value of a throw is the thrower's chance to win after it, by the exact table, as a mean over
the faces the thrown die could have shown: that takes out most of the luck and no other effect.
"""

import math
from collections.abc import Sequence
from itertools import islice
from random import Random
from statistics import fmean, stdev
from typing import Any

from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.batch import Given, throw_many
from kessel.physics.practice import THROWN_DIE, seed_of
from kessel.rules.edition import find_edition
from kessel.solver.base.solution import Solution
from kessel.solver.library import base_library
from kessel.solver.progress import Progress
from kessel.throws.aim import KINDS, Aim
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
REACH = 7 * PITCH
"""m from the middle of the mat that is aimed at, at the most, along either axis."""
NEARNESS = {"at a die": 0.009, "beside a die": 0.020, "farther away": math.inf}
"""m from the middle of the nearest die, at the most; what is nearer is of the class before."""


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
    far = range(-round(REACH / PITCH), round(REACH / PITCH) + 1)
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
    tasks = [
        _task(at_rest, kind, at, number)
        for kind in KINDS
        for at in where
        for number in range(throws)
    ]
    thrown = iter(list(throw_many(EDITION, tasks, progress=progress)))
    found = {
        kind: [_summed(at, list(islice(thrown, throws)), solution) for at in where]
        for kind in KINDS
    }
    return {"layout": LAYOUT, "hands": HANDS, "throws": throws, "points": found}


def over_layouts(
    layouts: Sequence[DiceAtRest], throws: int, progress: Progress | None = None
) -> dict[str, Any]:
    """Throws of every strength at points of every nearness, drawn anew for each throw.

    Values are means over layouts, with the standard error of their spread over layouts.
    """
    solution, _ = base_library(find_edition(EDITION), 2)
    cells = [(near, kind) for near in NEARNESS for kind in KINDS]
    tasks = [
        _task(at_rest, kind, _point(at_rest, near, f"{near} {kind} {number} {one}"), one)
        for number, at_rest in enumerate(layouts)
        for near, kind in cells
        for one in range(throws)
    ]
    outcomes = throw_many(EDITION, tasks, progress=progress)
    values = [
        value_of(thrown, solution, hands_at(task.at_rest, solution))
        for task, thrown in zip(tasks, outcomes, strict=True)
    ]
    means = [sum(values[k : k + throws]) / throws for k in range(0, len(values), throws)]
    by_layout = {cell: means[number :: len(cells)] for number, cell in enumerate(cells)}
    *near, far = NEARNESS

    def gained(one: str, kind: str) -> list[float]:
        pairs = zip(by_layout[one, kind], by_layout[far, kind], strict=True)
        return [here - there for here, there in pairs]

    return {
        "layouts": len(layouts),
        "throws": throws,
        "values": {
            one: {kind: _mean_and_error(by_layout[one, kind]) for kind in KINDS} for one in NEARNESS
        },
        "gains": {
            one: {kind: _mean_and_error(gained(one, kind)) for kind in KINDS} for one in near
        },
    }


def hands_at(at_rest: DiceAtRest, solution: Solution) -> tuple[int, int]:
    """Those of the map; where more dice lie, as many fewer of the thrower's."""
    own, other = HANDS
    return min(own, solution.most_dice - other - len(dice_in(at_rest))), other


def _mean_and_error(values: Sequence[float]) -> list[float]:
    mean = fmean(values)
    return [round(mean, 5), round(stdev(values, mean) / math.sqrt(len(values)), 5)]


def _point(at_rest: DiceAtRest, near: str, seed: str) -> tuple[float, float]:
    """A point of the mat of that nearness, all being as likely."""
    chance = Random(f"aim {seed}")
    mat = box_of(find_edition(EDITION)).mat
    dice = [die.pose[:2] for die in dice_in(at_rest)]
    classes = list(NEARNESS)
    while True:
        at = chance.uniform(-REACH, REACH), chance.uniform(-REACH, REACH)
        if distance_inside(mat, at) <= DIE_EDGE / 2:
            continue
        nearest = min(math.dist(at, die) for die in dice)
        if next(one for one in classes if nearest <= NEARNESS[one]) == near:
            return at


def read(data: dict[str, Any]) -> dict[str, list[tuple[float, float, float]]]:
    """The points of every strength with the mean value there, out of what `measured` gave."""
    return {
        kind: [(x, y, (first + second) / 2) for x, y, _, _, first, second, _ in rows]
        for kind, rows in data["points"].items()
    }


def _task(at_rest: DiceAtRest, kind: str, at: tuple[float, float], number: int) -> Given:
    seed = seed_of("aim map", kind, *at, number)
    side = Random(seed).uniform(-math.pi, math.pi)
    aim = Aim.of_strength(kind, x=at[0], y=at[1], side=side)
    return Given(at_rest, (Handful(0, (THROWN_DIE,), aim),), seed)


def _summed(
    at: tuple[float, float], outcomes: Sequence[SimulatedOutcome], solution: Solution
) -> list[float]:
    """What throws of one strength at one point did: the point; throws after which a lying die shows
    another face or is gone, and those whose own die left the arena; the mean value of either half
    of the throws (one finds the best point, one measures it), and the standard error of all."""
    throws = len(outcomes)
    gone = [THROWN_DIE in outcome.out for outcome in outcomes]
    disturbed = [
        bool(one.flipped or len(one.out) > left) for one, left in zip(outcomes, gone, strict=True)
    ]
    values = [value_of(outcome, solution) for outcome in outcomes]
    mean = sum(values) / throws
    spread = sum((one - mean) ** 2 for one in values) / max(throws - 1, 1)
    halves = (sum(values[k::2]) / len(values[k::2]) for k in (0, 1))
    told = [round(one, 5) for one in (*halves, math.sqrt(spread / throws))]
    return [round(at[0], 4), round(at[1], 4), sum(disturbed), sum(gone), *told]


def value_of(
    outcome: SimulatedOutcome, solution: Solution, hands: tuple[int, int] = HANDS
) -> float:
    """The thrower's chance after a throw, over all faces its die could have shown."""
    lying = [die.face for die in dice_in(outcome.at_rest) if die.die != THROWN_DIE]
    null, *symbols = find_edition(EDITION).faces
    if THROWN_DIE in outcome.out:
        return _after([face for face in lying if face != null], solution, hands)
    kept = [face for face in lying if face != null]
    return sum(
        _after(kept if face == null else [*kept, face], solution, hands)
        for face in (null, *symbols)
    ) / (len(symbols) + 1)


def _after(shown: Sequence[str], solution: Solution, hands: tuple[int, int]) -> float:
    """The thrower's chance with these symbols shown, after one die was thrown."""
    left = sum(shown.count(face) == 1 for face in set(shown))
    taken = len(shown) - left
    own, other = hands[0] - 1 + taken, hands[1]
    if taken:
        return solution.turn_value(left, (other, own))[1]
    return solution.choice_value(left, (own, other))[0]
