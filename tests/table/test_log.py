"""The JSON form of entries, in logs, records and transcripts."""

from pathlib import Path

import pytest
from table.games import cast, started

from kessel.errors import BadValue
from kessel.table import Seat, log

ENTRIES = (Path(__file__).parent / "entries.jsonl").read_text(encoding="utf-8").splitlines()
"""One of each kind, as logs have kept them."""


@pytest.mark.parametrize("text", ENTRIES)
def test_the_json_form_of_an_entry(text: str) -> None:
    assert log.entry_text(log.read_entry(text)) == text


def test_every_kind_of_entry_has_its_json_form_here() -> None:
    assert {type(log.read_entry(text)) for text in ENTRIES} == set(log.Entry.__args__)


def test_what_was_entered_is_never_changed() -> None:
    assert all(kind.__struct_config__.frozen for kind in log.Entry.__args__)


def test_entries_of_old_games_are_left_out_but_results_and_seats_stay() -> None:
    game, secret = started(), log.ChainDrawn(secret="00")
    table = log.TableMade(code="abc", edition="impact", seats=[])
    counted = log.GameCounted(number=1, winners=[Seat(0)], out=[])
    tap = log.Tapped(player=0)
    taken = log.SeatHandedOver(seat=Seat(1), for_good=True)
    old: list[log.Entry] = [table, secret, game, cast(0), tap, taken, counted]
    assert log.without_old_games([*old, secret, game, cast(1), tap]) == [
        table,
        taken,
        counted,
        secret,
        game,
        cast(1),
        tap,
    ]
    assert log.without_old_games(old[:1]) == old[:1]


@pytest.mark.parametrize("text", ENTRIES)
def test_a_line_of_a_transcript_reads_in_its_one_spelling(text: str) -> None:
    entry = log.read_entry(text)
    if isinstance(entry, log.TableEntry):
        with pytest.raises(BadValue, match="no line of a transcript"):
            log.read_line(text)
        return
    assert log.read_line(text) == entry
    with pytest.raises(BadValue, match="no line of a transcript"):
        log.read_line(text.replace(":", ": ", 1))


@pytest.mark.parametrize("text", ["", "[" * 100_000, '{"type":"unknown"}'])
def test_what_does_not_read_is_told(text: str) -> None:
    with pytest.raises(BadValue, match="cannot be read"):
        log.read_line(text)
