"""Which action is best, and what another one gives away."""

import numpy as np
import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.options import options_of, resolve_options
from kessel.solver.actions import TIE, Odds, best_action
from kessel.solver.greedy import best_actions
from kessel.solver.options import (
    IRRELEVANT_OPTIONS,
    IRRELEVANT_WITH_EFFECTS,
    is_solved_with,
    rules_text,
    solved_rules,
)


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
