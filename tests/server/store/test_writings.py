"""What is written about tables, statement by statement, on a database in memory."""

import pytest
from sqlalchemy import Connection, text

from kessel.hall.store import NewGame, NewThrow, Writing
from kessel.server.store import readings, writings

US = "us"
GAME = "abcdefghijklmnop"


@pytest.fixture
def table(database: Connection) -> int:
    """A table of ours with one entry, made at 5.0."""
    return writings.make_table(database, "abcdefghijkl", False, ["made"], US, 5.0)


def test_old_tables_go_with_their_games_and_throws(database: Connection, table: int) -> None:
    game, throw = NewGame(GAME, 1, "impact", 1), NewThrow(GAME, 0, 0.5, b"flight")
    begins = Writing(table, 1, ["game"], games=[game], throws=[throw])
    assert writings.append(database, begins, US, 6.0) is None
    assert writings.forget(database, 6.0, (), US, 10) == 0, "touched since"
    assert writings.forget(database, 7.0, (table,), US, 10) == 0, "played at"
    assert writings.forget(database, 7.0, (), US, 10) == 1
    for name in ("tables", "entries", "games", "throws"):
        assert database.execute(text(f"SELECT count(*) FROM {name}")).scalar() == 0


def test_health_writes_something_new_and_leaves_nothing_of_servers_that_are_gone(
    database: Connection,
) -> None:
    writings.show_health(database, "gone", "1")
    writings.show_health(database, US, "2")
    writings.show_health(database, US, "3")
    assert database.execute(text("SELECT owner, value FROM health")).all() == [(US, "3")]
    assert readings.shown_health(database, US) == "3"
    assert readings.shown_health(database, "gone") is None
