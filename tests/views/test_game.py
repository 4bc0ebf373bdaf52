"""Everything a game can wait for is shown to the right seats, with the time that is left."""

import asyncio
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest
from hall.in_memory import FAST, Hall, Visitor

from kessel.rules.edition import EDITIONS
from kessel.table import Table
from kessel.throws.dice import ThrowOrder, ThrowResult

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
