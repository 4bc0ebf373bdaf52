"""`make model` puts the counts of `docs/study` into the model that ships.

Cells that the study did not count stay as they are. Then `make tables` solves.
"""

import sys
from pathlib import Path

from kessel.errors import KesselError
from kessel.lab.calibration import counted_anew
from kessel.lab.study.parts import Effort, Study
from kessel.solver.base.shipped import FOLDER
from kessel.solver.measured import SHIPPED
from tools.made import ROOT


def count(study: Path, model: Path = FOLDER / SHIPPED) -> None:
    """Write the cells of the study's counts into a model's file."""
    found = Study(study, Effort())
    counts = found.counts() + found.counts_elsewhere()
    model.write_text(counted_anew(model.read_text("utf-8"), counts), "utf-8")
    throws = sum(summary.throws for summary in counts)
    print(f"{model}: {len(counts)} cells of {throws} throws", file=sys.stderr)


if __name__ == "__main__":
    try:
        count(ROOT / "docs" / "study")
    except KesselError as error:
        sys.exit(str(error))
