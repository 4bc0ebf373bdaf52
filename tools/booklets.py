"""The page of booklets: what each paragraph came to, from docs/reference/booklets.json.

A booklet is there as the subjects of its paragraphs in their order, so that a paragraph is known by
its number and none of its sentences is needed. A subject leads to rules, a rule to options and to
the tests that play it; `tests/test_booklets.py` finds what is left over on either side.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kessel.rules.options import OPTIONS
from tools.made import ROOT

KEPT = ROOT / "docs" / "reference" / "booklets.json"
HEAD = """\
# From the booklets to the tests

Every paragraph of every booklet, the [rules](rules.md) it came to, the [options](options.md) where
booklets differ or are silent, and the tests that play them. Paragraphs are counted by language,
from the first that says something about the game to the last before the credits. Headings, pictures
and lines that only announce a list are not counted. A table, a numbered list and the contents of
the box are one paragraph each; of any other list each item is one.
"""
TESTS = """
## Rules, options and tests

S and a number is a case of `tests/conformance/cases.jsonl`, a name in quotation marks one of
`tests/rules/single_rules.txt`. Rules without a test are about what people do at a real table.

| rule | options | tests |
|---|---|---|
"""


def kept() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return read


def page() -> str:
    given = kept()
    boxes = "".join(_box(given, name) for name in given["boxes"])
    rows = (
        f"| {rule} | {_quoted(options_of(rule))} | {', '.join(map(_test, tests))} |\n"
        for rule, tests in given["tests"].items()
    )
    return "".join((HEAD, boxes, TESTS, *rows))


def _box(given: Mapping[str, Any], name: str) -> str:
    """A row for each subject of a box, in the order of its longest booklet."""
    box = given["boxes"][name]
    booklets = {language: numbers(text) for language, text in box["booklets"].items()}
    longest = max(booklets.values(), key=len)
    subjects = dict.fromkeys(one for known in (longest, *booklets.values()) for one in known)
    head = "".join(f" {language} |" for language in booklets)
    lines = [
        f"\n## {_quoted(box['editions'])}\n",
        f"| about |{head} rules |",
        f"|---|{'---|' * len(booklets)}---|",
    ]
    for subject in subjects:
        told = "".join(
            f" {', '.join(map(str, known.get(subject, ())))} |" for known in booklets.values()
        )
        rules = ", ".join(rules_of(given, subject, name))
        lines.append(f"| {given['passages'][subject]['about']} |{told} {rules} |")
    return "\n".join(lines) + "\n"


def numbers(booklet: str) -> dict[str, list[int]]:
    """The paragraphs that speak of a subject; one may speak of two."""
    found: dict[str, list[int]] = {}
    for number, paragraph in enumerate(booklet.split(), start=1):
        for subject in paragraph.split("+"):
            found.setdefault(subject, []).append(number)
    return found


def rules_of(given: Mapping[str, Any], subject: str, box: str) -> list[str]:
    """What a subject came to: in every box, and in this one."""
    passage = given["passages"][subject]
    return [*passage["rules"], *passage.get("also", {}).get(box, ())]


def options_of(rule: str) -> Iterator[str]:
    return (option.name for option in OPTIONS.values() if rule in option.see)


def _test(name: str) -> str:
    file, _, title = name.partition(": ")
    return f"“{title}”" if title else name.rpartition("::")[2] if "::" in name else file


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
