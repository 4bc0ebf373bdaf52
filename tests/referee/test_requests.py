"""What a request must look like, and what is said about one that does not."""

import json
from pathlib import Path
from typing import Any

import pytest
from referee.talk import error, started

from kessel.errors import KesselError
from kessel.referee import Referee

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
    """`refused.txt` has a line to the referee, and after `=>` the code and what is said."""
    line, _, told = row.rpartition(" => ")
    code, _, says = told.partition(": ")
    referee = started() if SAID.index(row) > IN_A_GAME else Referee()
    before = referee.state
    found = error(referee, line)
    assert found[0] == code
    assert says in found[1]
    assert referee.state is before


@pytest.mark.parametrize("line", HUGE, ids=lambda line: repr(line[:9]))
def test_what_is_huge_or_no_text_is_refused(line: str | bytes) -> None:
    referee = Referee()
    assert error(referee, line)[0] == HUGE[line]
    assert referee.state is None


def test_a_request_nested_beyond_reason_is_refused_at_any_depth() -> None:
    referee = started()
    before = referee.state
    for depth in range(150, 1200, 7):
        line = '{"throw": 1, "after": ' + "[" * depth + "]" * depth + "}"
        assert error(referee, line)[0] in ("parse", "bad_value")
    assert referee.state is before


def test_long_nonsense_is_cut_in_messages() -> None:
    _, message = error(Referee(), {"new": ["x" * 5000]})
    assert len(message) < 250


@pytest.mark.parametrize("wrong", [None, {}, 5, [], b"\xff", object()])
def test_no_line_at_all_is_answered_too(wrong: Any) -> None:
    assert json.loads(Referee().answer(wrong))["error"]["code"] == "parse"


@pytest.mark.parametrize("wrong", [5, [1], None, {5: 1}, object(), {"accio": object()}])
def test_requests_that_are_no_objects_are_refused(wrong: Any) -> None:
    with pytest.raises(KesselError):
        Referee().handle(wrong)
