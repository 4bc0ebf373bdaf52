"""Processor seconds and memory of a solve.

Every solve runs in a process of its own, so that its peak memory is its own.
"""

import json
import os
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

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


def main() -> None:
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
    print(json.dumps({"bench": "solver", "solves": solves}))


if __name__ == "__main__":
    main()
