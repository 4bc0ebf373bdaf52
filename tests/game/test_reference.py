"""The reference says what the docstrings say, of every name there is."""

import ast
from doctest import DocTest, DocTestParser, DocTestRunner
from importlib import import_module

import pytest

import kessel
import kessel.fast
from kessel.public import HOMES
from tools.made import ROOT
from tools.reference import ROOMS, docstring, found, pages

IN_ROOMS = [(name, room) for room, names in ROOMS.items() for name in names]


@pytest.mark.parametrize(("name", "home"), [*HOMES.items(), *IN_ROOMS])
def test_every_name_can_be_used_and_is_explained(name: str, home: str) -> None:
    assert getattr(import_module(home), name) is not None
    _, doc = found(name, home)
    assert doc


@pytest.mark.parametrize(("name", "home"), HOMES.items())
def test_every_name_has_an_example(name: str, home: str) -> None:
    """What runs those of functions and classes does not know types and constants."""
    node, doc = found(name, home)
    example = DocTestParser().get_doctest(doc, {}, name, None, 0)
    assert example.examples
    if isinstance(node, ast.AnnAssign):
        assert failures(example) == 0


def test_an_example_that_says_something_else_is_noticed() -> None:
    example = DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    assert failures(example) == 1


def failures(example: DocTest) -> int:
    return DocTestRunner(verbose=False).run(example, out=lambda _: None).failed


def test_what_a_room_exports_is_in_it() -> None:
    assert set(ROOMS["kessel.fast"]) == set(kessel.fast.__all__)


def test_a_name_without_a_docstring_is_noticed() -> None:
    bare = ast.parse("def nothing() -> None: ...").body[0]
    assert docstring(bare, None) == ""


def test_what_we_import_ourselves_is_not_among_our_names() -> None:
    assert "import_module" in vars(kessel)
    assert [name for name in dir(kessel) if not name.startswith("__")] == sorted(HOMES)


def test_every_name_has_a_place_on_the_page_of_its_module() -> None:
    places = pages()
    for name, home in [*HOMES.items(), *IN_ROOMS]:
        assert f"{{#{name}}}" in places[f"reference/{home}.md"]
    assert "{#Game.push}" in places["reference/kessel.game.md"]


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        kessel.Chess  # type: ignore[attr-defined] # noqa: B018


def test_nobody_is_taught_to_import_everything() -> None:
    for page in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")):
        assert "import *" not in page.read_text(encoding="utf-8")
