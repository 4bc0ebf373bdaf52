"""The referee's replies fit the page's types, whatever happens in the conformance cases."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kessel.messages import referee as m
from kessel.referee import Referee
from kessel.views.referee import referee_answer

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
