"""Solutions asked: one way in to all of them, and the best action."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.options import options_of, resolve_options
from kessel.rules.positions import read_state
from kessel.solver import IdealChance, Solution, effect_files, load_or_solve, odds, solve
from kessel.solver.actions import TIE, Odds, best_action
from kessel.solver.greedy import best_actions
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.options import (
    IRRELEVANT_OPTIONS,
    IRRELEVANT_WITH_EFFECTS,
    is_solved_with,
    rules_text,
    solved_rules,
)

# --- Editions, booklets and options in any form; odds of them all ---------------------------------

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


# --- Which action is best, and what another one gives away ----------------------------------------
@pytest.mark.parametrize(
    ("chances", "best"),
    [
        ({"stop": 0.4, "throw": 0.5}, "throw"),
        ({"stop": 0.5, "throw": 0.5}, "stop"),
        ({"stop": 0.5, "throw": 0.5 + TIE / 2}, "stop"),
        ({"stop": 0.5, "throw": 0.5 + 2 * TIE}, "throw"),
        ({"stop": 0.1, "gentle": 0.3, "firm": 0.2}, "gentle"),
    ],
)
def test_ties_go_to_the_first(chances: dict[str, float], best: str) -> None:
    assert best_action(chances) == best


def test_odds_are_those_of_the_active_player() -> None:
    odds = Odds({"stop": (0.7, 0.3), "throw": (0.6, 0.4)}, player=1)
    assert odds.best == "throw"
    assert odds.chance == 0.4
    assert odds.given_away("stop") == pytest.approx(0.1)
    assert odds.given_away("throw") == 0.0
    assert odds.is_exact
    with pytest.raises(BadValue, match="there is no 'firm' here; there is stop throw"):
        odds.given_away("firm")


# --- which action is best, for whole arrays -------------------------------------------------------


def test_arrays_choose_as_single_positions_do() -> None:
    chances = [np.array(row) for row in ([0.5, 0.5, 0.1], [0.5, 0.6, 0.3], [0.4, 0.6, 0.9])]
    by_name = [
        best_action({str(number): float(row[at]) for number, row in enumerate(chances)})
        for at in range(3)
    ]
    assert [str(best) for best in best_actions(chances)] == by_name == ["0", "1", "2"]


def test_an_action_is_compared_with_the_best_so_far_not_with_the_one_before() -> None:
    """Each step is a tie with the one before; two of them together are not."""
    steps = [np.array([0.5 + number * TIE * 0.8]) for number in range(3)]
    assert best_actions(steps).tolist() == [2]
    assert best_actions(steps[:2]).tolist() == [0]


def test_with_one_action_there_is_nothing_to_choose() -> None:
    assert best_actions([np.array([0.3, 0.9])]).tolist() == [0, 0]


# --- for which options a solution holds -----------------------------------------------------------


STRIKE, WIZARDS = find_edition("strike-2020"), find_edition("harry-potter")


def test_every_name_is_an_option_of_some_edition() -> None:
    names = {option.name for edition in EDITIONS.values() for option in options_of(edition)}
    assert names > IRRELEVANT_OPTIONS > IRRELEVANT_WITH_EFFECTS


@pytest.mark.parametrize("name", EDITIONS)
def test_the_defaults_of_every_edition_are_solved(name: str) -> None:
    edition = find_edition(name)
    assert is_solved_with(edition, None)
    assert is_solved_with(edition, resolve_options(edition))


def test_an_option_that_changes_decisions_is_refused_by_name() -> None:
    options = resolve_options(STRIKE, {"collecting": "optional", "cocked": "reroll_outside"})
    assert not is_solved_with(STRIKE, options)
    with pytest.raises(BadValue, match="collecting=optional is not solved"):
        solved_rules(STRIKE, options)


def test_an_option_that_changes_none_is_accepted() -> None:
    assert solved_rules(STRIKE, resolve_options(STRIKE, {"rim_is_out": True})) == {}


@pytest.mark.parametrize("name", EDITIONS)
def test_every_booklet_is_solved(name: str) -> None:
    edition = find_edition(name)
    for language in edition.languages:
        assert is_solved_with(edition, resolve_options(edition, language=language))


def test_a_solution_says_which_rules_it_is_for() -> None:
    assert rules_text(STRIKE, solved_rules(STRIKE)) == "strike-2020"
    french = solved_rules(WIZARDS, resolve_options(WIZARDS, language="fr"))
    assert (
        rules_text(WIZARDS, french)
        == "harry-potter options=relashio_throwers:others,accio_optional:false"
    )


def test_strike_2012_is_solved_by_its_booklet_and_not_by_others() -> None:
    old = find_edition("strike-2012")
    assert rules_text(old, solved_rules(old, resolve_options(old, language="fr"))) == "strike-2012"
    for cause in ("any", "collected_only"):
        assert not is_solved_with(old, resolve_options(old, {"allin_cause": cause}))


def test_with_effects_players_can_run_out_of_dice_together() -> None:
    """So how a double knock-out ends matters there, and not without effects."""
    chosen = {"double_ko": "active_loses"}
    assert is_solved_with(STRIKE, resolve_options(STRIKE, chosen))
    assert not is_solved_with(WIZARDS, resolve_options(WIZARDS, chosen))
