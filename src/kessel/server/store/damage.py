"""What is damaged in a database, and what of it is whole: entries and trajectories that are
missing or are not those that were written. Reads only."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select, text
from sqlalchemy.exc import SQLAlchemyError

from kessel.server.store import checksums, schema
from kessel.server.store.engine import BadDatabase, first_line, open_engine
from kessel.server.store.setup import check_version

FILE = "kessel.db"


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """A table whose log or whose throws are not as they were written."""

    table: int
    entries: Sequence[int]
    """Missing, or changed."""
    throws: int
    """Trajectories that are changed."""
    games: int
    """That ended."""
    whole: int
    """Of those, with all their entries."""


def broken_file(connection: Connection) -> str:
    """What SQLite finds wrong with its file; empty if nothing, or if it is another database."""
    if connection.dialect.name != "sqlite":
        return ""
    found = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
    return "" if found == "ok" else str(found)


def table_numbers(connection: Connection) -> list[int]:
    numbers = select(schema.tables.c.id).order_by(schema.tables.c.id)
    return list(connection.execute(numbers).scalars())


def check_database(place: str) -> Iterator[str | DamagedTable]:
    """What is wrong with a database, named by its address, its file or its folder. A line is about
    all of it, or about what cannot even be read."""
    engine = open_engine(_address(place))
    try:
        with engine.connect() as connection:
            check_version(connection)
            if broken := broken_file(connection):
                yield broken
            for number in table_numbers(connection):
                yield from damaged(connection, [number])
    except SQLAlchemyError as error:
        yield first_line(error)
    finally:
        engine.dispose()


def _address(place: str) -> str:
    if "://" in place:
        return place
    path = Path(place)
    file = path / FILE if path.is_dir() else path
    if not file.is_file():
        raise BadDatabase(f"{file} is not there: name a database file, its folder or its address")
    return f"sqlite:///{file}"


def damaged(connection: Connection, numbers: Sequence[int]) -> list[DamagedTable]:
    """Those of these tables that are damaged."""
    return [found for one in numbers if (found := _look_at(connection, one)) is not None]


def _look_at(connection: Connection, table: int) -> DamagedTable | None:
    entries = _bad_entries(connection, table)
    throws = _bad_throws(connection, table)
    if not entries and not throws:
        return None
    games = connection.execute(
        select(schema.games.c.first_entry, schema.games.c.finished_at)
        .where(schema.games.c.table_id == table)
        .order_by(schema.games.c.number)
    ).all()
    ends = [*(first for first, _ in games[1:]), math.inf]
    ended = [(first, end) for (first, at), end in zip(games, ends, strict=False) if at is not None]
    whole = sum(not any(first <= entry < end for entry in entries) for first, end in ended)
    return DamagedTable(table, entries, throws, len(ended), whole)


def _bad_entries(connection: Connection, table: int) -> list[int]:
    entries = schema.entries.c
    length = connection.execute(
        select(schema.tables.c.length).where(schema.tables.c.id == table)
    ).scalar()
    rows = connection.execute(
        select(entries.number, entries.body, entries.checksum)
        .where(entries.table_id == table)
        .where(entries.number < (length or 0))  # later ones are being written
    )
    good = {number for number, body, sum_ in rows if checksums.of_entry(number, body) == sum_}
    return [number for number in range(length or 0) if number not in good]


def _bad_throws(connection: Connection, table: int) -> int:
    throws, games = schema.throws.c, schema.games.c
    rows = connection.execute(
        select(throws.trajectory, throws.checksum)
        .join(schema.games, games.code == throws.game)
        .where(games.table_id == table)
    )
    return sum(checksums.of_trajectory(bytes(flight)) != sum_ for flight, sum_ in rows)
