"""A game and the referee of a real box as the page sees them."""

import asyncio
import json
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hall.in_memory import FAST, Hall, Visitor

from kessel.messages import referee as m
from kessel.referee import Referee
from kessel.rules import awaits as a
from kessel.rules import events as e
from kessel.rules.edition import EDITIONS
from kessel.rules.reasons import Note, Reason
from kessel.table import Seat, Table
from kessel.table.play import Happened
from kessel.throws.dice import ThrowOrder, ThrowResult
from kessel.views.editions import editions
from kessel.views.referee import referee_answer
from kessel.views.wire import awaited_view, event_view

# --- Everything a game can wait for is shown to the right seats, with the time that is left -------

CLOCK = replace(FAST, decision={"off": 99.0, "relaxed": 60.0, "fast": 15.0})


async def until(ann: Visitor, kind: str) -> dict[str, Any]:
    """Play until something of this kind is awaited; how the game stands then."""
    while (ann.game or {})["awaited"]["kind"] != kind:
        await ann.act()
        await ann.receive()
    assert ann.game is not None
    return ann.game


async def test_a_clock_shows_the_time_that_is_left() -> None:
    ann = await Hall(pace=CLOCK).host("pp", clock="fast")
    deadline = (ann.game or {})["deadline"]
    assert deadline["total_ms"] == 15_000
    assert 10_000 < deadline["left_ms"] <= 15_000
    await ann.create("strike-2020", "pp")
    assert (ann.game or {})["deadline"] is None
    assert (ann.game or {})["direction"] == 1, "clockwise"


async def test_which_sets_to_take_is_asked_where_that_is_left_to_the_player() -> None:
    ann = await Hall().host("pp", options={"collecting": "optional"})
    game = await until(ann, "collect")
    shown = [die["face"] for piece in game["arena"] for die in piece["dice"]]
    for face in game["awaited"]["faces"]:
        assert shown.count(face) > 1


async def test_every_kind_of_await_is_shown() -> None:
    kinds = {"start_die", "throw", "choice", "extra", "column", "accio", "stack", "over"}
    shown: set[str] = set()
    for edition in cycle(("harry-potter", "impact-avatar")):
        ann = await Hall().host("ppp", edition)
        shown.add((ann.game or {})["awaited"]["kind"])
        await ann.play()
        shown |= {step["game"]["awaited"]["kind"] for step in ann.seen}
        if kinds <= shown:
            return


async def test_who_comes_while_dice_are_in_the_air_sees_that_nothing_is_awaited() -> None:
    hall = Hall()
    ann, eve = await hall.host("pp"), await hall.visit()
    landing = asyncio.Event()
    throw = hall.workers.throw

    async def slow(kind: str, order: ThrowOrder) -> ThrowResult:
        await landing.wait()
        return await throw(kind, order)

    hall.workers.throw = slow  # type: ignore[method-assign]
    await ann.act()
    shot = await eve.ask("snapshot", type="watch", table=ann.table)
    assert shot["game"]["awaited"] == {"kind": "flying"}
    assert shot["game"]["deadline"] is None
    landing.set()
    assert (await eve.until("step"))["throw"] == 0


def at_the_wall(table: Table) -> int:
    """Lay the one die that there is near the wall, where it may be pushed away; its number."""
    play = table.state.running()
    ((die,),) = play.at_rest
    moved = replace(die, pose=die.pose.moved(0.066, 0.0, die.pose.z))
    table.running.state = replace(table.state, play=replace(play, at_rest=((moved,),)))
    return die.die


async def test_a_push_that_needs_consent_is_shown_until_all_have_answered() -> None:
    hall = Hall()
    ann, ben = await hall.two()
    game = await ann.hear_all()
    while game["awaited"]["kind"] == "start_die":
        await asyncio.gather(ann.act(), ben.act())
        game = (await ann.until("step"))["game"]
        await ben.until("step")
    seat = game["awaited"]["seat"]
    mover, other = (ann, ben) if seat == 0 else (ben, ann)
    die = at_the_wall((await hall.hub.find(ann.table)).table)
    pushed = {"die": die, "x": 0.03, "y": 0.0}
    told = await mover.ask("changed", type="push", seat=seat, state=game["state"], dice=[pushed])
    asked = told["game"]["push"]
    assert told["what"] == "push_asked"
    assert asked["seat"] == seat
    assert asked["asked"] == [1 - seat]
    assert asked["dice"] == [pushed]
    assert asked["deadline"]["left_ms"] > 10_000
    assert asked["deadline"]["total_ms"] == 15_000
    state = told["game"]["state"]
    await other.until("changed")
    told = await other.ask(
        "changed", type="agree", seat=1 - seat, state=state, agree=True, dice=asked["dice"]
    )
    assert told["what"] == "pushed"
    assert told["game"]["push"] is None
    assert told["game"]["arena"][0]["dice"][0]["pose"][:2] == [0.03, 0.0]


