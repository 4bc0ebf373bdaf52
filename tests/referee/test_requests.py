"""What a request must look like, and what is said about one that does not."""

import json
from pathlib import Path
from typing import Any

import pytest
from referee.talk import NEW, Json, ask, at, error, started

from kessel.errors import KesselError
from kessel.referee import Referee


def test_a_preset_by_name_or_in_the_edition() -> None:
    for new in ({"edition": "harry-potter:fr"}, {"edition": "harry-potter", "preset": "fr"}):
        referee = Referee()
        ask(referee, {"new": new | {"players": ["A", "B"]}})
        ask(referee, {"start_die": "relashio"})
        reply = ask(referee, {"throw": 1, "after": ["relashio", "relashio"]})
        assert reply["await"] == {"kind": "extra", "players": {"B": [1]}}


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


def test_values_of_the_wrong_kind_where_their_request_is_awaited() -> None:
    fresh = Referee()
    ask(fresh, NEW)
    assert "a face or" in error(fresh, {"start_die": 4})[1]
    choice = started()
    ask(choice, {"throw": 1, "after": ["4", "5"]})
    assert '"end" is true or absent' in error(choice, {"end": False})[1]
    accio = at("harry-potter", [["A", 3], ["B", 3]], ["accio", "confundo"])
    ask(accio, {"throw": 1, "after": ["accio", "accio", "confundo"]})
    assert "a face or null" in error(accio, {"accio": 4})[1]
    assert "not a face of harry-potter" in error(accio, {"accio": "7"})[1]
    tower = at("harry-potter", [["A", 3], ["B", 3]], ["wingardium", "confundo", "accio"])
    ask(tower, {"throw": 1, "after": ["wingardium", "wingardium", "confundo", "accio"]})
    assert "bottom to top" in error(tower, {"stack": "22"})[1]
    assert "bottom to top" in error(tower, {"stack": [2]})[1]


def test_a_request_nested_beyond_reason_is_refused_at_any_depth() -> None:
    referee = started()
    before = referee.state
    for depth in range(150, 1200, 7):
        line = '{"throw": 1, "after": ' + "[" * depth + "]" * depth + "}"
        assert error(referee, line)[0] in ("parse", "bad_value")
    assert referee.state is before


def test_a_tournament_takes_the_options_of_any_edition() -> None:
    given: Json = {"seats": ["A", "B"], "games": []}
    options = {"storm_recheck": "state", "accio_optional": False}
    reply = ask(Referee(), {"tournament": given | {"options": options}})
    assert reply["tournament"]["starters"] == ["A", "B"]
    code, _ = error(Referee(), {"tournament": given | {"options": {"x": 1}}})
    assert code == "unknown_option"


def test_a_preset_of_null_is_none_given() -> None:
    new = {"edition": "harry-potter:fr", "preset": None, "players": ["A", "B"]}
    referee = Referee()
    ask(referee, {"new": new})
    assert referee.state is not None
    assert referee.state.options.relashio_throwers == "others"


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


# --- what is in a reply ---------------------------------------------------------------------------


def test_a_fresh_game_as_the_protocol_says() -> None:
    reply = ask(Referee(), {"new": NEW["new"] | {"first": "Ben"}})
    assert reply == {
        "events": [],
        "state": {
            "hands": {"Ann": 8, "Ben": 8},
            "arena": [],
            "removed": 0,
            "aside": 9,
            "dir": 1,
            "active": "Ben",
            "elements": [],
            "points": {},
            "eliminated": [],
        },
        "await": {"kind": "start_die", "how": "thrown"},
    }


def test_a_position_has_no_dice_aside() -> None:
    reply = ask(at("strike-2020", [["A", 3], ["B", "out"], ["C", 3]], ["2"]), {"show": True})
    assert "aside" not in reply["state"]
    assert reply["state"]["eliminated"] == ["B"]
    assert reply["state"]["points"] == {}
    assert reply["await"] == {"kind": "throw", "player": "A", "units": [1]}


def test_every_event_comes_with_its_reason_if_asked_for() -> None:
    referee = Referee(why=True)
    assert (referee.events, referee.reasons) == ((), ())
    ask(referee, NEW)
    ask(referee, {"start_die": "4"})
    reply = ask(referee, {"throw": 1, "after": ["4", "4"]})
    told = dict(zip([one["event"] for one in reply["events"]], reply["reasons"], strict=True))
    assert told["collect"] == {"reason": "match", "rules": ["A.0", "B-08"], "notes": []}
    assert told["end"]["reason"] == "collected"
    assert [event.kind for event in referee.events] == list(told)
    assert [reason.key for reason in referee.reasons] == [one["reason"] for one in told.values()]


def test_a_note_says_what_did_not_happen() -> None:
    referee = Referee(why=True)
    hands = [["A", 3], ["B", 3]]
    new = {
        "edition": "harry-potter",
        "players": hands,
        "active": "A",
        "arena": ["relashio", "accio"],
    }
    ask(referee, {"position": new})
    ask(referee, {"throw": 1, "after": ["relashio", "relashio", "accio"]})
    after = ["relashio", "relashio", "accio", "accio", "confundo"]
    reply = ask(referee, {"extra": {"A": 1, "B": 1}, "after": after})
    taken = next(one for one in reply["reasons"] if one["reason"] == "match")
    assert taken["notes"] == [
        {"reason": "made_by_extra", "faces": ["accio"], "rules": ["B-19", "C-16"]}
    ]
