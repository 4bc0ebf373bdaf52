"""Makes the tables in an empty database, and refuses one that another version of Kessel made.

Many servers may start at once: all of them ask for one lock, and the first does the work.
"""

from sqlalchemy import Connection, insert, inspect, select, text

from kessel.server.store.engine import BadDatabase
from kessel.server.store.schema import VERSION, metadata, schema_version

LOCK = 0x6B657373
"""Number of the lock that PostgreSQL gives to one server at a time."""


def set_up(connection: Connection) -> None:
    """Make what is missing, in a transaction that writes; raises if others made it differently."""
    postgres = connection.dialect.name == "postgresql"
    if postgres:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    there = set(inspect(connection).get_table_names())
    if not there & set(metadata.tables):
        metadata.create_all(connection)
        if postgres:  # what is told every second need not survive a crash
            connection.execute(text("ALTER TABLE notices SET UNLOGGED"))
        connection.execute(insert(schema_version).values(version=VERSION))
        return
    check_version(connection)


def check_version(connection: Connection) -> None:
    """Raise if another version of Kessel made the database."""
    there = set(inspect(connection).get_table_names())
    known = schema_version.name in there
    version = connection.execute(select(schema_version.c.version)).scalar() if known else None
    if version is None:
        found = "is not Kessel's"
    elif version != VERSION:
        found = f"has version {version}"
    elif not _has_our_columns(connection):
        found = f"has other tables than those of version {VERSION}"
    else:
        return
    raise BadDatabase(
        f"the database {found}; this program reads version {VERSION}: "
        "name an empty database, or use the program that made this one"
    )


def _has_our_columns(connection: Connection) -> bool:
    tables = inspect(connection).get_multi_columns(filter_names=list(metadata.tables))
    found = {(name, column["name"]) for (_, name), all_ in tables.items() for column in all_}
    ours = {(table.name, column.name) for table in metadata.sorted_tables for column in table.c}
    return found == ours
