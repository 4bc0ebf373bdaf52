"""What is read about tables, games and throws, each in one transaction."""

from sqlalchemy import Connection, func, select

from kessel.server.store import schema


def find_table(connection: Connection, code: str) -> tuple[int, list[str]] | None:
    """A table's number and its log."""
    number = connection.execute(
        select(schema.tables.c.id).where(schema.tables.c.code == code)
    ).scalar()
    return None if number is None else (int(number), table_log(connection, int(number)))


def table_log(connection: Connection, number: int) -> list[str]:
    """All entries of a table."""
    bodies = connection.execute(
        select(schema.entries.c.body)
        .where(schema.entries.c.table_id == number)
        .order_by(schema.entries.c.number)
    )
    return list(bodies.scalars())


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
    wanted = (
        select(schema.entries.c.body)
        .where(schema.entries.c.table_id == found.table_id)
        .where(schema.entries.c.number >= found.first_entry)
        .order_by(schema.entries.c.number)
    )
    if following is not None:
        wanted = wanted.where(schema.entries.c.number < following)
    return list(connection.execute(wanted).scalars())


def trajectory(connection: Connection, game: str, number: int) -> bytes | None:
    """The trajectory of a throw."""
    if not 0 <= number <= schema.LARGEST_NUMBER:
        return None
    found = connection.execute(
        select(schema.throws.c.trajectory).where(
            schema.throws.c.game == game, schema.throws.c.number == number
        )
    ).scalar()
    return None if found is None else bytes(found)


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


def count_tables(connection: Connection, before: float) -> tuple[int, int]:
    """How many tables were not touched since then, and how many there are."""
    total = connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
    old = connection.execute(
        select(func.count()).select_from(schema.tables).where(schema.tables.c.touched_at < before)
    ).scalar_one()
    return int(old), int(total)


def anything(connection: Connection) -> None:
    """Read something small: whether the database answers."""
    connection.execute(select(schema.tables.c.id).limit(1))
