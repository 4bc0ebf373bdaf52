"""For which options a solution holds."""

import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.options import options_of, resolve_options
from kessel.solver.options import (
    IRRELEVANT_OPTIONS,
    IRRELEVANT_WITH_EFFECTS,
    check_solved_with,
    is_solved_with,
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
        check_solved_with(STRIKE, options)


def test_an_option_that_changes_none_is_accepted() -> None:
    check_solved_with(STRIKE, resolve_options(STRIKE, {"rim_is_out": False}))


def test_with_effects_players_can_run_out_of_dice_together() -> None:
    """So how a double knock-out ends matters there, and not without effects."""
    chosen = {"double_ko": "active_loses"}
    assert is_solved_with(STRIKE, resolve_options(STRIKE, chosen))
    assert not is_solved_with(WIZARDS, resolve_options(WIZARDS, chosen))
