"""What is damaged in a database, and what of it is whole: entries and trajectories that are not
those that were written, that are missing, doubled or more than were counted. Reads only.

Everything is read as it lies on disk, a piece after the other: by the numbers of SQLite's rows, by
PostgreSQL's blocks. So all of it takes little longer than reading the file, and a piece little
enough to be looked at beside a game.
"""

import contextlib
import math
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select, text
from sqlalchemy.exc import SQLAlchemyError

from kessel.hall.store import Damaged
from kessel.server.store import schema
from kessel.server.store.engine import CHECKSUM, first_line

UNREADABLE = (
    "malformed",
    "not a database",
    "disk I/O error",
    "invalid page",
    "could not read block",
    "could not open file",
    "chunk",
    "corrupt",
)
"""How SQLite and PostgreSQL say that what is on disk cannot be read."""


@dataclass(frozen=True, slots=True)
class Scan:
    """Something that is read from its beginning to its end."""

    weight: int
    """How long that takes, compared with the others."""
    rows: int
    blocks: int
    """In a piece that is looked at beside a game: half a megabyte, of SQLite and PostgreSQL."""


PARTS = {
    "file": Scan(1, 1, 1),
    "tables": Scan(1, 50, 50),
    "entries": Scan(9, 500, 64),
    "throws": Scan(10, 100, 64),
}
"""What is looked at, in this order: what has no checksums; whether each table has as many entries
as were counted; and whether each entry and each trajectory is the one that was written."""

_COUNTS = """
SELECT t.id FROM tables t LEFT JOIN entries e ON e.table_id = t.id
WHERE t.id >= :first AND t.id < :end GROUP BY t.id, t.length
HAVING count(e.number) <> t.length OR count(DISTINCT e.number) <> t.length
  OR coalesce(max(e.number), -1) <> t.length - 1
"""
_LOOKS = {
    "sqlite": {
        "tables": _COUNTS,
        "entries": f"""
SELECT table_id FROM entries NOT INDEXED WHERE rowid >= :first AND rowid < :end
  AND {CHECKSUM}(CAST(number || ' ' || body AS BLOB)) IS NOT checksum
""",
        "throws": f"""
SELECT g.table_id FROM throws t NOT INDEXED LEFT JOIN games g ON g.code = t.game
WHERE t.rowid >= :first AND t.rowid < :end AND {CHECKSUM}(trajectory) IS NOT checksum
""",
    },
    "postgresql": {
        "tables": _COUNTS,
        "entries": """
SELECT table_id FROM entries
WHERE ctid >= CAST('(' || :first || ',0)' AS tid) AND ctid < CAST('(' || :end || ',0)' AS tid)
  AND left(md5(CAST(number AS text) || ' ' || body), 16) IS DISTINCT FROM checksum
""",
        "throws": """
SELECT g.table_id FROM throws t LEFT JOIN games g ON g.code = t.game
WHERE t.ctid >= CAST('(' || :first || ',0)' AS tid) AND t.ctid < CAST('(' || :end || ',0)' AS tid)
  AND left(md5(trajectory), 16) IS DISTINCT FROM checksum
""",
    },
}
"""The tables in a piece that are damaged, by their numbers; none where a throw belongs to none."""
_ENDS = """
SELECT coalesce((SELECT min({0}) FROM {1}), 0), coalesce((SELECT max({0}) FROM {1}), -1) + 1
"""
"""The least and the greatest apart: for both in one, SQLite reads a whole index."""
_BY_INDEX = "SELECT coalesce(min({0}), 0), coalesce(max({0}), -1) + 1 FROM {1}"
_BLOCKS = "SELECT 0, pg_relation_size('{}') / current_setting('block_size')::int"


