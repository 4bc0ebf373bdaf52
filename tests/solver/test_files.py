"""Arrays in files: whole or not at all, mapped into memory, replaced where they are broken."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.solver import files
from kessel.solver.chance import IdealChance
from kessel.solver.effect_files import read_table, write_table
from kessel.solver.effect_table import EffectTable
from kessel.solver.files import (
    ALIGNMENT,
    BadTable,
    cache_folder,
    load_or_make,
    pack,
    read_arrays,
    table_path,
    write_arrays,
)
from kessel.solver.games import SolvedGame
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.potter.table import PotterTable

STRIKE = find_edition("strike-2020")


def test_arrays_read_back_with_their_shapes_types_and_header(tmp_path: Path) -> None:
    arrays = [np.arange(6.0).reshape(2, 3), np.array([1, -1], dtype=np.int8)]
    path = tmp_path / "new folder" / "one.table"
    write_arrays(path, {"players": 2}, arrays)
    header, read = read_arrays(path)
    found = list(read)
    assert header["players"] == 2
    for one, other in zip(arrays, found, strict=True):
        assert isinstance(other, np.memmap)
        assert other.offset % ALIGNMENT == 0
        assert other.dtype == one.dtype
        assert np.array_equal(one, other)


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    class Broken(np.ndarray):
        def tobytes(self, order: str | None = "C") -> bytes:
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_arrays(tmp_path / "one.table", {}, [np.zeros(3).view(Broken)])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04 something else\n", "does not begin with 'kessel table 1'"),
        (b"kessel table 0 {}\n", "does not begin with 'kessel table 1'"),
        (b"kessel table 1 {}", "does not begin"),
        (b"kessel table 1 {not json}\n", "does not read as JSON"),
    ],
)
def test_what_is_not_a_table_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "one.table"
    path.write_bytes(content)
    with pytest.raises(BadTable, match=message):
        read_arrays(path)


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.table"
    write_arrays(path, {}, [np.zeros(100)])
    path.write_bytes(path.read_bytes()[:-1])
    _, arrays = read_arrays(path)
    with pytest.raises(BadTable, match="cut off"):
        list(arrays)


@pytest.mark.parametrize("numpy", ["there", "missing"])
def test_packed_arrays_read_back_with_and_without_numpy(
    numpy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrays = [np.arange(6.0).reshape(1, 2, 3), np.array([[1, -1]], dtype=np.int8)]
    path = tmp_path / "one.table"
    write_arrays(path, {"players": 2}, arrays)
    packed = pack(path)
    assert not path.exists()
    if numpy == "missing":
        monkeypatch.setattr(files, "find_spec", lambda name: None)
    header, read = read_arrays(packed)
    found = list(read)
    assert header["players"] == 2
    assert all(isinstance(one, memoryview) == (numpy == "missing") for one in found)
    assert found[0][0, 1, 2] == 5.0
    assert found[1][0, 1] == -1
    for one, other in zip(arrays, found, strict=True):
        assert np.array_equal(one, np.asarray(other))


def test_a_packed_file_that_does_not_unpack_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.table.xz"
    path.write_bytes(b"something else")
    with pytest.raises(BadTable, match="does not unpack"):
        read_arrays(path)


def test_everything_a_table_depends_on_is_in_its_name(tmp_path: Path) -> None:
    power = find_edition("impact-power")
    paths = {
        table_path(STRIKE, 2, "ideal", folder=tmp_path),
        table_path(STRIKE, 3, "ideal", folder=tmp_path),
        table_path(STRIKE, 2, IdealChance(0.2, 0.1).name, folder=tmp_path),
        table_path(STRIKE, 2, IdealChance(0.2, 0.1 + 1e-12).name, folder=tmp_path),
        table_path(power, 2, "ideal", folder=tmp_path),
        table_path(power, 2, "ideal", "air", tmp_path),
    }
    assert len(paths) == 6
    assert all(path.parent == tmp_path for path in paths)


def test_the_cache_can_be_put_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("KESSEL_CACHE")
    assert cache_folder() != tmp_path


class Shelf:
    """A table is a number in a text file; counts how often one is made."""

    def __init__(self) -> None:
        self.made = 0

    def read(self, path: Path) -> int:
        try:
            return int(path.read_text())
        except ValueError:
            raise BadTable(path.name) from None

    def make(self) -> int:
        self.made += 1
        return 42

    def write(self, path: Path, table: int) -> None:
        path.write_text(str(table))


def test_a_table_is_made_once_and_again_where_it_is_broken(tmp_path: Path) -> None:
    shelf, path = Shelf(), tmp_path / "number"
    for made in (1, 1):
        assert load_or_make(path, shelf.read, shelf.make, shelf.write) == 42
        assert shelf.made == made
    path.write_text("forty-two")
    assert load_or_make(path, shelf.read, shelf.make, shelf.write) == 42
    assert shelf.made == 2
    assert path.read_text() == "42"


def test_without_a_writable_cache_the_table_is_used_all_the_same(tmp_path: Path) -> None:
    shelf, path = Shelf(), tmp_path / "missing" / "number"
    assert load_or_make(path, shelf.read, shelf.make, shelf.write) == 42
    assert not path.exists()


# --- tables of games with effects as files: they read back, and others are refused ----------------


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
    assert SolvedGame("impact-power", 2, "stone", MODEL).read(path)
    others = [(3, "stone", MODEL), (2, "air", MODEL), (2, "stone", IdealChance(0.2, 0.4))]
    for other in others:
        with pytest.raises(BadTable, match="another game"):
            SolvedGame("impact-power", *other).read(path)
    excluded = find_edition("harry-potter"), {"accio_optional": False}
    write_table(path, PotterTable.solve(MODEL, 2, tallest=2))
    with pytest.raises(BadTable, match="another game"):
        SolvedGame("harry-potter", 2, None, MODEL, resolve_options(*excluded)).read(path)
    write_arrays(path, {"players": 2}, [])
    with pytest.raises(BadTable, match="not a table of a game with effects"):
        read_table(path)
