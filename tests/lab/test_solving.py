"""Tables made by workers are those that this machine would have made."""

from pathlib import Path
from random import Random

import pytest
from lab.agreement import deviation, simulate

from kessel.lab.batch_workers import LocalWorkers, make_tables, table_body, wanted_tables
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.base.solving import solve
from kessel.solver.base.table_file import read_table
from kessel.solver.chance import IdealChance

MODEL = IdealChance()


def test_a_table_that_is_missing_is_made_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))
    wanted = wanted_tables(find_edition("strike-2020"), 2, MODEL)
    told: list[tuple[int, int]] = []
    make_tables(wanted, LocalWorkers(1), lambda done, total: told.append((done, total)))
    assert told == [(1, 1)]
    (one,) = wanted
    assert read_table(one.path()).chances == load_or_solve("strike-2020", 2, MODEL).chances
    assert table_body(one) == one.path().read_bytes()
    make_tables(wanted, LocalWorkers(1), None)
    assert told == [(1, 1)], "what is there is not made again"


@pytest.mark.parametrize(
    ("edition", "players", "element", "editions"),
    [
        ("strike-2020", 3, None, ["strike-2020"]),
        ("harry-potter", 2, None, ["harry-potter"]),
        ("harry-potter", 3, None, [find_edition("harry-potter").base]),
        ("impact-power", 3, "fire", ["impact-power"]),
        ("impact-power", 3, "stone", ["impact-power"]),
        ("impact-power", 3, None, ["impact", *["impact-power"] * 4]),
        ("impact-power", 4, "air", ["impact"]),
        ("impact-avatar", 2, None, ["impact-avatar"]),
    ],
)
def test_which_tables_a_game_needs(
    edition: str, players: int, element: str | None, editions: list[str]
) -> None:
    wanted = wanted_tables(find_edition(edition), players, MODEL, element)
    assert [one.edition for one in wanted] == editions


# --- games by the solution's policy, and how far their wins are from it ---------------------------


def test_the_deviation_is_in_standard_errors() -> None:
    """60 of 100 at a chance of one half are two standard errors of 0.05."""
    assert deviation((60, 40), (0.5, 0.5)) == pytest.approx(2.0)
    assert deviation((50, 50), (0.5, 0.5)) == 0.0


def test_every_game_has_one_winner_and_is_reported() -> None:
    solution = solve("strike-2020", 3, IdealChance(0.3, 0.3))
    reports: list[int] = []
    wins = simulate(solution, 0.3, 0.3, 20, Random(1), lambda done, total: reports.append(done))
    assert sum(wins) == 20
    assert reports == list(range(1, 21))


def test_a_wrong_solution_is_found_out() -> None:
    """The control: chances of the other seat are more than four standard errors off."""
    solution = solve("strike-2020", 2, IdealChance(0.0, 0.7))
    wins = simulate(solution, 0.0, 0.7, 1500, Random(2))
    assert deviation(wins, solution.chances) < 4
    assert deviation(wins, (0.9, 0.1)) > 4
