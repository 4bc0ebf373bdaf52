"""The write-ahead log of SQLite is emptied beside the writer, and does not grow without end."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, PoolProxiedConnection

from kessel.server.store import checkpoints
from kessel.server.store.checkpoints import Checkpoints
from kessel.server.store.engine import open_engine

PAGES = 200
"""Rows of a page each."""
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


def log_of(opened: Engine) -> Path:
    return Path(f"{opened.url.database}-wal")


def moved(opened: Engine) -> int:
    """Rows in the database file alone, without the log."""
    with sqlite3.connect(f"file:{opened.url.database}?immutable=1", uri=True) as alone:
        try:
            (rows,) = alone.execute("SELECT count(*) FROM rows").fetchone()
        except sqlite3.DatabaseError:  # half of it is there
            rows = 0
    alone.close()
    return int(rows)


def comes_to_be(opened: Engine, rows: int) -> bool:
    """Whether so many rows are moved, sooner or later."""
    until = time.monotonic() + WAIT
    while moved(opened) != rows and time.monotonic() < until:
        time.sleep(0.01)
    return moved(opened) == rows


def test_what_is_written_is_moved_soon_after(lite: Engine) -> None:
    thread = Checkpoints(lite)
    fill(lite, PAGES)
    thread.written()
    assert comes_to_be(lite, PAGES)
    thread.stop()


def test_without_it_the_log_stays_as_it_is(lite: Engine) -> None:
    """The control: it is not SQLite that moves it."""
    fill(lite, PAGES)
    assert not moved(lite)


def salt(opened: Engine) -> bytes:
    """What stands in the log's head, new whenever it begins anew."""
    return log_of(opened).read_bytes()[16:24]


def begins_anew(opened: Engine, thread: Checkpoints) -> bool:
    """Whether it does, sooner or later: with the first commit after all before it were moved."""
    before, patience = salt(opened), 0.02
    while salt(opened) == before and patience < WAIT:
        thread.written()
        time.sleep(patience)
        patience *= 2  # however slow the disk is
        fill(opened, 1)
    return salt(opened) != before


def test_a_log_that_was_moved_begins_anew(lite: Engine) -> None:
    thread = Checkpoints(lite)
    sizes = []
    for _ in range(5):
        fill(lite, PAGES)
        sizes.append(log_of(lite).stat().st_size)
        assert begins_anew(lite, thread)
    thread.stop()
    assert max(sizes) < 2 * sizes[0]


def test_without_it_the_log_grows(lite: Engine) -> None:
    """The control."""
    sizes, salts = [], set()
    for _ in range(5):
        fill(lite, PAGES)
        sizes.append(log_of(lite).stat().st_size)
        salts.add(salt(lite))
    assert len(salts) == 1
    assert max(sizes) > 4 * sizes[0]


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
    assert comes_to_be(lite, PAGES)
    thread.stop()
