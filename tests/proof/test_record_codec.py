"""Records of games: what stands in them, how they read back, and what is found out about lines."""

import re
from dataclasses import replace

import pytest
from proof.forging import mended
from table.games import SERVER, cast, landed, started, with_casts

from kessel.proof.record_codec import (
    ChangedRecord,
    entries_of,
    header_note,
    line_of_note,
    record_of,
)
from kessel.record import BadRecord, GameRecord, read_record
from kessel.rules.moves import Landing
from kessel.rules.state import Phase
from kessel.table import log
from kessel.table.feed import feed
from kessel.table.play import begin


def history(game: log.GameStarted | None = None) -> list[log.GameEntry]:
    """The starting die, a throw and the end of a turn."""
    first = game or started(seats=(0, 3))
    entries: list[log.GameEntry] = [first]
    play = begin(first)
    for arena in (("4",), ("4", "5")):
        fixed = with_casts(play, cast(0)).to_fix()
        flying = feed(play, fixed).play
        entries += [fixed, landed(flying, Landing(arena))]
        play = feed(flying, entries[-1]).play
    return [*entries, log.Answered(player=0, move="end")]


def record() -> GameRecord:
    return read_record(record_of(history()).text())


def test_a_record_holds_every_entry_of_the_log() -> None:
    assert [line.entry for line in entries_of(record())] == history()


def test_entries_know_their_lines() -> None:
    text = record_of(history()).text().split("\n")
    for line in list(entries_of(record()))[1:]:
        kind = log.entry_text(line.entry).split('"')[3]
        assert text[line.number - 1].startswith(f"  @ {kind} ")


def test_agreed_elements_are_read_back() -> None:
    first = started("impact-avatar", elements=["fire", "water"], start_die="placed")
    placed = log.Answered(player=0, move="start fire")
    read = read_record(record_of([first, placed]).text())
    assert [line.entry for line in entries_of(read)] == [first, placed]


def test_a_note_of_the_header_is_found_with_its_line() -> None:
    assert header_note(record(), "server") == SERVER.tip
    header = record().text().split("\n\n")[0].split("\n")
    assert header[line_of_note(record(), "server") - 1] == f"note server {SERVER.tip}"
    with pytest.raises(BadRecord, match=r"line \d+: .*its header lacks 'note seed'"):
        header_note(record(), "seed")


def test_a_game_begins_as_games_of_its_edition_do() -> None:
    """The header can name a position, which no line of the transcript knows."""
    first = started()
    whole = record_of([first])
    start = whole.start._replace(phase=Phase.START_AGAIN)
    with pytest.raises(ChangedRecord, match="does not begin as games"):
        list(entries_of(mended(replace(whole, start=start), [first])))


def changed(pattern: str, by: str) -> GameRecord:
    text = record().text()
    assert re.search(pattern, text)
    return read_record(re.sub(pattern, by, text, count=1))


@pytest.mark.parametrize(
    ("pattern", "by", "message"),
    [
        (r'"unit":"1', '"unit":"2', "this line was changed"),
        (r"  @ mark .*\n", "", "the mark that closes these lines is missing"),
        (r"  @ mark [0-9a-f]", "  @ mark x", "this mark was changed"),
        (r"  @ fixed (.*)\n", r"  @ fixed \1\n  @ fixed \1\n", "was changed"),
        (r"  @ land .*\n", "", "was changed|cannot be read|lines were written here"),
    ],
)
def test_lines_that_were_changed_added_or_removed(pattern: str, by: str, message: str) -> None:
    with pytest.raises(ChangedRecord, match=message):
        list(entries_of(changed(pattern, by)))


def test_a_line_added_at_the_end_of_a_move_is_counted() -> None:
    first, *others = record().entries
    *notes, mark = first.notes
    longer = replace(first, notes=(*notes, notes[-1], mark))
    with pytest.raises(ChangedRecord, match=r"lines were written here, now"):
        list(entries_of(replace(record(), entries=(longer, *others))))


def test_a_move_taken_from_another_game_has_another_transcript() -> None:
    other = history(started(seats=(1, 3)))
    foreign = read_record(record_of(other).text())
    mixed = replace(record(), entries=(record().entries[0], *foreign.entries[1:]))
    with pytest.raises(ChangedRecord, match="the mark was changed, or lines before it"):
        list(entries_of(mixed))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("[]", "cannot be read"),
        ("{", "cannot be read"),
        ('{"player":0}', "cannot be read"),
        ('{"player": 0, "move": "end"}', "is not written that way"),
    ],
)
def test_notes_that_are_no_entries(value: str, message: str) -> None:
    first, *others = record().entries
    odd = replace(first, notes=(("answered", value), first.notes[-1]))
    with pytest.raises(BadRecord, match=rf"line \d+: 'answered' {message}"):
        list(entries_of(replace(record(), entries=(odd, *others))))


def test_entries_about_the_table_do_not_belong_into_a_record() -> None:
    first, *others = record().entries
    odd = replace(first, notes=(("chain", '{"secret":"00"}'), first.notes[-1]))
    with pytest.raises(BadRecord, match="'chain' is not written that way"):
        list(entries_of(replace(record(), entries=(odd, *others))))


def test_marks_made_again_by_the_same_rules_are_the_same() -> None:
    """The forger of the other tests knows the form of a mark."""
    assert mended(record(), history()) == record()
