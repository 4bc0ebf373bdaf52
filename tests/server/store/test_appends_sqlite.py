"""What is appended to a log in SQLite, on a database in memory."""

import pytest
from sqlalchemy import Connection, text

from kessel.hall.store import NewGame, NewThrow, Writing
from kessel.server.store import readings, writings
from kessel.server.store.appends_sqlite import append

US, OTHERS = "us", "others"
GAME = "abcdefghijklmnop"


@pytest.fixture
def table(database: Connection) -> int:
    """A table of ours with one entry, made at 5.0."""
    return writings.make_table(database, "abcdefghijkl", False, ["made"], US, 5.0)


def test_entries_follow_each_other(database: Connection, table: int) -> None:
    assert append(database, Writing(table, 1, ["a", "b"]), US, 6.0)
    assert append(database, Writing(table, 3, ["c"]), US, 7.0)
    assert readings.table_log(database, table) == ["made", "a", "b", "c"]


@pytest.mark.parametrize(
    ("writing", "owner"),
    [
        (Writing(1, 0, ["twice"]), US),
        (Writing(1, 2, ["behind a hole"]), US),
        (Writing(1, 1, ["of another"]), OTHERS),
        (Writing(1, 1, ["of another time"], epoch=9), US),
        (Writing(99, 0, ["nowhere"]), US),
    ],
)
def test_what_does_not_belong_there_is_not_written(
    database: Connection, table: int, writing: Writing, owner: str
) -> None:
    assert table == 1
    assert not append(database, writing, owner, 6.0)
    assert readings.table_log(database, table) == ["made"]


def test_games_and_throws_are_kept_with_their_entries(database: Connection, table: int) -> None:
    game, throw = NewGame(GAME, 3, "impact", 1), NewThrow(GAME, 0, 0.5, b"flight")
    assert append(database, Writing(table, 1, ["a"], games=[game], throws=[throw]), US, 6.0)
    row = database.execute(text("SELECT table_id, number, edition, first_entry FROM games")).one()
    assert tuple(row) == (table, 3, "impact", 1)
    assert readings.trajectory(database, GAME, 0) == b"flight"
    ended = text("SELECT finished_at FROM games")
    assert database.execute(ended).scalar() is None
    assert append(database, Writing(table, 2, [], finished=[GAME]), US, 7.0)
    assert database.execute(ended).scalar() == 7.0
