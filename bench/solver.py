"""Processor seconds and memory of a solve, and agreement with games on the real rules.

    python bench/solver.py [--games 1000000] [--jobs 2]

Every solve runs in a process of its own, so that its peak memory is its own. The games, a million
unless another number is given, are shared out over processes and over a few settings.
"""

import argparse
import json
import os
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from lab.agreement import deviation, simulate

from kessel.rules.edition import find_edition
from kessel.solver import effect_files
from kessel.solver.base.solving import solve
from kessel.solver.chance import IdealChance

Setting = tuple[str, int, float, float]
"""Edition, players, strike, loss."""
Row = dict[str, float | str]

SOLVES = [(e, n) for e in ("strike-2020", "strike-2012", "impact") for n in (2, 3, 4, 5)]
CYCLES: list[Setting] = [
    ("strike-2020", 4, 0.1, 0.0),
    ("strike-2020", 4, 0.1, 0.01),
    ("strike-2020", 5, 0.15, 0.01),
    ("strike-2020", 5, 0.1, 0.0),
    ("strike-2020", 5, 0.1, 0.01),
]
"""Settings without a pure equilibrium."""
ELEMENTS = find_edition("impact-power").symbols
WITH_EFFECTS: list[tuple[str, int, str | None]] = [
    *(("impact-power", 2, element) for element in ELEMENTS),
    *(("impact-power", 3, element) for element in ELEMENTS if element != "stone"),
    ("impact-avatar", 2, None),
    ("harry-potter", 2, None),
]
AGREEMENT: list[Setting] = [
    ("strike-2020", 2, 0.3, 0.02),
    ("strike-2012", 2, 0.1, 0.1),
    ("impact", 3, 0.3, 0.02),
    ("strike-2020", 5, 0.3, 0.02),
]
MEGABYTE = 1024
"""Peak memory is measured in KiB."""


def measured(edition: str, players: int, strike: float, loss: float) -> Row:
    """One solve, in this process."""
    started = time.process_time()
    solution = solve(edition, players, IdealChance(strike, loss))
    return {
        "setting": f"{edition} {players} ({strike:g}, {loss:g})",
        "states": solution.states,
        "seconds": round(time.process_time() - started, 2),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE),
        "exploitability": solution.exploitability,
        "mixed": solution.mixed,
    }


def with_effects(edition: str, players: int, element: str | None) -> Row:
    """A game with effects, in this process."""
    started = time.process_time()
    about = effect_files.solve(edition, players, element, IdealChance()).about
    return {
        "setting": f"{edition} {players} {element or ''}".strip(),
        "states": about.states,
        "seconds": round(time.process_time() - started, 2),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE),
        "exploitability": about.exploitability,
        "mixed": 0,
    }


def played(setting: Setting, games: int, seed: int) -> tuple[int, ...]:
    """Games won by each seat."""
    edition, players, strike, loss = setting
    solution = solve(edition, players, IdealChance(strike, loss))
    return simulate(solution, strike, loss, games, Random(seed))


def agreement(setting: Setting, games: int, jobs: int) -> Row:
    """Games shared out over processes, compared with what the solution says."""
    edition, players, strike, loss = setting
    each = games // jobs
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        parts = list(pool.map(played, [setting] * jobs, [each] * jobs, range(jobs)))
    wins = tuple(map(sum, zip(*parts, strict=True)))
    chances = solve(edition, players, IdealChance(strike, loss)).chances
    return {
        "setting": f"{edition} {players} ({strike:g}, {loss:g})",
        "games": sum(wins),
        "starter": round(wins[0] / sum(wins), 5),
        "solved": round(chances[0], 5),
        "worst": round(deviation(wins, chances), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line has it
    solves = []
    print(f"{'solve':<32}{'positions':>10}{'s':>8}{'MB':>6}{'exploitability':>16}{'mixed':>7}")
    plain: list[Setting] = [(*one, 0.3, 0.02) for one in SOLVES]
    work: list[partial[Row]] = [partial(measured, *setting) for setting in (*plain, *CYCLES)]
    work += [partial(with_effects, *setting) for setting in WITH_EFFECTS]
    for one in work:
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            row = pool.submit(one).result()
        solves.append(row)
        print(
            f"{row['setting']:<32}{row['states']:>10}{row['seconds']:>8}{row['megabytes']:>6}"
            f"{row['exploitability']:>16.1e}{row['mixed']:>7}",
            flush=True,
        )
    games = []
    print(
        f"\n{'games on the rules':<32}{'games':>10}{'starter':>10}{'solved':>10}{'worst, SE':>11}"
    )
    for setting in AGREEMENT:
        row = agreement(setting, args.games // len(AGREEMENT), args.jobs)
        games.append(row)
        print(
            f"{row['setting']:<32}{row['games']:>10}{row['starter']:>10}{row['solved']:>10}"
            f"{row['worst']:>11}",
            flush=True,
        )
    print(json.dumps({"bench": "solver", "solves": solves, "agreement": games}))


if __name__ == "__main__":
    main()
