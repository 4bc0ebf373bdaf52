"""Tables made by a crew are those that this machine would have made."""

from pathlib import Path

import pytest

from kessel.lab.crew import Processes
from kessel.lab.solving import make_tables, table_body, wanted_tables
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.base.table_file import read_table
from kessel.solver.chance import IdealChance

MODEL = IdealChance()


def test_a_table_that_is_missing_is_made_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))
    wanted = wanted_tables(find_edition("strike-2020"), 2, MODEL)
    told: list[tuple[int, int]] = []
    make_tables(wanted, Processes(1), lambda done, total: told.append((done, total)))
    assert told == [(1, 1)]
    (one,) = wanted
    assert read_table(one.path).chances == load_or_solve("strike-2020", 2, MODEL).chances
    assert table_body(one) == one.path.read_bytes()
    make_tables(wanted, Processes(1), None)
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
