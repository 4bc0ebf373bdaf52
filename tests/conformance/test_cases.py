"""Every conformance case, sent through the referee as another program would send it."""

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kessel.referee import Referee
from kessel.rules.allowed import may_premove
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options

Json = dict[str, Any]

CASES: list[Json] = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


def of_kind(kind: str) -> pytest.MarkDecorator:
    cases = [case for case in CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def ask(referee: Referee, request: Json) -> Json:
    reply: Json = json.loads(referee.answer(json.dumps(request)))
    return reply


def accepted(referee: Referee, request: Json) -> Json:
    reply = ask(referee, request)
    assert "error" not in reply, reply
    return reply


def pieces(arena: list[Any]) -> Counter[str]:
    return Counter(json.dumps(piece) for piece in arena)


def test_no_case_is_left_out() -> None:
    kinds = {case["kind"] for case in CASES}
    assert kinds == {"game", "illegal", "setup", "start_die", "premove", "tournament"}
    assert len(CASES) == 104


@of_kind("game")
def test_game(case: Json) -> None:
    referee = Referee()
    reply = accepted(referee, {"position": case["position"]})
    events = []
    for step in case["steps"]:
        reply = accepted(referee, step)
        events += reply["events"]
    assert events == case["expect"]["events"]
    moved = pickle.loads(pickle.dumps(referee))  # as a server's workers pass it on
    assert ask(moved, {"show": True}) == ask(referee, {"show": True})
    for key, value in case["expect"]["state"].items():
        if key == "arena":
            assert pieces(reply["state"]["arena"]) == pieces(value)
        else:
            assert reply["state"][key] == value


@of_kind("illegal")
def test_illegal(case: Json) -> None:
    referee = Referee()
    accepted(referee, {"position": case["position"]})
    for step in case["steps"]:
        accepted(referee, step)
    before = ask(referee, {"show": True})
    assert ask(referee, case["illegal_step"])["error"]["code"] in ("illegal", "not_awaited")
    assert ask(referee, {"show": True}) == before


@of_kind("setup")
def test_setup(case: Json) -> None:
    referee = Referee()
    players = ["A", "B", "C", "D", "E"][: case["players"]]
    accepted(referee, {"new": {"edition": case["edition"], "players": players}})
    symbol = find_edition(case["edition"]).symbols[0]
    state = accepted(referee, {"start_die": symbol})["state"]
    assert set(state["hands"].values()) == {case["expect"]["hand"]}
    assert len(state["arena"]) == case["expect"]["arena"]
    assert state["aside"] == case["expect"]["aside"]


@of_kind("start_die")
def test_start_die(case: Json) -> None:
    referee = Referee()
    new = {"edition": case["edition"], "players": ["A", "B"], "options": case["options"]}
    accepted(referee, {"new": new})
    replies = [ask(referee, {"start_die": face}) for face in case["results"]]
    if case["expect"] == "illegal":
        assert replies[-1]["error"]["code"] == "illegal"
    else:
        assert {key: replies[-1]["state"][key] for key in case["expect"]} == case["expect"]


@of_kind("premove")
def test_premove(case: Json) -> None:
    for edition, agreed, kind, legal in case["cases"]:
        options = resolve_options(find_edition(edition))
        assert may_premove(options, kind, agreed) is legal, (edition, agreed, kind)


@of_kind("tournament")
def test_tournament(case: Json) -> None:
    request = {key: case[key] for key in ("seats", "first", "games", "options")}
    assert accepted(Referee(), {"tournament": request}) == {"tournament": case["expect"]}
