"""Files that a person names: read, written whole, or refused in one line."""

import io
import sys
from pathlib import Path

import pytest

from kessel.cli import files
from kessel.cli.files import read_bytes, read_record_text, write_whole
from kessel.errors import BadValue
from kessel.record import BadRecord


def test_a_file_is_written_whole_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "game.txt"
    write_whole(path, b"one")
    write_whole(path, "zw\u00f6lf".encode())
    assert read_bytes(path).decode() == read_record_text(path) == "zw\u00f6lf"
    assert [entry.name for entry in path.parent.iterdir()] == ["game.txt"]


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"kessel record 1\n")))
    assert read_record_text(Path("-")) == "kessel record 1\n"


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="none cannot be read: No such file"):
        read_bytes(tmp_path / "none")
    with pytest.raises(BadValue, match="cannot be read: Is a directory"):
        read_bytes(tmp_path)
    (tmp_path / "picture").write_bytes(b"\xff")
    with pytest.raises(BadRecord, match="picture is not a text file"):
        read_record_text(tmp_path / "picture")


def test_a_file_without_an_end_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 10)
    (tmp_path / "just").write_bytes(b"x" * 10)
    assert read_bytes(tmp_path / "just") == b"x" * 10
    for endless in (tmp_path / "large", Path("-")):
        (tmp_path / "large").write_bytes(b"x" * 11)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * 11)))
        with pytest.raises(BadValue, match="more than 10 bytes"):
            read_record_text(endless)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadValue, match=r"game\.txt cannot be written: "):
        write_whole(tmp_path / "file" / "game.txt", b"")
