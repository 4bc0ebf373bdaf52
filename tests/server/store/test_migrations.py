"""Steps from one version of the database to the next, each run once."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine, inspect, text

from kessel.server.store import migrations
from kessel.server.store.migrations import MIGRATIONS, DatabaseTooNew, migrate
from kessel.server.store.schema import metadata, schema_version


@pytest.fixture
def empty() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_an_empty_database_gets_every_table_and_column_of_the_schema(empty: Connection) -> None:
    assert migrate(empty) == len(MIGRATIONS)
    found = inspect(empty)
    assert set(found.get_table_names()) == {*metadata.tables, schema_version.name}
    for name, table in metadata.tables.items():
        assert {column["name"] for column in found.get_columns(name)} == set(table.columns.keys())


def test_each_step_is_run_once(empty: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setattr(migrations, "MIGRATIONS", (lambda _: ran.append("first"),))
    assert migrate(empty) == 1
    assert migrate(empty) == 1
    steps = (lambda _: ran.append("first"), lambda _: ran.append("second"))
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    assert migrate(empty) == 2
    assert ran == ["first", "second"]


def test_logs_of_the_first_version_are_counted(
    empty: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", MIGRATIONS[:1])
        migrate(empty)
    empty.execute(text("INSERT INTO tables VALUES (7, 'old', false, 5.0, 5.0)"))
    empty.execute(text("INSERT INTO tables VALUES (8, 'new', false, 5.0, 5.0)"))
    for number in range(3):
        empty.execute(text(f"INSERT INTO entries VALUES (7, {number}, 'x')"))
    migrate(empty)
    assert empty.execute(text("SELECT id, length FROM tables ORDER BY id")).all() == [
        (7, 3), (8, 0),
    ]  # fmt: skip


def test_a_newer_database_is_left_alone(empty: Connection) -> None:
    migrate(empty)
    empty.execute(text("UPDATE schema_version SET version = 99"))
    with pytest.raises(DatabaseTooNew, match="version 99; this Kessel"):
        migrate(empty)
