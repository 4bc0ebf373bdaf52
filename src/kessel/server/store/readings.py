"""What is read about tables, games and throws, each in one transaction."""

from sqlalchemy import Connection, func, select

from kessel.hall.store import Damaged
from kessel.server.store import schema


def find_table(connection: Connection, code: str) -> tuple[int, list[str]] | None:
    """A table's number and its log."""
    number = connection.execute(
        select(schema.tables.c.id).where(schema.tables.c.code == code)
    ).scalar()
    return None if number is None else (int(number), table_log(connection, int(number)))


def game_log(connection: Connection, game: str) -> list[str] | None:
    """The entries of a table from the beginning of a finished game to its end."""
    found = connection.execute(
        select(schema.games).where(schema.games.c.code == game)
    ).one_or_none()
    if found is None or found.finished_at is None:
        return None
    following = connection.execute(
        select(schema.games.c.first_entry).where(
            schema.games.c.table_id == found.table_id,
            schema.games.c.number == found.number + 1,
        )
    ).scalar()
    return table_log(connection, found.table_id, found.first_entry, following)


def table_log(
    connection: Connection, table: int, first: int = 0, following: int | None = None
) -> list[str]:
    """Entries of a table, from one up to another; raises if they are not those written there."""
    entries = schema.entries.c
    end = schema.LARGEST_NUMBER if following is None else following
    rows = connection.execute(
        select(entries.number, entries.body, entries.checksum)
        .where(entries.table_id == table, entries.number >= first, entries.number < end)
        .order_by(entries.number)
    ).all()
    for place, (number, body, checksum) in enumerate(rows, start=first):
        if number != place or schema.of_entry(number, body) != checksum:
            raise Damaged(f"table {table} is damaged at entry {place}", table)
    return [body for _, body, _ in rows]


def trajectory(connection: Connection, game: str, number: int) -> bytes | None:
    if not 0 <= number <= schema.LARGEST_NUMBER:
        return None
    throws = schema.throws.c
    found = connection.execute(
        select(throws.trajectory, throws.checksum, schema.games.c.table_id)
        .join(schema.games, schema.games.c.code == throws.game)
        .where(throws.game == game, throws.number == number)
    ).one_or_none()
    if found is None:
        return None
    flight = bytes(found.trajectory)
    if schema.of_trajectory(flight) != found.checksum:
        raise Damaged(f"table {found.table_id} is damaged in throw {number}", found.table_id)
    return flight


def sizes(connection: Connection, game: str) -> dict[int, int]:
    """Number and size of each trajectory of a game."""
    rows = connection.execute(
        select(schema.throws.c.number, func.length(schema.throws.c.trajectory)).where(
            schema.throws.c.game == game
        )
    )
    return {int(number): int(size) for number, size in rows}


def solution(connection: Connection, name: str) -> bytes | None:
    """A solved table as a file."""
    found = connection.execute(
        select(schema.solutions.c.body).where(schema.solutions.c.name == name)
    ).scalar()
    return None if found is None else bytes(found)


def day(connection: Connection, date: str) -> str | None:
    days = schema.days.c
    return connection.execute(select(days.body).where(days.date == date)).scalar()


def count_tables(connection: Connection, before: float) -> tuple[int, int]:
    """How many tables were not touched since then, and how many there are."""
    total = connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
    old = connection.execute(
        select(func.count()).select_from(schema.tables).where(schema.tables.c.touched_at < before)
    ).scalar_one()
    return int(old), int(total)


def shown_health(connection: Connection, owner: str) -> str | None:
    """What a server wrote last to see whether it can be read back."""
    health = schema.health.c
    return connection.execute(select(health.value).where(health.owner == owner)).scalar()
