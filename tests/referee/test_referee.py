"""The referee protocol beyond the conformance cases, word by word, and what it refuses.

`talks.txt` has what is asked of a referee (`>`) and what it answers (`<`); `refused.txt` has lines,
and after `=>` the code and what is said.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from kessel.errors import KesselError
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


# --- what is refused ------------------------------------------------------------------------------


def refusal(referee: Referee, request: Any) -> tuple[str, str]:
    line = request if isinstance(request, str | bytes) else json.dumps(request)
    reply = json.loads(referee.answer(line))
    assert set(reply) == {"error"}, reply
    return reply["error"]["code"], reply["error"]["message"]


def started() -> Referee:
    referee = Referee()
    referee.handle({"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}})
    referee.handle({"start_die": "4"})
    return referee


HUGE: dict[str | bytes, str] = {
    b"\xff\xfe\x00": "parse",
    "[" * 100_000: "parse",
    '{"out": ' + "9" * 5000 + "}": "parse",
    '{"new": {"edition": "impact", "players": [' + '"A",' * 999 + '"B"]}}': "bad_value",
}
"""Lines that nobody would read in a file."""
SAID = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").splitlines()
IN_A_GAME = SAID.index("# In a game, which stays as it was")


@pytest.mark.parametrize("row", [one for one in SAID if not one.startswith("#")])
def test_what_is_refused(row: str) -> None:
    line, _, told = row.rpartition(" => ")
    code, _, says = told.partition(": ")
    referee = started() if SAID.index(row) > IN_A_GAME else Referee()
    before = referee.state
    found = refusal(referee, line)
    assert found[0] == code
    assert says in found[1]
    assert referee.state is before


@pytest.mark.parametrize("line", HUGE, ids=lambda line: repr(line[:9]))
def test_what_is_huge_or_no_text_is_refused(line: str | bytes) -> None:
    referee = Referee()
    assert refusal(referee, line)[0] == HUGE[line]
    assert referee.state is None


def test_a_request_nested_beyond_reason_is_refused_at_any_depth() -> None:
    referee = started()
    before = referee.state
    for depth in range(150, 1200, 7):
        line = '{"throw": 1, "after": ' + "[" * depth + "]" * depth + "}"
        assert refusal(referee, line)[0] in ("parse", "bad_value")
    assert referee.state is before


def test_long_nonsense_is_cut_in_messages() -> None:
    _, message = refusal(Referee(), {"new": ["x" * 5000]})
    assert len(message) < 250


@pytest.mark.parametrize("wrong", [None, {}, 5, [], b"\xff", object()])
def test_no_line_at_all_is_answered_too(wrong: Any) -> None:
    assert json.loads(Referee().answer(wrong))["error"]["code"] == "parse"


@pytest.mark.parametrize("wrong", [5, [1], None, {5: 1}, object(), {"accio": object()}])
def test_requests_that_are_no_objects_are_refused(wrong: Any) -> None:
    with pytest.raises(KesselError):
        Referee().handle(wrong)
