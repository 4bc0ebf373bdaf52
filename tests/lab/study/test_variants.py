"""Other arenas and layouts: thrown in where they say, as shipped where nothing is changed."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import pytest
from physics.native_worlds import NativeWorlds

from kessel.lab.calibration import Cell, summarise
from kessel.lab.counting import measure
from kessel.lab.study import variants
from kessel.lab.study.parts import Effort, Study, _thrown
from kessel.lab.study.play import STARTER
from kessel.lab.study.variants import CHANGES, NUMBERS, RANGES, SHIPPED, Change, LeftByPlay
from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.batch import Arena, simulator_of
from kessel.physics.params import MATERIALS
from kessel.physics.practice import THROWN_DIE
from kessel.solver.chance import POUR
from kessel.throws.at_rest import dice_in
from kessel.throws.boxes import OVAL

DATA = Path(__file__).parents[3] / "docs" / "study"
CELL = Cell("oval", "wild", 3)


def test_what_is_shipped_is_unchanged_and_every_change_is_another_arena() -> None:
    assert CHANGES[0].arena == Arena(OVAL, MATERIALS)
    assert CHANGES[0].name == SHIPPED
    assert len({change.arena for change in CHANGES}) == len(CHANGES) == 13
    assert len({change.folder for change in CHANGES}) == len(CHANGES)


def test_arenas_drawn_by_chance_are_the_same_each_time_and_within_their_ranges() -> None:
    found = variants.drawn(5)
    assert found == variants.drawn(6)[:5]
    for name, (low, high) in RANGES.items():
        numbers = [getattr(change, name) for change in found]
        assert len(set(numbers)) == len(numbers)
        assert all(low <= number <= high for number in numbers)


def test_a_measured_number_is_drawn_about_its_mean_and_the_others_as_before() -> None:
    usual, found = variants.drawn(40), variants.drawn(40, {"mat_friction": (0.5, 0.01)})
    frictions = [change.mat_friction for change in found]
    assert sum(frictions) / 40 == pytest.approx(0.5, abs=0.01)  # six standard errors
    assert len(set(frictions)) > 20
    assert {change.mat_friction for change in usual} == {MATERIALS.mat.friction}
    assert found[0].wall_degrees == usual[0].wall_degrees
    assert variants.drawn(1, {"mat_damping": (0.0, 0.0)})[0].mat_damping > 0


def thrown_in(arena: Arena | None) -> list[SimulatedOutcome]:
    simulator = simulator_of(CELL.edition, arena)
    tasks = [CELL.task(number) for number in range(6)]
    return [simulator.throw(*task.laid(simulator), task.seed).outcome() for task in tasks]


def test_throws_are_made_in_the_arena_that_is_given() -> None:
    arenas = None, CHANGES[0].arena, Change("", wall_degrees=60).arena
    usual, shipped, flatter = map(thrown_in, arenas)
    assert shipped == usual
    assert flatter != usual


def test_worlds_of_another_arena_count_what_single_throws_there_show(tmp_path: Path) -> None:
    arena, wanted = Change("", dice_damping=0.28).arena, [CELL, Cell("oval", POUR, 2)]
    pool = ThreadPoolExecutor(1)
    measure(tmp_path, 8, wanted, worlds=NativeWorlds, arena=arena, pool=lambda: pool)
    measure(tmp_path, 8, wanted, arena=arena)
    assert summarise(tmp_path, wanted, "cuda") == summarise(tmp_path, wanted)
    measure(tmp_path / "usual", 8, wanted)
    assert summarise(tmp_path / "usual", wanted) != summarise(tmp_path, wanted)


def test_only_throws_that_are_missing_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = Study(tmp_path, Effort(variant_throws=3))
    first = _thrown(study, "some", [CELL])
    monkeypatch.setattr("kessel.lab.study.parts.measure", None)
    assert _thrown(study, "some", [CELL]) == first
    assert first[0].throws == 3


def test_dice_are_thrown_at_as_games_left_them(tmp_path: Path) -> None:
    path = tmp_path / "layouts.json"
    variants.write_layouts(path, "strike-2020", 2, 1)
    layouts = variants.read_layouts(str(path))
    assert {0, 1, 2} <= set(layouts)
    cells = list(variants.at_layouts(path, [CELL, Cell("oval", POUR, 2), Cell("oval", "firm", 0)]))
    assert cells == [LeftByPlay("oval", "wild", 3, str(path))] if 3 in layouts else not cells
    cell = LeftByPlay("oval", "firm", 2, str(path))
    there = layouts[2]
    for number in range(len(there) + 1):
        task = cell.task(number)
        at_rest, hands = task.laid(None)  # type: ignore[arg-type]
        assert at_rest == there[number % len(there)]
        assert hands[0].dice == (THROWN_DIE,)
        target = (hands[0].aim.x, hands[0].aim.y)
        assert target in [(die.pose.x, die.pose.y) for die in dice_in(at_rest)]
    assert cell.task(0).seed != cell.task(len(there)).seed
    measure(tmp_path, 4, [cell])
    assert summarise(tmp_path, [cell])[0].throws == 4


def test_the_page_says_what_the_files_hold() -> None:
    page = (DATA.parent / "explanation" / "study-physics.md").read_text("utf-8")
    study = Study(DATA, Effort())
    arenas = study.read("variants")["arenas"]
    boxes = [row["shares"] for row in study.read("drawn")["arenas"]]
    names = [STARTER, *(name for name in boxes[0] if name != STARTER)]
    rows = {name: [found[one][0] for one in names] for name, found in arenas.items()}
    for word, of in (("24 drawn: least", min), ("median", median), ("most", max)):
        rows[word] = [of([box[one] for box in boxes]) for one in names]
    left = study.read("layouts")["shares"]
    rows["as games leave dice"] = [left[one][0] for one in names]
    for name, shares in rows.items():
        assert f"| {name} | " + " | ".join(f"{100 * x:.1f}" for x in shares) + " |" in page


def test_the_kept_figures_are_of_every_arena_and_engine() -> None:
    study = Study(DATA, Effort())
    found = study.read("variants")["arenas"]
    assert list(found) == [change.name for change in CHANGES]
    for change, row in zip(variants.drawn(), study.read("drawn")["arenas"], strict=True):
        assert row["numbers"] == {name: getattr(change, name) for name in NUMBERS}


def test_who_wins_is_the_same_in_every_box_but_for_two_rows() -> None:
    study = Study(DATA, Effort())
    arenas = [
        {n: v for n, (v, _) in row.items()} for row in study.read("variants")["arenas"].values()
    ]
    drawn = [row["shares"] for row in study.read("drawn")["arenas"]]
    assert len(arenas + drawn) == 37
    usual = arenas[0]
    differ = {n for row in arenas + drawn for n in row if (row[n] > 0.5) != (usual[n] > 0.5)}
    assert differ == {STARTER, "wild against gentle"}
    left = study.read("layouts")
    assert {n for n, (v, _) in left["shares"].items() if (v > 0.5) != (usual[n] > 0.5)} == set()
    page = (DATA.parent / "explanation" / "study-physics.md").read_text("utf-8")
    assert f"left {sum(left['layouts'].values()):,} layouts" in page
    assert f"strikes it in {100 * left['struck']['firm at 1'][0]:.1f}%" in page
    assert f"a wild one at five in {100 * left['struck']['wild at 5'][0]:.1f}%" in page
