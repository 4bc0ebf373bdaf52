"""`kessel options`: every option with its values and the reason."""

import json

import pytest

from kessel.cli import main
from kessel.rules.edition import EDITIONS
from kessel.rules.options import options_of


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


def test_without_an_edition_the_editions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options"]) == 0
    said = capsys.readouterr().out
    assert all(edition in said for edition in EDITIONS)
    assert main(["options", "strike"]) == 2
