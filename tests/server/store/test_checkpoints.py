"""The write-ahead log of SQLite is emptied beside the writer, and does not grow without end."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, PoolProxiedConnection

from kessel.server.store import checkpoints, engine
from kessel.server.store.checkpoints import Checkpoints
from kessel.server.store.engine import open_engine

PAGES = 200
WAIT = 30.0


@pytest.fixture
def lite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.01)
    opened = open_engine(f"sqlite:///{tmp_path / 'kessel.db'}")
    yield opened
    opened.dispose()


def fill(opened: Engine, pages: int) -> None:
    """So many pages at least into the log, in one commit."""
    connection = opened.raw_connection()
    cursor = connection.cursor()
    cursor.execute("CREATE TABLE IF NOT EXISTS rows (body BLOB)")
    cursor.execute("BEGIN IMMEDIATE")
    cursor.executemany("INSERT INTO rows VALUES (?)", [(bytes(4096),)] * pages)
    cursor.execute("COMMIT")
    connection.close()


def moved(opened: Engine) -> bool:
    """Whether all of the log is in the database file: rows are there without it."""
    name = opened.url.database
    with sqlite3.connect(f"file:{name}?immutable=1", uri=True) as alone:
        try:
            (rows,) = alone.execute("SELECT count(*) FROM rows").fetchone()
        except sqlite3.DatabaseError:  # half of it is there
            return False
    alone.close()
    return bool(rows % PAGES == 0 and rows > 0)


def comes_true(opened: Engine) -> bool:
    until = time.monotonic() + WAIT
    while not moved(opened) and time.monotonic() < until:
        time.sleep(0.01)
    return moved(opened)


def test_what_is_written_is_moved_soon_after(lite: Engine) -> None:
    thread = Checkpoints(lite)
    fill(lite, PAGES)
    thread.written()
    assert comes_true(lite)
    thread.stop()


def test_without_it_the_log_stays_as_it_is(lite: Engine) -> None:
    """The control: it is not SQLite that moves it."""
    fill(lite, PAGES)
    assert not moved(lite)


def test_a_log_that_was_moved_begins_anew(lite: Engine) -> None:
    thread = Checkpoints(lite)
    log = Path(f"{lite.url.database}-wal")
    for _ in range(engine.LONG_LOG // PAGES * 2):
        fill(lite, PAGES)
        thread.written()
    thread.stop()
    assert log.stat().st_size < (engine.LONG_LOG + 2 * PAGES) * 4200


def test_one_that_was_stopped_moves_nothing(lite: Engine) -> None:
    thread = Checkpoints(lite)
    thread.stop()
    fill(lite, PAGES)
    thread.written()
    assert not moved(lite)


def test_one_that_failed_is_tried_again(lite: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer is told by its own commits; the thread goes on."""
    real, failures = lite.raw_connection, [sqlite3.OperationalError("disk I/O error")]

    def flaky() -> PoolProxiedConnection:
        if failures:
            raise failures.pop()
        return real()

    thread = Checkpoints(lite)
    fill(lite, PAGES)
    monkeypatch.setattr(lite, "raw_connection", flaky)
    thread.written()
    until = time.monotonic() + WAIT
    while failures and time.monotonic() < until:
        time.sleep(0.01)
    assert not failures
    thread.written()
    assert comes_true(lite)
    thread.stop()
