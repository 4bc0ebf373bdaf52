"""Solved tables as files: one header line that says what they are, then arrays, mapped into memory.

A file is named after everything it depends on, so that a table of another model, edition or
version of the format is never taken for it.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from kessel.errors import ParseError
from kessel.rules.edition import Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.base.layers import ValueTable
from kessel.solver.base.solution import Progress, Solution, check_base, solve
from kessel.solver.base.sweeps import Node, Policy
from kessel.solver.chance import ChanceModel

MAGIC = "kessel table"
VERSION = 1
"""Raised whenever the solver or this format changes what a file says."""
ALIGNMENT = 64
SUFFIX = ".table"


class BadTable(ParseError):
    """A file that is no table, or one of another version."""


def cache_folder() -> Path:
    """Where tables made on this machine are kept: `KESSEL_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("KESSEL_CACHE")
    return Path(chosen) if chosen else user_cache_path("kessel")


def table_name(edition: Edition, players: int, model: str, element: str | None = None) -> str:
    """The name of the file; the model's name is long, so it goes in as a hash."""
    parts = [edition.id, *([element] if element else []), str(players)]
    key = f"{VERSION} {' '.join(parts)} {model}"
    return f"{'-'.join(parts)}-{hashlib.sha256(key.encode()).hexdigest()[:12]}{SUFFIX}"


def is_solved(
    edition: Edition | str, players: int, model: ChanceModel, folder: Path | None = None
) -> bool:
    """Whether there is a file, so that `solved` only has to read."""
    box = find_edition(edition) if isinstance(edition, str) else edition
    return ((folder or cache_folder()) / table_name(box, players, model.name)).exists()


def solved(
    edition: Edition | str,
    players: int,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> Solution:
    """The solution out of its file; solved and written first if there is none yet."""
    box = find_edition(edition) if isinstance(edition, str) else edition
    check_base(box, options)
    path = (folder or cache_folder()) / table_name(box, players, model.name)
    if path.exists():
        try:
            found = read_table(path)
            if found.model == model.name and found.edition is box and found.players == players:
                return found
        except BadTable:
            pass  # cut off or foreign: made anew below
    solution = solve(box, players, model, options, progress)
    try:
        write_table(path, solution)
    except OSError:
        return solution  # a machine without a place for caches plays all the same
    return read_table(path)


def write_table(path: Path, solution: Solution) -> None:
    """Write a solution; the file appears whole or not at all."""
    write_arrays(path, _header(solution), list(_arrays(solution)))


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


def read_table(path: Path) -> Solution:
    """A solution whose arrays stay in the file until they are asked for."""
    header, arrays = read_arrays(path)
    players = range(2, header["players"] + 1)
    tables, policies = [], []
    for number, mixed in zip(players, header["mixed"], strict=True):
        turn, choice, turn_policy, choice_policy = (next(arrays) for _ in range(4))
        tables.append(ValueTable(turn, choice))
        policies.append(Policy(turn_policy, choice_policy, _read_mixed(mixed)))
        if turn.shape[-1] != number:
            raise BadTable(f"{path.name}: a table of {turn.shape[-1]} seats where {number} belong")
    return Solution(
        find_edition(header["edition"]),
        header["players"],
        header["model"],
        tuple(header["kinds"]),
        header["exploitability"],
        header["seconds"],
        tuple(tables),
        tuple(policies),
    )


def _header(solution: Solution) -> dict[str, Any]:
    return {
        "edition": solution.edition.id,
        "players": solution.players,
        "model": solution.model,
        "kinds": list(solution.kinds),
        "exploitability": solution.exploitability,
        "seconds": solution.seconds,
        "mixed": [
            [[n.point, n.lying, n.row, *shares] for n, shares in sorted(policy.mixed.items())]
            for policy in solution.policies
        ],
    }


def _arrays(solution: Solution) -> Any:
    for table, policy in zip(solution.tables, solution.policies, strict=True):
        yield from (table.turn, table.choice, policy.turn, policy.choice)


def _read_mixed(rows: list[list[Any]]) -> dict[Node, tuple[float, ...]]:
    return {Node(point, lying, row): tuple(shares) for point, lying, row, *shares in rows}


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
