"""Solutions are read where there is a file, and made where there is none."""

from pathlib import Path

import pytest

from kessel.solver.base import load_or_solve
from kessel.solver.base.table_file import read_table
from kessel.solver.chance import IdealChance
from kessel.solver.files import BadTable, table_path

MODEL = IdealChance(0.2, 0.1)


def test_a_truncated_table_is_refused_and_solved_again(tmp_path: Path) -> None:
    first = load_or_solve("strike-2020", 2, MODEL, folder=tmp_path)
    path = table_path(first.edition, 2, MODEL.name, folder=tmp_path)
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(BadTable, match="cut off"):
        read_table(path)
    assert load_or_solve("strike-2020", 2, MODEL, folder=tmp_path).chances == first.chances


def test_a_second_call_reads_the_file(tmp_path: Path) -> None:
    reports: list[int] = []
    for solved in (True, False):
        reports.clear()
        load_or_solve(
            "strike-2020", 2, MODEL, progress=lambda done, _: reports.append(done), folder=tmp_path
        )
        assert bool(reports) == solved
