"""Whether a database can be used, and whether it is the one that it was: something is written to
every table that a game needs, and taken back; and something that stays is read back from the very
file. What is wrong is one sentence that says what to do.
"""

import contextlib
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, insert, select, text

from kessel.server.store import readings, schema, writings
from kessel.server.store.members import shared_secret

IDENTITY = "identity"
"""The name of the secret by which a database is known again."""
LEAST_FREE = 32 * 2**20
"""The disk counts as full below this many free bytes."""
LOCK_SECONDS = 1.5
"""For which the look waits for PostgreSQL's locks: less than for its answer."""

DO: tuple[tuple[tuple[str, ...], str], ...] = (
    (("locked", "lock timeout"), "end the process that has its tables locked"),
    (("not answered",), "see whether it runs, and whether another process has its tables locked"),
    (("disk is full", "No space left", "DiskFull"), "make room on its disk"),
    (("read-only", "readonly", "permission denied"), "let this server's user write to it"),
    (("too many", "connection slots"), "end connections that hang, or allow more"),
    (("no such table", "does not exist"), "bring its tables back from a backup"),
    (("malformed", "not a database", "invalid page"), "restore it from a backup"),
    (("unable to open", "cannot be read back"), "put the file back and start again"),
    (("refused", "could not connect", "connection failed", "closed"), "start it, or the way to it"),
)
"""What to do, by what a database says."""
ELSE_DO = "look into its own log"


def advice(told: str) -> str:
    """What a database said, with what to do about it."""
    for signs, do in DO:
        if any(sign in told for sign in signs):
            return f"{told}: {do}"
    return f"{told}: {ELSE_DO}"


def use(connection: Connection, owner: str, value: str) -> None:
    """Write to all tables of a game, and take it back; then something that was never there before,
    to be read back."""
    number, code = -int(value[:15], 16), value[:12]
    table = {"id": number, "code": code, "public": False, "made_at": 0.0, "touched_at": 0.0}
    rows = {
        schema.tables: table,
        schema.games: {
            "code": code,
            "table_id": number,
            "number": 1,
            "edition": "",
            "first_entry": 0,
        },
        schema.entries: {"table_id": number, "number": 0, "body": "", "checksum": ""},
        schema.throws: {
            "game": code,
            "number": 0,
            "seconds": 0.0,
            "trajectory": b"",
            "checksum": "",
        },
    }
    with connection.begin_nested() as to_be_taken_back:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
        for kind, row in rows.items():
            connection.execute(insert(kind).values(row))
            connection.execute(select(kind).limit(1)).all()
        to_be_taken_back.rollback()
    writings.show_health(connection, owner, value)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a look finds of a database."""

    value: str | None
    """What was written last."""
    identity: str | None
    replaced: str = ""
    """What to do where the file is not the one that was last used under its name."""


def shown(connection: Connection, owner: str, file: Path | None, known: str | None) -> Shown:
    """What can be read; of SQLite from the file that has that name now. `known` is the identity to
    be kept beside a file, where it is for us alone."""
    if file is None:
        secret = select(schema.secrets.c.value).where(schema.secrets.c.name == IDENTITY)
        value = readings.shown_health(connection, owner)
        return Shown(value, connection.execute(secret).scalar())
    address = f"{file.resolve().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as fresh:
        value = fresh.execute("SELECT value FROM health WHERE owner = ?", (owner,)).fetchone()
        found = fresh.execute("SELECT value FROM secrets WHERE name = ?", (IDENTITY,)).fetchone()
    replaced = "" if known is None else _replaced(file, known)
    return Shown(value and str(value[0]), found and str(found[0]), replaced)


def _replaced(file: Path, known: str) -> str:
    mark = file.with_name(f"{file.name}.id")
    if not mark.exists():
        with contextlib.suppress(OSError):
            mark.write_text(known)
    elif mark.read_text() != known:
        return (
            f"{file.name} is not the database that was here before: put that one back and start "
            f"again, or delete {mark.name} beside it to go on with this one"
        )
    return ""


def identity(connection: Connection, fresh: str) -> str:
    """By which a database is known again: that of its first server, for good."""
    return shared_secret(connection, IDENTITY, fresh)


def disk(folder: Path | None) -> str:
    """`ok`, or what is wrong with the disk of a folder."""
    if folder is None:
        return "ok"
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return f"cannot be read: {error.strerror}: mount it again"
    return "ok" if free >= LEAST_FREE else f"full: {free // 2**20} MiB are left: make room on it"
