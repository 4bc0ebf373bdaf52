"""Which walls and materials make the game the game: flips, losses and cocked dice by strength.

The first rows are the three arenas as shipped, the others change the oval in one way. `--throws N`
a cell. Wanted: gentle loses < 0.5% and seldom flips; firm flips >= 40% and loses <= 5%; wild loses
20 to 40%; cocked < 5% everywhere.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass

from kessel.lab.study.variants import CHANGES, Change
from kessel.physics.batch import cores
from kessel.physics.practice import THROWN_DIE, seed_of, throw_at
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.throws.aim import STRENGTHS

LYING = "23456"


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
        box=change.arena.box,
        materials=change.arena.materials,
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
