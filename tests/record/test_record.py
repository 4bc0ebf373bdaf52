"""Records: written, read back to the same bytes, replayed, and caught when they are wrong."""

from pathlib import Path
from random import Random

import pytest
from games import Setup, play_out, setups
from hypothesis import given, settings

from kessel.errors import BadValue, ParseError
from kessel.record import BadRecord, GameRecord, RecordMismatch, begin_record, read_record, replay
from kessel.rules.engine import apply
from kessel.rules.events import Event
from kessel.rules.moves import EndTurn, Landing, StartDie, Throw
from kessel.rules.setup import Hand, new_game, position
from tools.records import FOLDER, games, path_of

SHORT = """\
kessel record 1
edition strike-2020
options supply:hidden
player A "Ann"
player B "Zoë \\"the\\" Great"
first B
note commit 1f2e

1 B start 4
  = start 4 -
2 B throw 1: 2 4
  = choice B
  @ aim 0.5 firm
  @ nonce abc
3 B end
  = end B
  = next A one
result unfinished
"""


def recorded(setup: Setup) -> GameRecord:
    record = begin_record(setup.start(), setup.names, ("commit", "abc"))
    for state, move, step in setup.play():
        record = record.add(state, move, step, ("nonce", "ff"))
    return record


@given(setups())
@settings(max_examples=60, deadline=None)
def test_any_game_reads_back_and_replays(setup: Setup) -> None:
    record = recorded(setup)
    again = read_record(record.text())
    assert again == record
    assert again.text() == record.text()
    assert [step for _, _, step in setup.play()] == list(replay(again))


@given(setups())
@settings(max_examples=30, deadline=None)
def test_a_game_cut_anywhere_is_never_taken_for_a_whole_one(setup: Setup) -> None:
    text = recorded(setup).text()
    for _ in range(20):
        cut = text[: Random(setup.seed).randrange(len(text))]
        with pytest.raises(BadRecord, match="line"):
            read_record(cut)


def test_a_record_as_a_person_reads_it() -> None:
    record = read_record(SHORT)
    assert record.text() == SHORT
    assert record.names == ("Ann", 'Zoë "the" Great')
    assert record.notes == (("commit", "1f2e"),)
    assert record.entries[1].notes == (("aim", "0.5 firm"), ("nonce", "abc"))
    assert [entry.line for entry in record.entries] == [9, 11, 15]
    assert len(list(replay(record))) == 3
    assert record.with_notes(("seed", "00")).text().count("note seed 00") == 1


def test_a_game_from_a_position() -> None:
    start = position("strike-2020", [Hand(1), Hand(1)], ("3", "4"))
    move = Throw("1", Landing(("3", "4", "X")))
    record = begin_record(start, ["Ann", "Ben"]).add(start, move, apply(start, move))
    text = record.text()
    assert "position strike-2020 hands=1,1 arena=3,4 turn=A> phase=throw" in text
    assert text.endswith("  = over B\nresult B\n")
    assert list(replay(read_record(text)))


def test_a_game_without_a_winner() -> None:
    start = position("harry-potter", [Hand(1), Hand(1)], ("relashio",), {"double_ko": "replay"})
    record = begin_record(start, ["Ann", "Ben"])
    for state, move, step in play_out(start, Random(2)):
        record = record.add(state, move, step)
    assert read_record(record.text()).result == record.result


REFUSED = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", REFUSED)
def test_what_is_no_record_names_its_line(row: str) -> None:
    """`refused.txt` has what stands in a line instead, and after `=>` what is said of it."""
    changed, _, says = row.rpartition(" => ")
    number, _, instead = changed.partition(": ")
    lines = SHORT.split("\n")
    lines[int(number) - 1] = instead
    with pytest.raises(ParseError) as caught:
        read_record("\n".join(lines))
    assert says in str(caught.value)


