"""For which options a solution holds."""

import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.options import options_of, resolve_options
from kessel.solver.options import (
    IRRELEVANT_OPTIONS,
    IRRELEVANT_WITH_EFFECTS,
    is_solved_with,
    rules_text,
    solved_rules,
)

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
