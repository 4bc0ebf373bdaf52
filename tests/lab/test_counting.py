"""Throws counted on processors and in many worlds say the same; broken off, they go on."""

import json
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest
from physics.native_worlds import NativeWorlds

from kessel.cli import main
from kessel.lab.calibration import Cell, summarise
from kessel.lab.counting import NO_CARD, measure
from kessel.solver.chance import POUR
from kessel.throws.boxes import BoxGeometry

WANTED = [Cell("oval", "firm", 2), Cell("oval", POUR, 2)]


def one_thread() -> Executor:
    return ThreadPoolExecutor(1)


def measured(folder: Path, throws: int) -> list[int]:
    told: list[int] = []
    measure(
        folder,
        throws,
        WANTED,
        lambda done, total: told.append(done),
        worlds=NativeWorlds,
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


def test_worlds_are_built_once_and_processes_started_once(tmp_path: Path) -> None:
    """Fewer dice than slots: the others wait off the table. Handfuls have worlds of their own."""
    built: list[tuple[str, int, int]] = []
    started: list[Executor] = []

    def counting(box: BoxGeometry, slots: int, thrown: int = 1) -> NativeWorlds:
        built.append((box.name, slots, thrown))
        return NativeWorlds(box, slots, thrown)

    def starting() -> Executor:
        started.append(one_thread())
        return started[-1]

    wanted = [
        *(Cell("oval", "firm", lying) for lying in (1, 3, 2)),
        *(Cell("oval", POUR, dice) for dice in (2, 3)),
        Cell("cauldron", "firm", 2),
    ]
    assert measure(tmp_path, 6, wanted, worlds=counting, pool=starting, batch=4) == 36
    assert measure(tmp_path, 6, wanted) == 36
    assert built == [("oval", 4, 1), ("oval", 3, 3), ("cauldron", 3, 1)]
    assert len(started) == 1
    assert summarise(tmp_path, wanted, "cuda") == summarise(tmp_path, wanted)
    assert measure(tmp_path, 6, wanted, worlds=counting, pool=starting) == 0
    assert len(built) == 3


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    measured(tmp_path, 6)
    path = WANTED[0].path(tmp_path, "cuda")
    path.write_text(path.read_text() + '{"throws": 6, "se')
    assert measured(tmp_path, 12) == [18, 24]
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
