"""What is measured of throws in the physics, and the chance model fitted to it, which solver and
bots use.

For each arena, kind of throw and number of lying dice many throws are simulated: one die at a
random one of dice scattered at random places, from a random side. Counted are the lying dice that
changed their face or left, and whether the thrown one stayed.
"""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from kessel.errors import BadValue
from kessel.physics.batch import Given, Strike, Task
from kessel.physics.practice import seed_of
from kessel.physics.version import PHYSICS_VERSION
from kessel.rules.edition import find_edition
from kessel.solver.chance import POUR
from kessel.solver.measured import FORMAT
from kessel.throws.aim import KINDS, Aim
from kessel.throws.dice import Handful

EDITION_OF_ARENA = {"oval": "strike-2020", "cauldron": "impact", "wizards": "harry-potter"}
"""One edition played in each arena; arenas, not editions, are measured."""
LYING = range(7)
"""Dice that lie; in the base editions at most five do, with Immobulus or water more."""
POURED = (2, 4, 8)
"""Handfuls that are poured."""
CHANGED_OF_STRUCK = 5 / 6
"""The share of struck dice that show another face than before, if all faces are equally likely."""
FIT_ROUNDS = 500

Seen = tuple[int, int, int]
"""(lying dice that changed, lying dice that left, thrown dice that stayed)."""
Row = dict[str, Any]
"""One cell in the model's file."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing that is measured."""

    arena: str
    kind: str
    dice: int
    """Lying; of a pour: poured."""

    @property
    def edition(self) -> str:
        """An edition played in this arena."""
        return EDITION_OF_ARENA[self.arena]

    @property
    def thrown(self) -> int:
        """How many dice are thrown."""
        return self.dice if self.kind == POUR else 1

    @property
    def slots(self) -> int:
        """How many dice take part."""
        return self.dice if self.kind == POUR else self.dice + 1

    def path(self, folder: Path, device: str = "cpu") -> Path:
        """Where its throws are written, line by line; another physics has another file."""
        engine = f"physics{PHYSICS_VERSION}" + ("" if device == "cpu" else f"-{device}")
        return folder / f"{self.arena}-{self.kind}-{self.dice}-{engine}.jsonl"

    def task(self, number: int) -> Task:
        """The throw of that number."""
        seed = seed_of("calibrate", self.arena, self.kind, self.dice, number)
        edition = find_edition(self.edition)
        chance = Random(seed)
        if self.kind == POUR:
            aim = Aim(side=chance.uniform(-math.pi, math.pi), speed=0.4)
            return Given((), (Handful(0, tuple(range(self.dice)), aim),), seed)
        # With more dice than symbols some lie twice, which makes no difference to the physics.
        faces = [edition.symbols[i % len(edition.symbols)] for i in range(self.dice)]
        return Strike(tuple(chance.sample(faces, len(faces))), self.kind, seed)


def cells(arenas: Iterable[str] = tuple(EDITION_OF_ARENA)) -> list[Cell]:
    """Everything that is measured."""
    return [
        cell
        for arena in arenas
        for cell in (
            *(Cell(arena, kind, lying) for kind in KINDS for lying in LYING),
            *(Cell(arena, POUR, dice) for dice in POURED),
        )
    ]


# --- from throws to a model ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Summary:
    """What was seen in one cell, with standard errors."""

    cell: Cell
    throws: int
    seen: Counter[Seen]
    cocked: int
    """Throws after which a die had to be settled."""
    faces: Counter[str]
    turned: Counter[str] = field(default_factory=Counter)
    """Lying dice that changed: to the `opposite` face, or to one `beside` the old one."""

    def any_changed(self) -> tuple[float, float]:
        """How often at least one lying die changed or left."""
        disturbed = sum(n for (c, left, _), n in self.seen.items() if c + left)
        return _with_error(disturbed, self.throws)

    def thrown_lost(self) -> tuple[float, float]:
        """How often a thrown die was lost; of a pour per die."""
        dice = self.cell.dice if self.cell.kind == POUR else 1
        lost = sum(n * (dice - stayed) for (_, _, stayed), n in self.seen.items())
        return _with_error(lost, self.throws * dice)

    def struck_each(self) -> tuple[float, float]:
        """How often one lying die was struck or left, estimated from changed faces."""
        lying = 0 if self.cell.kind == POUR else self.cell.dice
        if not lying:
            return 0.0, 0.0
        shares = [
            ((changed / CHANGED_OF_STRUCK + left) / lying, n)
            for (changed, left, _), n in self.seen.items()
        ]
        throws = sum(n for _, n in shares)
        mean = sum(share * n for share, n in shares) / throws
        spread = sum((share - mean) ** 2 * n for share, n in shares) / max(throws - 1, 1)
        return mean, math.sqrt(spread / throws)


