"""A database is opened: empty, of another version, or by another server."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import OperationalError

from kessel.server.store import BadDatabase, SqlStore, sole
from kessel.server.store.engine import first_line, for_writing, open_engine, will_answer
from kessel.server.store.schema import metadata
from kessel.server.store.setup import set_up


# --- An empty one gets all tables; one that another version made is refused in one line -----------
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


# --- An SQLite file is for one server and its user; the lock goes with the process that had it ----

HOLDER = """
import sys, pathlib
from kessel.server.store import SqlStore
store = SqlStore.in_folder(pathlib.Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_server(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """Holds the database of a folder until it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def by_itself(file: Path, other: Path) -> str:
    return str(file)


def by_relative_path(file: Path, other: Path) -> str:
    return os.path.relpath(file)


def by_symbolic_link(file: Path, other: Path) -> str:
    other.symlink_to(file)
    return str(other)


def by_linked_folder(file: Path, other: Path) -> str:
    other.symlink_to(file.parent)
    return str(other / file.name)


def by_hard_link(file: Path, other: Path) -> str:
    other.hardlink_to(file)
    return str(other)


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a lock lies beside it")
WAYS = (by_relative_path, by_symbolic_link, by_linked_folder, by_hard_link)


@pytest.mark.parametrize("way", [by_itself, *(pytest.param(one, marks=linux_only) for one in WAYS)])
def test_a_second_server_is_refused_by_whatever_path_it_comes_and_let_in_when_the_first_has_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Callable[[Path, Path], str]
) -> None:
    monkeypatch.setattr(sole.hold, "__defaults__", (0.2,))
    first, file = tmp_path / "first", tmp_path / "first" / "kessel.db"
    with another_server(first) as server:
        address = f"sqlite:///{way(file, tmp_path / 'other')}"
        with pytest.raises(BadDatabase, match="another server uses"):
            SqlStore(address, alone=True)
        SqlStore(address).close()  # what only reads, and closes the file, leaves the lock in place
        with pytest.raises(BadDatabase, match="another server uses"):
            SqlStore(address, alone=True)
        server.kill()
        server.wait()
        SqlStore(address, alone=True).close()


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a folder")
def test_a_second_server_is_refused_where_the_folder_is_mounted_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sole.hold, "__defaults__", (0.2,))
    first, other = tmp_path / "first", tmp_path / "other"
    other.mkdir()
    with another_server(first):
        done = subprocess.run(["mount", "--bind", first, other], capture_output=True, check=False)
        if done.returncode:
            pytest.skip(done.stderr.decode().strip())
        try:
            with pytest.raises(BadDatabase, match="another server uses"):
                SqlStore.in_folder(other)
        finally:
            subprocess.run(["umount", other], check=True)


def test_a_file_named_as_an_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="name the file by its path"):
        SqlStore(f"sqlite:///file:{tmp_path / 'kessel.db'}?uri=true", alone=True)


def test_a_server_that_is_still_stopping_is_waited_for(tmp_path: Path) -> None:
    with another_server(tmp_path) as first:
        assert first.stdin is not None
        first.stdin.close()
        SqlStore.in_folder(tmp_path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are other things there")
@pytest.mark.parametrize("there_before", [False, True])
def test_only_its_user_can_read_a_database(tmp_path: Path, there_before: bool) -> None:
    folder = tmp_path if there_before else tmp_path / "new"
    if there_before:
        (folder / "kessel.db").touch(0o644)
    opened = SqlStore.in_folder(folder)
    rights = {one.name: oct(one.stat().st_mode & 0o777) for one in folder.glob("kessel.db*")}
    opened.close()
    assert there_before or oct(folder.stat().st_mode & 0o777) == "0o700"
    assert set(rights) >= {"kessel.db", "kessel.db-wal"}
    assert set(rights.values()) == {"0o600"}
