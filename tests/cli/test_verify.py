"""`kessel verify`: what it says about a record, in every language, and its exit codes 0, 3, 2."""

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest
from fairness.adversary import (
    GUEST,
    GUEST_DEVICE,
    SERVER,
    Game,
    dropping,
    fix,
    honestly,
    land,
    play_through,
    played,
)
from proof.device import Device, witness_of
from proof.forging import mended
from proof.test_attacks import RED, changed, evening

from kessel.cli import main
from kessel.proof.chronicle import record_of
from kessel.record import read_record
from kessel.table import Seat, log
from kessel.table.feed import with_cast
from kessel.throws.aim import Aim
from kessel.throws.ideal import IdealDice
from kessel.words import catalogue, languages

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def game() -> Game:
    return played(Random(2), honestly)


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


# --- 0 --------------------------------------------------------------------------------------------


def test_proven_to_the_witness_of_a_device(files: Files, game: Game) -> None:
    witness = files.write("witness.json", msgspec.json.encode(witness_of(game.guest)))
    said = files.says(0, game.record(), "--witness", str(witness))
    throws, lines = game.play.throws, len(game.lines)
    assert "Proof: by secrets of the server" in said
    assert f"Links: {throws} throws" in said
    assert f"Throws: {throws} thrown again, all the same to the last bit" in said
    assert f"the device saw {lines} of {lines} lines and took part in {throws} of" in said
    assert "Proven for anyone who trusts this witness" in said
    for word in ("late", "made by the table", "without", "not over", "not proven"):
        assert word not in said


# --- 3 --------------------------------------------------------------------------------------------


def test_without_a_witness(files: Files, game: Game) -> None:
    said = files.says(3, game.record())
    assert "Nothing is wrong, but 1 thing is not proven:" in said
    assert f"- Seal: {game.play.transcript.seal}. A file alone cannot show" in said


def test_with_the_witness_of_a_device_that_left(files: Files, game: Game) -> None:
    device = Device(game.guest.chain, game.guest.key, game.guest.seats)
    device.hear(0, game.lines[:2])
    assert (device.lines, device.findings) == (2, [])
    witness = files.write("witness.json", msgspec.json.encode(witness_of(device)))
    said = files.says(3, game.record(), "--witness", str(witness))
    lines = len(game.lines)
    assert f"- The witness’s device did not see {lines - 2} of {lines} lines." in said


def test_with_the_seal(files: Files, game: Game) -> None:
    seal = game.play.transcript.seal
    said = files.says(3, game.record(), "--seal", seal.lower())
    assert f"Seal: {seal}, the same as the one given" in said
    assert "- No witness (--witness): " in said


def test_a_running_game(files: Files, game: Game) -> None:
    said = files.says(3, record_of(game.entries[:9]).text())
    assert "The game is not over in this record." in said


def test_what_a_cheating_server_leaves_behind_is_counted_by_name(files: Files) -> None:
    game = Game(Random(7), answers_pings=False)
    play_through(game, dropping(GUEST_DEVICE))
    assert game.drops > 1
    witness = files.write("witness.json", msgspec.json.encode(witness_of(game.guest)))
    said = files.says(3, game.record(), "--witness", str(witness))
    throws = game.play.throws
    assert f"- Guest: the device was late {game.drops} times" in said
    assert f"- {game.drops} of {throws} throws without the witness’s device." in said
    assert f"Guest: {game.drops} of {throws} throws without a device" in said
    assert "Host:" not in said


def test_moves_by_the_table_and_throws_without_any_device_are_counted(files: Files) -> None:
    game = Game(Random(1))
    game.begin(clock="fast")
    game.tell()
    fix(game, game.cast(SERVER, by="table"))
    game.write(log.DevicesLate(throw=0, attempt=0, devices=[0, 1]))
    game.write(game.play.to_fix())
    land(game)
    said = files.says(3, game.record())
    assert "Host: 1 move made by the table." in said
    assert "1 throw without any device: only the server vouches for it" in said


def test_a_person_without_a_key_signs_nothing(files: Files) -> None:
    game = Game(Random(1))
    host, guest = game.play.started.players
    nameless = msgspec.structs.replace(host, key="")
    game.begin(players=[nameless, guest], devices=lambda first: first.devices[1:])
    game.write(log.BotPlaysOn(player=GUEST))
    assert "Host: 1 move that nobody signed." in files.says(3, keyless_throw(game))


def keyless_throw(game: Game) -> str:
    """The record of a game in which the host throws once, without a key and a device."""
    aim = Aim().to_json()
    cast = log.CastShown(player=SERVER, unit=game.play.units(SERVER)[0], aim=aim)
    game.write(log.DevicesAway(devices=[0], signs=[""]))
    game.write(with_cast(game.play, cast).to_fix())
    land(game)
    return game.record()


class Elsewhere(IdealDice):
    """The same dice under another name."""

    @property
    def name(self) -> str:
        return "ideal elsewhere"