def summarise(folder: Path, wanted: Sequence[Cell], device: str = "cpu") -> list[Summary]:
    """What the files of a folder contain, for the cells that were measured."""
    paths = ((cell, cell.path(folder, device)) for cell in wanted)
    found = (summary_of(cell, path) for cell, path in paths if path.exists())
    return [summary for summary in found if summary.throws]


def fitted(summary: Summary) -> dict[Seen, float]:
    """(struck, left, stayed) -> probability, by expectation maximisation.

    A struck die shows its old face again one time in six, so what changed is a thinned count of
    what was struck; this finds the most likely counts that were struck.
    """
    lying = 0 if summary.cell.kind == POUR else summary.cell.dice
    hidden = {
        (struck, left, stayed): 1.0
        for _, left, stayed in summary.seen
        for struck in range(lying - left + 1)
    }
    for _ in range(FIT_ROUNDS if lying else 1):
        fresh = dict.fromkeys(hidden, 0.0)
        for (changed, left, stayed), count in summary.seen.items():
            ways = {
                struck: hidden[struck, left, stayed] * _thinned(struck, changed)
                for struck in range(changed, lying - left + 1)
            }
            total = sum(ways.values())
            for struck, way in ways.items():
                fresh[struck, left, stayed] += count * way / total
        hidden = fresh
    return {key: mass / summary.throws for key, mass in sorted(hidden.items()) if mass > 1e-9}


def model_text(summaries: Sequence[Summary]) -> str:
    """The measured model as the file that ships; read by `kessel.solver.measured`."""
    arenas: dict[str, list[Row]] = {}
    for summary in summaries:
        arenas.setdefault(summary.cell.arena, []).append(_row(summary))
    body = json.dumps(arenas, sort_keys=True)
    digest = hashlib.sha256(body.encode()).hexdigest()[:12]
    model = {"format": FORMAT, "physics": str(PHYSICS_VERSION), "digest": digest, "arenas": arenas}
    return json.dumps(model, indent=None, separators=(",", ":")) + "\n"


def _row(summary: Summary) -> Row:
    """One cell of the model."""
    mean, error = summary.struck_each()
    lost, lost_error = summary.thrown_lost()
    movements = [[*key, round(p, 7)] for key, p in fitted(summary).items()]
    total = 0.0
    for row in movements:  # not `sum`, which adds floats in another way since Python 3.12
        total += row[3]
    return {
        "kind": summary.cell.kind,
        "dice": summary.cell.dice,
        "throws": summary.throws,
        "struck": [round(mean, 5), round(error, 5)],
        "lost": [round(lost, 5), round(lost_error, 5)],
        "movements": [[*row[:3], row[3] / total] for row in movements],
    }


def summary_of(cell: Cell, path: Path) -> Summary:
    """The counts in a cell's file."""
    try:
        return added_up(cell, map(json.loads, path.read_text("utf-8").splitlines()))
    except (KeyError, TypeError, ValueError):
        raise BadValue(f"{path} holds no counts of throws: name an empty folder") from None


def added_up(cell: Cell, lines: Iterable[Mapping[str, Any]]) -> Summary:
    """Counts of one cell, put together."""
    seen: Counter[Seen] = Counter()
    faces: Counter[str] = Counter()
    turned: Counter[str] = Counter()
    throws = cocked = 0
    for line in lines:
        for changed, left, stayed, count in line["seen"]:
            seen[changed, left, stayed] += count
        faces.update(line.get("faces", {}))
        turned.update(line["turned"])
        cocked += line["cocked"]
        throws += line["throws"]
    return Summary(cell, throws, seen, cocked, faces, turned)


def _thinned(struck: int, changed: int) -> float:
    share = CHANGED_OF_STRUCK
    return math.comb(struck, changed) * share**changed * (1.0 - share) ** (struck - changed)


def _with_error(count: float, trials: int) -> tuple[float, float]:
    rate = count / trials if trials else 0.0
    return rate, math.sqrt(rate * (1.0 - rate) / trials) if trials else 0.0
