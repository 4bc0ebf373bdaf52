"""Calibration by many worlds: counted batches that say what single throws say."""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest
from physics.native_worlds import NativeWorlds

from kessel.cli import main
from kessel.lab.calibration import Cell, measure, summarise
from kessel.lab.worlds import NO_CARD, measure_with
from kessel.physics.batch import prepare
from kessel.physics.params import MATERIALS, Materials
from kessel.solver.chance import POUR
from kessel.throws.boxes import BoxGeometry

WANTED = [Cell("oval", "firm", 2), Cell("oval", POUR, 2)]


@contextmanager
def one_thread(edition: str) -> Iterator[Executor]:
    prepare(edition, None)
    with ThreadPoolExecutor(1) as pool:
        yield pool


def measured(folder: Path, throws: int) -> list[int]:
    told: list[int] = []
    measure_with(
        NativeWorlds,
        "cuda",
        folder,
        throws,
        WANTED,
        lambda done, total: told.append(done),
        pool=one_thread,
        batch=6,
    )
    return told


def test_many_worlds_count_what_single_throws_show(tmp_path: Path) -> None:
    assert measured(tmp_path, 12) == [6, 12, 18, 24]
    measure(tmp_path, 12, WANTED)
    for together, single in zip(
        summarise(tmp_path, WANTED, "cuda"), summarise(tmp_path, WANTED), strict=True
    ):
        assert together == single
        assert together.throws == 12


def test_worlds_are_built_once_for_all_cells_of_an_arena(tmp_path: Path) -> None:
    """Fewer dice than slots: the others wait off the table."""
    built: list[int] = []

    def counting(
        box: BoxGeometry, slots: int, thrown: int = 1, materials: Materials = MATERIALS
    ) -> NativeWorlds:
        built.append(slots)
        return NativeWorlds(box, slots, thrown, materials)

    wanted = [Cell("oval", "firm", lying) for lying in (1, 3, 2)]
    measure_with(counting, "cuda", tmp_path, 6, wanted, pool=one_thread)
    measure(tmp_path, 6, wanted)
    assert built == [4]
    assert summarise(tmp_path, wanted, "cuda") == summarise(tmp_path, wanted)


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    measured(tmp_path, 6)
    path = WANTED[0].path(tmp_path, "cuda")
    path.write_text(path.read_text() + '{"throws": 6, "se')
    assert measured(tmp_path, 12) == [12, 24]
    assert [json.loads(line)["throws"] for line in path.read_text().splitlines()] == [6, 6]


def test_dice_that_changed_show_the_opposite_face_or_a_neighbour(tmp_path: Path) -> None:
    measured(tmp_path, 12)
    (line, *_) = WANTED[0].path(tmp_path, "cuda").read_text().splitlines()
    told = json.loads(line)
    changed = sum(changed * count for changed, _, _, count in told["seen"])
    assert sum(told["turned"].values()) == changed > 0


def test_no_card_is_said_plainly(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warp = ModuleType("warp")
    vars(warp)["is_cuda_available"] = lambda: False
    worlds = ModuleType("kessel.physics.warp_worlds")
    vars(worlds)["WarpWorlds"] = NativeWorlds
    monkeypatch.setitem(sys.modules, "warp", warp)
    monkeypatch.setitem(sys.modules, worlds.__name__, worlds)
    assert main(["calibrate", str(tmp_path), "--throws", "1", "--device", "cuda"]) == 2
    assert NO_CARD in capsys.readouterr().err
