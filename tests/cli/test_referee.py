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


def test_a_turn_with_what_to_take_and_who_is_next(typed: Say, game: Path) -> None:
    said = typed("4\n4 4\nq\n", *PLAY)
    assert "8 dice each. Left in the box: 9." in said
    assert "Ann takes 2 × 4." in said
    assert "All in! The arena is empty: Ben throws everything." in said
    assert f"The game is saved in {game}" in said


def test_what_is_asked_next_is_not_told_before(typed: Say) -> None:
    said = typed("4\n25\ne\n2 5 5\nq\n", *PLAY)
    assert said.count("Nothing taken. Ann can throw again or stop.") == 1
    assert "Ben takes" in said


def test_towers_are_explained_only_where_there_are_any(typed: Say) -> None:
    players = ("--players", "Ann", "Ben")
    assert "[ ]" not in typed("q\n", *PLAY)
    assert "[ ]" in typed("q\n", "harry-potter", *players)


def test_quit_and_resume(typed: Say, game: Path) -> None:
    typed("4\n25\n", *PLAY)
    said = typed("e\nq\n")
    assert "Going on with this game (" in said
    assert "Ben is next." in said
    record = read_record(game.read_text(encoding="utf-8"))
    assert len(record.entries) == 3


def test_undo_why_and_a_mistake(typed: Say, game: Path) -> None:
    said = typed("u\n9\n4\n2 2 2\n25\nu\n?\nq\n", *PLAY)
    assert "Nothing to undo" in said
    assert "No: '9' means nothing here; type x 2 3 4 5 6" in said
    assert "so 2 must lie there or be out, not 3 and 0" in said
    assert "Undone." in said
    assert "4 stays: nothing matches it. [A.0]" in said
    assert len(read_record(game.read_text(encoding="utf-8")).entries) == 1


def test_missing_dice_are_asked_for(typed: Say) -> None:
    said = typed("4\n2\nn\n2\ny\n-\ny\nooo\nq\n", *PLAY)
    assert "A die is missing. Did it fly out? (y/n)" in said
    assert "A die flew out of the arena. It is gone." in said
    assert "2 dice are missing. Did they fly out? (y/n)" in said


def test_a_whole_game_to_its_end_and_then_a_new_one(typed: Say, game: Path) -> None:
    hands = "4\n" + "44\n" + "xxxxxxxx\n"
    said = typed(hands, *PLAY)
    assert "Ann wins!" in said
    assert read_record(game.read_text(encoding="utf-8")).result == (0,)
    said = typed("impact\nCleo, Dan\nq\n")
    assert "Which edition?" in said
    assert "Who plays, clockwise?" in said


def test_spells_by_keys(typed: Say) -> None:
    lines = "a\na~c\ne\naac\n-\ncw\ncwr\ncwwr\n[r c]\n[rc]a\nq\n"
    said = typed(lines, "harry-potter", "--players", "Ann", "Ben", "--new")
    assert "Keys: x i=Immobulus r=Relashio a=Accio" in said
    assert "A leaning die is settled." in said
    assert "Ben leaves the extra die." in said
    assert "A tower of 2 dice: only the top one counts." in said
    assert "[[rc] a] Nothing taken. Ben can throw again or stop." in said


def test_elements_by_keys(typed: Say) -> None:
    lines = "f\nfs\ne\nfss\nfa\ne\nfal\ne\np9: x\nfall\nCleo=x: a\nann=p1: a\nCleo=p1: fallww\nq\n"
    words = "impact-avatar --players Ann Cleo --elements stone lightning fire"
    said = typed(lines, *words.split())
    assert "Cleo piles up 2 stones." in said
    assert "(p1: fw throws pile 1)" in said
    assert "No: pile:8 cannot be thrown; it is 1" in said
    assert "(Cleo=p1: fw if Cleo throws pile 1)" in said
    assert "No: 'Cleo=x': write Ben=p1 if Ben throws pile 1" in said
    assert "No: Ann cannot throw pile:0 now" in said
    assert "Ann takes 2 × water and 2 × lightning." in said


def test_storms_and_columns_by_keys(typed: Say) -> None:
    words = "impact-avatar --players Ann Ben Bea --elements stone lightning fire"
    lines = (
        "s\nss\n"
        + "xxxxxxxo\n"
        + "lffwaxx\n"
        + "b\nbea\n"
        + "lw al\nann=q1: x\nann=p1, ben=p1: x\nq\n"
    )
    said = typed(lines, *words.split())
    assert "which of Ann, Ben, Bea?" in said
    assert "Bea wins the Column of Fire." in said


def test_optional_collecting_by_keys(typed: Say) -> None:
    said = typed("4\n44\n-\n44x\n4\nq\n", *PLAY, "--option", "collecting=optional")
    assert "Ann may take these matches: 4." in said
    assert "Ann takes 2 × 4." in said


def test_a_choice_of_start_face(typed: Say) -> None:
    said = typed("o\nx\n5\nq\n", *PLAY, "--option", "start_die_x=choose_face")
    assert "throw it again, or turn it to another side" in said


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
