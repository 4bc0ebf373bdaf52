"""An SQLite file is for one server and its user; the lock goes with the process that had it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kessel.server.store import BadDatabase, Store, sole

HOLDER = """
import sys, pathlib
from kessel.server.store import Store
store = Store.in_folder(pathlib.Path(sys.argv[1]))
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


def test_a_second_server_is_refused_and_let_in_when_the_first_has_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sole.hold, "__defaults__", (0.2,))
    with another_server(tmp_path) as first:
        with pytest.raises(BadDatabase, match="another server uses"):
            Store.in_folder(tmp_path)
        first.kill()
        first.wait()
        Store.in_folder(tmp_path).close()


def test_a_server_that_is_still_stopping_is_waited_for(tmp_path: Path) -> None:
    with another_server(tmp_path) as first:
        assert first.stdin is not None
        first.stdin.close()
        Store.in_folder(tmp_path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are other things there")
@pytest.mark.parametrize("there_before", [False, True])
def test_only_its_user_can_read_a_database(tmp_path: Path, there_before: bool) -> None:
    folder = tmp_path if there_before else tmp_path / "new"
    if there_before:
        (folder / "kessel.db").touch(0o644)
    opened = Store.in_folder(folder)
    rights = {one.name: oct(one.stat().st_mode & 0o777) for one in folder.glob("kessel.db*")}
    opened.close()
    assert there_before or oct(folder.stat().st_mode & 0o777) == "0o700"
    assert rights.pop("kessel.db.lock", None) is not None
    assert set(rights) >= {"kessel.db", "kessel.db-wal"}
    assert set(rights.values()) == {"0o600"}
