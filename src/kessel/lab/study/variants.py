"""Other arenas to count throws in: which figures of the study hold in all of them.

Nobody has measured the real box, so walls and materials are changed one by one, and all at once by
chance; and dice are thrown at as games leave them instead of scattered.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

from kessel.bots.exact import Exact
from kessel.game import Game, play
from kessel.lab.calibration import Cell
from kessel.lab.crew import Processes
from kessel.physics.batch import Arena, Given, Task
from kessel.physics.chance import Chance
from kessel.physics.dice import PhysicsDice
from kessel.physics.params import MATERIALS, Materials
from kessel.physics.practice import THROWN_DIE, aim_at, seed_of
from kessel.rules.edition import find_edition
from kessel.solver.library import base_library
from kessel.throws.at_rest import DiceAtRest, LyingDie, dice_in
from kessel.throws.boxes import CAULDRON, OVAL, WIZARDS, BoxGeometry
from kessel.throws.dice import Handful, Simulator, ThrowOrder, ThrowResult
from kessel.throws.pose import Pose

SHIPPED = "the oval, as shipped"
WALL_DEGREES = 72.0
LEAST = 1e-3
"""No number drawn about a measured one is less."""
DRAWN = 24
"""Arenas whose walls and materials are all drawn by chance."""


@dataclass(frozen=True, slots=True)
class Change:
    """One departure from what is shipped."""

    name: str
    box: BoxGeometry = OVAL
    wall_degrees: float = WALL_DEGREES
    wall_height: float = OVAL.height
    mat_damping: float = MATERIALS.mat.damping
    mat_friction: float = MATERIALS.mat.friction
    plastic_damping: float = MATERIALS.plastic.damping
    plastic_friction: float = MATERIALS.plastic.friction
    dice_damping: float = MATERIALS.dice.damping
    dice_friction: float = MATERIALS.dice.friction

    @property
    def arena(self) -> Arena:
        """The box with this wall, and what it is made of."""
        wall = self.box.wall
        if (self.wall_degrees, self.wall_height) != (WALL_DEGREES, self.box.height):
            offset = self.wall_height / math.tan(math.radians(self.wall_degrees))
            wall = ((0.0, 0.0), (offset, self.wall_height))
        materials = {
            name: replace(
                getattr(MATERIALS, name),
                damping=getattr(self, f"{name}_damping"),
                friction=getattr(self, f"{name}_friction"),
            )
            for name in ("mat", "plastic", "dice")
        }
        return Arena(replace(self.box, wall=wall), Materials(**materials))

    @property
    def folder(self) -> str:
        """A name for its throws."""
        return "".join(sign if sign.isalnum() else "-" for sign in self.name)


CHANGES = (
    Change(SHIPPED),
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
RANGES: dict[str, tuple[float, float]] = {
    "wall_degrees": (62.0, 80.0),
    "wall_height": (0.050, 0.066),
    "mat_damping": (0.26, 0.50),
    "plastic_damping": (0.20, 0.40),
    "plastic_friction": (0.05, 0.30),
    "dice_damping": (0.28, 0.50),
    "dice_friction": (0.15, 0.40),
}
"""What the unmeasured numbers may be, by our own judgement; all values between are as likely."""
NUMBERS = (*RANGES, "mat_friction")
"""What can be drawn: friction with the mat only where it was measured."""


def drawn(
    count: int = DRAWN, measured: Mapping[str, tuple[float, float]] | None = None
) -> list[Change]:
    """Arenas with all of these numbers drawn by chance; `measured`: by mean and standard error."""
    chance, measured = Random("arenas drawn by chance"), measured or {}
    kind, found = "measured" if measured else "drawn", []
    for number in range(count):
        numbers: dict[str, Any] = {
            name: round(chance.uniform(*ends), 4) for name, ends in RANGES.items()
        }
        for name, (mean, error) in measured.items():
            numbers[name] = round(max(chance.gauss(mean, error), LEAST), 4)
        found.append(Change(f"{kind} {number}", **numbers))
    return found


# --- dice as games leave them ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeftByPlay(Cell):
    """Throws at dice as games left them: layouts out of a file, in turn."""

    layouts: str = ""

    def task(self, number: int) -> Task:
        """The throw of that number."""
        there = read_layouts(self.layouts)[self.dice]
        seed = seed_of("left by play", self.kind, self.dice, number)
        at_rest = there[number % len(there)]
        aim = aim_at(at_rest, self.kind, Chance(seed, attempt=2**31))
        return Given(at_rest, (Handful(0, (THROWN_DIE,), aim),), seed)


class LastThrow(Simulator):
    """Dice of which the last throw is known as it lay, before the rules took any."""

    def __init__(self, dice: Simulator) -> None:
        self._dice = dice
        self.last: tuple[DiceAtRest, ThrowResult] = (), ThrowResult(())
        """How the dice lay before and after it."""

    @property
    def name(self) -> str:
        """The name of the dice themselves."""
        return self._dice.name

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Throw, and remember."""
        self.last = order.at_rest, self._dice.throw(order)
        return self.last[1]


class _Watched(LastThrow):
    """Dice that note how others lay when one was thrown."""

    def __init__(self) -> None:
        super().__init__(PhysicsDice(watched=False))
        self.seen: list[DiceAtRest] = []

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Throw, and note what lay there."""
        if sum(len(one.dice) for one in order.handfuls) == 1:
            self.seen.append(order.at_rest)
        return super().throw(order)


def write_layouts(path: Path, edition: str, games: int, processes: int) -> None:
    """Games between two exact players, in the physics: how dice lay at every throw of one."""
    base_library(find_edition(edition), 2)  # made before processes share it
    rows = [
        [[die.die, die.face, *die.pose] for die in dice_in(at_rest)]
        for seen in Processes(processes).map(partial(_layouts_of, edition), range(games))
        for at_rest in seen
    ]
    path.write_text(json.dumps(rows, separators=(",", ":")), "utf-8")


def _layouts_of(edition: str, number: int) -> list[DiceAtRest]:
    dice, exact = _Watched(), Exact(base_library)
    play(Game(find_edition(edition), 2), [exact, exact], dice, f"layouts {edition} {number}")
    return dice.seen


@lru_cache(maxsize=2)
def read_layouts(path: str) -> dict[int, list[DiceAtRest]]:
    """By the number of lying dice: how they lay."""
    found: dict[int, list[DiceAtRest]] = {}
    for row in json.loads(Path(path).read_text("utf-8")):
        at_rest = tuple((LyingDie(die, face, Pose(*pose)),) for die, face, *pose in row)
        found.setdefault(len(at_rest), []).append(at_rest)
    return found


def at_layouts(path: Path, wanted: Sequence[Cell]) -> Iterator[LeftByPlay]:
    """Of these cells, those that throw at lying dice, at the layouts of a file."""
    for cell in wanted:
        if cell.dice in read_layouts(str(path)) and cell.thrown == 1 and cell.dice:
            yield LeftByPlay(cell.arena, cell.kind, cell.dice, str(path))
