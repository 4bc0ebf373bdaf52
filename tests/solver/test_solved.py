"""One way in to every solution: editions, booklets and options in any form; odds of them all."""

from functools import cache
from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.rules.positions import read_state
from kessel.solver import IdealChance, Solution, effect_files, load_or_solve, odds, solve
from kessel.solver.impact.tables import ImpactTable

MODEL = IdealChance(0.3, 0.02)


@pytest.mark.long
def test_an_element_is_solved_and_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effect_files, "solve", cache(effect_files.solve))
    table = solve("impact-power", 2, MODEL, element="air")
    assert isinstance(table, ImpactTable)
    load_or_solve("impact-power", 2, MODEL, None, None, tmp_path, element="air")
    monkeypatch.setattr(effect_files, "solve", pytest.fail)
    kept = load_or_solve("impact-power", 2, MODEL, None, None, tmp_path, element="air")
    assert not isinstance(kept, Solution)
    assert kept.about.chances == table.about.chances
    line = "impact-power hands=3,4 arena=air,fire elements=air phase=choice turn=B>"
    told = odds(line, table, MODEL)
    assert told.player == 1
    assert told.actions == odds(read_state(line), kept, MODEL).actions
    assert all(sum(chances) == pytest.approx(1.0) for chances in told.actions.values())
    with pytest.raises(BadValue, match="does not hold the position"):
        odds("impact-power hands=3,4 arena=air,fire elements=fire", table, MODEL)


@pytest.mark.long
def test_three_players_are_solved_asked_and_kept(tmp_path: Path) -> None:
    table = load_or_solve("impact-power", 3, MODEL, None, None, tmp_path, element="fire")
    assert isinstance(table, ImpactTable)
    assert table.about.chances[0] == pytest.approx(0.315865, abs=1e-6)
    line = "impact-power hands=3,4,5 arena=air,fire elements=fire phase=choice turn=B>"
    told = odds(line, table, MODEL)
    assert list(told.actions) == ["stop", "throw"]
    assert all(sum(chances) == pytest.approx(1.0) for chances in told.actions.values())
    with pytest.raises(BadValue, match="does not hold the position"):
        odds("impact-power hands=3,4 arena=air,fire elements=fire", table, MODEL)


def test_a_base_game_by_name_and_options_in_any_form(tmp_path: Path) -> None:
    solution = solve("strike-2020:en", 2, MODEL, "supply:hidden")
    assert isinstance(solution, Solution)
    kept = load_or_solve(solution.edition, 2, MODEL, {"supply": "hidden"}, folder=tmp_path)
    assert isinstance(kept, Solution)
    assert kept.chances == solution.chances
    line = "strike-2020 hands=2,3 arena=2,5 phase=choice"
    assert odds(line, kept, MODEL) == odds(read_state(line), solution, MODEL)
    with pytest.raises(BadValue, match=r"over ideal .* not over ideal strike=0.5"):
        odds(line, kept, IdealChance(0.5, 0.1))
    with pytest.raises(BadValue, match=r"of strike-2020, .* not those of strike-2012"):
        odds(line.replace("2020", "2012"), kept, MODEL)
    with pytest.raises(BadValue, match="allin_trigger=also_mid_turn is not solved"):
        odds(f"{line} options=allin_trigger:also_mid_turn", kept, MODEL)


def test_odds_of_a_table_are_over_its_own_model_and_rules() -> None:
    table = solve("impact-power", 2, MODEL, element="water")
    line = "impact-power hands=2,3 arena=fire phase=choice elements=water"
    assert odds(line, table, MODEL).is_exact
    for other in (IdealChance(0.9, 0.5), "measured"):
        with pytest.raises(BadValue, match="its odds are not over"):
            odds(line, table, other)
    with pytest.raises(BadValue, match="a chance model is ideal, measured"):
        odds(line, table, "zzz")


@pytest.mark.parametrize(
    ("edition", "players", "element", "said"),
    [
        ("impact-power", 2, None, "one element: element= one of fire water"),
        ("impact-power", 4, "fire", "for 4 players is not solved exactly"),
        (
            "impact-avatar",
            3,
            None,
            "impact-power with one element for three",
        ),
        ("harry-potter", 6, None, "2 to 5 players"),
        ("harry-potter", 3, None, "not solved exactly"),
    ],
)
def test_what_is_not_solved(edition: str, players: int, element: str | None, said: str) -> None:
    with pytest.raises(BadValue, match=said):
        solve(edition, players, MODEL, element=element)
    with pytest.raises(BadValue, match=said):
        load_or_solve(edition, players, MODEL, element=element)


def test_options_that_are_not_solved() -> None:
    with pytest.raises(BadValue, match="collecting=optional is not solved"):
        solve("harry-potter", 2, MODEL, "collecting:optional")


@pytest.mark.parametrize("edition", ["strike-2020", "harry-potter", "impact-power"])
def test_an_element_is_one_of_an_edition_that_has_one_active(edition: str) -> None:
    for use in (solve, load_or_solve):
        with pytest.raises(
            BadValue, match=f"element='zzz' of {edition}: (one of|it has no active)"
        ):
            use(edition, 2, "ideal", element="zzz")
