"""Files that a person names at the command line: whatever is wrong with one is one clear line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from kessel.errors import BadValue, Phrase
from kessel.record import BadRecord, RecordMismatch

STANDARD_INPUT = "-"
MOST_BYTES = 64 * 1024 * 1024
"""Of a file that is read: a thousand times as much as a long game with all its proof."""

_REASONS = (
    (FileNotFoundError, Phrase("No such file or directory")),
    (IsADirectoryError, Phrase("Is a directory")),
    (PermissionError, Phrase("Permission denied")),
)


def read_bytes(path: Path) -> bytes:
    """What a file holds; one without an end, or larger than any of ours, is not read whole."""
    try:
        with path.open("rb") as file:
            return _whole(file, path)
    except OSError as error:
        raise BadValue("{path} cannot be read: {why}", path=path, why=_why(error)) from None


def _whole(file: BinaryIO, path: Path) -> bytes:
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadValue(
            "{path} has more than {most} bytes: no file of Kessel's has", path=path, most=MOST_BYTES
        )
    return content


def read_record_text(path: Path) -> str:
    """The text of a record; `-` is standard input."""
    is_input = str(path) == STANDARD_INPUT
    content = _whole(sys.stdin.buffer, path) if is_input else read_bytes(path)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRecord(
            "{path} is not a text file; a record begins with 'kessel record 1'", path=path
        ) from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What is wrong with a record is told with the name of its file."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord("{path}, {error}", path=path, error=error) from None
    except RecordMismatch as error:
        raise RecordMismatch("{path}, {error}", path=path, error=error) from None


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place at once, so that nobody ever finds half of it."""
    fresh = path.with_name(path.name + ".new")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(content)
        fresh.replace(path)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What the system says about files while a file or folder is written is one clear line."""
    try:
        yield
    except OSError as error:
        if error.filename is None:  # it is about something else
            raise
        raise BadValue("{path} cannot be written: {why}", path=path, why=_why(error)) from None


def _why(error: OSError) -> str:
    """The system's reason; the usual ones are said in the reader's language."""
    for kind, reason in _REASONS:
        if isinstance(error, kind):
            return reason
    return error.strerror or str(error)
