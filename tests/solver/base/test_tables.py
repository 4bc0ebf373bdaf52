"""Solved tables as files."""

from pathlib import Path

import numpy as np
import pytest

from kessel.solver.base import Solution, load_or_solve, solve
from kessel.solver.base.table_file import read_table, write_table
from kessel.solver.chance import IdealChance
from kessel.solver.files import BadTable, table_path

MODEL = IdealChance(0.2, 0.1)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("strike-2020", 3, MODEL)


def test_a_table_reads_back_mapped_into_memory(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "one.table"
    write_table(path, solution)
    again = read_table(path)
    assert isinstance(again.tables[1].turn, np.memmap)
    assert again.seats == solution.seats
    assert again.exploitability == solution.exploitability
    assert [policy.mixed for policy in again.policies] == [p.mixed for p in solution.policies]
    assert again.mixed > 0
    for old, new in zip(solution.tables, again.tables, strict=True):
        assert np.array_equal(old.turn, new.turn)
        assert np.array_equal(old.choice, new.choice)


def test_a_truncated_table_is_refused_and_solved_again(tmp_path: Path) -> None:
    first = load_or_solve("strike-2020", 2, MODEL, folder=tmp_path)
    path = table_path(first.edition, 2, MODEL.name, folder=tmp_path)
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(BadTable, match="cut off"):
        read_table(path)
    assert load_or_solve("strike-2020", 2, MODEL, folder=tmp_path).seats == first.seats


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "foreign.table"
    path.write_bytes(b"kessel table 0 {}\n")
    with pytest.raises(BadTable, match="kessel table 1"):
        read_table(path)


def test_the_name_tells_models_editions_and_players_apart(solution: Solution) -> None:
    names = {
        table_path(solution.edition, players, model.name)
        for players in (2, 3)
        for model in (MODEL, IdealChance(0.2, 0.1 + 1e-12))
    }
    assert len(names) == 4


def test_a_second_call_reads_the_file(tmp_path: Path) -> None:
    reports: list[int] = []
    load_or_solve(
        "strike-2020", 2, MODEL, progress=lambda done, _: reports.append(done), folder=tmp_path
    )
    assert reports
    reports.clear()
    load_or_solve(
        "strike-2020", 2, MODEL, progress=lambda done, _: reports.append(done), folder=tmp_path
    )
    assert not reports
