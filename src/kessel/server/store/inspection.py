"""A look at a whole database at once, for `kessel check`: as fast as this machine can read it."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from kessel.hall.store import Damaged
from kessel.server.store.damage import PARTS, DamagedTable, Piece, damaged_in, extent, look_at
from kessel.server.store.engine import BadDatabase, first_line, open_engine
from kessel.server.store.setup import check_version

FILE = "kessel.db"
AT_ONCE = 100
"""Times a piece that is looked at beside a game."""
FEW = 8
"""Pieces for which no further process is begun."""
MOST_PROCESSES = 4

Finding: TypeAlias = str | DamagedTable
"""A line is about all of it, or about what cannot even be read."""


def check_database(place: str, tell: Callable[[float], None] = lambda _: None) -> Iterator[Finding]:
    """What is wrong with a database, named by its address, its file or its folder. `tell` hears
    again and again how much of it has been looked at."""
    address = _address(place)
    try:
        yield from _checked(address, tell)
    except SQLAlchemyError as error:
        yield first_line(error)
    finally:
        _engine(address).dispose()


def _checked(address: str, tell: Callable[[float], None]) -> Iterator[Finding]:
    with _engine(address).connect() as connection:
        check_version(connection)
    pieces, unreadable = _pieces(address)
    yield from unreadable
    tables = set[int]()
    _engine(address).dispose()  # what other processes get of this one has no connection
    all_weight, weight = sum(share for _, share in pieces), 0.0
    with ExitStack() as stack:
        many: Callable[..., Iterable[list[int] | str]] = map
        if len(pieces) > FEW:
            processes = min(MOST_PROCESSES, os.cpu_count() or 1)
            many = stack.enter_context(ProcessPoolExecutor(processes)).map
        looks = many(partial(_look, address), [piece for piece, _ in pieces])
        for (_, share), found in zip(pieces, looks, strict=True):
            weight += share
            tell(weight / all_weight)
            if isinstance(found, str):
                yield found
            else:
                tables |= set(found)
    with _engine(address).connect() as connection:
        for table in sorted(tables):
            yield look_at(connection, table) or f"table {table} is damaged"


def _pieces(address: str) -> tuple[list[tuple[Piece, float]], list[str]]:
    """All of a database, with what each piece weighs, and what cannot be read at all. Entries and
    throws were written side by side, so each piece follows those that lie near it: the file is read
    once."""
    placed, unreadable = list[tuple[float, Piece, float]](), list[str]()
    with _engine(address).connect() as connection:
        for name, part in PARTS.items():
            try:
                first, end, size = extent(connection, name)
            except Damaged as error:
                unreadable.append(str(error))
                continue
            size *= AT_ONCE
            for start in range(first, end, size):
                piece, whole = Piece(name, start, min(start + size, end)), end - first
                share = (piece.end - start) / whole
                placed.append(((start - first) / whole, piece, part.weight * share))
    placed.sort(key=lambda one: one[0])
    return [(piece, weight) for _, piece, weight in placed], unreadable


def _look(address: str, piece: Piece) -> list[int] | str:
    """In whichever process: damaged tables, or why they cannot be read."""
    try:
        with _engine(address).connect() as connection:
            return damaged_in(connection, piece)
    except (SQLAlchemyError, Damaged) as error:
        return first_line(error) if isinstance(error, SQLAlchemyError) else str(error)


@cache
def _engine(address: str) -> Engine:
    return open_engine(address)


def _address(place: str) -> str:
    if "://" in place:
        return place
    path = Path(place)
    file = path / FILE if path.is_dir() else path
    if not file.is_file():
        raise BadDatabase(f"{file} is not there: name a database file, its folder or its address")
    return f"sqlite:///{file}"
