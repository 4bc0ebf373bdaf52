"""Solved tables as files."""

from pathlib import Path

import numpy as np
import pytest

from kessel.solver.base import Solution, load_or_solve
from kessel.solver.base.solving import solve
from kessel.solver.base.table_file import read_of, read_table, write_table
from kessel.solver.chance import IdealChance
from kessel.solver.files import BadTable, read_arrays, table_path, write_arrays

MODEL = IdealChance(0.2, 0.1)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("strike-2020", 3, MODEL)


def test_a_table_reads_back_mapped_into_memory(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "one.table"
    write_table(path, solution)
    again = read_table(path)
    assert isinstance(again.tables[1].turn, np.memmap)
    assert again.chances == solution.chances
    assert again.exploitability == solution.exploitability
    assert [policy.mixed for policy in again.policies] == [p.mixed for p in solution.policies]
    assert again.mixed > 0
    for old, new in zip(solution.tables, again.tables, strict=True):
        assert np.array_equal(old.turn, new.turn)
        assert np.array_equal(old.choice, new.choice)


def test_the_table_of_another_game_is_refused(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "one.table"
    write_table(path, solution)
    assert read_of(solution.edition, 3, MODEL.name, path).chances == solution.chances
    with pytest.raises(BadTable, match="another game"):
        read_of(solution.edition, 2, MODEL.name, path)


def test_a_table_of_other_hands_is_refused(solution: Solution, tmp_path: Path) -> None:
    """Such as one made before an edition was changed."""
    path, changed = tmp_path / "one.table", tmp_path / "other.table"
    write_table(path, solution)
    header, arrays = read_arrays(path)
    write_arrays(changed, header | {"edition": "strike-2012"}, list(arrays))
    with pytest.raises(BadTable, match="is not of 2 with 25 dice"):
        read_table(changed)


# --- solutions are read where there is a file, and made where there is none -----------------------


SHORT = IdealChance(0.2, 0.1)


def test_a_truncated_table_is_refused_and_solved_again(tmp_path: Path) -> None:
    first = load_or_solve("strike-2020", 2, SHORT, folder=tmp_path)
    path = table_path(first.edition, 2, SHORT.name, folder=tmp_path)
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(BadTable, match="cut off"):
        read_table(path)
    assert load_or_solve("strike-2020", 2, SHORT, folder=tmp_path).chances == first.chances


def test_a_second_call_reads_the_file(tmp_path: Path) -> None:
    reports: list[int] = []
    for solved in (True, False):
        reports.clear()
        load_or_solve(
            "strike-2020", 2, SHORT, progress=lambda done, _: reports.append(done), folder=tmp_path
        )
        assert bool(reports) == solved
