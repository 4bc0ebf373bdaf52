"""`kessel verify`: what it says about a story and a record, and its exit codes 0, 3, 2."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from proof.changes import changed
from proof.evenings import told
from proof.forging import mended
from proof.test_attacks import RED
from proof.test_verify import played

from kessel.cli import main
from kessel.proof.record_codec import record_of
from kessel.proof.story import sentences
from kessel.proof.verdict import Finding, Unproven, UnprovenCode, Verdict, WrongCode
from kessel.record import read_record
from kessel.table import Seat, log
from kessel.table.play import Play
from kessel.table.settings import public_name
from kessel.throws.ideal import IdealDice
from kessel.words import ANY_EDITION, Speaker, catalogue, languages

TABLED = f"note table {public_name('abcdefghijkl')}\n"
Capture = pytest.CaptureFixture[str]


@dataclass(frozen=True)
class Game:
    entries: Sequence[log.GameEntry]
    play: Play

    def record(self) -> str:
        return record_of(self.entries).text()


@pytest.fixture(scope="module")
def game() -> Game:
    state = played("strike-2020", IdealDice()).table.state
    return Game(state.history, state.running())


class Files:
    """A record and a witness in a folder, and the command that checks them."""

    def __init__(self, folder: Path, capsys: Capture) -> None:
        self.folder, self._capsys = folder, capsys

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def says(self, code: int, record: str, *options: str) -> str:
        """What is said about a record, with this exit code."""
        path = self.write("game.kessel", record)
        assert main(["verify", str(path), "--language", "en", *options]) == code
        said = self._capsys.readouterr()
        assert "Traceback" not in said.err
        if code == 2:
            assert said.out == ""
            assert said.err.count("\n") == 1
            assert said.err.startswith("kessel: ")
            assert len(said.err) < 2100, "a sentence"
        return said.out + said.err


@pytest.fixture
def files(tmp_path: Path, capsys: Capture) -> Files:
    return Files(tmp_path, capsys)


# --- 3 --------------------------------------------------------------------------------------------


def test_a_record_is_asked_for_its_seal(files: Files, game: Game) -> None:
    seal = game.play.transcript.seal
    said = files.says(3, game.record())
    assert f"compare its seal {seal} with" in said
    assert f"throws {game.play.throws}, of which thrown again {game.play.throws}" in said
    for written in (seal, seal.lower().replace("-", " "), seal.replace("0", "O")):
        assert files.says(3, game.record(), "--seal", written) == said


# --- 2 --------------------------------------------------------------------------------------------


def test_dice_that_no_table_has(files: Files, game: Game) -> None:
    started = game.entries[0]
    assert isinstance(started, log.GameStarted)
    other = msgspec.structs.replace(started, dice="ideal-9 on a machine nobody has")
    said = files.says(2, record_of([other]).text())
    assert "ideal-9 on a machine nobody has are dice that no table has" in said


@pytest.mark.parametrize("name", ["x" * 70_000, "é" * 65, ""])
def test_a_table_with_an_endless_name(files: Files, game: Game, name: str) -> None:
    changed = game.record().replace(TABLED, f"note table {name}\n")
    assert changed != game.record()
    assert files.says(2, changed).count("\n") == 1


NUMBERS = ["1e999", "9" * 5_000, "-0.0", "NaN", '"x"', "{" * 3_000, '"%s"' % ("x" * 70_000)]


@pytest.mark.parametrize("other", NUMBERS, ids=lambda other: other[:9])
def test_something_else_for_a_number(files: Files, game: Game, other: str) -> None:
    lines = game.record().split("\n")
    place = next(n for n, line in enumerate(lines) if line.startswith("  @ land "))
    changed = re.sub(r"(?<=\[)-?\d+\.\d+", lambda _: other, lines[place], count=1)
    assert changed != lines[place]
    said = files.says(2, "\n".join([*lines[:place], changed, *lines[place + 1 :]]))
    assert f"line {place + 1}: " in said


def test_a_file_that_is_none(files: Files) -> None:
    for content in ("", "\0" * 100, "9" * 100_000, "[" * 100_000, "kessel record 1\n" * 9):
        assert "line " in files.says(2, content)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"server":"', '"server":"0', "line "),
        ("note devices [", "note devices [[", "line "),
        ("note server ", "note server 0", "line "),
        ("note number 1", "note number 9999999999999999999999", "whole number"),
        ("note number 1", "note number x", "whole number"),
        ("note number 1", "note number 999999999", "line 9: this line was changed"),
        ("note number 1", "note number 1000000000", "whole number"),
        ('note players [{"seat":0', 'note players [{"seat":7', "line "),
        ('note players [{"seat":0', 'note players [{"seat":-1', "line "),
        ("note players [", "note players {", "line "),
        ('"name":"Ann"', '"name":"Nna"', "other names above"),
        ("note clock off", "note clock slow", "no game begins like this"),
        ("note dice ", "note answer ", "its header lacks 'note dice'"),
        ("note number 1", "note number +1", "whole number"),
        ("note number 1\n", "note number 1\nnote seed 00\n", "not written that way"),
        (TABLED, f"{TABLED}note table other\n", "not written that way"),
    ],
)
def test_what_was_changed_is_told_with_its_line(
    files: Files, game: Game, old: str, new: str, says: str
) -> None:
    text = game.record()
    assert old in text
    assert says in files.says(2, text.replace(old, new, 1))


def test_a_game_that_cannot_begin_like_this(files: Files, game: Game) -> None:
    """With marks mended, so that only the content is wrong."""
    started = game.entries[0]
    assert isinstance(started, log.GameStarted)
    both = [msgspec.structs.replace(one, seats=[Seat(0)]) for one in started.devices]
    record, notes = read_record(game.record()), {"devices": msgspec.json.encode(both).decode()}
    changed = tuple((key, notes.get(key, value)) for key, value in record.notes)
    history = [msgspec.structs.replace(started, devices=both), *game.entries[1:]]
    text = mended(replace(record, notes=changed), history).text()
    assert "line 1: no game begins like this: two devices cannot hold one seat" in files.says(
        2, text
    )


def test_deep_nesting_is_an_error_and_no_traceback(files: Files, game: Game) -> None:
    deep = "[" * 100_000
    lines = game.record().split("\n")
    places = {
        "a note": next(n for n, line in enumerate(lines) if line.startswith("  @ land ")),
        "devices": next(n for n, line in enumerate(lines) if line.startswith("note devices ")),
        "a name": next(n for n, line in enumerate(lines) if line.startswith("player A ")),
    }
    for place in places.values():
        head = lines[place].split('"')[0].split("{")[0].split("[")[0]
        changed = [*lines[:place], head + deep, *lines[place + 1 :]]
        assert f"line {place + 1}: " in files.says(2, "\n".join(changed))


def test_another_seal(files: Files, game: Game) -> None:
    said = files.says(2, game.record(), "--seal", "0000-0000")
    assert f"the seal of the record is {game.play.transcript.seal}, not 0000-0000" in said


# --- languages ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_it_speaks_every_language(files: Files, game: Game, language: str, capsys: Capture) -> None:
    words, path = catalogue(language), str(files.write("game.kessel", game.record()))
    seal = game.play.transcript.seal
    assert main(["verify", path, "--language", language]) == 3
    said = capsys.readouterr().out
    assert words["audit.unproven.record"].replace("{name}", seal) in said
    assert "{" not in said
    assert main(["verify", path, "--seal", "0000-0000", "--language", language]) == 2
    assert seal in capsys.readouterr().err


@pytest.mark.parametrize("language", languages())
def test_everything_that_is_found_is_a_sentence(language: str) -> None:
    speaker = Speaker(ANY_EDITION, (), language)
    wrong = tuple(Finding(code, 1, 2, "x") for code in get_args(WrongCode))
    counted = tuple(Unproven(code, 37, "Ann") for code in get_args(UnprovenCode))
    checked = dict.fromkeys(("games", "lines", "views", "throws", "again"), 1)
    found = [*sentences(Verdict(wrong, (), checked), speaker)]
    found += sentences(Verdict((), counted, checked), speaker)
    assert len(found) == 2 * len(wrong) + 1 + len(counted) + 1
    assert not any("{" in one for one in found)


def test_the_story_of_a_page_is_proven_or_counted_or_wrong(tmp_path: Path, capsys: Capture) -> None:
    """What a page saved; a story that was cut; one in which the server lays a die."""
    who, lays_a_die, _ = RED["A1: the server lays a die"]
    honest = told("two games")[who]
    wrong = changed(honest, lays_a_die)
    stories = {0: honest, 3: [*honest, {"cut": "size"}], 2: wrong}
    begins = {0: "Everything that was shown follows", 3: "1×", 2: "Something is wrong in game 1"}
    for code, story in stories.items():
        path = tmp_path / "game.story.jsonl"
        path.write_text("\n".join(map(json.dumps, story)) + "\n", encoding="utf-8")
        assert main(["verify", str(path), "--language", "en"]) == code
        said = capsys.readouterr().out
        assert said.startswith(begins[code])
        assert "Checked: games" in said


@pytest.mark.parametrize("line", ["{", "[]"])
def test_a_story_that_does_not_read_is_refused(line: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.story.jsonl"
    path.write_text(f'{{"story": 1}}\n{line}\n', encoding="utf-8")
    assert main(["verify", str(path), "--language", "en"]) == 2
    assert "line 2" in capsys.readouterr().err
