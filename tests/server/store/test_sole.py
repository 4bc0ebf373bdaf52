"""An SQLite file is for one server and its user; the lock goes with the process that had it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kessel.server.store import BadDatabase, SqlStore, sole

HOLDER = """
import sys, pathlib
from kessel.server.store import SqlStore
store = SqlStore.in_folder(pathlib.Path(sys.argv[1]))
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


def by_itself(file: Path, other: Path) -> str:
    return str(file)


def by_relative_path(file: Path, other: Path) -> str:
    return os.path.relpath(file)


def by_symbolic_link(file: Path, other: Path) -> str:
    other.symlink_to(file)
    return str(other)


def by_linked_folder(file: Path, other: Path) -> str:
    other.symlink_to(file.parent)
    return str(other / file.name)


def by_hard_link(file: Path, other: Path) -> str:
    other.hardlink_to(file)
    return str(other)


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a lock lies beside it")
WAYS = (by_relative_path, by_symbolic_link, by_linked_folder, by_hard_link)


@pytest.mark.parametrize("way", [by_itself, *(pytest.param(one, marks=linux_only) for one in WAYS)])
def test_a_second_server_is_refused_by_whatever_path_it_comes_and_let_in_when_the_first_has_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Callable[[Path, Path], str]
) -> None:
    monkeypatch.setattr(sole.hold, "__defaults__", (0.2,))
    first, file = tmp_path / "first", tmp_path / "first" / "kessel.db"
    with another_server(first) as server:
        address = f"sqlite:///{way(file, tmp_path / 'other')}"
        with pytest.raises(BadDatabase, match="another server uses"):
            SqlStore(address, alone=True)
        SqlStore(address).close()  # what only reads, and closes the file, leaves the lock in place
        with pytest.raises(BadDatabase, match="another server uses"):
            SqlStore(address, alone=True)
        server.kill()
        server.wait()
        SqlStore(address, alone=True).close()


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a folder")
def test_a_second_server_is_refused_where_the_folder_is_mounted_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sole.hold, "__defaults__", (0.2,))
    first, other = tmp_path / "first", tmp_path / "other"
    other.mkdir()
    with another_server(first):
        done = subprocess.run(["mount", "--bind", first, other], capture_output=True, check=False)
        if done.returncode:
            pytest.skip(done.stderr.decode().strip())
        try:
            with pytest.raises(BadDatabase, match="another server uses"):
                SqlStore.in_folder(other)
        finally:
            subprocess.run(["umount", other], check=True)


def test_a_file_named_as_an_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="name the file by its path"):
        SqlStore(f"sqlite:///file:{tmp_path / 'kessel.db'}?uri=true", alone=True)


def test_a_server_that_is_still_stopping_is_waited_for(tmp_path: Path) -> None:
    with another_server(tmp_path) as first:
        assert first.stdin is not None
        first.stdin.close()
        SqlStore.in_folder(tmp_path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are other things there")
@pytest.mark.parametrize("there_before", [False, True])
def test_only_its_user_can_read_a_database(tmp_path: Path, there_before: bool) -> None:
    folder = tmp_path if there_before else tmp_path / "new"
    if there_before:
        (folder / "kessel.db").touch(0o644)
    opened = SqlStore.in_folder(folder)
    rights = {one.name: oct(one.stat().st_mode & 0o777) for one in folder.glob("kessel.db*")}
    opened.close()
    assert there_before or oct(folder.stat().st_mode & 0o777) == "0o700"
    assert set(rights) >= {"kessel.db", "kessel.db-wal"}
    assert set(rights.values()) == {"0o600"}
