"""How a database comes from any version to the present one: numbered steps, each run once.

A step never changes after a release; what it needs stands in it, not in `schema.py`. Many servers
may start at once: all of them ask for one lock, and the first does the work.
"""

from collections.abc import Callable

from sqlalchemy import Connection, insert, inspect, select, text, update

from kessel.errors import KesselError
from kessel.server.store.schema import schema_version

LOCK = 0x6B657373
"""Number of the lock that PostgreSQL gives to one migration at a time."""


class DatabaseTooNew(KesselError):
    """The database was written by a newer Kessel."""

    code = "database"


def _first_tables(connection: Connection) -> None:
    postgres = connection.dialect.name == "postgresql"
    number = "BIGINT" if postgres else "INTEGER"
    key = "BIGSERIAL" if postgres else "INTEGER"
    real = "DOUBLE PRECISION" if postgres else "FLOAT"
    for statement in (
        f"CREATE TABLE tables (id {key} NOT NULL PRIMARY KEY, code VARCHAR(12) NOT NULL UNIQUE,"
        f" public BOOLEAN NOT NULL, made_at {real} NOT NULL, touched_at {real} NOT NULL)",
        f"CREATE TABLE entries (table_id {number} NOT NULL REFERENCES tables (id),"
        " number INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, number))",
        "CREATE TABLE games (code VARCHAR(16) NOT NULL PRIMARY KEY,"
        f" table_id {number} NOT NULL REFERENCES tables (id), number INTEGER NOT NULL,"
        f" edition VARCHAR(32) NOT NULL, first_entry INTEGER NOT NULL, finished_at {real})",
        "CREATE INDEX games_of_table ON games (table_id)",
        "CREATE TABLE throws (game VARCHAR(16) NOT NULL REFERENCES games (code),"
        f" number INTEGER NOT NULL, seconds {real} NOT NULL,"
        f" trajectory {'BYTEA' if postgres else 'BLOB'} NOT NULL, PRIMARY KEY (game, number))",
    ):
        connection.execute(text(statement))


def _length_of_logs(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE tables ADD COLUMN length INTEGER NOT NULL DEFAULT 0"))
    connection.execute(
        text(
            "UPDATE tables SET length ="
            " (SELECT count(*) FROM entries WHERE entries.table_id = tables.id)"
        )
    )


def _many_servers(connection: Connection) -> None:
    postgres = connection.dialect.name == "postgresql"
    real = "DOUBLE PRECISION" if postgres else "FLOAT"
    blob = "BYTEA" if postgres else "BLOB"
    for statement in (
        "ALTER TABLE tables ADD COLUMN owner VARCHAR(32)",
        "ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 1",
        "ALTER TABLE tables ADD COLUMN thrower TEXT",
        f"CREATE TABLE nodes (id VARCHAR(32) NOT NULL PRIMARY KEY, url TEXT NOT NULL,"
        f" expires {real} NOT NULL, draining BOOLEAN NOT NULL)",
        f"CREATE {'UNLOGGED ' if postgres else ''}TABLE notices"
        " (node VARCHAR(32) NOT NULL PRIMARY KEY, body TEXT NOT NULL)",
        "CREATE TABLE secrets (name VARCHAR(32) NOT NULL PRIMARY KEY, value VARCHAR(64) NOT NULL)",
        f"CREATE TABLE solutions (name VARCHAR(200) NOT NULL PRIMARY KEY, body {blob} NOT NULL)",
    ):
        connection.execute(text(statement))


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    _first_tables,
    _length_of_logs,
    _many_servers,
)


def migrate(connection: Connection) -> int:
    """Bring a database up to date, in a transaction that writes; the version it has now."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    version = _version_of(connection)
    if version > len(MIGRATIONS):
        raise DatabaseTooNew(
            f"the database has version {version}; this Kessel knows up to {len(MIGRATIONS)}"
        )
    for step in MIGRATIONS[version:]:
        step(connection)
    if version < len(MIGRATIONS):
        connection.execute(update(schema_version).values(version=len(MIGRATIONS)))
    return len(MIGRATIONS)


def _version_of(connection: Connection) -> int:
    if not inspect(connection).has_table(schema_version.name):
        schema_version.create(connection)
    version = connection.execute(select(schema_version.c.version)).scalar()
    if version is None:
        connection.execute(insert(schema_version).values(version=0))
    return version or 0
