"""Files that a person names: read, written whole, or refused in one line."""

import io
import json
import sys
from pathlib import Path

import pytest
from cli.conftest import Say

from kessel.cli import files, main
from kessel.cli.files import read_bytes, read_record_text, write_whole
from kessel.errors import BadValue
from kessel.record import BadRecord
from kessel.rules.edition import EDITIONS
from kessel.rules.options import options_of


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


# --- `kessel options`: every option with its values and the reason --------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_of_an_edition_is_listed(edition: str, said: Say) -> None:
    told = json.loads(said("options", edition, "--json"))
    names = [option.name for option in options_of(EDITIONS[edition])]
    assert [row["name"] for row in told["options"]] == names
    assert all(row["reason"] and row["value"] in row["values"] for row in told["options"])


def test_a_preset_shows_its_own_values(said: Say) -> None:
    told = said("options", "harry-potter:fr")
    assert "relashio_throwers = others   (or all)" in told
    assert "in the French booklet only the others do. [B-18]" in told


def test_values_that_no_booklet_has_are_marked(said: Say) -> None:
    told = said("options", "harry-potter")
    assert "double_ko = shared*   (or active_loses* | replay*)" in told
    assert "start_die = thrown   (or placed)" in told
    assert told.endswith("* No booklet of this edition says so: a house rule.\n")


def test_without_an_edition_the_editions_are_listed(said: Say) -> None:
    told = said("options")
    assert all(edition in told for edition in EDITIONS)
    assert told.endswith("2–5 players.\n")
    assert main(["options", "strike"]) == 2