def test_what_else_is_no_record() -> None:
    for text, says in (
        ("", "begins with 'kessel record 1'"),
        (SHORT + "more\n", "nothing follows the result"),
        (SHORT[:-1], "cut off"),
        (SHORT.replace("first B\n", ""), "lacks 'first'"),
        (SHORT.replace("edition strike-2020\n", ""), "lacks 'edition'"),
        (SHORT.replace("options supply:hidden", "options supply:hidden,"), "is written"),
    ):
        with pytest.raises(BadRecord, match=says):
            read_record(text)


def test_a_position_needs_as_many_players() -> None:
    start = position("strike-2020", [Hand(1), Hand(1)], ("3", "4"))
    text = begin_record(start, ["Ann", "Ben"]).text()
    with pytest.raises(BadRecord, match="2 hands, but 1 players"):
        read_record(text.replace('player B "Ben"\n', ""))
    with pytest.raises(BadRecord, match="as many names"):
        begin_record(start, ["Ann"])


@pytest.mark.parametrize(
    ("was", "instead", "says"),
    [
        ("2 B throw 1: 2 4", "2 A throw 1: 2 4", "line 11: it is B's turn, not A's"),
        ("2 B throw 1: 2 4", "2 B throw 1: 2 4 5", "line 11: there before: 1; thrown: 1"),
        ("2 B throw 1: 2 4", "2 B throw 1: 4 4", "line 12: the record says 'choice B'; by"),
        ("  = next A one", "  = next A all", "line 17: the record says 'next A all'; by"),
        ("  = next A one\n", "", "line 17: the record says nothing more; by the rules it is"),
        ("  = next A one", "  = next A one\n  = over A", "line 18: the record says 'over A'"),
        ("result unfinished", "result A", "line 18: by the rules the result is unfinished"),
    ],
)
def test_where_record_and_rules_part(was: str, instead: str, says: str) -> None:
    record = read_record(SHORT.replace(was, instead))
    with pytest.raises(RecordMismatch) as caught:
        list(replay(record))
    assert says in str(caught.value)


def test_a_finished_game_told_as_unfinished() -> None:
    start = position("strike-2020", [Hand(1), Hand(1)], ("3", "4"))
    move = Throw("1", Landing(("3", "4", "X")))
    text = begin_record(start, ["Ann", "Ben"]).add(start, move, apply(start, move)).text()
    for wrong, right in (("unfinished", "B"), ("A", "B"), ("-", "B")):
        with pytest.raises(RecordMismatch, match=f"the result is {right}"):
            list(replay(read_record(text.replace("result B", f"result {wrong}"))))


def test_moves_after_the_end_are_caught() -> None:
    state = new_game("strike-2020", 2)
    record = begin_record(state, ["Ann", "Ben"])
    record = record.add(state, StartDie("4"), apply(state, StartDie("4")))
    wrong = record.add(state, EndTurn(), apply(state, StartDie("4")))
    with pytest.raises(RecordMismatch, match="line 9: the game waits for the throw"):
        list(replay(read_record(wrong.text())))


def test_notes_are_one_line() -> None:
    state = new_game("strike-2020", 2)
    for key, value in (("Aim", "1"), ("aim", ""), ("aim", "a\nb"), ("aim", " a")):
        with pytest.raises(BadValue, match="a note is a lower-case word"):
            begin_record(state, ["Ann", "Ben"], (key, value))
    with pytest.raises(BadValue):
        new_game("strike-2020", 9)


# --- the golden records: one for every edition and number of players ------------------------------


@pytest.mark.parametrize(("edition", "players"), games())
def test_there_is_one_and_the_rules_still_tell_the_same(edition: str, players: int) -> None:
    text = path_of(edition, players).read_bytes().decode("utf-8")
    record = read_record(text)
    assert record.text() == text
    assert (record.start.edition.id, record.start.players) == (edition, players)
    *_, last = replay(record)
    assert last.state.is_over


def test_together_they_show_nearly_every_kind_of_event() -> None:
    told = {
        event.split()[0]
        for path in FOLDER.iterdir()
        for entry in read_record(path.read_text(encoding="utf-8")).entries
        for event in entry.events
    }
    kinds = {one.kind for one in Event.__args__}
    assert kinds - told <= {"start_again", "no_dice"}, "only by option, or before the first turn"
