"""Dice measured: throws counted and models fitted to them."""

import json
import sys
from collections import Counter
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from physics.native_worlds import NativeWorlds

from kessel.cli import main
from kessel.errors import BadValue
from kessel.lab.calibration import (
    EDITION_OF_ARENA,
    Cell,
    Summary,
    cells,
    fitted,
    model_text,
    summarise,
)
from kessel.lab.counting import NO_CARD, measure
from kessel.lab.match import Match, play_match
from kessel.lab.report import plots, report_page
from kessel.lab.simulated import Valued, ValuedPart, value_with_effects
from kessel.physics.version import PHYSICS_VERSION
from kessel.rules.edition import EDITIONS, find_edition
from kessel.solver.chance import POUR, IdealChance, base_outcomes
from kessel.solver.effect_table import Cycles
from kessel.solver.games import SolvedGame
from kessel.solver.measured import read_measured, shipped


# --- Calibration: few throws here; fitting, resuming and reading back in full ---------------------
def drawn(strike: float, loss: float, throws: int, lying: int) -> Summary:
    """What ideal dice would show: struck dice change five times in six."""
    chance = Random(8)
    seen: Counter[tuple[int, int, int]] = Counter()
    for _ in range(throws):
        struck = sum(chance.random() < strike for _ in range(lying))
        left = sum(chance.random() < loss for _ in range(struck))
        changed = sum(chance.random() < 5 / 6 for _ in range(struck - left))
        seen[changed, left, int(chance.random() >= loss)] += 1
    return Summary(Cell("oval", "firm", lying), throws, seen, 0, Counter())


def test_the_fit_finds_what_ideal_dice_do() -> None:
    """20,000 throws: the mean number struck of 3 at 0.3 has a standard error of 0.006."""
    summary = drawn(0.3, 0.1, 20_000, 3)
    model = fitted(summary)
    assert sum(model.values()) == pytest.approx(1.0)
    struck = sum((s + left) * p for (s, left, _), p in model.items())
    assert struck == pytest.approx(0.9, abs=0.03)
    mean, error = summary.struck_each()
    assert mean == pytest.approx(0.3, abs=5 * error)
    assert summary.thrown_lost()[0] == pytest.approx(0.1, abs=0.01)


def test_throws_are_measured_resumed_and_read_back(tmp_path: Path) -> None:
    wanted = [Cell("oval", kind, 2) for kind in ("gentle", "firm", "wild")]
    wanted.append(Cell("oval", POUR, 2))
    measure(tmp_path, 3, wanted)
    before = wanted[0].path(tmp_path).read_text()
    measure(tmp_path, 5, wanted)
    after = wanted[0].path(tmp_path).read_text()
    assert after.startswith(before)
    assert [json.loads(line)["throws"] for line in after.splitlines()] == [3, 2]
    summaries = summarise(tmp_path, wanted)
    model = read_measured(model_text(summaries), "oval")
    assert model.kinds == ("gentle", "firm", "wild")
    outcomes = base_outcomes(model, "firm", 1, 2)
    assert sum(outcomes.values()) == pytest.approx(1.0)
    assert "| firm | 2 | 5 |" in report_page(summaries, 1)
    assert set(plots(summaries)) == {"oval-struck.svg", "oval-lost.svg"}


@pytest.mark.parametrize("line", ['{"changed":1,"left":0,"stayed":1}', "7", "no JSON"])
def test_a_file_with_anything_else_is_refused_and_left_as_it_is(tmp_path: Path, line: str) -> None:
    cell = Cell("oval", "firm", 2)
    path = cell.path(tmp_path)
    path.write_text(f"{line}\n", "utf-8")
    for work in (lambda: measure(tmp_path, 2, [cell]), lambda: summarise(tmp_path, [cell])):
        with pytest.raises(BadValue, match="holds no counts of throws: name an empty folder"):
            work()
    assert path.read_text("utf-8") == f"{line}\n"


def test_the_file_tells_sample_sizes_and_errors() -> None:
    told = json.loads(model_text([drawn(0.3, 0.1, 500, 2)]))
    (row,) = told["arenas"]["oval"]
    assert row["throws"] == 500
    assert 0 < row["struck"][1] < 0.05
    assert 0 < row["lost"][1] < 0.05


def test_every_arena_and_kind_is_measured() -> None:
    every = cells()
    assert len(every) == len(set(every)) == 3 * (3 * 7 + 3)


@pytest.mark.parametrize("arena", EDITION_OF_ARENA)
def test_the_shipped_model_was_measured_in_the_present_physics(arena: str) -> None:
    assert shipped(arena).physics == str(PHYSICS_VERSION)


# --- Counting on processors and in many worlds says the same; broken off, it goes on --------------

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
        executor=one_thread,
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


# --- matches with dice in the physics, few games of them: every edition, and again by its seed ----


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_played_in_the_physics(edition: str) -> None:
    match = Match(edition, ("rule", "gambler", "beginner"), games=1, physics=True)
    standings = play_match(match)
    assert sum(one.won for one in standings) == pytest.approx(1.0)


def test_a_match_can_be_played_again() -> None:
    match = Match("strike-2020", ("rule", "gambler"), 2, physics=True)
    assert play_match(match) == play_match(match)


# --- values of editions with effects: exact, simulated, and how parts add up ----------------------


POWER = find_edition("impact-power")
MODEL = IdealChance(0.3, 0.4)


def part(seats: tuple[float, ...], error: float, exploitability: float | None) -> ValuedPart:
    return ValuedPart("x", "exact", seats, (error, error), exploitability, 10, 1.5)


def test_the_value_is_the_mean_of_its_parts() -> None:
    """Errors of independent parts add up in squares: sqrt(3² + 4²) / 2 = 2.5."""
    valued = Valued((part((0.4, 0.6), 0.03, 1e-14), part((0.5, 0.5), 0.04, 2e-14)))
    assert valued.chances == pytest.approx((0.45, 0.55))
    assert valued.errors == pytest.approx((0.025, 0.025))
    assert valued.exploitability == 2e-14
    assert (valued.states, valued.seconds) == (20, 3.0)


def test_the_exploitability_is_unknown_where_a_part_is_simulated() -> None:
    valued = Valued((part((0.4, 0.6), 0.0, 1e-14), part((0.5, 0.5), 0.1, None)))
    assert valued.exploitability is None


def test_what_can_be_solved_is_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))
    (air,) = value_with_effects(POWER, 2, MODEL, "air", 1).parts
    assert (air.name, air.how, air.errors) == ("air", "exact", (0.0, 0.0))


def test_where_sweeps_cycle_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def cycles(*_: object) -> None:
        raise Cycles("no equilibrium")

    monkeypatch.setattr(SolvedGame, "table", cycles)
    (water,) = value_with_effects(POWER, 3, MODEL, "water", 2).parts
    assert water.how == "simulated"


def test_what_cannot_is_simulated_and_reported() -> None:
    reports: list[tuple[int, int]] = []
    valued = value_with_effects(
        POWER, 4, MODEL, "stone", 3, lambda done, total: reports.append((done, total))
    )
    (stone,) = valued.parts
    assert stone.how == "simulated"
    assert sum(stone.chances) == pytest.approx(1.0)
    assert reports[-1] == (3, 3)


@pytest.mark.parametrize(
    ("edition", "element", "message"),
    [
        ("impact-power", "ice", "fire water stone"),
        ("harry-potter", "air", "none can be given"),
    ],
)
def test_what_cannot_be_valued_is_refused(edition: str, element: str, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        value_with_effects(find_edition(edition), 2, MODEL, element, 1)
