"""Every edition has its page, and all pages have the same headings."""

import re
from pathlib import Path

import pytest

from kessel.rules.edition import EDITIONS

ROOT = Path(__file__).parents[1]
EDITION_PAGES = ROOT / "docs" / "editions"


def headings(page: Path) -> list[str]:
    return re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_every_edition_has_its_page(edition: object) -> None:
    box = EDITIONS[getattr(edition, "id", "")]
    page = EDITION_PAGES / f"{box.id}.md"
    text = page.read_text(encoding="utf-8")
    assert headings(page) == headings(EDITION_PAGES / "strike-2012.md")
    for players, dice in box.hands.items():
        assert f"| {players} | {dice} | {box.aside(players)} |" in text


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")):
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
