"""Opens a database so that nothing waits for it without end, and no error shows what was stored."""

import sqlite3
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from kessel.errors import KesselError
from kessel.hall.store import NotSaved
from kessel.server.store import schema

CONNECT_SECONDS = 5
STATEMENT_SECONDS = 8
"""Longest time one statement may take, waiting for locks included."""
IDLE_SECONDS = 4
"""Longest time a transaction may wait for its server: one that was stopped holds no lock longer."""
SILENT_SECONDS = 3
"""Without a word from the network after which a connection to a database is lost."""
PATIENCE = 0.02
"""s between two tries to switch SQLite to its write-ahead log."""
DRIVER = "postgresql+psycopg"
"""For PostgreSQL, where the address names none."""
LONG_LOG = 8000
"""Pages in SQLite's write-ahead log after which a commit moves them to the database file (its own
limit is 1000). Long before that, `Checkpoints` has moved nearly all of them."""
CHECKSUM = "kessel_checksum"
"""A function of SQLite here: of bytes, as they are written; PostgreSQL has its own."""
WRITING = "kessel_writing"
"""Execution option of connections that write: they take SQLite's lock before they read."""

DISK_IS_FULL = ("disk is full", "No space left on device", "DiskFull")
"""How SQLite, the system and PostgreSQL say so."""

WAIT_FOR_IT = (
    "database system is starting up",
    "database system is shutting down",
    "in recovery mode",
    "not yet accepting connections",
    "too many clients",
    "too many connections",
    "connection slots are reserved",
    "lock timeout",
    "database is locked",
)
"""How PostgreSQL and SQLite say that one has to wait."""

READ_ONLY = "25006"
"""How PostgreSQL says that a connection lets nobody write."""

POSTGRES: Mapping[str, object] = {
    "connect_timeout": SILENT_SECONDS,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": SILENT_SECONDS * 1000,
    "options": f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout={CONNECT_SECONDS}s"
    f" -c idle_in_transaction_session_timeout={IDLE_SECONDS}s",
}
"""libpq's settings, as both psycopg drivers take them."""


class BadDatabase(KesselError):
    """The database cannot be opened."""

    code = "database"


def open_engine(address: str) -> Engine:
    """An engine with all its time-outs; connects to nothing yet."""
    url = _parsed(address)
    backend = url.get_backend_name()
    settings: dict[str, Any] = {"hide_parameters": True}
    if backend == "sqlite":
        settings |= {"connect_args": {"timeout": CONNECT_SECONDS}}
    if backend == "postgresql":
        import psycopg  # noqa: F401 - if it is missing, this says which extra has it

        ours = postgres_settings(url)
        settings |= {"connect_args": ours, "pool_pre_ping": True, "pool_timeout": CONNECT_SECONDS}
    try:
        engine = create_engine(url, **settings)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise BadDatabase(f"{_shown(url)}: no driver for it is installed ({error})") from None
    except (SQLAlchemyError, TypeError, ValueError) as error:
        raise BadDatabase(f"{_shown(url)}: {error}") from None
    if backend == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    if backend == "postgresql":
        event.listen(engine, "handle_error", _leave_read_only)
    return engine


def for_writing(engine: Engine) -> Engine:
    """The same engine, for transactions that write."""
    return engine.execution_options(**{WRITING: True})


def postgres_settings(url: URL) -> dict[str, Any]:
    """Our settings, but for those that the address has already."""
    return {name: value for name, value in POSTGRES.items() if name not in url.query}


def not_saved(error: Exception) -> NotSaved:
    """A database's error in one line, which holds nothing of what was to be stored."""
    told = first_line(error)
    return NotSaved(told, disk_is_full=any(sign in told for sign in DISK_IS_FULL))


def in_one_line(error: Exception) -> Exception:
    """What a database says, as `not_saved`; anything else as it is."""
    of_database = isinstance(error, SQLAlchemyError | sqlite3.Error | OSError)
    return not_saved(error) if of_database else error


def will_answer(error: BaseException) -> bool:
    """Whether the database will be there sooner or later: it starts or recovers, others have it
    locked, or have all its connections."""
    told = str(getattr(error, "orig", None) or error)
    return any(sign in told for sign in WAIT_FOR_IT)


def is_read_only(error: BaseException | None) -> bool:
    """Whether a connection lets nobody write: it leads to what was the database and is a copy of it
    now, and may stay so for good, while a new one leads to the database."""
    return getattr(error, "sqlstate", None) == READ_ONLY


def first_line(error: BaseException) -> str:
    """What went wrong, without what stood in the statement or in the row."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().split("\n")
    return f"{type(cause).__name__}: {lines[0]}"


def _parsed(address: str) -> URL:
    try:
        url = make_url(address)
        return url.set(drivername=DRIVER) if url.drivername == "postgresql" else url
    except (ArgumentError, ValueError):
        raise BadDatabase(
            f"{address.split('@')[-1]!r} is no database address; wanted is one such as "
            "sqlite:///games.db or postgresql+psycopg://user@host/kessel"
        ) from None


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)


def _set_up_sqlite(connection: Any, _: object) -> None:
    # Transactions begin where we say so (`_begin_sqlite`), not where the driver guesses.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={STATEMENT_SECONDS * 1000}")
    _switch_to_wal(cursor)
    # FULL: a commit is on disk before anybody hears of it, even if the power fails.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA wal_autocheckpoint={LONG_LOG}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
    connection.create_function(CHECKSUM, 1, _checksum, deterministic=True)


def _checksum(kept: Any) -> str | None:
    return schema.of_trajectory(kept) if isinstance(kept, bytes) else None


def _switch_to_wal(cursor: Any) -> None:
    """SQLite's busy time-out does not hold for this switch, so wait for others here."""
    until = time.monotonic() + STATEMENT_SECONDS
    while cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(PATIENCE)


def _leave_read_only(context: ExceptionContext) -> None:
    """The next transaction gets another connection."""
    if is_read_only(context.original_exception):
        context.is_disconnect = True


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get(WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
