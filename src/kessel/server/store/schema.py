"""The tables of the database, and the checksum beside everything that is kept, so that a damaged
disk is never served as truth. PostgreSQL computes the same ones in its statements. They find
accidents, not attackers."""

import hashlib

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

VERSION = 1
"""A new one whenever anything here changes."""
LARGEST_NUMBER = 2**31 - 1
"""Of an entry or a throw: what an integer column holds everywhere."""

CHECKSUM_LETTERS = 16

metadata = MetaData()
_row_number = BigInteger().with_variant(Integer, "sqlite")

tables = Table(
    "tables",
    metadata,
    Column("id", _row_number, primary_key=True, autoincrement=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("public", Boolean, nullable=False),
    Column("made_at", Float, nullable=False),
    Column("touched_at", Float, nullable=False),
    Column("length", Integer, nullable=False, default=0),
    Column("owner", String(32)),
    Column("epoch", BigInteger, nullable=False, default=1),
    Column("dice", Text),
)
"""Who appends says in which `epoch` it owns the table and at which `length` the log ends, and is
refused where either is not so. `dice` names those that have to finish the throw in the air."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", _row_number, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("checksum", String(16), nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("table_id", _row_number, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("edition", String(32), nullable=False),
    Column("first_entry", Integer, nullable=False),
    Column("finished_at", Float),
)
Index("games_of_table", games.c.table_id)

throws = Table(
    "throws",
    metadata,
    Column("game", String(16), ForeignKey("games.code"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seconds", Float, nullable=False),
    Column("trajectory", LargeBinary, nullable=False),
    Column("checksum", String(16), nullable=False),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("url", Text, nullable=False),
    Column("expires", Float, nullable=False),
    Column("draining", Boolean, nullable=False),
)
"""Servers that share this database. `expires` is by the database's clock; nobody reads another."""

notices = Table(
    "notices",
    metadata,
    Column("node", String(32), primary_key=True),
    Column("body", Text, nullable=False),
)
"""What each server tells the others about once a second; lost in a crash, and soon there again."""

health = Table(
    "health",
    metadata,
    Column("owner", String(32), primary_key=True),
    Column("value", String(32), nullable=False),
)
"""What each server wrote last to see whether it can be read back."""

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(64), nullable=False),
)

solutions = Table(
    "solutions",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""Solved tables as files, by their names: made by one server, used by all."""

days = Table(
    "days",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("body", Text, nullable=False),
)
"""The best throws of each of the last days."""

checks = Table(
    "checks",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("body", Text, nullable=False),
)
"""How far the check for damage has come, and what it found (`checking`)."""

schema_version = Table("kessel_schema", metadata, Column("version", Integer, nullable=False))


def of_entry(number: int, body: str) -> str:
    """Of an entry at its place in a log."""
    return of_trajectory(f"{number} {body}".encode())


def of_trajectory(trajectory: bytes) -> str:
    """Of the flight of a throw, or of any bytes."""
    return hashlib.md5(trajectory, usedforsecurity=False).hexdigest()[:CHECKSUM_LETTERS]
