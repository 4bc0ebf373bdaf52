"""`make model`: the model that ships, of the counts in `docs/study`; `make tables` solves it."""

import sys
from pathlib import Path

from kessel.errors import BadValue, KesselError
from kessel.lab.calibration import cells, model_text
from kessel.lab.study.parts import Effort, Study
from kessel.solver.base.tables import FOLDER
from kessel.solver.measured import SHIPPED
from tools.made import ROOT


def count(study: Path, model: Path = FOLDER / SHIPPED) -> None:
    """Write the model of a study's counts."""
    found = Study(study, Effort())
    counts = {one.cell: one for one in found.counts() + found.counts_elsewhere()}
    wanted = cells()
    if missing := [cell for cell in wanted if cell not in counts]:
        raise BadValue(f"{study}: {len(missing)} cells are not counted, the first is {missing[0]}")
    model.write_text(model_text([counts[cell] for cell in wanted]), "utf-8")
    throws = sum(summary.throws for summary in counts.values())
    print(f"{model}: {len(counts)} cells of {throws} throws", file=sys.stderr)


if __name__ == "__main__":
    try:
        count(ROOT / "docs" / "study")
    except KesselError as error:
        sys.exit(str(error))
