"""Dice as games leave them: how they lay at every throw of games between exact players, kept in a
file, and cells of throws at them instead of at scattered dice.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from kessel.bots.exact import Exact
from kessel.game import Game, play
from kessel.lab.batch_workers import LocalWorkers
from kessel.lab.calibration import Cell
from kessel.physics.batch import Given, Task
from kessel.physics.chance import Chance
from kessel.physics.dice import PhysicsDice
from kessel.physics.practice import THROWN_DIE, aim_at, seed_of
from kessel.rules.edition import find_edition
from kessel.solver.library import base_library
from kessel.throws.at_rest import DiceAtRest, LyingDie, dice_in
from kessel.throws.dice import Handful, Simulator, ThrowOrder, ThrowResult
from kessel.throws.pose import Pose


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
        for seen in LocalWorkers(processes).map(partial(_layouts_of, edition), range(games))
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
