"""Writes what is made from something else: `python -m tools.generate [NAME ...]`.

Without a name everything that takes seconds. Golden files and first games are kept as they
were made: only missing ones are written, unless `--all` is said. `--check` writes nothing and fails
if anything is stale.
"""

import argparse
import sys
from collections.abc import Sequence

from tools import (
    architecture,
    boxes,
    editions,
    icons,
    lessons,
    protocol,
    records,
    reference,
    sbom,
    trajectories,
    watch,
)
from tools.made import ROOT, Generator

GENERATORS: tuple[Generator, ...] = (
    protocol.GENERATOR,
    boxes.GENERATOR,
    editions.GENERATOR,
    reference.GENERATOR,
    records.GENERATOR,
    trajectories.GENERATOR,
    lessons.GENERATOR,
    icons.GENERATOR,
    sbom.GENERATOR,
    watch.GENERATOR,
    architecture.GENERATOR,
)
"""What `make generate` writes; solver tables, the model and pictures have commands of their own."""


def stale(generators: Sequence[Generator] = GENERATORS) -> list[str]:
    """A line for each file that is not what it is made from, with the command that writes it."""
    return [
        f"{path.relative_to(ROOT)} is stale: make generate (or python -m tools.generate {one.name})"
        for one in generators
        for path in one.stale()
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Write, or check."""
    names = [one.name for one in GENERATORS]
    parser = argparse.ArgumentParser("python -m tools.generate", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"of {', '.join(names)}; all if none is named")
    parser.add_argument("--all", action="store_true", help="also what is kept as it was made")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if one is stale")
    wanted = parser.parse_args(words)
    for name in wanted.name:
        if name not in names:
            parser.error(f"no generator is called {name}; there are {', '.join(names)}")
    chosen = [one for one in GENERATORS if not wanted.name or one.name in wanted.name]
    if wanted.check:
        lines = stale(chosen)
        print("\n".join(lines), file=sys.stderr, end="\n" if lines else "")
        return 1 if lines else 0
    for one in chosen:
        for path in one.write(everything=wanted.all):
            print(f"{path.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
