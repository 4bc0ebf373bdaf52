"""The library's page: its reference says what the docstrings say, of every name there is."""

import ast
import subprocess
import sys
from collections import Counter
from importlib import import_module

import pytest

import kessel
import kessel.fast
from tools.reference import PAGE, ROOMS, SECTIONS, docstring, found, module_tree

NAMES = [name for names in SECTIONS.values() for name in names]
IN_ROOMS = [(room, name) for room, names in ROOMS.items() for name in names]


def test_every_exported_name_is_in_it_once() -> None:
    assert Counter(NAMES) == Counter(set(kessel.__all__) - {"__version__"})


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_used_and_is_explained(name: str) -> None:
    assert getattr(kessel, name) is not None
    assert name in dir(kessel)
    _, doc = found(name)
    assert doc


@pytest.mark.parametrize(("room", "name"), IN_ROOMS)
def test_every_name_of_a_room_can_be_used_and_is_explained(room: str, name: str) -> None:
    assert getattr(import_module(room), name).__module__.startswith(room)
    _, doc = found(name, room)
    assert doc


def test_what_a_room_exports_is_in_it() -> None:
    assert set(ROOMS["kessel.fast"]) == set(kessel.fast.__all__)


def test_what_is_loaded_later_is_what_type_checkers_see() -> None:
    tree = module_tree("kessel")
    later, _ = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.name: node.module
        for node in later.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == kessel.LATER


def test_a_name_without_a_docstring_is_noticed() -> None:
    bare = ast.parse("def nothing() -> None: ...").body[0]
    assert docstring(bare, None) == ""


def test_what_we_import_ourselves_is_not_among_our_names() -> None:
    assert "import_module" in vars(kessel)
    assert [name for name in dir(kessel) if not name.startswith("__")] == sorted(NAMES)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        kessel.Chess  # type: ignore[attr-defined] # noqa: B018


def test_nobody_is_taught_to_import_everything() -> None:
    for page in (PAGE, PAGE.parents[2] / "README.md"):
        assert "import *" not in page.read_text(encoding="utf-8")


def test_rooms_that_are_heavy_are_loaded_only_when_they_are_used() -> None:
    code = (
        "import sys, kessel; before = 'numpy' in sys.modules; kessel.Habit; "
        "print(before, 'numpy' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]