@pytest.mark.parametrize("edition", EDITIONS)
async def test_dice_are_never_made_or_lost_in_the_view(edition: str) -> None:
    ann = await Hall().host("ppb", edition)
    await ann.play()
    for game in [step["game"] for step in ann.seen]:
        if game["awaited"]["kind"] == "start_die":
            continue  # it is in somebody's hand
        lying = sum(len(piece["dice"]) for piece in game["arena"])
        held = sum(hand["dice"] for hand in game["hands"])
        for hand in game["hands"]:
            assert hand["dice"] == hand["loose"] + sum(hand["piles"])
        assert lying + held + game["removed"] + game["aside"] == EDITIONS[edition].dice


# --- who sits where, as everybody is shown it, and how a tournament stands ------------------------


async def test_a_snapshot_says_what_is_played_and_who_sits_where() -> None:
    hall = Hall()
    ann, eve = await hall.visit(), await hall.visit()
    shot = await ann.create("impact", "pob", clock="relaxed", public=True)
    assert shot["stage"] == "gathering"
    assert (shot["clock"], shot["public"], shot["dice"]) == ("relaxed", True, "ideal")
    assert [seat["kind"] for seat in shot["seats"]] == ["person", "open", "bot"]
    assert [seat["yours"] for seat in shot["seats"]] == [True, False, False]
    assert [seat["present"] for seat in shot["seats"]] == [True, False, True]
    assert shot["options"]["premove"] == "free", "all options, before a game began too"
    assert shot["game"] is None
    watched = await eve.ask("snapshot", type="watch", table=ann.table)
    assert [seat["yours"] for seat in watched["seats"]] == [False] * 3
    assert watched["watchers"] == 1


async def test_a_bot_that_plays_for_somebody_is_shown_with_its_level() -> None:
    hall = Hall()
    ann, ben = await hall.two()
    await ann.hear_all()
    await ann.send(type="resign", seat=0)
    seats = (await ben.until("seats"))["seats"]
    assert seats[0]["kind"] == "bot"
    assert seats[0]["bot_plays"]
    assert seats[0]["level"]
    assert seats[1]["level"] is None


async def test_a_tournament_shows_its_points_at_their_seats() -> None:
    hall = Hall()
    ann = await hall.visit()
    shot = await ann.create("strike-2020", "pb", tournament=True)
    assert shot["tournament"] | {"played": 0, "points": [0, 0]} == shot["tournament"]
    await ann.play()
    score = (await ann.until("tournament"))["tournament"]
    assert score["played"] == 1
    winner = (ann.game or {})["awaited"]["winners"][0]
    assert score["points"][winner] == 0
    assert score["points"][1 - winner] == 1
    plain = await ann.create("strike-2020", "pb")
    assert plain["tournament"] is None


# --- a throw is told before what it led to --------------------------------------------------------


async def test_a_throw_is_announced_before_its_frame_and_its_step() -> None:
    ann = await Hall().host("pp")
    await ann.play()
    order = [one["type"] for one in ann.heard if one["type"] in ("thrown", "step")]
    for place, kind in enumerate(order):
        if kind == "thrown":
            assert order[place + 1] == "step"
    thrown = [one for one in ann.heard if one["type"] == "thrown"]
    settled = [one["throw"] for one in ann.seen if one["throw"] is not None]
    assert [one["throw"] for one in thrown] == settled
    assert all(one["casts"][0]["aim"]["speed"] > 0 for one in thrown)
    assert {one["bytes"] for one in thrown} == {32}


# --- The referee's replies fit the page's types, whatever happens in the conformance cases --------

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
