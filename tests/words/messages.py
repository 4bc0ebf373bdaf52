"""Finds every message that an error can have, in the source: what must be said in six languages."""

import ast
from collections.abc import Iterator
from pathlib import Path

import kessel

SRC = Path(kessel.__file__).parent
SPOKEN = (
    "rules/*.py",
    "extras.py",
    "names.py",
    "record.py",
    "words/*.py",
    "proof/audit.py",
    "proof/chronicle.py",
    "proof/rethrow.py",
    "proof/verify.py",
    "proof/witness.py",
    "coach/*.py",
    *(
        f"solver/{name}.py"
        for name in ["chance", "effects", "options", "base/odds", "base/solution"]
    ),
    "lab/simulated.py",
    *(
        f"cli/{name}.py"
        for name in [
            "chance", "files", "odds", "options", "referee", "replay", "review", "shorthand",
            "solve", "verify",
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
