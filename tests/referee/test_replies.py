"""What is in a reply: events with their reasons, the state, what is awaited."""

from referee.talk import NEW, ask, at

from kessel.referee import Referee


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
