"""The referee protocol beyond the conformance cases: errors, undo, options on the pipe."""

from referee.talk import NEW, ask, at, error, started

from kessel.referee import Referee


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
    told = error(referee, {"accio": {"face": 1, "piece": 0, "die": 0}})
    assert told == ("bad_value", "the face of an accio is one of the edition's, not 1")
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
