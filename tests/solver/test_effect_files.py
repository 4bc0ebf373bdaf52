"""Tables of games with effects as files: they read back, and others are refused."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kessel.solver.chance import IdealChance
from kessel.solver.effect_files import read_of, read_table, write_table
from kessel.solver.effect_table import EffectTable
from kessel.solver.files import BadTable, write_arrays
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.potter.table import PotterTable

MODEL = IdealChance(0.3, 0.4)


def stone(model: IdealChance, hand: int) -> ImpactTable:
    return ImpactTable.solve("impact-power", "stone", 2, model, hand)


def air(model: IdealChance, hand: int) -> ImpactTable:
    return ImpactTable.solve("impact-power", "air", 3, model, hand)


def avatar(model: IdealChance, hand: int) -> ImpactTable:
    return ImpactTable.solve("impact-avatar", None, 2, model, hand)


@pytest.mark.parametrize("solve", [PotterTable.solve, stone, air, avatar])
def test_a_table_reads_back(
    solve: Callable[[IdealChance, int], EffectTable], tmp_path: Path
) -> None:
    table = solve(MODEL, 2)
    path = tmp_path / "one.table"
    write_table(path, table)
    found = read_table(path)
    assert found.about == table.about
    for mine, read in zip(table.arrays(), found.arrays(), strict=True):
        assert isinstance(read, np.memmap) or not read.size
        assert np.array_equal(mine, read)


def test_the_table_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.table"
    write_table(path, stone(MODEL, 2))
    assert read_of(2, "stone", MODEL.name, "impact-power", path)
    with pytest.raises(BadTable, match="another game"):
        read_of(3, "stone", MODEL.name, "impact-power", path)
    with pytest.raises(BadTable, match="another game"):
        read_of(2, "air", MODEL.name, "impact-power", path)
    with pytest.raises(BadTable, match="another game"):
        read_of(2, "stone", MODEL.name, "impact-power options=column_zero_dice:excluded", path)
    write_arrays(path, {"players": 2}, [])
    with pytest.raises(BadTable, match="not a table of a game with effects"):
        read_table(path)
