"""Bad input at the command line, tried as a new user would: one clear line and exit code 2."""

import argparse
import shlex
from pathlib import Path

import pytest
from cli.conftest import Say

from kessel.cli import main
from kessel.cli.arguments import cluster_argument, crew_of
from kessel.errors import BadValue

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


def test_a_record_that_is_not_there(refused: Say, tmp_path: Path) -> None:
    assert "No such file" in refused("replay", str(tmp_path / "none.txt"))
    assert "cannot be read" in refused("replay", str(tmp_path))


def test_a_file_of_another_kind(refused: Say, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff")
    assert "is not a text file" in refused("replay", str(picture))
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
    with crew_of(parsed()) as crew:
        assert crew is None


def test_where_nobody_answers_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.lab.crew.CONNECT_SECONDS", 0.3)
    with (
        pytest.raises(BadValue, match="--cluster"),
        crew_of(parsed("--cluster", "tcp://127.0.0.1:1")),
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
