"""From each booklet and the page of all rules to code, words and tests: nothing is left over on
either side."""

import ast
import copy
import json
import re
from collections.abc import Iterator
from functools import cache, reduce
from importlib.resources import files
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS
from kessel.rules.options import (
    OPTIONS,
    Option,
    as_text,
    check_value,
    default_of,
    from_text,
    preset,
    resolve_options,
)
from kessel.rules.reasons import NOTES, REASONS
from tools import booklets
from tools.booklets import numbers
from tools.rules import page

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
    tests, known = given["tests"], set(rules())
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


# --- `docs/reference/rules.md` has every rule that code, words or page name; options have a page.

PAGE = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\b(?:A\.\d|B-\d\d|C-\d\d|P\d)\b")
CLAIM = re.compile(r"`([a-z_]+)(?:=([a-z_]+))?`")

Row = tuple[str, ...]


def rows(text: str = PAGE) -> list[Row]:
    """The cells of every row of every table."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def rules() -> dict[str, Row]:
    return {row[0]: row for row in rows() if NUMBER.fullmatch(row[0])}


def named(text: str) -> set[str]:
    return set(NUMBER.findall(text))


def sources() -> list[Path]:
    found = [*ROOT.glob("src/kessel/**/*.py"), *ROOT.glob("src/kessel/words/**/*.json")]
    return [*found, *ROOT.glob("client/src/**/*.ts*")]


def claims(rule: str) -> list[tuple[str, str | None]]:
    """The options that a rule names in its last column, with the values it names."""
    row = rules()[rule]
    return [(name, value or None) for name, value in CLAIM.findall(row[-1])]


def wrong_claims(found: list[tuple[str, str | None]]) -> list[str]:
    wrong = []
    for name, value in found:
        try:
            option = OPTIONS[name]
            if value is not None:
                check_value(name, from_text(name, value))
                assert value in map(as_text, option.values)
        except (KeyError, BadValue):
            wrong.append(f"{name}={value}")
    return wrong


def test_every_number_has_one_row_and_none_is_left_out() -> None:
    numbers = [row[0] for row in rows() if NUMBER.fullmatch(row[0])]
    assert len(numbers) == len(set(numbers))
    wanted = [f"P{n}" for n in range(1, 9)] + [f"A.{n}" for n in range(8)]
    wanted += [f"B-{n:02}" for n in range(1, 48)] + [f"C-{n:02}" for n in range(1, 66)]
    assert sorted(numbers) == sorted(wanted)
    assert all(cell for number in numbers for cell in rules()[number][:2])


def test_what_no_booklet_says_is_told_as_inferred_or_recommended() -> None:
    """The faces of both Strikes, and the order of Avatar's effects."""
    for number, told in (("A.1", "follows from"), ("A.2", "inferred"), ("A.5", "recommend")):
        assert told in rules()[number][2]


def test_every_number_that_code_words_or_page_name_is_explained() -> None:
    known = set(rules())
    assert len(sources()) > 200
    missing = {
        f"{path.relative_to(ROOT)}: {number}"
        for path in sources()
        for number in named(path.read_text(encoding="utf-8")) - known
    }
    assert missing == set()


def test_a_number_without_a_row_is_found() -> None:
    assert named("as C-99 and P9 have it, and B-01") - set(rules()) == {"C-99", "P9"}


def test_every_reason_and_note_names_rules_that_are_there() -> None:
    behind = [*NOTES.values(), *(rule for known in REASONS.values() for rule in known.values())]
    assert all(behind)
    assert {number for numbers in behind for number in numbers} <= set(rules())


def test_every_option_a_rule_claims_exists() -> None:
    claimed = [claim for rule in rules() if rule[0] in "BC" for claim in claims(rule)]
    assert len(claimed) > len(OPTIONS)
    assert wrong_claims(claimed) == []


def test_a_claim_of_an_option_or_a_value_that_does_not_exist_is_found() -> None:
    assert wrong_claims(
        [("start_dice", None), ("start_die", "eaten"), ("rim_is_out", "false")]
    ) == [
        "start_dice=None",
        "start_die=eaten",
    ]


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
def test_every_option_is_there_with_its_values_and_defaults(option: Option) -> None:
    row = next(row for row in rows(page()) if row[0] == f"`{option.name}`")
    _, values, editions, see = row
    listed, *special = values.split("; ")
    assert sorted(re.findall(r"`([^`]+)`", listed)) == sorted(map(as_text, option.values))
    usual = re.findall(r"`([^`]+)`", listed)[0]
    defaults = dict.fromkeys(option.editions, usual)
    for one in special:
        value, *where = re.findall(r"`([^`]+)`", one)
        defaults |= dict.fromkeys(where, value)
    assert defaults == {e: as_text(default_of(option.name, EDITIONS[e])) for e in option.editions}
    played_in, _, limited = editions.partition("; only ")
    assert played_in == (
        "all"
        if option.editions == tuple(EDITIONS)
        else ", ".join(f"`{edition}`" for edition in option.editions)
    )
    allowed, *fixed = re.findall(r"`([^`]+)`", limited) or [""]
    assert dict.fromkeys(fixed, (allowed,)) == {
        edition: tuple(map(as_text, values)) for edition, values in option.limited.items()
    }
    assert tuple(see.split(", ")) == option.see
    for rule in option.see:
        assert option.name in [name for name, _ in claims(rule)], rule


def test_every_booklet_that_differs_is_there() -> None:
    told = {row[0].strip("`"): row for row in rows(PAGE.split("## Booklets")[1])[1:]}
    for edition in EDITIONS.values():
        for language in edition.languages:
            _, sets, only = told.get(f"{edition.id}:{language}", ("", "", ""))
            pairs = dict(CLAIM.findall(sets))
            expected = {n: as_text(v) for n, v in preset(edition, language).items()}
            assert pairs == expected, (edition.id, language)
            for name, value in CLAIM.findall(only):
                other = next(v for v in OPTIONS[name].values if as_text(v) != value)
                with pytest.raises(BadValue, match="allows only"):
                    resolve_options(edition, {name: other}, language)
