"""From each booklet's paragraphs to rules, options and tests, nothing left over on either side."""

import ast
import copy
import json
from collections.abc import Iterator
from functools import cache, reduce
from importlib.resources import files
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from test_rules_page import rules as rules_page

from kessel.rules.edition import EDITIONS
from kessel.rules.options import OPTIONS
from tools import booklets
from tools.booklets import numbers

ROOT = Path(__file__).parents[1]
GIVEN = booklets.kept()

Json = dict[str, Any]
BOOKLETS = "tests/rules/test_booklets.py"
AT_A_TABLE = {"C-49", "C-61"}
"""Rules about what people do with dice that no program sees: a nudge, a die among a supply."""


@cache
def cases() -> set[str]:
    text = (ROOT / "tests/conformance/cases.jsonl").read_text(encoding="utf-8")
    return {json.loads(line)["id"] for line in text.splitlines()}


@cache
def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@cache
def single_rules() -> set[str]:
    text = (ROOT / "tests/rules/single_rules.txt").read_text(encoding="utf-8")
    return {line[2:] for line in text.splitlines() if line.startswith("# ")}


def is_there(test: str) -> bool:
    if test.startswith("single_rules: "):
        return test.removeprefix("single_rules: ") in single_rules()
    file, _, name = test.partition("::")
    return name in functions(file) if name else test in cases()


def sayings() -> set[str]:
    """The sentences of the rules sheet that are no value of an option."""
    order = json.loads(files("kessel.words").joinpath("sheet.json").read_text(encoding="utf-8"))
    chapters = [*order["before"], *order["openings"].values(), *order["after"]]
    told = [one["sentences"] for one in chapters] + list(order["effects"].values())
    return {one["say"] for sentences in told for one in sentences if "say" in one}


def left_over(given: Json) -> Iterator[str]:
    """What leads nowhere, from paragraphs to tests and back."""
    yield from of_paragraphs(given)
    yield from of_rules(given)
    yield from of_sentences(given)


def of_paragraphs(given: Json) -> Iterator[str]:
    passages, boxes = set(given["passages"]), given["boxes"].values()
    spoken = {one for box in boxes for text in box["booklets"].values() for one in numbers(text)}
    yield from (f"a paragraph about {one}" for one in spoken - passages)
    yield from (f"the subject {one}" for one in passages - spoken)
    known = {name: set(box["booklets"]) for box in boxes for name in box["editions"]}
    for name, edition in EDITIONS.items():
        if known[name] != set(edition.languages):
            yield f"booklets of {name}"


def of_rules(given: Json) -> Iterator[str]:
    tests, known = given["tests"], set(rules_page())
    came_to = {
        rule
        for box in given["boxes"]
        for one in given["passages"]
        for rule in booklets.rules_of(given, one, box)
    }
    yield from (f"rule {one} has no paragraph" for one in known - came_to)
    yield from (f"rule {one} is nowhere" for one in (came_to | set(tests)) - known)
    untested = {one for one in known if not tests.get(one)}
    yield from (f"rule {one} has no test" for one in untested - AT_A_TABLE)
    named = {test for some in tests.values() for test in some}
    yield from (f"test {one} is not there" for one in named if not is_there(one))
    own = {f"{BOOKLETS}::{one}" for one in functions(BOOKLETS) if one.startswith("test_")}
    yield from (f"{one} plays no rule" for one in (cases() | own) - named)
    yield from (
        f"option {option.name} is played by no test"
        for option in OPTIONS.values()
        if untested.issuperset(option.see)
    )


def of_sentences(given: Json) -> Iterator[str]:
    said = given["sentences"]
    yield from (f"the sentence {one}" for one in sayings() ^ set(said))
    for one, rules in said.items():
        if not all(given["tests"].get(rule) for rule in rules):
            yield f"the sentence {one} is played by no test"


def test_nothing_is_left_over() -> None:
    assert list(left_over(GIVEN)) == []


@pytest.mark.parametrize(
    ("path", "value", "found"),
    [
        ("boxes impact booklets nl", "idea weather", {"a paragraph about weather"}),
        ("boxes harry-potter booklets", {"de": "idea"}, {"booklets of harry-potter"}),
        ("passages rain", {"about": "", "rules": ["A.0"]}, {"the subject rain"}),
        ("passages rotate rules", ["B-99"], {"rule B-37 has no paragraph", "rule B-99 is nowhere"}),
        (
            "tests B-27",
            ["S999", f"{BOOKLETS}::test_none", "single_rules: None"],
            {
                "test S999 is not there",
                f"test {BOOKLETS}::test_none is not there",
                "test single_rules: None is not there",
                "S149 plays no rule",
            },
        ),
        (
            "tests B-16",
            [],
            {"rule B-16 has no test", "option immobulus_suppression is played by no test"},
        ),
        ("sentences", {"null": ["C-61"]}, {"the sentence null is played by no test"}),
    ],
)
def test_what_is_left_over_is_found(path: str, value: object, found: set[str]) -> None:
    given = copy.deepcopy(GIVEN)
    *way, last = path.split()
    reduce(getitem, way, given)[last] = value
    assert found <= set(left_over(given))


def test_the_page_has_every_paragraph_once() -> None:
    page = booklets.page()
    for box in GIVEN["boxes"].values():
        for text in box["booklets"].values():
            told = sorted({one for some in numbers(text).values() for one in some})
            assert told == list(range(1, len(text.split()) + 1))
    assert all(f"| {rule} |" in page for rule in GIVEN["tests"])
