"""`python -m kessel.lab.study.ship docs/study` puts the study's counts into the model that ships.

Cells that the study did not count stay as they are. Then `python -m kessel.solver.ship` solves.
"""

import argparse
import sys
from pathlib import Path

from kessel.errors import KesselError
from kessel.lab.calibration import counted_anew
from kessel.lab.study.parts import Effort, Study
from kessel.solver.base.shipped import FOLDER
from kessel.solver.measured import SHIPPED


def ship(study: Path, model: Path = FOLDER / SHIPPED) -> None:
    """Write the cells of the study's counts into a model's file."""
    found = Study(study, Effort())
    counts = found.counts() + found.counts_elsewhere()
    model.write_text(counted_anew(model.read_text("utf-8"), counts), "utf-8")
    throws = sum(summary.throws for summary in counts)
    print(f"{model}: {len(counts)} cells of {throws} throws", file=sys.stderr)


def main() -> None:
    """Read the command; whatever is wrong with the study is told in a line."""
    parser = argparse.ArgumentParser("kessel.lab.study.ship", description=__doc__)
    parser.add_argument("study", type=Path, help="folder of `kessel study`, with its throws.json")
    try:
        ship(parser.parse_args().study)
    except KesselError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
