"""`python -m kessel.lab.study.ship docs/study` puts the study's counts into the model that ships.

Cells that the study did not count stay as they are. Then `python -m kessel.solver.ship` solves.
"""

import sys
from pathlib import Path

from kessel.lab.calibration import counted_anew
from kessel.lab.study.parts import Effort, Study
from kessel.solver.base.shipped import FOLDER
from kessel.solver.measured import SHIPPED


def ship(study: Path, model: Path = FOLDER / SHIPPED) -> None:
    """Write the cells of the study's counts into a model's file."""
    counts = Study(study, Effort()).counts()
    model.write_text(counted_anew(model.read_text("utf-8"), counts), "utf-8")
    throws = sum(summary.throws for summary in counts)
    print(f"{model}: {len(counts)} cells of {throws} throws", file=sys.stderr)


if __name__ == "__main__":
    ship(Path(sys.argv[1]))
