"""What is written about tables: each function is part of a transaction that somebody else commits.

An append names the place where it belongs and the epoch in which its writer owns the table. A log
that does not end there, or that has another owner by now, is left alone.
"""

from collections.abc import Callable, Collection, Sequence

from sqlalchemy import Connection, delete, exists, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from kessel.hall.store import FIRST_EPOCH, NotSaved, TableExists, Writing
from kessel.server.store import appends_postgres, appends_sqlite, schema
from kessel.server.store.members import clock
from kessel.server.store.schema import of_entry


def make_table(
    connection: Connection, code: str, public: bool, bodies: Sequence[str], owner: str, now: float
) -> int:
    """A new table with its first entries; its number. Where there is one of that code, the
    transaction has failed."""
    row = {
        "code": code,
        "public": public,
        "made_at": now,
        "touched_at": now,
        "length": len(bodies),
        "owner": owner,
        "epoch": FIRST_EPOCH,
    }
    try:
        made = connection.execute(insert(schema.tables).values(row).returning(schema.tables.c.id))
    except IntegrityError:
        raise TableExists("there is a table of that code already") from None
    number = int(made.scalar_one())
    entries = [
        {"table_id": number, "number": n, "body": body, "checksum": of_entry(n, body)}
        for n, body in enumerate(bodies)
    ]
    if entries:
        connection.execute(insert(schema.entries), entries)
    return number


def append(
    connection: Connection, some: Sequence[Writing], owner: str, now: float
) -> list[NotSaved | None]:
    """Append to logs, of which none is there twice; what was wrong with each that is refused.

    It is returned, not raised, so that the rest of a transaction can go on.
    """
    if connection.dialect.name == "postgresql":
        kept = appends_postgres.append(connection, some, owner, now)
    else:
        kept = {one.table for one in some if appends_sqlite.append(connection, one, owner, now)}
    return [None if one.table in kept else _refused(one) for one in some]


def _refused(writing: Writing) -> NotSaved:
    return NotSaved(
        f"the log of table {writing.table} does not end at {writing.first}, or it has another owner"
    )


def forget(
    connection: Connection, before: float, playing: Collection[int], owner: str, most: int
) -> int:
    """Delete some tables untouched since then, with all their games; how many there were.

    Those of others who are alive are left to them.
    """
    nodes = schema.nodes
    others = exists().where(
        nodes.c.id == schema.tables.c.owner,
        nodes.c.id != owner,
        nodes.c.expires > clock(connection),
    )
    old = (
        select(schema.tables.c.id)
        .where(schema.tables.c.touched_at < before, schema.tables.c.id.not_in(playing), ~others)
        .limit(most)
    )
    numbers = list(connection.execute(old).scalars())
    games = select(schema.games.c.code).where(schema.games.c.table_id.in_(numbers))
    connection.execute(delete(schema.throws).where(schema.throws.c.game.in_(games)))
    connection.execute(delete(schema.games).where(schema.games.c.table_id.in_(numbers)))
    connection.execute(delete(schema.entries).where(schema.entries.c.table_id.in_(numbers)))
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(numbers)))
    return len(numbers)


def keep_solution(connection: Connection, name: str, body: bytes) -> None:
    """Keep a solved table; where somebody was first, theirs is as good."""
    connection.execute(
        text("INSERT INTO solutions (name, body) VALUES (:name, :body) ON CONFLICT DO NOTHING"),
        {"name": name, "body": body},
    )


def change_day(connection: Connection, date: str, change: Callable[[str], str], oldest: str) -> str:
    """Change the text of a date, which is empty at first; dates before `oldest` go."""
    days = schema.days
    connection.execute(delete(days).where(days.c.date < oldest))
    connection.execute(
        text("INSERT INTO days (date, body) VALUES (:date, '') ON CONFLICT DO NOTHING"),
        {"date": date},
    )
    mine = days.c.date == date
    body = change(
        connection.execute(select(days.c.body).where(mine).with_for_update()).scalar_one()
    )
    connection.execute(update(days).where(mine).values(body=body))
    return body


def show_health(connection: Connection, owner: str, value: str) -> None:
    """Write something that was never there before, to be read back; servers that are gone leave
    nothing behind."""
    health = schema.health
    living = select(schema.nodes.c.id)
    connection.execute(delete(health).where(health.c.owner.not_in(living)))
    connection.execute(delete(health).where(health.c.owner == owner))
    connection.execute(insert(health).values(owner=owner, value=value))
