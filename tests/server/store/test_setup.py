"""An empty database gets all tables; one that another version made is refused in one line."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import OperationalError

from kessel.server.store import BadDatabase, SqlStore
from kessel.server.store.engine import first_line, for_writing, open_engine, will_answer
from kessel.server.store.schema import metadata
from kessel.server.store.setup import set_up


@pytest.fixture
def empty() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_database_of_another_version_is_left_alone(empty: Connection, version: int) -> None:
    set_up(empty)
    empty.execute(text(f"UPDATE kessel_schema SET version = {version}"))
    with pytest.raises(BadDatabase, match=f"has version {version}; this program reads") as told:
        set_up(empty)
    assert "name an empty database" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE days",
        "ALTER TABLE tables RENAME dice TO thrower",
        "ALTER TABLE nodes ADD COLUMN load INTEGER",
    ],
)
def test_one_of_a_shape_that_was_never_released_is_left_alone(
    empty: Connection, change: str
) -> None:
    set_up(empty)
    empty.execute(text(change))
    with pytest.raises(BadDatabase, match="has other tables than those of version 1; this"):
        set_up(empty)


def test_a_database_without_a_version_is_left_alone(empty: Connection) -> None:
    empty.execute(text("CREATE TABLE tables (id INTEGER)"))
    with pytest.raises(BadDatabase, match="is not Kessel's; this"):
        set_up(empty)
    assert inspect(empty).get_table_names() == ["tables"]


def test_tables_of_others_beside_ours_do_not_matter(empty: Connection) -> None:
    empty.execute(text("CREATE TABLE elsewhere (id INTEGER)"))
    set_up(empty)
    assert set(inspect(empty).get_table_names()) == {"elsewhere", *metadata.tables}


# --- addresses of databases -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("nonsense", "is no database address"),
        ("oracle9://x/y", "no driver"),
        ("mysql://x/y", "no driver"),
        ("sqlite:////nowhere/at/all.db", "unable to open"),
        ("postgresql+psycopg://u:s3cret@127.0.0.1:1/kessel", "cannot be opened"),
    ],
)
def test_a_bad_address_is_told_in_one_line(address: str, told: str) -> None:
    with pytest.raises(BadDatabase, match=told) as refused:
        SqlStore(address)
    assert "s3cret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_sqlite_writes_to_disk_before_anybody_hears_of_it(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.begin() as connection:
        told = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    engine.dispose()
    assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_transaction_that_writes_takes_the_lock_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    engine = open_engine(f"sqlite:///{path}")
    with (
        closing(sqlite3.connect(path, timeout=0)) as other,
        closing(for_writing(engine).connect()) as connection,
    ):
        with engine.begin():
            other.execute("BEGIN IMMEDIATE")
            other.rollback()
        with connection.begin(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    engine.dispose()


def test_of_an_error_only_the_first_line_is_told() -> None:
    assert first_line(ValueError("no\nrow: s3cret")) == "ValueError: no"


def test_a_database_that_recovers_is_waited_for_and_a_wrong_one_is_not() -> None:
    for told in (
        "the database system is starting up",
        "the database system is in recovery mode",
        "sorry, too many clients already",
        'too many connections for role "kessel"',
    ):
        assert will_answer(OperationalError("", None, Exception(f"FATAL: {told}")))
    assert not will_answer(OperationalError("", None, Exception("FATAL: role x does not exist")))
