"""Errors are said in the reader's language: every message in every language, and none forgotten."""

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import kessel
from kessel.errors import BadValue, IllegalMove, KesselError, OneOf, Phrase
from kessel.words import FALLBACK, languages, refusal
from kessel.words.catalogue import part

OTHERS = [language for language in languages() if language != FALLBACK]


SRC = Path(kessel.__file__).parent
SPOKEN = (
    "rules/*.py",
    "extras.py",
    "names.py",
    "record.py",
    "words/*.py",
    "proof/audit.py",
    "proof/record_codec.py",
    "proof/rethrow.py",
    "proof/verify.py",
    "coach/*.py",
    *(
        f"solver/{name}.py"
        for name in ["chance", "games", "options", "base/odds", "base/solution"]
    ),
    "lab/simulated.py",
    *(
        f"cli/{name}.py"
        for name in [
            "arguments", "files", "odds", "options", "referee", "replay", "review",
            "shorthand", "solve", "verify",
        ]
    ),
)  # fmt: skip
"""Where errors come from that a person at a terminal can meet."""


def messages(source: str) -> Iterator[tuple[int, str | None]]:
    """(line, message) of every error and phrase; None where it is not written out."""
    tree = ast.parse(source)
    chosen = {
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "message"
        and isinstance(node.value, ast.Constant)
    }
    for text in chosen:
        yield 0, str(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_error(node.func) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Name) and first.id == "message":
                continue
            written = isinstance(first, ast.Constant)
            yield node.lineno, str(ast.literal_eval(first)) if written else None


def _is_error(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr == "_wrong"
    return isinstance(function, ast.Name) and function.id in ERRORS


ERRORS = {
    "KesselError", "ParseError", "UnknownEdition", "UnknownOption", "BadValue", "NotAwaited",
    "IllegalMove", "DiceDoNotAddUp", "BadRecord", "RecordMismatch", "ChangedRecord", "Phrase",
    "MissingExtra",
}  # fmt: skip


def all_messages() -> Iterator[tuple[str, str | None]]:
    """(place, message) of everything that can be said."""
    for pattern in SPOKEN:
        for path in sorted(SRC.glob(pattern)):
            for line, message in messages(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(SRC)}:{line}", message


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_said_in_every_language(language: str) -> None:
    wanted = {message for _, message in all_messages()}
    assert len(wanted) > 100
    assert wanted ^ set(part(language, "refusals")) == set()


def test_every_message_is_written_out_so_that_it_can_be_found() -> None:
    assert [place for place, message in all_messages() if message is None] == []


def test_a_message_that_is_put_together_is_found() -> None:
    found = messages('raise BadValue(f"no {thing}")\nraise BadValue("no {thing}", thing=1)')
    assert list(found) == [(1, None), (2, "no {thing}")]


def test_what_fills_a_message_in() -> None:
    may = OneOf(("1", "pile:0"))
    error = IllegalMove("{player} may throw {units}, not {unit}", player="B", units=may, unit="all")
    assert str(error) == "B may throw 1 or pile:0, not all"
    assert refusal(error) == str(error)
    assert refusal(error, "de") == "B darf 1 oder pile:0 werfen, nicht all"
    inside = KesselError("line {line}: {error}", line=7, error=error)
    assert refusal(inside, "fr") == "ligne 7\u00a0: B peut lancer 1 ou pile:0, pas all"
    given = Phrase("nobody")
    nobody = IllegalMove(
        "{players} must all throw, and nobody else; you gave {given}", players="A B", given=given
    )
    assert refusal(nobody, "nl") == "A B gooien allemaal, en niemand anders; opgegeven: niemand"


def test_what_no_person_meets_stays_english() -> None:
    assert refusal(BadValue("a nonce of 3 bytes; it has 16"), "es").startswith("a nonce")


def test_an_error_keeps_its_parts_on_the_way_between_processes() -> None:
    error = BadValue("{path} cannot be read: {why}", path="a", why="gone")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), refusal(again, "it")) == (str(error), refusal(error, "it"))


def test_braces_that_name_nothing_stay() -> None:
    assert (
        str(BadValue('a die is {"cocked": face} or {face}'))
        == 'a die is {"cocked": face} or {face}'
    )
