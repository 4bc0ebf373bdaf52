"""Bad input, tried as a new user would, unreadable files and damaged databases: each is told in a
clear line."""

import argparse
import asyncio
import io
import json
import re
import shlex
import sys
from io import StringIO
from pathlib import Path

import pytest
from cli.conftest import Say
from sqlalchemy import update

from kessel.cli import files, main
from kessel.cli.arguments import cluster_argument, workers_of
from kessel.cli.files import read_bytes, read_record_text, write_whole
from kessel.errors import BadValue
from kessel.hall.store import NewGame, Writing
from kessel.lab import progress
from kessel.record import BadRecord
from kessel.rules.edition import EDITIONS
from kessel.rules.options import options_of
from kessel.server.store import SqlStore, schema

# --- At the command line: one clear line and exit code 2 ------------------------------------------

GOLDEN = Path(__file__).parents[1] / "records" / "strike-2020-2.txt"


SAID = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", SAID)
def test_what_is_refused(
    row: str, refused: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`refused.txt` has what is typed, and after `=>` what is said; nothing is left behind."""
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path / "cache"))
    (folder := tmp_path / "here").mkdir()
    monkeypatch.chdir(folder)
    typed, _, says = row.rpartition(" => ")
    assert says in refused(*shlex.split(typed))
    assert not list(folder.iterdir())


def test_a_file_of_another_kind(refused: Say, tmp_path: Path) -> None:
    novel = tmp_path / "novel.txt"
    novel.write_text("It was a dark and stormy night.\n")
    assert "a record begins with 'kessel record 1'" in refused("replay", str(novel))


DEEP = "[" * 100_000


@pytest.mark.parametrize("command", ["replay", "review"])
def test_a_name_nested_beyond_reason(command: str, refused: Say, tmp_path: Path) -> None:
    deep = tmp_path / "deep.txt"
    deep.write_text(GOLDEN.read_text(encoding="utf-8").replace('"Ann"', DEEP), encoding="utf-8")
    assert "line 3: " in refused(command, str(deep))


@pytest.mark.parametrize("command", ["replay", "review"])
@pytest.mark.parametrize("key", ["hand", "land"])
def test_a_note_nested_beyond_reason(command: str, key: str, tmp_path: Path) -> None:
    start = "1 B start 4\n"
    deep = tmp_path / "deep.txt"
    text = GOLDEN.read_text(encoding="utf-8").replace(start, f"{start}  @ {key} {DEEP}\n")
    deep.write_text(text, encoding="utf-8")
    assert main([command, str(deep)]) in (0, 2)


def test_an_unknown_command_lists_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["refree"])
    assert stopped.value.code == 2
    assert "referee" in capsys.readouterr().err


# --- `--cluster ADDRESS`: nobody where it is not given, and a clear word where nobody is there ----


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    cluster_argument(parser)
    return parser.parse_args(words)


def test_without_an_address_this_machine_works() -> None:
    with workers_of(parsed()) as workers:
        assert workers is None


def test_where_nobody_answers_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.lab.batch_workers.CONNECT_SECONDS", 0.3)
    with (
        pytest.raises(BadValue, match="--cluster"),
        workers_of(parsed("--cluster", "tcp://127.0.0.1:1")),
    ):
        raise AssertionError("nobody is there")


# --- `kessel study` draws from data, and says what is missing where there is none -----------------


DATA = Path(__file__).parents[2] / "docs" / "study"


def test_plots_are_drawn_beside_their_data(tmp_path: Path, said: Say) -> None:
    for path in DATA.glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert "edges.svg" in said("study", str(tmp_path))
    assert (tmp_path / "edges.svg").read_bytes() == (DATA / "edges.svg").read_bytes()


def test_a_part_that_there_is_not_is_refused(tmp_path: Path, refused: Say) -> None:
    assert "there are throws, " in refused("study", str(tmp_path), "--full", "--only", "luck")


def test_its_help_says_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help"], ["study", "--help"]):
        with pytest.raises(SystemExit):
            main(words)
        assert '"Is it 99% luck?"' in capsys.readouterr().out


# --- Files that a person names: read, written whole, or refused -----------------------------------
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


# --- `kessel check`: damage in a database is told, with what is whole -----------------------------
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
