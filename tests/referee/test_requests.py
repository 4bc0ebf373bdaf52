"""What a request must look like, and what is said about one that does not."""

import json
from typing import Any

import pytest
from referee.talk import NEW, Json, ask, at, error, started

from kessel.errors import KesselError
from kessel.referee import Referee

POSITION: Json = {
    "edition": "strike-2020", "players": [["A", 3], ["B", 3]], "active": "A", "arena": ["2"],
}  # fmt: skip


def test_a_preset_by_name_or_in_the_edition() -> None:
    for new in ({"edition": "harry-potter:fr"}, {"edition": "harry-potter", "preset": "fr"}):
        referee = Referee()
        ask(referee, {"new": new | {"players": ["A", "B"]}})
        ask(referee, {"start_die": "relashio"})
        reply = ask(referee, {"throw": 1, "after": ["relashio", "relashio"]})
        assert reply["await"] == {"kind": "extra", "players": {"B": [1]}}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "parse"),
        ("{", "parse"),
        ("[1]", "parse"),
        ("null", "parse"),
        (b"\xff\xfe\x00", "parse"),
        ("[" * 100_000, "parse"),
        ('{"out": ' + "9" * 5000 + "}", "parse"),
        ("{}", "unknown_request"),
        ('{"roll": 1}', "unknown_request"),
        ('{"end": true, "undo": true}', "unknown_request"),
        ('{"end": true, "now": 1}', "no_game"),
        ('{"undo": true, "now": 1}', "bad_value"),
        ('{"end": true}', "no_game"),
        ('{"undo": true}', "no_game"),
        ('{"show": true}', "no_game"),
        ('{"extra": {"A": 1}, "after": []}', "no_game"),
        ('{"column": "A"}', "no_game"),
        ('{"new": 3}', "bad_value"),
        ('{"new": {"players": ["A", "B"]}}', "bad_value"),
        ('{"new": {"edition": "chess", "players": ["A", "B"]}}', "unknown_edition"),
        ('{"new": {"edition": "impact:es", "players": ["A", "B"]}}', "unknown_edition"),
        ('{"new": {"edition": 5, "players": ["A", "B"]}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A"]}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": "AB"}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": [' + '"A",' * 999 + '"B"]}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", " "]}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", 7]}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", "A"]}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", "B"], "first": "C"}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", "B"], "preset": 1}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", "B"], "preset": "es"}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", "B"], "options": []}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", "B"], "elements": 1}}', "bad_value"),
        ('{"new": {"edition": "impact", "players": ["A", "B"], "colour": 1}}', "bad_value"),
        (
            '{"new": {"edition": "impact", "players": ["A", "B"], "options": {"x": 1}}}',
            "unknown_option",
        ),
        (
            '{"new": {"edition": "impact", "players": ["A", "B"], "options": {"cocked": 1}}}',
            "bad_value",
        ),
    ],
)
def test_what_is_refused_before_there_is_a_game(line: str | bytes, code: str) -> None:
    referee = Referee()
    assert error(referee, line)[0] == code
    assert referee.state is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": [["A"], ["B", 3]]},
        {"players": {"A": 3}},
        {"players": [["A", -1], ["B", 3]]},
        {"players": [["A", True], ["B", 3]]},
        {"players": [["A", 2.5], ["B", 3]]},
        {"players": [["A", {"loose": 2, "pile": [2]}], ["B", 3]]},
        {"players": [["A", {"piles": 2}], ["B", 3]]},
        {"active": "Z"},
        {"arena": "2"},
        {"arena": [2]},
        {"arena": [{"cocked": "2"}]},
        {"arena": [["2", 3]]},
        {"arena": [[]]},
        {"edition": "impact", "arena": ["fire", []]},
        {"arena": ["X"]},
        {"dir": 0},
        {"dir": "1"},
    ],
)
def test_positions_that_cannot_be(wrong: Json) -> None:
    assert error(Referee(), {"position": POSITION | wrong})[0] == "bad_value"


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


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": {}},
        {"games": [{"out": [["B"]]}]},
        {"games": [{"out": ["B"], "win": ["A"]}]},
        {"games": [{"out": [[1]], "win": ["A"]}]},
        {"games": [{"out": [["B"]], "win": ["A"], "first": 7}]},
        {"games": [], "first": "Z"},
        {"games": [], "first": 3},
        {"games": [], "options": []},
        {"games": [], "options": {"tournament_tie": "fight"}},
        {"games": [{"out": [["B"]], "win": ["A"], "first": []}]},
    ],
)
def test_tournaments_that_cannot_be(wrong: Json) -> None:
    code, _ = error(Referee(), {"tournament": {"seats": ["A", "B"]} | wrong})
    assert code == "bad_value"


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
