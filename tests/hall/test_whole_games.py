"""Whole games of every edition through the hall alone: no server, no database, no process."""

import asyncio
import copy
import json
import subprocess
import sys
from collections.abc import Sequence

import pytest
from hall.in_memory import Hall, Visitor
from hall.player import Message, Player

from kessel.hall.frames import unpack
from kessel.messages.server import decode_server
from kessel.proof.verify import verify
from kessel.rules.edition import EDITIONS
from kessel.table.dice import dice_named


def told(step: Message) -> str:
    """What somebody saw of a step, without what belongs to the moment it was sent in."""
    game = step["game"]
    seen = (step["move"], step["seat"], step["throw"], step["events"], game["arena"])
    return json.dumps([*seen, game["throws"]])


def check_steps(replay: bytes, players: Sequence[Player]) -> None:
    """Everything anybody saw is in the replay, in that order."""
    steps = [told(one["step"]) for one in json.loads(replay)["steps"]]
    for one in players:
        place = -1
        for step in one.seen:
            place = steps.index(told(step), place + 1)


async def check_archive(hall: Hall, players: list[Visitor]) -> None:
    """Everything anybody saw is in the replay, in that order, and the record proves itself."""
    assert players[0].game is not None
    code = players[0].game["game"]
    check_steps(await hall.archive.replay(code) or b"", players)
    for one in players:
        for number, frame in one.frames.items():
            assert await hall.archive.frame(code, number) == frame
            assert unpack(frame)[0] == number
    record = await hall.archive.record(code)
    assert record is not None
    verdict = verify(record, dice_named)
    assert verdict.exact
    assert [one.code for one in verdict.unproven] == ["record"]


@pytest.mark.parametrize("edition", EDITIONS)
async def test_a_whole_game(hall: Hall, edition: str) -> None:
    ann, ben, eve = await hall.visit(), await hall.visit(), await hall.visit()
    await ann.create(edition, "pob")
    await eve.ask("snapshot", type="watch", table=ann.table)
    await ben.sit_with(ann)
    await asyncio.wait_for(asyncio.gather(ann.play(), ben.play(), eve.play()), 60)
    assert ann.game is not None
    assert [told(step) for step in ann.seen] == [told(step) for step in ben.seen]
    assert [told(step) for step in ann.seen] == [told(step) for step in eve.seen]
    assert len(ann.frames) == ann.game["throws"] > 0
    await check_archive(hall, [ann, ben, eve])
    for message in ann.heard + ben.heard + eve.heard:
        decode_server(json.dumps(message))
    late = {"stale", "not_awaited"} if edition.startswith("impact-") else set()
    assert {one["code"] for one in ann.errors + ben.errors + eve.errors} <= late, "taps"
    await hall.hub.close()


@pytest.mark.parametrize("edition", EDITIONS)
async def test_a_hall_that_starts_again_over_the_same_store_goes_on_where_it_was(
    edition: str,
) -> None:
    async def restarted() -> int:
        """How often in a whole game."""
        ann = await Hall().host("ppb", edition)
        restarts = 0
        while ann.game is None or ann.game["awaited"]["kind"] != "over":
            until = len(ann.seen) + 3
            while len(ann.seen) < until and (ann.game or {})["awaited"]["kind"] != "over":
                await ann.act()
                await ann.receive()
            before = ann.game
            assert before is not None
            ann.hall = Hall(copy.deepcopy(ann.hall.store))  # the old one writes where nobody looks
            await ann.open()
            await ann.resume()
            assert ann.game is not None
            assert ann.game["state"] >= before["state"], "a state that was seen is lost"
            restarts += 1
        await check_archive(ann.hall, [ann])
        return restarts

    restarts = 0
    while restarts <= 3:  # a game may be a short one
        restarts += await restarted()


async def test_a_tournament_goes_on_with_a_rematch(hall: Hall) -> None:
    ann = await hall.host("pb", tournament=True)
    await ann.play()
    assert ann.game is not None
    first = ann.game["game"]
    assert (await ann.until("tournament"))["tournament"]["played"] == 1
    await ann.ask("snapshot", type="rematch")
    assert ann.game["number"] == 2
    await ann.play()
    assert ann.game["game"] != first
    for game in (first, ann.game["game"]):
        assert await hall.archive.replay(game) is not None
        assert await hall.archive.record(game) is not None


def test_the_hall_loads_nothing_of_what_it_must_not_know() -> None:
    """A whole game in a process of its own; then nothing of these is loaded there."""
    foreign = "uvicorn mujoco multiprocessing scipy sqlalchemy sqlite3 starlette"
    code = f"""
import asyncio, sys
from hall.in_memory import Hall
async def run():
    ann = await Hall().host("pb")
    await ann.play()
asyncio.run(run())
print([name for name in {foreign.split()!r} if name in sys.modules])
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=__file__.rpartition("/hall/")[0],
        timeout=60,
    )
    assert ran.stdout.strip() == "[]"
