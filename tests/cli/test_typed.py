"""What a person types: at the table, to `kessel throw` and to `kessel referee`."""

import json
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import Say
from PIL import Image

from kessel.cli import main
from kessel.cli.shorthand import Shorthand
from kessel.physics.trajectory import Trajectory
from kessel.record import read_record
from kessel.rules.engine import apply
from kessel.rules.moves import Landing, Throw
from kessel.rules.setup import Hand, new_game, position
from kessel.rules.state import GameState
from kessel.words import Speaker

# --- At the table, key by key, and the move that it means -----------------------------------------

NAMES = ("Ann", "Ben", "Bea")


def never(missing: int) -> bool:
    raise AssertionError(f"nobody is asked about {missing} dice")


def strike() -> GameState:
    """Ann may go on: a 2, a 3 and a 5 lie there."""
    opened = position("strike-2020", [Hand(4)] * 3, ("2", "3"))
    return apply(opened, Throw("1", Landing(("2", "3", "5")))).state


def stones() -> GameState:
    return position("impact-power", [Hand(1, (3,)), Hand(2)], ("fire",), elements=["stone"])


def read(text: str, state: GameState, confirm: Any = never) -> object:
    return Shorthand(state.edition, NAMES).read(text, state, confirm)


@pytest.mark.parametrize(
    ("typed", "landing"),
    [
        ("2354", Landing(("2", "3", "5", "4"))),
        ("2, 3; 5 x", Landing(("2", "3", "5", "X"))),
        ("23o5", Landing(("2", "3", "5"), out=1)),
        ("235~4", Landing(("2", "3", "5", "4"), cocked=1)),
    ],
)
def test_faces_by_one_key_each(typed: str, landing: Landing) -> None:
    assert read(typed, strike()) == Throw("1", landing)


def test_towers_are_in_brackets_from_the_bottom() -> None:
    wizards = position("harry-potter", [Hand(3), Hand(3)], (("relashio", "accio"),))
    assert read("[ra]c", wizards) == Throw("1", Landing((("relashio", "accio"), "confundo")))
    keys = Shorthand(wizards.edition, NAMES)
    speaker = Speaker(wizards.edition.id)
    assert keys.arena(wizards.arena, speaker) == "[ra]"
    assert "a=Accio" in keys.legend(speaker)


def hint(state: GameState, language: str = "en") -> str:
    return Shorthand(state.edition, NAMES).hint(state, Speaker(state.edition.id, NAMES, language))


def test_a_hint_promises_nothing_that_would_be_refused() -> None:
    """A die that is placed does not fly out, and an Accio of the French booklet is a duty."""
    assert "flew out" in hint(new_game("strike-2020", 2))
    assert "flew out" not in hint(new_game("strike-2012", 2))
    for name, may_decline in (("harry-potter", True), ("harry-potter:fr", False)):
        state = position(name, [Hand(3), Hand(3)], ("accio", "confundo"))
        state = apply(state, "throw 1: accio accio confundo").state
        assert ("none" in hint(state)) is may_decline


def test_what_is_said_of_piles_stands_before_the_colon() -> None:
    assert hint(stones()).endswith("cauldron (p1: fw throws pile 1):")
    assert hint(stones(), "fr").endswith(" (p1: fw lance la pile 1)\u00a0:")


# --- `kessel throw` -------------------------------------------------------------------------------
def lines(said: Say, *words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in said("throw", *words, "--json").splitlines()]


def test_one_json_line_a_throw(said: Say) -> None:
    throws = lines(said, "--lying", "2,5,6", "--strength", "firm", "--count", "5")
    assert len(throws) == 5
    for throw in throws:
        assert list(throw) == ["thrown", "lying", "cocked", "seconds", "flipped"]
        assert throw["thrown"] in ("X", "2", "3", "4", "5", "6", "out")
        assert isinstance(throw["lying"], list)
        assert len(throw["lying"]) == 3
        changed = sum(a not in (b, "out") for a, b in zip(throw["lying"], "256", strict=True))
        assert throw["flipped"] == changed


def test_the_same_seed_throws_the_same_and_another_does_not(said: Say) -> None:
    words = ("harry-potter", "--lying", "accio,X", "--count", "3")
    first = lines(said, *words, "--seed", "abc")
    assert lines(said, *words, "--seed", "abc") == first
    assert lines(said, *words, "--seed", "abd") != first


def test_an_empty_arena_is_allowed_and_the_summary_has_intervals(said: Say) -> None:
    told = said("throw", "impact", "--lying", "", "--count", "20")
    assert "20 firm throws at 0 lying dice" in told
    assert told.count(" to ") >= 10
    assert "lightning" in told


def test_a_picture_is_drawn_or_the_lack_of_opengl_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, film = tmp_path / "throw.png", tmp_path / "throw.gif"
    code = main(["throw", "--lying", "2,3", "--png", str(path), "--gif", str(film)])
    if code == 0:
        with Image.open(path) as picture, Image.open(film) as shown:
            assert (picture.format, picture.size) == ("PNG", (800, 600))
            assert (shown.format, shown.size, shown.info["loop"]) == ("GIF", (400, 300), 0)
            assert shown.n_frames > 10  # type: ignore[attr-defined]
    else:
        error = capsys.readouterr().err
        assert (code, error.count("\n")) == (2, 1)
        assert "no picture can be drawn on this machine" in error


def test_a_picture_shows_how_the_dice_lie_and_a_film_every_other_frame(
    tmp_path: Path, said: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[int]] = []

    def drawn(edition: str, shown: Trajectory, frames: Sequence[int], *_: int) -> list[Image.Image]:
        assert all(0 <= frame < shown.frames for frame in frames)
        asked.append([frame - (shown.frames - 1) for frame in frames])
        return [Image.new("RGB", (4, 3), (frame % 256, 0, 0)) for frame in frames]

    monkeypatch.setattr("kessel.physics.render.draw", drawn)
    path, film = tmp_path / "throw.png", tmp_path / "throw.gif"
    said("throw", "--lying", "2,3", "--png", str(path), "--gif", str(film))
    last, every_other = asked
    assert last == [0], "the last frame"
    assert {b - a for a, b in pairwise(every_other)} == {2}
    assert every_other[-1] >= -1


# --- `kessel referee`, also as a program pipes it -------------------------------------------------

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
