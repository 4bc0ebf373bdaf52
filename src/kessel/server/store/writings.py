"""What is written about tables: each function is part of a transaction that somebody else commits.

An append names the place where it belongs. A log that does not end there is left alone.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, delete, insert, select, update

from kessel.hall.store import NotSaved, Writing
from kessel.server.store import schema


def make_table(
    connection: Connection, code: str, public: bool, bodies: Sequence[str], now: float
) -> int:
    """A new table with its first entries; its number."""
    made = connection.execute(
        insert(schema.tables).values(
            code=code, public=public, made_at=now, touched_at=now, length=len(bodies)
        )
    )
    key = made.inserted_primary_key
    assert key is not None
    number = int(key[0])
    _insert_entries(connection, number, 0, bodies)
    return number


def append(connection: Connection, writing: Writing, now: float) -> NotSaved | None:
    """Append to a log; where the entries do not belong there nothing is done, and that is told.

    It is returned, not raised, so that the rest of a transaction can go on.
    """
    after = writing.first + len(writing.bodies)
    moved = connection.execute(
        update(schema.tables)
        .where(schema.tables.c.id == writing.table, schema.tables.c.length == writing.first)
        .values(length=after, touched_at=now)
    )
    if moved.rowcount != 1:
        return NotSaved(f"the log of table {writing.table} does not end at {writing.first}")
    _insert_entries(connection, writing.table, writing.first, writing.bodies)
    for game in writing.games:
        connection.execute(
            insert(schema.games).values(
                code=game.code,
                table_id=writing.table,
                number=game.number,
                edition=game.edition,
                first_entry=game.first_entry,
            )
        )
    for throw in writing.throws:
        connection.execute(
            insert(schema.throws).values(
                game=throw.game,
                number=throw.number,
                seconds=throw.seconds,
                trajectory=throw.trajectory,
            )
        )
    for code in writing.finished:
        connection.execute(
            update(schema.games).where(schema.games.c.code == code).values(finished_at=now)
        )
    return None


def forget(connection: Connection, before: float, playing: Collection[int], most: int) -> int:
    """Delete some tables untouched since then, with all their games; how many there were."""
    old = (
        select(schema.tables.c.id)
        .where(schema.tables.c.touched_at < before, schema.tables.c.id.not_in(playing))
        .limit(most)
    )
    numbers = list(connection.execute(old).scalars())
    games = select(schema.games.c.code).where(schema.games.c.table_id.in_(numbers))
    connection.execute(delete(schema.throws).where(schema.throws.c.game.in_(games)))
    connection.execute(delete(schema.games).where(schema.games.c.table_id.in_(numbers)))
    connection.execute(delete(schema.entries).where(schema.entries.c.table_id.in_(numbers)))
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(numbers)))
    return len(numbers)


def touch(connection: Connection) -> None:
    """Write something that changes nothing: whether the database can be written at all."""
    connection.execute(
        update(schema.schema_version).values(version=schema.schema_version.c.version)
    )


def _insert_entries(connection: Connection, table: int, first: int, bodies: Sequence[str]) -> None:
    if bodies:
        connection.execute(
            insert(schema.entries),
            [
                {"table_id": table, "number": first + place, "body": body}
                for place, body in enumerate(bodies)
            ],
        )
