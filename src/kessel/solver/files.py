"""Solved tables as files: one header line that says what they are, then arrays, mapped into memory.

A file is named after everything it depends on, so that a table of another model, edition or
version of the format is never taken for it. What the arrays mean is not known here. Packed
ones are read without numpy too: their arrays are then memoryviews, with the same indices.
"""

import hashlib
import json
import lzma
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from kessel import folders
from kessel.errors import ParseError
from kessel.rules.edition import Edition

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAGIC = "kessel table"
VERSION = 1
"""Raised whenever the solver or this format changes what a file says."""
REVISED = frozenset({"strike-2012", "bare", "harry-potter"})
"""Parts of names that stand for rules which have changed since: such files have other names."""
ALIGNMENT = 64
"""Bytes: every array starts at a multiple of this."""
SUFFIX = ".table"
PACKED = ".xz"
"""Follows the suffix of a file that is packed, and read whole instead of mapped."""
FLOATS = "<f8"
"""Numpy's name of the type of values; policies are of bytes."""

Table = TypeVar("Table")


class BadTable(ParseError):
    """A file that is not a table, one of another version, or one of another game."""


def cache_folder() -> Path:
    """Where tables made on this machine are kept: `KESSEL_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("KESSEL_CACHE")
    return Path(chosen) if chosen else folders.cache_folder()


def table_path(
    edition: Edition,
    players: int,
    model: str,
    element: str | None = None,
    folder: Path | None = None,
    rules: str = "",
) -> Path:
    """Where a table is kept; `rules` are those that it holds for."""
    parts = [edition.id, *([element] if element else []), str(players)]
    return (folder or cache_folder()) / table_name(parts, f"{model} {rules}")


def table_name(parts: list[str], model: str) -> str:
    """The name of a table's file; the model's name is long, so a hash stands for it."""
    changed = "" if REVISED.isdisjoint(parts) else " revised"
    key = f"{VERSION}{changed} {' '.join(parts)} {model}"
    return f"{'-'.join(parts)}-{hashlib.sha256(key.encode()).hexdigest()[:12]}{SUFFIX}"


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


def write_arrays(path: Path, header: dict[str, Any], arrays: "list[NDArray[Any]]") -> None:
    """Write arrays under a header; the file appears whole or not at all."""
    described = [{"shape": list(a.shape), "type": a.dtype.str} for a in arrays]
    line = json.dumps(header | {"arrays": described}, separators=(",", ":"))
    with _whole_file(path) as file:
        file.write(f"{MAGIC} {VERSION} {line}\n".encode())
        for array in arrays:
            file.write(b"\0" * (-file.tell() % ALIGNMENT))
            file.write(array.tobytes())


def keep_file(path: Path, body: bytes) -> None:
    """Keep a table that was made on another machine; it appears whole or not at all."""
    with _whole_file(path) as file:
        file.write(body)


@contextmanager
def _whole_file(path: Path) -> Iterator[BinaryIO]:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=SUFFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_arrays(path: Path) -> tuple[dict[str, Any], Iterator["NDArray[Any]"]]:
    """The header of a file, and its arrays, which stay there until they are asked for."""
    if path.suffix == PACKED:
        return _read_packed(path)
    with path.open("rb") as file:
        line = file.readline()
    size = path.stat().st_size
    header = _read_header(path.name, line)

    def mapped(at: int, kind: str, shape: tuple[int, ...]) -> "NDArray[Any]":
        import numpy as np

        return np.memmap(path, dtype=np.dtype(kind), mode="r", offset=at, shape=shape)

    return header, _placed(path.name, header["arrays"], range(len(line), size), mapped)


def pack(path: Path) -> Path:
    """Put a packed file in the place of a plain one."""
    packed = path.with_name(path.name + PACKED)
    packed.write_bytes(lzma.compress(path.read_bytes(), preset=9))
    path.unlink()
    return packed


def _read_packed(path: Path) -> tuple[dict[str, Any], Iterator["NDArray[Any]"]]:
    try:
        body = lzma.decompress(path.read_bytes())
    except lzma.LZMAError:
        raise BadTable(f"{path.name} does not unpack") from None
    end = body.find(b"\n") + 1
    header = _read_header(path.name, body[:end])
    unpacked = _as_array if find_spec("numpy") else _as_view
    places = _placed(path.name, header["arrays"], range(end, len(body)), partial(unpacked, body))
    return header, places


def _as_array(body: bytes, at: int, kind: str, shape: tuple[int, ...]) -> "NDArray[Any]":
    import numpy as np

    return np.frombuffer(body, np.dtype(kind), prod(shape), at).reshape(shape)


def _as_view(body: bytes, at: int, kind: str, shape: tuple[int, ...]) -> Any:
    flat = memoryview(body)[at : at + prod(shape) * _item_bytes(kind)]
    return flat.cast("d", shape) if kind == FLOATS else flat.cast("b", shape)


def _item_bytes(kind: str) -> int:
    return int(kind[2:])


def _read_header(name: str, line: bytes) -> dict[str, Any]:
    mark = f"{MAGIC} {VERSION} ".encode()
    if not line.startswith(mark) or not line.endswith(b"\n"):
        raise BadTable(f"{name} does not begin with '{MAGIC} {VERSION}'")
    try:
        header: dict[str, Any] = json.loads(line[len(mark) :])
    except ValueError:
        raise BadTable(f"{name}: its first line does not read as JSON") from None
    return header


def _placed(
    name: str,
    described: list[dict[str, Any]],
    body: range,
    take: Callable[[int, str, tuple[int, ...]], "NDArray[Any]"],
) -> Iterator["NDArray[Any]"]:
    """The arrays that a header describes, each taken from its place in the body."""
    at = body.start
    for one in described:
        shape, kind = tuple(one["shape"]), one["type"]
        at += -at % ALIGNMENT
        count = prod(shape) * _item_bytes(kind)
        if at + count > body.stop:
            raise BadTable(f"{name} is cut off")
        yield take(at, kind, shape)
        at += count
