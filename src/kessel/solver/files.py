"""Solved tables as files: one header line that says what they are, then arrays, mapped into memory.

A file is named after everything it depends on, so that a table of another model, edition or
version of the format is never taken for it. What the arrays mean is not known here.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from kessel.errors import ParseError
from kessel.rules.edition import Edition

MAGIC = "kessel table"
VERSION = 1
"""Raised whenever the solver or this format changes what a file says."""
ALIGNMENT = 64
"""Bytes: every array starts at a multiple of this."""
SUFFIX = ".table"

Table = TypeVar("Table")


class BadTable(ParseError):
    """A file that is not a table, one of another version, or one of another game."""


def cache_folder() -> Path:
    """Where tables made on this machine are kept: `KESSEL_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("KESSEL_CACHE")
    return Path(chosen) if chosen else user_cache_path("kessel")


def table_path(
    edition: Edition,
    players: int,
    model: str,
    element: str | None = None,
    folder: Path | None = None,
) -> Path:
    """Where a table is kept; the model's name is long, so a hash stands for it."""
    parts = [edition.id, *([element] if element else []), str(players)]
    key = f"{VERSION} {' '.join(parts)} {model}"
    name = f"{'-'.join(parts)}-{hashlib.sha256(key.encode()).hexdigest()[:12]}{SUFFIX}"
    return (folder or cache_folder()) / name


def load_or_make(
    path: Path,
    read: Callable[[Path], Table],
    make: Callable[[], Table],
    write: Callable[[Path, Table], None],
) -> Table:
    """Read a table; made and written first where there is none, or one that does not read."""
    if path.exists():
        try:
            return read(path)
        except BadTable:
            pass  # truncated or foreign: replaced below
    table = make()
    try:
        write(path, table)
    except OSError:
        return table  # a machine without a writable cache plays all the same
    return read(path)


def write_arrays(path: Path, header: dict[str, Any], arrays: list[NDArray[Any]]) -> None:
    """Write arrays under a header; the file appears whole or not at all."""
    described = [{"shape": list(a.shape), "type": a.dtype.str} for a in arrays]
    line = json.dumps(header | {"arrays": described}, separators=(",", ":"))
    first = f"{MAGIC} {VERSION} {line}\n".encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=SUFFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(first)
            for array in arrays:
                file.write(b"\0" * (-file.tell() % ALIGNMENT))
                file.write(array.tobytes())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_arrays(path: Path) -> tuple[dict[str, Any], Iterator[NDArray[Any]]]:
    """The header of a file, and its arrays, which stay there until they are asked for."""
    header, end = _read_header(path)
    return header, _mapped(path, header["arrays"], end)


def _read_header(path: Path) -> tuple[dict[str, Any], int]:
    with path.open("rb") as file:
        line = file.readline()
    mark = f"{MAGIC} {VERSION} ".encode()
    if not line.startswith(mark) or not line.endswith(b"\n"):
        raise BadTable(f"{path.name} does not begin with '{MAGIC} {VERSION}'")
    try:
        header: dict[str, Any] = json.loads(line[len(mark) :])
    except ValueError:
        raise BadTable(f"{path.name}: its first line does not read as JSON") from None
    return header, len(line)


def _mapped(path: Path, described: list[dict[str, Any]], end: int) -> Iterator[NDArray[Any]]:
    size = path.stat().st_size
    at = end
    for one in described:
        shape, kind = tuple(one["shape"]), np.dtype(one["type"])
        at += -at % ALIGNMENT
        count = int(np.prod(shape)) * kind.itemsize
        if at + count > size:
            raise BadTable(f"{path.name} is cut off")
        mapped: NDArray[Any] = np.memmap(path, dtype=kind, mode="r", offset=at, shape=shape)
        yield mapped
        at += count
