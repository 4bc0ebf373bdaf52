"""The first games: messages of the protocol, games by the rules, and every idea in them."""

import base64
import copy
import json
from typing import Any

import msgspec
import pytest

from kessel.bots.levels import NAMES
from kessel.messages.server import Snapshot, StepMade, ThrowMade, encode
from kessel.physics.trajectory import decode
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import ALL, ONE, Landing, Throw
from kessel.rules.options import options_of, resolve_options
from kessel.rules.positions import read_state
from kessel.rules.state import GameState
from tools.lessons import GAMES, OPTIONS, Game, path_of

Message = dict[str, Any]
STALE = "stale: python -m tools.generate --all lessons"
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.edition)


def read(game: Game) -> Message:
    told: Message = json.loads(path_of(game).read_text())
    return told


def steps(told: Message) -> list[Message]:
    """Every step that every answer brings."""
    return [
        one
        for scene in told["scenes"]
        for messages in scene["answers"].values()
        for one in messages
        if one["type"] == "step"
    ]


def events(told: Message) -> list[Message]:
    return [event for step in steps(told) for event in step["events"]]


def is_current(message: Message, kind: type) -> bool:
    """Whether a message is just what the hall would send today."""
    try:
        return bool(msgspec.json.decode(encode(msgspec.convert(message, kind))) == message)
    except msgspec.ValidationError:
        return False


@games
def test_the_messages_are_those_of_the_protocol(game: Game) -> None:
    told = read(game)
    assert is_current(told["snapshot"], Snapshot), STALE
    for scene in told["scenes"]:
        for messages in scene["answers"].values():
            for message in messages:
                if message["type"] == "step":
                    assert is_current(message, StepMade), STALE
                else:
                    thrown = {key: one for key, one in message.items() if key != "frame"}
                    assert is_current(thrown, ThrowMade), STALE
                    decode(base64.b64decode(message["frame"]))


@games
def test_a_first_game_has_the_rules_and_the_opponent_of_today(game: Game) -> None:
    told = read(game)["snapshot"]
    edition = find_edition(game.edition)
    today = resolve_options(edition, OPTIONS)
    assert told["options"] == {
        option.name: getattr(today, option.name) for option in options_of(edition)
    }, STALE
    bot = told["seats"][1]
    assert bot["name"] == NAMES[bot["level"]], STALE


def test_a_message_of_before_is_noticed() -> None:
    thrown = {"type": "thrown", "game": "g", "throw": 0, "casts": [], "bytes": 0}
    assert is_current(thrown, ThrowMade)
    assert not is_current(thrown | {"seed": "0"}, ThrowMade)
    assert not is_current({key: one for key, one in thrown.items() if key != "game"}, ThrowMade)


def state_of(view: Message, told: Message) -> GameState:
    """The position that a view shows, at a throw or a choice."""
    arena = ",".join(piece["dice"][0]["face"] for piece in view["arena"]) or "-"
    hands = ",".join(str(hand["dice"]) for hand in view["hands"])
    waits = view["awaited"]["kind"]
    text = f"{told['edition']} hands={hands} arena={arena} phase={waits}"
    if view["elements"]:
        text += f" elements={','.join(view['elements'])}"
    return read_state(text + f" turn={'AB'[view['active']]}>")


def played_by_the_rules(told: Message) -> None:
    """Every throw, played again by the rules, takes and loses the same dice."""
    before = told["snapshot"]["game"]
    for step in steps(told):
        if step["move"] == "throw":
            lying = {die["id"] for piece in before["arena"] for die in piece["dice"]}
            unit = before["awaited"]["units"][0]
            assert unit in (ONE, ALL)
            gone = [event for event in step["events"] if event["kind"] in ("x", "collect")]
            after = [die["face"] for piece in step["game"]["arena"] for die in piece["dice"]]
            faces = list(after)
            for event in gone:
                if event["kind"] == "x":
                    faces += ["X"] * event["count"]
                else:
                    faces += [face for face, n in event["faces"].items() for _ in range(n)]
            thrown = before["hands"][before["active"]]["dice"] if unit == ALL else 1
            assert len(faces) == len(lying) + thrown, "no die comes from nowhere"
            state = apply(state_of(before, told), Throw(unit, Landing(tuple(faces)))).state
            assert sorted(piece for piece in state.arena) == sorted(after)
            hands = [hand["dice"] for hand in step["game"]["hands"]]
            assert [state.supply(seat) for seat in range(2)] == hands
        before = step["game"]


@games
def test_the_games_are_played_by_the_rules(game: Game) -> None:
    told = read(game)
    played_by_the_rules(told)
    forged = copy.deepcopy(told)
    forged["scenes"][2]["answers"]["throw"][1]["game"]["hands"][0]["dice"] += 1
    with pytest.raises(AssertionError):
        played_by_the_rules(forged)


@games
def test_every_idea_is_shown_and_the_pupil_wins(game: Game) -> None:
    told = read(game)
    names = [scene["name"] for scene in told["scenes"]]
    last = "accio" if game.effect == "accio" else "win"
    assert names == ["first", "again", "match", "hit", "all_in", last]
    kinds = {event["kind"] for event in events(told)}
    assert {"choice", "x", "collect", "next"} <= kinds
    assert game.effect != "air" or "pass_left" in kinds
    all_in = [
        event for event in events(told) if event["kind"] == "next" and event["throw"] == "all"
    ]
    assert [event["seat"] for event in all_in] == [0, 1]
    assert [event["seat"] for event in events(told) if event["kind"] == "elim"] == [1]
    assert steps(told)[-1]["game"]["awaited"] == {"kind": "over", "winners": [0]}


@games
def test_it_lasts_about_a_minute(game: Game) -> None:
    told = read(game)
    flights = [
        decode(base64.b64decode(one["frame"]))
        for scene in told["scenes"]
        for messages in scene["answers"].values()
        for one in messages
        if one["type"] == "thrown"
    ]
    assert len(flights) <= 10
    assert sum(one.seconds for one in flights) < 30, (
        "half of the minute is left to read and to throw"
    )
    assert path_of(game).stat().st_size < 40_000
