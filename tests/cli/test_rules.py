"""`kessel rules`: the rules of a table in the terminal, and as a sheet to print."""

from html.parser import HTMLParser

import pytest
from cli.conftest import Say

from kessel.rules.edition import EDITIONS
from kessel.words import languages


class Headings(HTMLParser):
    """Headings, and whether every tag that opened closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def test_the_rules_are_told_by_chapter(said: Say) -> None:
    told = said("rules", "strike-2012", "--language", "en")
    assert told.startswith("Strike\n======\n")
    assert "\nThe Big Throw!\n  If nothing at all lies in the arena" in told
    assert "2 players: 9 dice · 3 players: 8 dice" in " ".join(told.split())
    assert max(map(len, told.splitlines())) <= 80


def test_a_table_sees_its_own_options_and_its_booklet(said: Say) -> None:
    usual = said("rules", "harry-potter", "--language", "en")
    french = said("rules", "harry-potter:fr", "--language", "en")
    hidden = said("rules", "harry-potter", "--language", "en", "--option", "supply=hidden")
    assert "everyone else throws one die" in french
    assert "everyone else throws one die" not in usual
    assert "only you know how many dice you have" in hidden


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_sheet_is_one_page_that_needs_nothing_else(edition: str, said: Say) -> None:
    for language in languages():
        sheet = said("rules", edition, "--html", "--language", language)
        assert f'<html lang="{language}">' in sheet
        assert "@page" in sheet
        assert not any(one in sheet for one in ("src=", "href=", "url("))
        read = Headings()
        read.feed(sheet)
        assert read.open == []
        assert len(read.headings) == len(set(read.headings)) > 12
