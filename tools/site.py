"""What MkDocs calls for `make docs`, which adds to the pages of docs: the editions, the reference,
made from docstrings, and every file of the repository that a page links to, as a page of the site.
"""

import posixpath
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]  # MkDocs loads a hook by its path

from kessel.envs.observation import PARTS  # noqa: E402
from tools import booklets, editions, measurements, messages, reference, rules  # noqa: E402

LINK = re.compile(r"(!?\[[^\]]*\])\((?!\w+:|#)([^)#\s]+)(#[^)\s]+)?\)")
ELSEWHERE = "source/"
"""Where the site has what is not in docs."""


@cache
def generated() -> dict[str, str]:
    """The pages that no file has, by their place in the site."""
    return {
        "reference/options.md": rules.page(),
        "reference/booklets.md": booklets.page(),
        "reference/measurements.md": measurements.page(),
        "reference/observations.md": observations(),
        **messages.pages(),
        **editions.pages(),
        **reference.pages(),
    }


def observations() -> str:
    """What a player of the environments observes, from the table in the code."""
    rows = "".join(f"| `{one.name}` | {one.size} | {one.means} |\n" for one in PARTS)
    return f"# What agents observe\n\n| part | numbers | what |\n|---|---|---|\n{rows}"


def on_config(config: MkDocsConfig) -> None:
    """The generated pages come last in the part of the menu that is called Reference."""
    for part in config.nav or []:
        if "Reference" in part:
            groups = {"Editions": editions.pages(), "Modules": reference.pages()}
            grouped = {place for pages in groups.values() for place in pages}
            own = [place for place in generated() if place not in grouped]
            part["Reference"] += [*own, *({name: list(pages)} for name, pages in groups.items())]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is generated, and what pages link to, and what that links to."""
    for place, text in generated().items():
        files.append(File.generated(config, place, content=text))
    waiting = [ROOT / "docs" / file.src_uri for file in files.documentation_pages()]
    for page in filter(Path.exists, waiting):
        for target in targets(page):
            if files.get_file_from_path(uri(target)) is None and target.is_file():
                hidden = InclusionLevel.NOT_IN_NAV
                files.append(
                    File.generated(config, uri(target), content=shown(target), inclusion=hidden)
                )
                waiting += [target] if target.suffix == ".md" else []
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn each link to a file into one to its page; one to a folder of code stays as words."""
    here = page.file.src_uri
    home = origin(here)

    def moved(link: re.Match[str]) -> str:
        words, path, place = link.groups()
        if here in generated():
            return link[0]
        target = Path(posixpath.normpath(home.parent / path))
        if target.is_dir():
            return words[1:-1]
        return f"{words}({posixpath.relpath(uri(target), posixpath.dirname(here))}{place or ''})"

    return LINK.sub(moved, markdown)


def targets(page: Path) -> Iterator[Path]:
    """The files that a page links to."""
    for _, path, _ in LINK.findall(page.read_text(encoding="utf-8")):
        yield Path(posixpath.normpath(page.parent / path))


def uri(path: Path) -> str:
    """The place in the site of a file: what is no page of its own gets one that shows it."""
    inside = path.is_relative_to(ROOT / "docs")
    place = path.relative_to(ROOT / "docs" if inside else ROOT).as_posix()
    return place if inside else f"{ELSEWHERE}{place.removesuffix('.md')}.md"


def origin(place: str) -> Path:
    """The file that a page of the site shows."""
    if not place.startswith(ELSEWHERE):
        return ROOT / "docs" / place
    name = place.removeprefix(ELSEWHERE)
    return next(one for one in (ROOT / name, ROOT / name[:-3]) if one.exists())


def shown(path: Path) -> str:
    """A page as it is, any other file as a listing; the search leaves both out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".md":
        name = path.relative_to(ROOT).as_posix()
        text = f"# {name}\n\n````{path.suffix[1:]}\n{text}\n````\n"
    return f"---\nsearch:\n  exclude: true\n---\n{text}"
