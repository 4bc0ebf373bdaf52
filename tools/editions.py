"""What the server says of each edition, `client/test/editions.json`, for the page's tests; and the
rules on the pages of `docs/reference/editions`, from the sentences that players read.
"""

import json
from collections.abc import Callable

import msgspec

from kessel.rules.edition import EDITIONS
from kessel.views.editions import editions
from kessel.words.sheet import Chapter, Played, Said, chapters
from tools.made import ROOT, Generator

PAGES = ROOT / "docs" / "reference" / "editions"
BEGIN = "## The rules\n"
END = "\n## Where booklets differ\n"
TARGET = ROOT / "client" / "test" / "editions.json"


def editions_json() -> str:
    """All editions without their arenas, one a line."""
    said = [msgspec.to_builtins(edition) for edition in editions()]
    lines = (json.dumps({k: v for k, v in one.items() if k != "arena"}) for one in said)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def with_rules(page: str, edition: str) -> str:
    """The page with its rules made again; each option stands where it picks a sentence."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"the page of {edition} has no {BEGIN.strip()}"
    told = map(_chapter, chapters(Played.of(EDITIONS[edition]), "en"))
    return "".join((before, begin, "\n", "\n\n".join(told), "\n", end, after))


def _chapter(chapter: Chapter) -> str:
    told = " ".join(map(_sentence, (*chapter.sentences, *chapter.details)))
    return f"### {chapter.title}\n{told}"


def _sentence(said: Said) -> str:
    return said.text if said.option is None else f"{said.text} (`{said.option}`)"


def _page(edition: str) -> Callable[[], bytes]:
    path = PAGES / f"{edition}.md"
    return lambda: with_rules(path.read_text(encoding="utf-8"), edition).encode()


GENERATOR = Generator(
    "editions",
    lambda: {
        TARGET: lambda: editions_json().encode(),
        **{PAGES / f"{edition}.md": _page(edition) for edition in EDITIONS},
    },
)
