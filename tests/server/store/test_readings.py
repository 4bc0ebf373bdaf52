"""What is read about tables, games and throws, on a database in memory."""

import pytest
from sqlalchemy import Connection

from kessel.hall.store import NewGame, NewThrow, Writing
from kessel.server.store import readings
from kessel.server.store.appends_sqlite import append
from kessel.server.store.schema import LARGEST_NUMBER
from kessel.server.store.writings import make_table

FIRST, SECOND = "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"


@pytest.fixture
def table(database: Connection) -> int:
    """Two games at one table; only the first is over."""
    number = make_table(database, "abcdefghijkl", False, ["made"], "us", 5.0)
    for writing in (
        Writing(number, 1, ["start 1", "throw"], games=[NewGame(FIRST, 1, "impact", 1)]),
        Writing(number, 3, ["land"], throws=[NewThrow(FIRST, 0, 0.5, b"flight")]),
        Writing(number, 4, ["over"], finished=[FIRST]),
        Writing(number, 5, ["start 2"], games=[NewGame(SECOND, 2, "impact", 5)]),
    ):
        assert append(database, writing, "us", 6.0)
    return number


def test_a_table_is_found_by_its_code_with_its_whole_log(database: Connection, table: int) -> None:
    log = ["made", "start 1", "throw", "land", "over", "start 2"]
    assert readings.find_table(database, "abcdefghijkl") == (table, log)
    assert readings.find_table(database, "nowhere") is None


@pytest.mark.usefixtures("table")
def test_a_games_log_ends_where_the_next_game_begins(database: Connection) -> None:
    assert readings.game_log(database, FIRST) == ["start 1", "throw", "land", "over"]


@pytest.mark.usefixtures("table")
def test_a_game_that_is_played_is_not_to_be_looked_at(database: Connection) -> None:
    assert readings.game_log(database, SECOND) is None
    assert readings.game_log(database, "cccccccccccccccc") is None


def test_the_last_games_log_goes_to_the_end(database: Connection, table: int) -> None:
    append(database, Writing(table, 6, ["over"], finished=[SECOND]), "us", 7.0)
    assert readings.game_log(database, SECOND) == ["start 2", "over"]


@pytest.mark.usefixtures("table")
def test_throws_are_found_by_number_and_told_by_size(database: Connection) -> None:
    assert readings.trajectory(database, FIRST, 0) == b"flight"
    for number in (1, -1, LARGEST_NUMBER + 1):
        assert readings.trajectory(database, FIRST, number) is None
    assert readings.sizes(database, FIRST) == {0: 6}
    assert readings.sizes(database, SECOND) == {}
