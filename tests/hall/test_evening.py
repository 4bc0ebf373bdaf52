"""What the big screen has shown, who guessed right, and who asks for another game."""

import asyncio
from typing import Any

from hall.in_memory import Hall, Visitor
from hall.player import AIM, throw

from kessel.hall.evening import MOST_LYING
from kessel.throws.dice import ThrowOrder, ThrowResult


async def _table(hall: Hall, seats: str = "pp") -> tuple[Visitor, Visitor]:
    """Friends on one device, and a screen."""
    friends, screen = await hall.host(seats, "strike-2012"), await hall.visit()
    await screen.ask("snapshot", type="watch", table=friends.table)
    return friends, screen


async def _until_throw(friends: Visitor) -> tuple[int, int, str]:
    """Who throws, in which state, and what: all one's dice into an empty arena, else one.

    The die that lies there first is placed before.
    """
    while True:
        await friends.hear_all()  # a device signs for what it has heard
        assert friends.game is not None
        awaited, state = friends.game["awaited"], friends.game["state"]
        if awaited["kind"] == "throw":
            return awaited["seat"], state, awaited["units"][0]
        where = {"seat": awaited["seat"], "state": state}
        await friends.ask("step", type="answer", move="start 4", dice=[], **where)


async def test_everybody_hears_once_what_the_screen_has_shown(hall: Hall) -> None:
    friends, screen = await _table(hall)
    _, state, _ = await _until_throw(friends)
    await screen.send(type="screen_shown", state=state + 99)  # nothing that has been yet
    for _ in range(2):  # a second screen, or the same again
        await screen.ask("done", type="screen_shown", state=state, ref=1)
    assert await friends.until("screen") == {"type": "screen", "state": state}
    await friends.ask("pong", type="ping")
    assert sum(one["type"] == "screen" for one in friends.heard) == 1
    eve = await hall.visit()
    assert await eve.refusal(type="screen_shown", state=1) == "not_attending"


async def test_a_guess_is_worth_a_point_if_it_was_right(hall: Hall) -> None:
    friends, screen = await _table(hall, "ppp")
    for points in (1, 2):
        seat, state, unit = await _until_throw(friends)
        misses, hits = {0, 1, 2} - {seat}
        guess = {"type": "guess", "seat": misses, "state": state}
        assert await friends.refusal(**guess | {"seat": seat}, hit=True) == "stale"
        assert await friends.refusal(**guess | {"state": state - 1}, hit=True) == "stale"
        assert await screen.refusal(**guess, hit=True) == "wrong_seat"
        for hit in (True, False):  # the last word counts
            await friends.send(**guess, hit=hit)
            stands = {"type": "guesses", "state": state, "seat": misses, "hit": hit}
            assert await screen.until("guesses") == stands
        await friends.send(**guess | {"seat": hits}, hit=True)
        await friends.send(**throw(unit), seat=seat, state=state)
        told = await friends.until("guessed")
        events = friends.seen[-1]["events"]
        taken = any(event["kind"] == "collect" for event in events)
        assert (told["hit"], told["state"]) == (taken, state)
        assert told["right"] == [hits if taken else misses]
        assert sum(one["points"] for one in told["scores"]) == points
        awaited = friends.game and friends.game["awaited"]
        if awaited and awaited["kind"] == "choice":  # nobody guessed: nobody is told
            stop = {"seat": seat, "state": friends.game and friends.game["state"]}
            await friends.ask("step", type="answer", move="end", dice=[], **stop)


async def test_another_game_is_asked_for_when_one_is_over(hall: Hall) -> None:
    friends, _screen = await _table(hall)
    wish = {"type": "propose", "seat": 0, "what": "rematch"}
    assert await friends.refusal(**wish) == "stale"
    await friends.play()
    state = friends.game and friends.game["state"]
    assert await friends.refusal(type="guess", seat=1, state=state, hit=True) == "stale"
    told = {"type": "proposed", "seat": 0, "what": "rematch"}
    assert await friends.ask("proposed", **wish) == told
    assert (await friends.ask("proposed", **wish | {"what": "wait"}))["what"] == "wait"


async def test_the_host_chooses_another_box_and_everybody_comes_along(hall: Hall) -> None:
    ann, ben = await hall.two("po", "strike-2012")
    await asyncio.gather(ann.play(), ben.play())
    box = {"type": "choose_box", "edition": "impact"}
    assert await ben.refusal(**box) == "not_host"
    assert await ann.refusal(**box | {"edition": "chess"}) == "unknown_edition"
    told = (await ann.ask("box", **box))["next"]
    assert told["edition"] == "impact"
    assert (await ben.until("box"))["next"] == told
    late = await hall.visit()
    seen = await late.ask("snapshot", type="watch", table=ann.table)
    assert (seen["edition"], seen["next"]) == ("strike-2012", told), "the game that is shown"
    begun = await ben.ask("snapshot", type="rematch")
    assert (begun["edition"], begun["next"]) == ("impact", None)
    assert begun["options"] == told["options"]
    await ann.until("snapshot")
    await asyncio.gather(ann.play(), ben.play())


def _lying(told: dict[str, Any]) -> list[int]:
    return [die["id"] for piece in told["arena"] for die in piece["dice"]]


async def no_throw(kind: str, order: ThrowOrder) -> ThrowResult:
    raise RuntimeError("no dice today")


async def test_who_waits_throws_dice_into_the_bowl_for_all_to_see(hall: Hall) -> None:
    ann, screen = await hall.host("poo", "impact"), await hall.visit()
    await screen.ask("snapshot", type="watch", table=ann.table)
    assert await screen.refusal(type="toss", aim=AIM, seat=0) == "wrong_seat"
    told = await ann.ask("tossed", type="toss", aim=AIM, seat=0)
    assert (told["seat"], told["arena"], await screen.until("tossed")) == (0, [], told)
    for thrown in range(2, MOST_LYING + 5):
        await asyncio.sleep(1)
        told = await screen.ask("tossed", type="toss", aim=AIM)
        assert (told["seat"], told["die"]) == (None, thrown)
        assert len(_lying(told)) <= MOST_LYING
        assert min(_lying(told), default=thrown) >= thrown - MOST_LYING, "the first go"
    for _ in range(40):
        await screen.send(type="toss", aim=AIM)
    assert (await screen.until("error"))["code"] == "too_fast"
    await asyncio.sleep(1)
    await ann.ask("box", type="choose_box", edition="strike-2020")
    assert (await ann.ask("tossed", type="toss", aim=AIM))["arena"] == [], "another box is empty"
    usual, hall.workers.throw = hall.workers.throw, no_throw  # type: ignore[method-assign]
    await ann.ask("done", type="toss", aim=AIM, ref=1)
    await asyncio.sleep(1)
    hall.workers.throw = usual  # type: ignore[method-assign]
    assert (await ann.ask("tossed", type="toss", aim=AIM))["die"] > thrown, "it goes on"
    await ann.ask("snapshot", type="start", fill=True)
    await asyncio.sleep(1)
    assert await ann.refusal(type="toss", aim=AIM) == "stale"
