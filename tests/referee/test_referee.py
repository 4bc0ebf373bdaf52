"""The referee protocol beyond the conformance cases: errors, undo, options on the pipe."""

import json
from typing import Any

import pytest

from kessel.referee import Referee

Json = dict[str, Any]

NEW: Json = {"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}}


def ask(referee: Referee, request: Any) -> Json:
    line = request if isinstance(request, str | bytes) else json.dumps(request)
    reply: Json = json.loads(referee.answer(line))
    return reply


def error(referee: Referee, request: Any) -> tuple[str, str]:
    reply = ask(referee, request)
    assert set(reply) == {"error"}, reply
    return reply["error"]["code"], reply["error"]["message"]


def at(edition: str, players: list[Any], arena: list[Any], **more: Any) -> Referee:
    referee = Referee()
    position = {"edition": edition, "players": players, "active": "A", "arena": arena} | more
    reply = ask(referee, {"position": position})
    assert "error" not in reply, reply
    return referee


def started() -> Referee:
    referee = Referee()
    ask(referee, NEW)
    ask(referee, {"start_die": "4"})
    return referee


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


POSITION: Json = {
    "edition": "strike-2020", "players": [["A", 3], ["B", 3]], "active": "A", "arena": ["2"],
}  # fmt: skip


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


@pytest.mark.parametrize(
    ("request_", "code", "says"),
    [
        ({"throw": 1}, "bad_value", 'needs "after"'),
        ({"throw": 1, "after": "4"}, "bad_value", "a list of pieces"),
        ({"throw": 1, "after": [{"cocked": "4", "x": 1}]}, "bad_value", '{"cocked": face}'),
        ({"throw": True, "after": []}, "bad_value", '1, "pile:k", "die:k" or "all"'),
        ({"throw": "1", "after": []}, "bad_value", '1, "pile:k", "die:k" or "all"'),
        (
            {"throw": 2, "after": ["4", "5", "6"]},
            "illegal",
            "'2' cannot be thrown here; you may throw 1",
        ),
        ({"throw": 10**50, "after": []}, "bad_value", "a whole number up to 9999"),
        ({"throw": 1.0, "after": ["4", "5"]}, "bad_value", '1, "pile:k", "die:k" or "all"'),
        ({"throw": 1, "after": [{"cocked": ["4", "5"]}]}, "bad_value", '{"cocked": face}'),
        ({"throw": 1, "after": ["4", "5"], "colour": 1}, "bad_value", "knows no 'colour'"),
        ({"throw": 1, "after": ["4", "5"], "out": 0.5}, "bad_value", "out is a whole number"),
        ({"throw": 1, "after": ["4", "5"], "out": -1}, "bad_value", "neither is below 0"),
        ({"throw": 1, "after": ["4"]}, "dice_do_not_add_up", "so 2 must lie there"),
        ({"throw": 1, "after": ["4", "fire"]}, "bad_value", "its faces are X 2 3 4 5 6"),
        ({"throw": 1, "after": ["4", "5"], "leave": []}, "illegal", "collecting=optional"),
        ({"throw": "all", "after": ["4", "5"]}, "illegal", "only into an empty arena"),
        ({"end": True}, "not_awaited", "every turn begins with"),
        ({"start_die": "4"}, "not_awaited", "not for the starting die"),
        ({"accio": None}, "not_awaited", "not for a die for Accio"),
        ({"stack": "22"}, "not_awaited", "not for a tower"),
        ({"column": "Ann"}, "not_awaited", "not for the winner of a column"),
        ({"column": "Zoe"}, "not_awaited", "not for the winner of a column"),
        ({"extra": {"Ann": 1}, "after": ["4", "5"]}, "not_awaited", "throw of several"),
        ({"undo": 1}, "bad_value", '"undo" is true'),
        ({"show": None}, "bad_value", '"show" is true'),
        ({"tournament": {"seats": ["A", "B"]}}, "bad_value", "needs 'games'"),
    ],
)
def test_what_is_refused_in_a_game_leaves_it_as_it_was(
    request_: Json, code: str, says: str
) -> None:
    referee = started()
    before = ask(referee, {"show": True})
    told = error(referee, request_)
    assert told[0] == code
    assert says in told[1]
    assert ask(referee, {"show": True}) == before


def test_errors_name_the_players() -> None:
    storm = at("impact-power", [["A", 3], ["B", 3]], ["lightning"], elements=["lightning"])
    ask(storm, {"throw": 1, "after": ["lightning", "lightning"]})
    told = error(storm, {"extra": {"A": 1}, "after": []})
    assert told == ("illegal", "B must all throw, and nobody else; you gave A")
    assert "you gave nobody" in error(storm, {"extra": {}, "after": []})[1]
    assert error(storm, {"extra": [], "after": []})[0] == "bad_value"
    assert error(storm, {"extra": {"Zoe": 1}, "after": []})[0] == "bad_value"
    told = error(storm, {"extra": {"B": "pile:0"}, "after": []})
    assert told == ("illegal", "B may throw 1, not pile:0")
    only_with_dice = {"column_zero_dice": "excluded"}
    fire = at("impact-power", [["A", 1], ["B", 3]], ["fire"], elements=["fire"],
              options=only_with_dice)  # fmt: skip
    reply = ask(fire, {"throw": 1, "after": ["fire", "fire"]})
    assert reply["await"] == {"kind": "column", "players": ["B"]}
    assert error(fire, {"column": "A"})[1] == "the column can be won by B, not by A"


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


def test_undo_takes_back_request_by_request() -> None:
    referee = started()
    shown = [ask(referee, {"show": True})]
    for after in (["4", "5"], ["4", "5", "6"], ["4", "4", "5", "6"]):
        ask(referee, {"throw": 1, "after": after})
        shown.append(ask(referee, {"show": True}))
    while len(shown) > 1:
        shown.pop()
        assert ask(referee, {"undo": True}) == shown[-1]
    ask(referee, {"undo": True})
    assert error(referee, {"undo": True})[0] == "illegal"


def test_after_an_x_a_face_may_be_chosen_by_option() -> None:
    referee = Referee()
    ask(referee, {"new": NEW["new"] | {"options": {"start_die_x": "choose_face"}}})
    reply = ask(referee, {"start_die": "X"})
    assert reply["await"] == {"kind": "start_die", "how": "thrown", "may_choose": True}
    assert reply["events"] == [{"event": "start_again"}]


def test_collecting_is_automatic_unless_sets_are_left_by_option() -> None:
    players = [["A", 3], ["B", 3]]
    options = {"collecting": "optional"}
    throw = {"throw": 1, "after": ["2", "2", "5", "5"]}
    taken = ask(at("strike-2020", players, ["2", "5", "5"], options=options), throw)
    assert taken["events"][0] == {"event": "collect", "player": "A", "faces": {"2": 2, "5": 2}}
    referee = at("strike-2020", players, ["2", "5", "5"], options=options)
    assert error(referee, throw | {"leave": ["6"]})[0] == "illegal"
    assert error(referee, throw | {"leave": 1})[0] == "bad_value"
    left = ask(referee, throw | {"leave": ["2"]})
    assert left["events"][0]["faces"] == {"5": 2}
    assert left["state"]["arena"] == ["2", "2"]


def test_piles_are_kept_by_option() -> None:
    options = {"piles_after_column": "owner_choice"}
    players = [["A", {"loose": 2, "piles": [2, 3]}], ["B", 3]]
    referee = at("impact-avatar", players, ["fire"], elements=["fire", "stone"], options=options)
    reply = ask(referee, {"throw": 1, "after": ["fire", "fire"]})
    assert reply["await"] == {"kind": "column", "players": ["A", "B"]}
    assert "{name: [k, …]}" in error(referee, {"column": "B", "keep": 1})[1]
    assert error(referee, {"column": "B", "keep": {"A": 1}})[0] == "bad_value"
    told = error(referee, {"column": "B", "keep": {"A": [1, 2]}})
    assert told == ("illegal", "the piles of A are [0, 1], not [1, 2]")
    reply = ask(referee, {"column": "B", "keep": {"A": [1]}})
    assert reply["state"]["hands"] == {"A": {"loose": 3, "piles": [3]}, "B": 5}


def test_spells_that_wait() -> None:
    referee = at(
        "harry-potter", [["A", 3], ["B", 3]], ["accio", "confundo", "relashio", "wingardium"]
    )
    reply = ask(
        referee, {"throw": 1, "after": ["accio", "accio", "confundo", "relashio", "wingardium"]}
    )
    assert reply["await"] == {
        "kind": "accio", "player": "A", "faces": ["relashio", "wingardium", "confundo"],
        "may_decline": True,
    }  # fmt: skip
    tower = at(
        "harry-potter", [["A", 3], ["B", 3]], ["wingardium", "confundo", ["accio", "relashio"]]
    )
    reply = ask(
        tower,
        {"throw": 1, "after": ["wingardium", "wingardium", "confundo", ["accio", "relashio"]]},
    )
    assert reply["await"] == {
        "kind": "stack", "player": "A", "faces": ["confundo", "accio", "relashio"],
    }  # fmt: skip
    assert tower.names == ("A", "B")


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
