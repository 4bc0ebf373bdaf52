"""The sheet of `kessel rules --html`, printed: one side of A4; of A5 one, or two where there are
spells or powers."""

import re

import pytest
from playwright.sync_api import Browser

from kessel.cli import main
from kessel.rules.edition import EDITIONS, find_edition
from kessel.words import languages


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sheet_fits_on_paper(
    edition: str, plain_browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    sides = 2 if find_edition(edition).effects else 1
    with plain_browser.new_context() as context:
        page = context.new_page()
        for language in languages():
            assert main(["rules", edition, "--html", "--language", language]) == 0
            page.set_content(capsys.readouterr().out)
            for paper, most in (("A4", 1), ("A5", sides)):
                printed = page.pdf(format=paper)
                assert 1 <= len(re.findall(rb"/Type /Page\b", printed)) <= most, (language, paper)
