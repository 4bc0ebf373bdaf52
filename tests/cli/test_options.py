"""`kessel options`: every option with its values and the reason."""

import json

import pytest

from kessel.cli import main
from kessel.rules.edition import EDITIONS
from kessel.rules.options import OPTIONS, options_of
from kessel.rules.setup import new_game


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_of_an_edition_is_listed(
    edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["options", edition, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    names = [option.name for option in options_of(EDITIONS[edition])]
    assert [row["name"] for row in told["options"]] == names
    assert all(row["reason"] and row["value"] in row["values"] for row in told["options"])


def test_a_preset_shows_its_own_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "harry-potter:fr"]) == 0
    said = capsys.readouterr().out
    assert "relashio_throwers = others   (or all)" in said
    assert "in the French booklet only the others do. [B-18]" in said


def test_values_that_no_booklet_has_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "harry-potter"]) == 0
    said = capsys.readouterr().out
    assert "double_ko = shared*   (or active_loses* | replay*)" in said
    assert "start_die = thrown   (or placed)" in said
    assert said.endswith("* No booklet of this edition says so: a house rule.\n")


def test_nothing_is_offered_that_the_booklet_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "harry-potter:nl"]) == 0
    assert "tournament_tie = share\n" in capsys.readouterr().out
    assert main(["options", "impact-avatar:it"]) == 0
    assert "piles_after_column = dissolve\n" in capsys.readouterr().out


def test_everything_that_is_offered_is_accepted_and_every_house_rule_marked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every edition, and every booklet of it."""
    for edition in EDITIONS.values():
        for name in (edition.id, *(f"{edition.id}:{one}" for one in edition.languages)):
            assert main(["options", name, "--json"]) == 0
            for row in json.loads(capsys.readouterr().out)["options"]:
                unsaid = row["in_no_booklet"]
                for value in row["values"]:
                    new_game(name, 2, {row["name"]: value})
                    option = OPTIONS[row["name"]]
                    assert (value in unsaid) == option.in_no_booklet(edition, value)


def test_without_an_edition_the_editions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options"]) == 0
    said = capsys.readouterr().out
    assert all(edition in said for edition in EDITIONS)
    assert said.endswith("2 to 5 players, from 8 years.\n")
    assert main(["options", "strike"]) == 2
