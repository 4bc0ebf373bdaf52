"""The thread that writes: what waits goes together, and everybody is told what became of theirs."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, PoolProxiedConnection, text
from sqlalchemy.exc import OperationalError

from kessel.hall.store import NotSaved
from kessel.server.store import writer as writers
from kessel.server.store.engine import for_writing, open_engine
from kessel.server.store.writer import Checkpoints, Writer

ENOUGH = 30.0


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_engine(f"sqlite:///{tmp_path / 'notes.db'}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE notes (said TEXT)"))
    yield engine
    engine.dispose()


def saying(word: str) -> Callable[[Connection], str]:
    def work(connection: Connection) -> str:
        connection.execute(text("INSERT INTO notes VALUES (:word)"), {"word": word})
        return word

    return work


def failing(connection: Connection) -> None:
    raise OperationalError("statement", {}, ValueError("no such row"))


def said(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return [word for (word,) in connection.execute(text("SELECT said FROM notes"))]


def written(engine: Engine, works: list[Callable[[Connection], Any]]) -> tuple[list[Any], int]:
    """What became of work that waits for the writer all at once, and how many commits it took."""
    commits: list[None] = []

    async def run() -> list[Any]:
        writer = Writer(for_writing(engine), lambda *_: [], lambda: commits.append(None))
        busy, go_on = threading.Event(), threading.Event()

        def hold_up(_: Connection) -> None:
            busy.set()
            assert go_on.wait(ENOUGH)

        first = writer.put(hold_up)
        assert await asyncio.to_thread(busy.wait, ENOUGH)
        futures = [writer.put(work) for work in works]
        futures[-1].cancel()
        go_on.set()
        results = await asyncio.gather(first, *futures, return_exceptions=True)
        assert writer.close(ENOUGH)
        return results[1:]

    return asyncio.run(run()), len(commits)


def test_what_waits_is_written_together_but_for_what_nobody_waits_for(engine: Engine) -> None:
    results, commits = written(engine, [saying("a"), saying("b"), saying("given up")])
    assert results[:2] == ["a", "b"]
    assert said(engine) == ["a", "b"]
    assert commits == 2, "the one that held it up, and the rest"


def test_one_that_fails_fails_alone_and_is_told_in_one_line(engine: Engine) -> None:
    results, _ = written(engine, [saying("a"), failing, saying("b"), saying("given up")])
    assert (results[0], results[2]) == ("a", "b")
    assert isinstance(results[1], NotSaved)
    assert str(results[1]) == "ValueError: no such row"
    assert said(engine) == ["a", "b"]


def test_where_the_database_is_gone_nobody_waits_until_it_is_tried_for_each_of_the_others(
    engine: Engine,
) -> None:
    tries = 0

    def cut_off(_: Connection) -> None:
        nonlocal tries
        tries += 1
        raise OperationalError("statement", {}, ValueError("cut off"), connection_invalidated=True)

    results, _ = written(engine, [saying("a"), cut_off, cut_off, saying("given up")])
    assert all(isinstance(one, NotSaved) for one in results[:3])
    assert (tries, said(engine)) == (1, [])


# --- the write-ahead log of SQLite is emptied beside the writer, and does not grow without end ----


PAGES = 200
"""Rows of a page each."""


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


def begins_anew(opened: Engine, thread: Checkpoints) -> bool:
    """Whether the log does, sooner or later: with the first commit after all before it were moved.
    Then there is another salt in its head."""

    def salt() -> bytes:
        return log_of(opened).read_bytes()[16:24]

    before, patience = salt(), 0.02
    while salt() == before and patience < ENOUGH:
        thread.written()
        time.sleep(patience)
        patience *= 2  # however slow the disk is
        fill(opened, 1)
    return salt() != before


def test_a_log_that_was_moved_begins_anew(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it cannot be moved: the writer is told by its own commits, and the thread goes on."""
    real, failures = engine.raw_connection, [sqlite3.OperationalError("disk I/O error")]

    def flaky() -> PoolProxiedConnection:
        if failures and threading.current_thread() is not threading.main_thread():
            raise failures.pop()
        return real()

    monkeypatch.setattr(writers, "CHECKPOINT_SECONDS", 0.01)
    monkeypatch.setattr(engine, "raw_connection", flaky)
    thread = Checkpoints(engine)
    sizes = []
    for _ in range(5):
        fill(engine, PAGES)
        sizes.append(log_of(engine).stat().st_size)
        assert begins_anew(engine, thread)
    thread.stop()
    assert not failures
    assert max(sizes) < 2 * sizes[0]


def test_without_it_the_log_grows(engine: Engine) -> None:
    """The control."""
    sizes = []
    for _ in range(5):
        fill(engine, PAGES)
        sizes.append(log_of(engine).stat().st_size)
    assert max(sizes) > 4 * sizes[0]
