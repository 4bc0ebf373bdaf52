"""A held connection: every statement is committed by itself; one that was lost or rested goes."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError

from kessel.server.store import held
from kessel.server.store.held import HeldConnection


@pytest.fixture
def engine(pg: Callable[[], str]) -> Iterator[Engine]:
    opened = create_engine(pg(), pool_pre_ping=True)
    with opened.begin() as connection:
        connection.execute(text("CREATE TABLE seen (number integer PRIMARY KEY)"))
    yield opened
    opened.dispose()


def seen(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.execute(text("SELECT number FROM seen ORDER BY number")).scalars())


def adding(number: int) -> Callable[[Connection], int]:
    """Adds a row; the number of the database's process that did it."""
    statement = f"WITH added AS (INSERT INTO seen VALUES ({number})) SELECT pg_backend_pid()"
    return lambda connection: int(connection.exec_driver_sql(statement).scalar_one())


def end_all_others(engine: Engine) -> None:
    """The database ends every other connection to it."""
    with engine.begin() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid != pg_backend_pid() AND datname = current_database()"
            )
        )


def test_every_statement_is_kept_at_once_over_the_same_connection(engine: Engine) -> None:
    connection = HeldConnection(engine)
    processes = {connection.run(adding(number)) for number in range(3)}
    assert len(processes) == 1
    assert seen(engine) == [0, 1, 2]
    connection.let_go()
    connection.let_go()
    assert engine.pool.status().endswith("out connections: 0")


def test_one_that_rested_goes_back_to_the_pool(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = HeldConnection(engine)
    connection.run(adding(1))
    end_all_others(engine)
    monkeypatch.setattr(held, "HELD_SECONDS", -1.0)
    connection.run(adding(2))  # the pool has looked whether it is alive
    connection.let_go()
    assert seen(engine) == [1, 2]


def test_one_that_failed_is_not_used_again(engine: Engine) -> None:
    connection = HeldConnection(engine)
    connection.run(adding(1))
    with pytest.raises(DBAPIError):
        connection.run(adding(1))
    assert engine.pool.status().endswith("out connections: 0")
    connection.run(adding(2))
    connection.let_go()
    assert seen(engine) == [1, 2]
