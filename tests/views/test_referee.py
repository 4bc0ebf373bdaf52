"""The referee's replies fit the page's types, whatever happens in the conformance cases."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kessel.messages import referee as m
from kessel.referee import Referee
from kessel.rules import awaits as a
from kessel.rules import events as e
from kessel.rules.edition import EDITIONS
from kessel.rules.reasons import Note, Reason
from kessel.table import Seat
from kessel.table.play import Happened
from kessel.views.editions import editions
from kessel.views.referee import referee_answer
from kessel.views.wire import awaited_view, event_view

CASES = Path(__file__).parents[1] / "conformance" / "cases.jsonl"
GAMES: list[dict[str, Any]] = [
    case
    for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    if case["kind"] == "game"
]


@pytest.mark.parametrize("case", GAMES, ids=[case["id"] for case in GAMES])
def test_a_game_at_a_real_box_reads_like_one_at_a_table(case: dict[str, Any]) -> None:
    referee = Referee(why=True)
    for request in ({"position": case["position"]}, *case["steps"]):
        reply = referee.handle(request)
        answer = referee_answer(referee, reply)
        sent = msgspec.json.encode(answer)
        assert msgspec.json.encode(msgspec.json.decode(sent, type=m.RefereeAnswer)) == sent
        assert json.loads(msgspec.json.encode(answer.state)) | {"aside": None} == reply["state"] | {
            "aside": None
        }
        kinds = [event["kind"] for event in answer.events]
        assert kinds == [event["event"] for event in reply["events"]]
        whys = [event["remarks"][0].why for event in answer.events]
        assert whys == [f"why.{one['reason']}" for one in reply["reasons"]]


def test_what_is_taken_back_is_not_told_again() -> None:
    referee = Referee()
    referee.handle({"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}})
    referee.handle({"start_die": "4"})
    thrown = referee.handle({"throw": 1, "after": ["4", "5"]})
    assert referee_answer(referee, thrown).events
    answer = referee_answer(referee, referee.handle({"undo": True}))
    assert answer.events == []
    assert answer.awaited == {"kind": "throw", "seat": 0, "units": ("1",)}


def test_the_score_of_a_tournament() -> None:
    games = [{"out": [["Ben"]], "win": ["Ann"]}]
    reply = Referee().handle({"tournament": {"seats": ["Ann", "Ben"], "games": games}})
    score = referee_answer(Referee(), reply).tournament
    assert score is not None
    assert score.points == {"Ann": 0, "Ben": 1}


# --- what the rules say and wait for is told with the seats of the table, and with nothing else ---


SEATS = (Seat(2), Seat(4))
"""Of players 0 and 1."""


def told(event: e.Event, reason: Reason, dice: tuple[int, ...] = ()) -> object:
    """An event as it is sent."""
    return msgspec.json.decode(
        msgspec.json.encode(event_view(Happened(event, reason, dice), SEATS))
    )


def test_an_event_is_told_with_seats_dice_and_all_that_is_said() -> None:
    note = Note("made_by_extra", ("accio",), ("C-16",))
    reason = Reason("match", ("A.0",), (note,))
    assert told(e.Collected(1, {"4": 2}), reason, (7, 9)) == {
        "kind": "collect",
        "seat": 4,
        "faces": {"4": 2},
        "dice": [7, 9],
        "remarks": [
            {
                "key": "say.collect",
                "params": {"name": 4, "faces": {"4": 2}},
                "rules": ["A.0"],
                "why": "why.match",
            },
            {
                "key": "why.made_by_extra",
                "params": {"faces": ["accio"]},
                "rules": ["C-16"],
                "why": None,
            },
        ],
    }


def test_what_is_awaited_is_told_with_seats() -> None:
    assert awaited_view(a.AwaitThrow(1, ("1", "pile:0")), SEATS) == {
        "kind": "throw",
        "seat": 4,
        "units": ("1", "pile:0"),
    }
    assert awaited_view(a.AwaitExtra({0: ("1",), 1: ("1", "all")}), SEATS) == {
        "kind": "extra",
        "units": {2: ("1",), 4: ("1", "all")},
    }
    assert awaited_view(a.Over((1,)), SEATS) == {"kind": "over", "winners": (4,)}


# --- editions say all that a page needs to offer a table ------------------------------------------


def test_every_edition_is_there_with_its_arena_and_options() -> None:
    shown = editions()
    assert [one.id for one in shown] == list(EDITIONS)
    strike = next(one for one in shown if one.id == "strike-2020")
    assert strike.hands == {"2": 8, "3": 7, "4": 6, "5": 5}
    assert {one.name: one.values for one in strike.options}["supply"] == ["open", "hidden"]
    assert strike.arena["die"]["faces"]["+x"] == "X"
    assert strike.elements == []
    assert next(one for one in shown if one.id == "impact-avatar").elements


def test_a_booklet_says_what_it_sets_and_what_it_leaves_no_choice_in() -> None:
    presets = {one.id: one.presets for one in editions()}
    assert presets["harry-potter"]["fr"].values["relashio_throwers"] == "others"
    assert presets["harry-potter"]["nl"].fixed == ["tournament_tie"]
    assert presets["impact-avatar"]["it"].values == {}
    assert presets["impact-avatar"]["it"].fixed == ["piles_after_column"]


def test_values_that_no_booklet_has_are_known_as_house_rules() -> None:
    options = {one.id: {row.name: row for row in one.options} for one in editions()}
    assert options["strike-2020"]["start_die"].in_no_booklet == ["placed"]
    assert options["harry-potter"]["start_die"].in_no_booklet == []
    for rows in options.values():
        assert all(set(row.in_no_booklet) <= set(row.values) for row in rows.values())
