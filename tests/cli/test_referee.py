"""`kessel referee` as a person types it, and as a program pipes it."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from cli.conftest import Say

from kessel.record import read_record

PLAY = ["strike-2020", "--players", "Ann", "Ben"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "game.txt"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, said: Say, game: Path) -> Say:
    """Type lines; returns what the referee says."""

    def call(lines: str, *words: str) -> str:
        monkeypatch.setattr(sys, "stdin", StringIO(lines))
        return said("referee", "--file", str(game), *words)

    return call


SESSIONS = (Path(__file__).parent / "sessions.txt").read_text(encoding="utf-8").split("\n\n")


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.partition("\n")[0])
def test_what_is_typed_and_said(session: str, typed: Say) -> None:
    """`sessions.txt` has what follows the command (`$`), what is typed, and what is said (`>`)."""
    _, words, *lines = session.splitlines()
    keys = [line for line in lines if not line.startswith("> ")]
    told = typed("\n".join([*keys, ""]), *words.removeprefix("$ ").split())
    for line in lines[len(keys) :]:
        assert line.removeprefix("> ") in told


def test_what_is_asked_next_is_not_told_before(typed: Say) -> None:
    said = typed("4\n25\ne\n2 5 5\nq\n", *PLAY)
    assert said.count("Nothing taken. Ann can throw again or stop.") == 1
    assert "Ben takes" in said
    assert "[ ]" not in said, "there are no towers"


def test_quit_and_resume(typed: Say, game: Path) -> None:
    typed("4\n25\n", *PLAY)
    said = typed("e\nq\n")
    assert "Going on with this game (" in said
    assert "Ben is next." in said
    record = read_record(game.read_text(encoding="utf-8"))
    assert len(record.entries) == 3


def test_a_whole_game_to_its_end_and_then_a_new_one(typed: Say, game: Path) -> None:
    hands = "4\n" + "44\n" + "xxxxxxxx\n"
    said = typed(hands, *PLAY)
    assert "Ann wins!" in said
    assert read_record(game.read_text(encoding="utf-8")).result == (0,)
    said = typed("impact\nCleo, Dan\nq\n")
    assert "Which edition?" in said
    assert "Who plays, clockwise?" in said


def test_the_pipe_answers_every_line_and_ends_with_its_input() -> None:
    lines = [
        b'{"new": {"edition": "strike-2020", "players": ["A", "B"]}}',
        b"\xff\xfe",
        b"",
        b'{"start_die": "4"}\r',
        b'{"throw": 1, "after": ["4", "4"]}',
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "kessel", "referee", "--json"],
        input=b"\n".join(lines) + b"\n", capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    replies = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [("error" in reply) for reply in replies] == [False, True, True, False, False]
    assert replies[-1]["events"][0] == {"event": "collect", "player": "A", "faces": {"4": 2}}
    assert ran.stderr == b""
