"""What depends on the simulator: the study's figures over other walls, materials and engines.

Every variant throws the same throws (the same seeds) at boxes and dice that differ from ours; its
counts give a chance model, and the model the exact figures.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kessel.lab.calibration import POURED, Cell, Summary
from kessel.lab.crew import Crew, Processes
from kessel.lab.study import play
from kessel.physics.batch import cores
from kessel.physics.params import MATERIALS, Materials
from kessel.physics.practice import THROWN_DIE
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.solver.base import solve
from kessel.solver.chance import POUR
from kessel.solver.measured import KINDS
from kessel.solver.progress import Progress
from kessel.throws.boxes import CAULDRON, OVAL, WIZARDS, BoxGeometry

STARTER = "the starter, exact against exact"
POURED_SHARE = 4
"""Of so many throws of a cell one handful is poured: few are lost, and they take the longest."""


@dataclass(frozen=True, slots=True)
class Change:
    """One departure from what is shipped."""

    name: str
    box: BoxGeometry = OVAL
    wall_degrees: float = 72.0
    wall_height: float = OVAL.height
    mat_damping: float = MATERIALS.mat.damping
    mat_friction: float = MATERIALS.mat.friction
    plastic_damping: float = MATERIALS.plastic.damping
    plastic_friction: float = MATERIALS.plastic.friction
    dice_damping: float = MATERIALS.dice.damping
    dice_friction: float = MATERIALS.dice.friction

    def geometry(self) -> BoxGeometry:
        """The box with this wall."""
        offset = self.wall_height / math.tan(math.radians(self.wall_degrees))
        return replace(self.box, wall=((0.0, 0.0), (offset, self.wall_height)))

    def materials(self) -> Materials:
        """What it is made of."""
        mat, plastic, dice = MATERIALS.mat, MATERIALS.plastic, MATERIALS.dice
        return Materials(
            mat=replace(mat, damping=self.mat_damping, friction=self.mat_friction),
            plastic=replace(plastic, damping=self.plastic_damping, friction=self.plastic_friction),
            dice=replace(dice, damping=self.dice_damping, friction=self.dice_friction),
        )


CHANGES = (
    Change("the oval, as shipped"),
    Change("the cauldron, as shipped", box=CAULDRON),
    Change("the wizards' arena, as shipped", box=WIZARDS),
    Change("wall 60°", wall_degrees=60),
    Change("wall 66°", wall_degrees=66),
    Change("wall 78°", wall_degrees=78),
    Change("wall 50 mm high", wall_height=0.050),
    Change("dice bounce more (0.28)", dice_damping=0.28),
    Change("dice bounce less (0.50)", dice_damping=0.50),
    Change("dice smoother (0.15)", dice_friction=0.15),
    Change("dice rougher (0.40)", dice_friction=0.40),
    Change("mat softer (0.50)", mat_damping=0.50),
    Change("plastic rougher (0.30)", plastic_friction=0.30),
)

PLAUSIBLE: Mapping[str, tuple[float, float]] = {
    "wall_degrees": (66.0, 78.0),
    "wall_height": (0.050, 0.070),
    "mat_damping": (0.28, 0.50),
    "mat_friction": (0.5, 0.9),
    "plastic_damping": (0.20, 0.40),
    "plastic_friction": (0.05, 0.30),
    "dice_damping": (0.28, 0.50),
    "dice_friction": (0.15, 0.40),
}
"""Between what a parameter is drawn, evenly, where nobody has measured it: our own judgement."""


def drawn(
    number: int, known: Mapping[str, tuple[float, float]] | None = None, seed: int = 0
) -> tuple[Change, ...]:
    """Boxes with parameters drawn at random; `known` has mean and standard error of measured ones.

    Each of the others is drawn once from each of `number` equal parts of its range.
    """
    chance, known = Random(f"boxes {seed}"), known or {}
    columns: dict[str, list[float]] = {}
    for name, (low, high) in PLAUSIBLE.items():
        if name in known:
            mean, error = known[name]
            column = [max(chance.gauss(mean, error), 1e-3) for _ in range(number)]
        else:
            parts = [(k + chance.random()) / number for k in range(number)]
            column = [low + (high - low) * part for part in chance.sample(parts, number)]
        columns[name] = column
    return tuple(
        Change(f"drawn {seed}.{k}", OVAL, *(column[k] for column in columns.values()))
        for k in range(number)
    )


def cells_of(change: Change) -> list[Cell]:
    """What is thrown in a box: at none to five dice, and handfuls."""
    name = change.box.name
    singles = [Cell(name, kind, lying) for kind in KINDS for lying in range(6)]
    return [*singles, *(Cell(name, POUR, dice) for dice in POURED)]


Work = tuple[Change, Cell, int]


def counted(work: Work) -> dict[str, Any]:
    """The throws of one cell in a changed box, counted."""
    change, cell, throws = work
    edition, box, materials = find_edition(cell.edition), change.geometry(), change.materials()
    simulator = ArenaSimulator(edition, audible=False, box=box, materials=materials)
    seen: Counter[tuple[int, int, int]] = Counter()
    thrown = range(cell.dice) if cell.kind == POUR else (THROWN_DIE,)
    for task in cell.tasks(throws):
        outcome = simulator.throw(*task.laid(simulator), task.seed).outcome()
        lost = sum(die in thrown for die in outcome.out)
        seen[len(outcome.flipped), len(outcome.out) - lost, len(thrown) - lost] += 1
    rows = [[*key, count] for key, count in sorted(seen.items())]
    return {"change": repr(change), "cell": str(cell), "throws": throws, "seen": rows}


def counts(
    changes: Sequence[Change],
    throws: int,
    kept: Path,
    progress: Progress | None = None,
    crew: Crew | None = None,
) -> Iterator[list[Summary]]:
    """The counts of every change, of so many throws a cell; a file keeps those that are made."""
    work: list[Work] = [
        (change, cell, max(throws // POURED_SHARE, 1) if cell.kind == POUR else throws)
        for change in changes
        for cell in cells_of(change)
    ]
    known = {_key(row): row for row in _lines(kept)}
    left = [one for one in work if _named(one) not in known]
    done = len(work) - len(left)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:
        for row in (crew or Processes(cores())).map(counted, left):
            known[_key(row)] = row
            file.write(json.dumps(row) + "\n")
            file.flush()
            done += 1
            if progress is not None:
                progress(done, len(work))
    for change in changes:
        yield [_summary(one, known[_named(one)]) for one in work if one[0] is change]


def figures(summaries: Sequence[Summary]) -> dict[str, float]:
    """What the first table of the study says, over the model of some counts."""
    model = play.model_of(summaries)
    starter = solve(find_edition(play.EDITION), 2, model).seats[0]
    found = play.edges(model) | {STARTER: starter}
    return {name: round(share, 5) for name, share in found.items()}


def errors(summaries: Sequence[Summary], draws: int) -> dict[str, float]:
    """The standard error that counting alone gives every figure."""
    again = [figures(one) for one in play.redrawn(summaries, draws)]
    return {
        name: round(float(np.std([one[name] for one in again], ddof=1)), 5) for name in again[0]
    }


def parameters(change: Change) -> dict[str, float]:
    """What is drawn of a box."""
    return {name: round(getattr(change, name), 4) for name in PLAUSIBLE}


def _lines(kept: Path) -> Iterator[dict[str, Any]]:
    """The whole lines; one that was cut off is counted again."""
    for line in kept.read_text("utf-8").splitlines() if kept.exists() else ():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def _key(row: Mapping[str, Any]) -> tuple[str, str, int]:
    return row["change"], row["cell"], row["throws"]


def _named(work: Work) -> tuple[str, str, int]:
    return repr(work[0]), str(work[1]), work[2]


def _summary(work: Work, row: Mapping[str, Any]) -> Summary:
    seen = Counter({(changed, left, stayed): n for changed, left, stayed, n in row["seen"]})
    return Summary(work[1], work[2], seen, 0, Counter())
