"""The tables of the database as they are now; how they came to be is in `migrations.py`."""

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
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", _row_number, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
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
)
