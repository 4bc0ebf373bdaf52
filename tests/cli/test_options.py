"""`kessel options`: every option with its values and the reason."""

import json

import pytest
from cli.conftest import Say

from kessel.cli import main
from kessel.rules.edition import EDITIONS
from kessel.rules.options import OPTIONS, options_of
from kessel.rules.setup import new_game


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_of_an_edition_is_listed(edition: str, said: Say) -> None:
    told = json.loads(said("options", edition, "--json"))
    names = [option.name for option in options_of(EDITIONS[edition])]
    assert [row["name"] for row in told["options"]] == names
    assert all(row["reason"] and row["value"] in row["values"] for row in told["options"])


def test_a_preset_shows_its_own_values(said: Say) -> None:
    told = said("options", "harry-potter:fr")
    assert "relashio_throwers = others   (or all)" in told
    assert "in the French booklet only the others do. [B-18]" in told


def test_values_that_no_booklet_has_are_marked(said: Say) -> None:
    told = said("options", "harry-potter")
    assert "double_ko = shared*   (or active_loses* | replay*)" in told
    assert "start_die = thrown   (or placed)" in told
    assert told.endswith("* No booklet of this edition says so: a house rule.\n")


def test_nothing_is_offered_that_the_booklet_refuses(said: Say) -> None:
    assert "tournament_tie = share\n" in said("options", "harry-potter:nl")
    assert "piles_after_column = dissolve\n" in said("options", "impact-avatar:it")


def test_everything_that_is_offered_is_accepted_and_every_house_rule_marked(said: Say) -> None:
    """Every edition, and every booklet of it."""
    for edition in EDITIONS.values():
        for name in (edition.id, *(f"{edition.id}:{one}" for one in edition.languages)):
            for row in json.loads(said("options", name, "--json"))["options"]:
                unsaid = row["in_no_booklet"]
                for value in row["values"]:
                    new_game(name, 2, {row["name"]: value})
                    option = OPTIONS[row["name"]]
                    assert (value in unsaid) == option.in_no_booklet(edition, value)


def test_without_an_edition_the_editions_are_listed(said: Say) -> None:
    told = said("options")
    assert all(edition in told for edition in EDITIONS)
    assert told.endswith("2–5 players.\n")
    assert main(["options", "strike"]) == 2
