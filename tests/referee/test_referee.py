"""The referee protocol beyond the conformance cases, word by word: errors, undo, options, reasons.

`talks.txt` has what is asked of a referee (`>`) and what it answers (`<`).
"""

import json
from pathlib import Path

import pytest

from kessel.referee import Referee

TALKS = (Path(__file__).parent / "talks.txt").read_text(encoding="utf-8").split("\n\n")


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.partition("\n")[0])
def test_what_is_asked_and_answered(talk: str) -> None:
    title, *lines = talk.splitlines()
    referee = Referee(why=title.endswith("(with reasons)"))
    for asked, told in zip(lines[::2], lines[1::2], strict=True):
        found = referee.answer(asked.removeprefix("> "))
        assert json.loads(found) == json.loads(told.removeprefix("< ")), asked


def test_the_names_the_last_events_and_their_reasons_are_at_hand() -> None:
    referee = Referee(why=True)
    assert (referee.events, referee.reasons) == ((), ())
    referee.handle({"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}})
    referee.handle({"start_die": "4"})
    reply = referee.handle({"throw": 1, "after": ["4", "4"]})
    assert referee.names == ("Ann", "Ben")
    assert [event.kind for event in referee.events] == [one["event"] for one in reply["events"]]
    assert [reason.key for reason in referee.reasons] == [one["reason"] for one in reply["reasons"]]
