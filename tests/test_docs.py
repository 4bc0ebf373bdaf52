"""Every edition has its page; links lead somewhere, and what the guide names is there."""

import re
from pathlib import Path

import pytest

from kessel.rules.edition import EDITIONS

ROOT = Path(__file__).parents[1]
EDITION_PAGES = ROOT / "docs" / "reference" / "editions"


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


NAMED = re.compile(r"`((?:[\w.*-]+/)+[\w-]+\.(?:py|tsx?|json))`(?: `([\w.#]+)`)?")
"""A file of the project, and what of it is meant."""
ROOTS = tuple(ROOT / place for place in ("", "src", "src/kessel", "client", "client/src"))


def missing(text: str) -> list[str]:
    """Files that a text names and that are not there, or do not have the function it names."""
    found = []
    for file, name in NAMED.findall(text):
        paths = [path for root in ROOTS for path in root.glob(file)]
        word = re.compile(rf"{name.rpartition('.')[2]}\b")
        if not any(word.search(path.read_text(encoding="utf-8")) for path in paths):
            found.append(f"{file} {name}".strip())
    return found


def test_the_guide_names_files_and_functions_that_exist() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(NAMED.findall(guide)) > 60
    assert missing(guide) == []


def test_a_file_or_a_function_that_does_not_exist_is_found() -> None:
    assert missing("`hall/desk.py` `Desk.receive`, `words/*/game.json`") == []
    assert missing("`hall/bureau.py`, `hall/desk.py` `Desk.deceive`") == [
        "hall/bureau.py",
        "hall/desk.py Desk.deceive",
    ]
