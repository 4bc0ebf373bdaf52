"""The engine against an independent second reading of the rules, request by request.

Random games of every edition with random options, positions and landings are played through both;
whatever they answer must be the same. Nothing here knows which of the two is right.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from rules.second_reading import (
    ELEMENTS,
    FACES,
    FAMILY,
    REGISTRY,
    Piece,
    Reply,
    Request,
    SecondReading,
    may_premove,
)

from kessel.referee import Referee
from kessel.rules.options import OPTIONS

SEEDS, SERIES = range(10), range(10, 25)
GAMES_PER_SEED = 60
TOURNAMENTS = 500
MOST_REQUESTS = 60
EVENTFUL = {
    "strike": ["2", "3", "4"],
    "impact": ["lightning", "fire", "stone"],
    "harry-potter": ["relashio", "immobulus", "accio"],
}
EDITIONS = [*FAMILY, *["impact-power"] * 2, *["impact-avatar"] * 5, *["harry-potter"] * 7]
CASES = Path(__file__).parents[1] / "conformance" / "cases.jsonl"
NAMES = ["Ann", "Ben", "Cid", "Dee", "Eve"]


def comparable(reply: Reply) -> Reply:
    """The reply with its arena as a multiset of pieces, which is all the protocol promises."""
    if "error" in reply:
        return {"error": True}
    if "state" in reply:
        pieces = sorted(json.dumps(piece) for piece in reply["state"]["arena"])
        reply = {**reply, "state": {**reply["state"], "arena": pieces}}
        if reply["await"]["kind"] == "stack":
            faces = sorted(reply["await"]["faces"])
            reply = {**reply, "await": {**reply["await"], "faces": faces}}
    return reply


class Match:
    """Both readings side by side; every request goes to both."""

    def __init__(self) -> None:
        self.referee = Referee()
        self.second = SecondReading()
        self.requests: list[Request] = []

    def ask(self, request: Request) -> Reply:
        self.requests.append(request)
        ours = json.loads(self.referee.answer(json.dumps(request)))
        theirs = json.loads(json.dumps(self.second.handle(request)))
        assert comparable(ours) == comparable(theirs), "\n".join(map(json.dumps, self.requests))
        return dict(theirs)


def test_both_know_the_same_options_in_the_same_editions() -> None:
    ours = {name: (set(one.values), set(one.editions)) for name, one in OPTIONS.items()}
    theirs = {name: (set(values), set(there)) for name, (values, there) in REGISTRY.items()}
    assert theirs == ours


def random_options(rng: random.Random, edition: str) -> dict[str, Any]:
    options = {}
    share = rng.choice([0.0, 0.1, 0.3, 0.9, 0.9])
    for name, (values, editions) in REGISTRY.items():
        if edition in editions and rng.random() < share:
            options[name] = rng.choice(values)
    if FAMILY[edition] == "impact" and rng.random() < 0.95:
        options.pop("supply", None)
    if edition not in ("strike-2020", "harry-potter") and rng.random() < 0.95:
        options.pop("start_die_x", None)
    return options


def random_elements(rng: random.Random) -> list[str]:
    return rng.sample(ELEMENTS, rng.randint(2, 5))


def random_new(rng: random.Random) -> Request:
    edition = rng.choice(EDITIONS)
    names = NAMES[: rng.randint(2, 5)]
    new: dict[str, Any] = {"edition": edition, "players": names, "first": rng.choice(names)}
    new["options"] = random_options(rng, edition)
    if rng.random() < 0.2:
        new["preset"] = rng.choice(["en", "de", "fr", "it", "nl", "es"])
    if edition == "impact-avatar" and rng.random() < 0.8:
        new["elements"] = random_elements(rng)
    return {"new": new}


def random_hand(rng: random.Random, may_have_piles: bool, scarce: bool) -> Any:
    if scarce:
        return rng.choice([0, 0, 1, 1, 2])
    if not may_have_piles or rng.random() < 0.5:
        return rng.randint(1, 4)
    piles = [rng.randint(2, 3) for _ in range(rng.randint(1, 2))]
    return {"loose": rng.randint(0, 2), "piles": piles}


def random_arena(rng: random.Random, family: str) -> list[Piece]:
    faces = rng.sample(FACES[family][1:], rng.choice([2, 3, 5]))
    arena: list[Piece] = [rng.choice(faces) for _ in range(rng.choice([0, 1, 2, 3, 4, 6]))]
    if rng.random() < (0.4 if family == "harry-potter" else 0.02):
        arena.append([rng.choice(faces) for _ in range(rng.randint(2, 4))])
    if rng.random() < 0.01:
        arena.append("X")
    return arena


def random_position(rng: random.Random) -> Request:
    edition = rng.choice(EDITIONS)
    names = NAMES[: rng.randint(2, 5)]
    out = rng.sample(names, rng.randint(0, len(names) - 2))
    elements: list[str] = []
    if edition == "impact-avatar":
        elements = random_elements(rng)
    if edition == "impact-power":
        elements = [rng.choice(ELEMENTS)]
    piles = "stone" in elements or rng.random() < 0.01
    scarce = rng.random() < 0.3
    hands = [[n, "out" if n in out else random_hand(rng, piles, scarce)] for n in names]
    asked: dict[str, Any] = {
        "edition": edition,
        "options": random_options(rng, edition),
        "elements": elements,
        "players": hands,
        "active": rng.choice([name for name, hand in hands if hand not in ("out", 0)] or names),
        "arena": random_arena(rng, FAMILY[edition]),
        "dir": rng.choice([1, -1]) if edition == "harry-potter" else 1,
    }
    if rng.random() < 0.1:
        asked["preset"] = rng.choice(["en", "de", "fr", "it", "nl", "es"])
    return {"position": asked}


def fall(rng: random.Random, tower: list[str]) -> list[Piece]:
    """What is left of a tower after a throw: all of it, its foot, two rests, or nothing."""
    if rng.random() < 0.4:
        return [tower]
    cut = rng.randint(0, len(tower) - 1)
    parts = [tower[:cut], tower[cut:]] if rng.random() < 0.5 else [tower[:cut]]
    fallen = len(tower) - sum(map(len, parts))
    pieces: list[Piece] = [part if len(part) > 1 else part[0] for part in parts if part]
    return [*pieces, *tower[len(tower) - fallen :]]


def pile_up(below: Piece, above: Piece) -> Piece:
    """A die, or a tower, that came to lie on another."""
    lower = below if isinstance(below, list) else [below]
    return lower + (above if isinstance(above, list) else [above])


def random_landing(
    rng: random.Random, family: str, arena: list[Piece], thrown: int
) -> tuple[list[Any], int]:
    """How the dice might lie after a throw, and how many left the arena."""
    pool = rng.sample(FACES[family][1:], rng.choice([1, 2, 2, 3, 5]))
    if rng.random() < 0.4:
        pool += rng.sample(EVENTFUL[family], 2)
    if rng.random() < 0.3:
        pool.append("X")
    turned = rng.choice([0.0, 0.3, 0.8])
    pieces: list[Any] = []
    for piece in arena:
        pieces += fall(rng, piece) if isinstance(piece, list) else [piece]
    landed: list[Any] = []
    for piece in pieces:
        if isinstance(piece, list):
            top = rng.choice(pool) if rng.random() < turned else piece[-1]
            below = rng.choice(pool) if rng.random() < 0.1 else piece[-2]
            landed.append([*piece[:-2], below, top])
        else:
            landed.append(rng.choice(pool) if rng.random() < turned else piece)
    landed += [rng.choice(pool) for _ in range(thrown)]
    rng.shuffle(landed)
    if len(landed) > 1 and rng.random() < 0.02:
        landed[:2] = [pile_up(landed[0], landed[1])]
    gone = 0
    leaving = rng.choice([0.0] * 6 + [0.1, 0.1, 0.5, 1.0])
    stay = []
    for piece in landed:
        if rng.random() < leaving:
            gone += len(piece) if isinstance(piece, list) else 1
        else:
            stay.append(piece)
    cocked = rng.choice([0.0, 0.0, 0.2])
    lie = [{"cocked": p} if isinstance(p, str) and rng.random() < cocked else p for p in stay]
    return lie, gone


def dice_of(hand: Any, unit: Any) -> int:
    if unit == 1 or str(unit).startswith("die:"):
        return 1
    if unit == "all":
        return int(hand) if isinstance(hand, int) else int(hand["loose"] + sum(hand["piles"]))
    return int(hand["piles"][int(unit.removeprefix("pile:"))])


def random_throw(rng: random.Random, family: str, reply: Reply) -> Request:
    state, awaits = reply["state"], reply["await"]
    hands = state["hands"]
    if awaits["kind"] == "extra":
        units = {name: rng.choice(offered) for name, offered in awaits["players"].items()}
        thrown = sum(dice_of(hands[name], unit) for name, unit in units.items())
        request: Request = {"extra": units}
    else:
        unit = rng.choice(awaits["units"])
        thrown = dice_of(hands[awaits["player"]], unit)
        request = {"throw": unit}
    after, out = random_landing(rng, family, state["arena"], thrown)
    request["after"] = after
    if out or rng.random() < 0.5:
        request["out"] = out
    return request


def random_request(rng: random.Random, family: str, reply: Reply) -> Request:
    awaits = reply["await"]
    kind = awaits["kind"]
    if rng.random() < 0.03:
        return rng.choice([{"undo": True}, {"show": True}])
    if kind == "start_die":
        return {"start_die": rng.choice([*FACES[family], "out"])}
    if kind == "choice" and rng.random() < 0.3:
        return {"end": True}
    if kind == "accio":
        faces = [*awaits["faces"], None] if awaits["may_decline"] else awaits["faces"]
        return {"accio": rng.choice([*faces, *awaits.get("others", [])])}
    if kind == "stack":
        return {"stack": rng.sample(awaits["faces"], len(awaits["faces"]))}
    if kind == "column":
        return {"column": rng.choice(awaits["players"])}
    return random_throw(rng, family, reply)


def random_nonsense(rng: random.Random, family: str, reply: Reply) -> Request:
    """A request which may well be against the rules; it may also happen to be fine."""
    faces = [*FACES[family], "7", "out"]
    landing = [rng.choice(faces) for _ in range(rng.randint(0, 4))]
    names = list(reply["state"]["hands"])
    unit = rng.choice([1, 2, 0, "all", "pile:0", "pile:1", "pile:-1", "1", None])
    throwers = {name: unit for name in names if rng.random() < 0.5}
    return rng.choice(
        [
            {"end": True},
            {"end": False},
            {"throw": unit, "after": landing},
            {"throw": unit, "after": landing, "out": rng.randint(-1, 2)},
            {"extra": throwers, "after": landing},
            {"accio": rng.choice([*faces, None])},
            {"accio": {"face": rng.choice(faces), "piece": rng.randint(0, 2), "die": 0}},
            {"stack": landing},
            {"column": rng.choice([*names, "Zed", None])},
            {"start_die": rng.choice(faces)},
            {"throw": 1},
            {"sing": True},
            {},
        ]
    )


def spoilt(rng: random.Random, request: Request, names: list[str]) -> Request:
    """A good request with one thing changed; it may still be good."""
    bad: Request = json.loads(json.dumps(request))
    kind = next(iter(bad))
    if "after" in bad and rng.random() < 0.5:
        bad["out"] = bad.get("out", 0) + rng.choice([1, -1])
    elif kind == "extra":
        name = rng.choice(names)
        if bad["extra"].pop(name, None) is None:
            bad["extra"][name] = 1
    elif kind == "throw":
        bad["throw"] = rng.choice([1, "all", "pile:0", "pile:2", "die:0"])
    elif kind == "stack":
        bad["stack"] = bad["stack"][1:]
    elif kind == "column":
        bad["column"] = rng.choice(names)
    elif kind == "accio":
        bad["accio"] = rng.choice([None, *FACES["harry-potter"]])
    return bad


def play(match: Match, rng: random.Random) -> None:
    opening = random_new(rng) if rng.random() < 0.25 else random_position(rng)
    kind = next(iter(opening))
    reply = match.ask(opening)
    if "error" in reply:
        return
    family = FAMILY[opening[kind]["edition"]]
    for _ in range(MOST_REQUESTS):
        if rng.random() < 0.05:
            answer = match.ask(random_nonsense(rng, family, reply))
            if "error" not in answer:
                reply = answer
            continue
        if reply["await"]["kind"] == "over":
            return
        request = random_request(rng, family, reply)
        if rng.random() < 0.05:
            request = spoilt(rng, request, list(reply["state"]["hands"]))
        answer = match.ask(request)
        if "error" not in answer:
            reply = answer


def random_result(rng: random.Random, seats: list[str]) -> dict[str, Any]:
    """How one game of a tournament may have gone: batches, then one winner or a shared end."""
    order = rng.sample(seats, len(seats))
    batches: list[list[str]] = []
    while len(order) > 1:
        size = rng.randint(1, len(order))
        batches.append(order[:size])
        order = order[size:]
    shared = batches[-1] if not order else []
    if not order and rng.random() < 0.2:
        return {"out": batches[:-1], "win": []}
    return {"out": batches, "win": order or shared}


def random_tournament(rng: random.Random) -> Request:
    seats = NAMES[: rng.randint(2, 5)]
    games = [random_result(rng, seats) for _ in range(rng.randint(1, len(seats)))]
    options = {
        "tournament_tie": rng.choice(["share", "playoff"]),
        "simultaneous_points": rng.choice(["equal", "turn_order"]),
    }
    asked = {"seats": seats, "first": rng.choice(seats), "games": games, "options": options}
    return {"tournament": asked}


@pytest.mark.parametrize(
    "seed", [*SEEDS, *(pytest.param(seed, marks=pytest.mark.series) for seed in SERIES)]
)
def test_engine_and_second_reading_agree_on_random_games(seed: int) -> None:
    for game in range(GAMES_PER_SEED):
        play(Match(), random.Random(f"{seed}/{game}"))


def test_engine_and_second_reading_agree_on_random_tournaments() -> None:
    rng = random.Random("tournaments")
    for _ in range(TOURNAMENTS):
        Match().ask(random_tournament(rng))


def conformance_cases(*kinds: str) -> list[dict[str, Any]]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    cases: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [case for case in cases if case["kind"] in kinds]


def accepted(second: SecondReading, request: Request) -> Reply:
    reply = second.handle(request)
    assert "error" not in reply, reply
    return reply


@pytest.mark.parametrize("case", conformance_cases("game"), ids=lambda case: case["id"])
def test_second_reading_passes_the_case(case: dict[str, Any]) -> None:
    second = SecondReading()
    reply = accepted(second, {"position": case["position"]})
    events: list[Any] = []
    for step in case["steps"]:
        reply = accepted(second, step)
        events += reply["events"]
    assert events == case["expect"]["events"]
    state = comparable(reply)["state"]
    wanted = case["expect"]["state"]
    wanted["arena"] = sorted(json.dumps(piece) for piece in wanted["arena"])
    assert {key: state[key] for key in wanted} == wanted


def test_second_reading_passes_the_other_cases() -> None:
    for case in conformance_cases("illegal"):
        second = SecondReading()
        accepted(second, {"position": case["position"]})
        for step in case["steps"]:
            accepted(second, step)
        assert "error" in second.handle(case["illegal_step"]), case["id"]
    for case in conformance_cases("setup"):
        new = {"edition": case["edition"], "players": NAMES[: case["players"]]}
        state = accepted(SecondReading(), {"new": new})["state"]
        assert set(state["hands"].values()) == {case["expect"]["hand"]}, case["id"]
        assert state["aside"] == case["expect"]["aside"], case["id"]
    for case in conformance_cases("start_die"):
        second = SecondReading()
        new = {"edition": case["edition"], "players": NAMES[:2], "options": case["options"]}
        accepted(second, {"new": new})
        replies = [second.handle({"start_die": face}) for face in case["results"]]
        if case["expect"] == "illegal":
            assert replies[-1]["error"]["code"] == "illegal"
        else:
            assert replies[-1]["state"]["arena"] == case["expect"]["arena"]
    for case in conformance_cases("tournament"):
        asked = {key: case[key] for key in ("seats", "first", "games", "options")}
        assert accepted(SecondReading(), {"tournament": asked})["tournament"] == case["expect"]
    for case in conformance_cases("premove"):
        for edition, agreed, kind, legal in case["cases"]:
            assert may_premove(edition, agreed, kind) is legal, (edition, agreed, kind)
