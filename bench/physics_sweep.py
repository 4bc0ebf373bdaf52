"""Which walls and materials make the game the game: flips, losses and cocked dice by strength.

The first rows are the three arenas as shipped, the others change the oval in one way. `--throws N`
a cell. Wanted: gentle loses < 0.5% and seldom flips; firm flips >= 40% and loses <= 5%; wild loses
20 to 40%; cocked < 5% everywhere.
"""

import argparse
import json
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace

from kessel.physics.batch import cores
from kessel.physics.params import MATERIALS, Materials
from kessel.physics.practice import THROWN_DIE, seed_of, throw_at
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.throws.aim import STRENGTHS
from kessel.throws.boxes import CAULDRON, OVAL, WIZARDS, BoxGeometry

LYING = "23456"


@dataclass(frozen=True, slots=True)
class Change:
    """One departure from what is shipped."""

    name: str
    box: BoxGeometry = OVAL
    wall_degrees: float = 72.0
    wall_height: float = OVAL.height
    mat_damping: float = MATERIALS.mat.damping
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
        return Materials(
            mat=replace(MATERIALS.mat, damping=self.mat_damping),
            plastic=replace(
                MATERIALS.plastic, damping=self.plastic_damping, friction=self.plastic_friction
            ),
            dice=replace(MATERIALS.dice, damping=self.dice_damping, friction=self.dice_friction),
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


@dataclass(frozen=True, slots=True)
class Cell:
    """Per cent of throws."""

    flips: float
    thrown_lost: float
    lying_lost: float
    cocked: float


def measure(change: Change, strength: str, throws: int) -> Cell:
    """One cell of the table."""
    simulator = ArenaSimulator(
        find_edition("strike-2020"),
        audible=False,
        box=change.geometry(),
        materials=change.materials(),
    )
    done = [
        throw_at(simulator, LYING, strength, seed_of("sweep", strength, k)) for k in range(throws)
    ]
    return Cell(
        100 * sum(bool(t.flipped) for t in done) / throws,
        100 * sum(THROWN_DIE in t.out for t in done) / throws,
        100 * sum(any(die != THROWN_DIE for die in t.out) for t in done) / throws,
        100 * sum(bool(t.unread) for t in done) / throws,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    print(f"one die at {len(LYING)}, {args.throws} throws a cell, in % of throws:")
    print("| flips / thrown die lost / a lying die lost / cocked | " + " | ".join(STRENGTHS) + " |")
    print("|---|" + "---|" * len(STRENGTHS))
    with ProcessPoolExecutor(cores()) as pool:
        jobs = [
            (change, [pool.submit(measure, change, s, args.throws) for s in STRENGTHS])
            for change in CHANGES
        ]
        for change, cells in jobs:
            row = [cell.result() for cell in cells]
            words = (
                f"{c.flips:.1f} / {c.thrown_lost:.1f} / {c.lying_lost:.1f} / {c.cocked:.1f}"
                for c in row
            )
            print(f"| {change.name} | " + " | ".join(words) + " |", flush=True)
            if args.json:
                print(json.dumps({"change": change.name, "cells": [asdict(c) for c in row]}))


if __name__ == "__main__":
    main()
