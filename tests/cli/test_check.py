"""`kessel check`: damage in a database is told, with what is whole, in a line for each table."""

import asyncio
import re
from io import StringIO
from pathlib import Path

import pytest
from cli.conftest import Say
from sqlalchemy import update

from kessel.cli import main
from kessel.hall.store import NewGame, Writing
from kessel.lab import progress
from kessel.server.store import SqlStore, schema


def fill(folder: Path, *spoilt: int) -> None:
    """A table with a finished game of twenty entries; some of them change on disk."""

    async def run() -> None:
        store = SqlStore.in_folder(folder)
        table = await store.make_table("abcdefghijkl", False, ["made"], 5.0)
        game = NewGame("game", 1, "impact", 1)
        bodies = [f"entry {number}" for number in range(20)]
        await store.write(Writing(table, 1, bodies, games=[game], finished=["game"]))
        changed = update(schema.entries).where(schema.entries.c.number.in_(spoilt))
        await store.beside(lambda c: c.execute(changed.values(body="x")).close(), 30.0)
        store.close()

    asyncio.run(run())


def test_a_whole_database_is_told_to_be_so(tmp_path: Path, said: Say) -> None:
    fill(tmp_path)
    assert said("check", str(tmp_path)) == "nothing is damaged\n"


def test_damage_is_told_with_what_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path, *range(3, 15))
    assert main(["check", str(tmp_path / "kessel.db")]) == 1
    told = capsys.readouterr().out
    damaged = "table 1: damaged are entries 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …"
    assert f"{damaged}; 0 of its 1 finished games are whole\n" in told


def test_what_cannot_be_read_at_all_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kessel.db").write_bytes(b"no database" * 1000)
    assert main(["check", str(tmp_path)]) == 1
    assert "the database: DatabaseError" in capsys.readouterr().out


def test_progress_is_shown_at_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Say
) -> None:
    """From nothing to all of it, on one line that goes at the end."""
    fill(tmp_path)
    terminal = StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    assert said("check", str(tmp_path)) == "nothing is damaged\n"
    shown = re.findall(r"(\d+)%", terminal.getvalue())
    assert shown[-1] == "100"
    assert len(set(shown)) > 2
    assert terminal.getvalue().endswith("\r\033[K")
