"""How a database comes from any version to the present one: numbered steps, each run once.

A step never changes after a release; what it needs stands in it, not in `schema.py`.
"""

from collections.abc import Callable

from sqlalchemy import Column, Connection, Integer, MetaData, Table, insert, select, update

from kessel.errors import KesselError
from kessel.server.store.schema import metadata

_version = Table("schema_version", MetaData(), Column("version", Integer, nullable=False))


class DatabaseTooNew(KesselError):
    """The database was written by a newer Kessel."""

    code = "database"


def _first_tables(connection: Connection) -> None:
    metadata.create_all(connection)


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_first_tables,)


def migrate(connection: Connection) -> int:
    """Bring a database up to date; the version it has now."""
    _version.create(connection, checkfirst=True)
    version = connection.execute(select(_version.c.version)).scalar()
    if version is None:
        connection.execute(insert(_version).values(version=0))
        version = 0
    if version > len(MIGRATIONS):
        raise DatabaseTooNew(
            f"the database has version {version}; this Kessel knows up to {len(MIGRATIONS)}"
        )
    for step in MIGRATIONS[version:]:
        step(connection)
    connection.execute(update(_version).values(version=len(MIGRATIONS)))
    return len(MIGRATIONS)
