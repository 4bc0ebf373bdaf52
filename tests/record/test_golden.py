"""The golden records: one for every edition and number of players, and all still true."""

import pytest

from kessel.record import read_record, replay
from kessel.rules.events import Event
from tools.records import FOLDER, games, path_of


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