@dataclass(frozen=True, slots=True)
class Piece:
    """What can be looked at in one go."""

    part: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """A table whose log or whose throws are not as they were written."""

    table: int
    entries: list[int]
    """Missing, changed, doubled, or more than were counted."""
    throws: int
    """Trajectories that are changed."""
    games: int
    """That ended."""
    whole: int
    """Of those, with all their entries."""

    def __str__(self) -> str:
        place = f"at entry {self.entries[0]}" if self.entries else "in its throws"
        return f"table {self.table} is damaged {place}"


def extent(connection: Connection, part: str) -> tuple[int, int, int]:
    """Where a part begins, where it ends now, and how much of it is a piece; raises if that cannot
    be read."""
    kind = connection.dialect.name
    size = PARTS[part].rows if kind == "sqlite" else PARTS[part].blocks
    if part == "file":
        return 0, int(kind == "sqlite"), size
    quick, slow = ends_of(part, kind)
    try:
        with _readable(part):
            first, end = connection.exec_driver_sql(quick).one()
    except Damaged:
        with _readable(part):
            first, end = connection.exec_driver_sql(slow).one()
    return int(first), int(end), size


def ends_of(part: str, kind: str) -> tuple[str, str]:
    """The statement that asks a kind of database where a part begins and ends, and another one for
    where that finds damage."""
    if kind != "sqlite" and part != "tables":
        return _BLOCKS.format(part), _BLOCKS.format(part)
    number = "id" if part == "tables" else "rowid"
    return _ENDS.format(number, part), _BY_INDEX.format(number, part)


def damaged_in(connection: Connection, piece: Piece) -> list[int]:
    """The numbers of tables that are damaged in a piece; raises if it cannot be read."""
    with _readable(f"{piece.part} from {piece.first} to {piece.end}"):
        if piece.part == "file":
            return _small_tables(connection)
        wanted = text(_LOOKS[connection.dialect.name][piece.part])
        rows = connection.execute(wanted, {"first": piece.first, "end": piece.end}).scalars()
        tables = set(rows)
    if None in tables:
        raise Damaged(f"{piece.part} from {piece.first} to {piece.end} belong to no table")
    return sorted(tables)


def _small_tables(connection: Connection) -> list[int]:
    """Those of SQLite without checksums, with their indexes; raises if one is damaged."""
    for table in set(schema.metadata.tables) - {"entries", "throws"}:
        found = connection.exec_driver_sql(f"PRAGMA quick_check({table})").scalars().first()
        if found != "ok":
            raise Damaged(f"{table} are damaged: {found}")
    return []


@contextlib.contextmanager
def _readable(what: str) -> Iterator[None]:
    """What cannot be read because of what is on disk is damage."""
    try:
        yield
    except SQLAlchemyError as error:
        told = first_line(error)
        if any(sign in told for sign in UNREADABLE):
            raise Damaged(f"{what} cannot be read: {told}") from None
        raise


# --- one table ------------------------------------------------------------------------------------


def look_at(connection: Connection, table: int) -> DamagedTable | None:
    """What is damaged of a table; None if all of it is whole, or if it is gone."""
    with _readable(f"table {table}"):
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
    """In one statement, for entries are being written meanwhile."""
    entries, tables = schema.entries.c, schema.tables.c
    rows = connection.execute(
        select(tables.length, entries.number, entries.body, entries.checksum)
        .select_from(schema.tables.outerjoin(schema.entries, entries.table_id == tables.id))
        .where(tables.id == table)
    ).all()
    if not rows:
        return []
    length, good, bad = rows[0][0], set[int](), set[int]()
    for _, number, body, checksum in rows:
        if number is not None:
            fits = 0 <= number < length and schema.of_entry(number, body) == checksum
            (good if fits and number not in good else bad).add(number)
    return sorted(bad | (set(range(length)) - good))


def _bad_throws(connection: Connection, table: int) -> int:
    throws, games = schema.throws.c, schema.games.c
    rows = connection.execute(
        select(throws.trajectory, throws.checksum)
        .join(schema.games, games.code == throws.game)
        .where(games.table_id == table)
    )
    return sum(schema.of_trajectory(bytes(flight)) != sum_ for flight, sum_ in rows)