def test_a_record_from_another_kind_of_machine(
    files: Files, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kessel.table.dice.dice_named", lambda name: Elsewhere())
    started = game.entries[0]
    assert isinstance(started, log.GameStarted)
    said = files.says(3, game.record())
    throws = game.play.throws
    assert (
        f"with a simulator other than ideal elsewhere, so compared within 2 mm: {throws} of" in said
    )
    assert "agrees no better than this is 1." in said


# --- 2 --------------------------------------------------------------------------------------------


def test_dice_that_no_table_has(files: Files, game: Game) -> None:
    started = game.entries[0]
    assert isinstance(started, log.GameStarted)
    other = msgspec.structs.replace(started, dice="ideal-9 on a machine nobody has")
    said = files.says(2, record_of([other]).text())
    assert "ideal-9 on a machine nobody has are dice that no table has" in said


def test_minus_zero_for_zero(files: Files, game: Game) -> None:
    """As numbers they are the same; a record is compared as it is written."""
    place = max(n for n, one in enumerate(game.entries) if isinstance(one, log.DiceLanded))
    text = log.entry_text(game.entries[place])
    assert ",0.0," in text
    changed = log.read_entry(text.replace(",0.0,", ",-0.0,", 1))
    assert isinstance(changed, log.DiceLanded)
    said = files.says(2, record_of([*game.entries[:place], changed]).text())
    assert "lands differently" in said


@pytest.mark.parametrize("name", ["x" * 70_000, "é" * 65, ""])
def test_a_table_with_an_endless_name(files: Files, game: Game, name: str) -> None:
    changed = game.record().replace("note table table\n", f"note table {name}\n")
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
        ('note players [{"seat":0', 'note players [{"seat":7', "line "),
        ('note players [{"seat":0', 'note players [{"seat":-1', "line "),
        ("note players [", "note players {", "line "),
        ('"name":"Host"', '"name":"Tsoh"', "other names above"),
        ("note clock off", "note clock slow", "no game begins like this"),
        ("note dice ", "note answer ", "the header lacks 'note dice'"),
        ("note number 1", "note number +1", "whole number"),
        ("note number 1\n", "note number 1\nnote seed 00\n", "not written that way"),
        ("note table table\n", "note table table\nnote table other\n", "not written that way"),
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


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no witness as the page saves it"),
        (b"[" * 100_000, "no witness as the page saves it"),
        (b"\xff\xfe", "no witness as the page saves it"),
        (b'{"%s":1}' % (b"x" * 70_000), "no witness as the page saves it"),
        (b'{"kessel witness":2,"table":"","game":"","key":"","lines":0,"digest":""}', "version 2"),
        (b'{"kessel witness":1,"table":"","game":"x","key":"","lines":0,"digest":""}', "of game x"),
    ],
)
def test_what_is_no_witness_of_this_game(
    files: Files, game: Game, content: bytes, says: str
) -> None:
    witness = files.write("witness.json", content)
    assert says in files.says(2, game.record(), "--witness", str(witness))


def test_a_witness_that_is_not_there(files: Files, game: Game) -> None:
    said = files.says(2, game.record(), "--witness", str(files.folder / "none"))
    assert "cannot be read: No such file" in said


def test_a_witness_that_found_something(files: Files, game: Game) -> None:
    seen = msgspec.structs.replace(witness_of(game.guest), findings=["throw 3: not the cast"])
    witness = files.write("witness.json", msgspec.json.encode(seen))
    said = files.says(2, game.record(), "--witness", str(witness))
    assert "the device found: throw 3: not the cast" in said


def test_another_seal(files: Files, game: Game) -> None:
    said = files.says(2, game.record(), "--seal", "0000-0000")
    assert f"the seal of the record is {game.play.transcript.seal}, not 0000-0000" in said


def test_witness_and_seal_are_not_given_together(files: Files, game: Game) -> None:
    with pytest.raises(SystemExit) as stopped:
        files.says(2, game.record(), "--witness", "x", "--seal", "y")
    assert stopped.value.code == 2


# --- languages ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_it_speaks_every_language(files: Files, game: Game, language: str, capsys: Capture) -> None:
    words, path = catalogue(language), str(files.write("game.kessel", game.record()))
    assert main(["verify", path, "--language", language]) == 3
    said = capsys.readouterr().out
    assert words["verify.chains"] in said
    assert words["verify.alone"].replace("{seal}", game.play.transcript.seal) in said
    assert "{" not in said
    assert main(["verify", path, "--seal", "0000-0000", "--language", language]) == 2
    assert game.play.transcript.seal in capsys.readouterr().err


def test_the_story_of_a_page_is_proven_or_counted_or_wrong(tmp_path: Path, capsys: Capture) -> None:
    """What a page saved; a story that was cut; one in which the server lays a die."""
    honest = evening()[0]
    who, lays_a_die, _ = RED["A1: the server lays a die"]
    wrong = changed(evening()[who], lays_a_die)
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
