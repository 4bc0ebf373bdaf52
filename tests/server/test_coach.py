"""What the processes of a live server answer: the coach."""

import asyncio
import time

import pytest
from hall.player import PATIENCE
from server.live import LiveServer, player


@pytest.mark.parametrize(("edition", "estimated"), [("strike-2020", False), ("harry-potter", True)])
async def test_the_coach_answers_once_it_can(
    server: LiveServer, edition: str, estimated: bool
) -> None:
    async with player(server) as ann:
        await ann.create(edition, "pp")
        await ann.act()
        await ann.until("step")
        game = ann.game
        assert game is not None
        while game["awaited"]["kind"] == "start_die":
            await ann.act()
            game = (await ann.until("step"))["game"]
        odds = {"type": "odds", "seat": 0, "state": game["state"], "ref": 3}
        until = time.monotonic() + PATIENCE
        while not (told := await ann.ask("odds", **odds))["available"]:
            assert told["preparing"]
            assert time.monotonic() < until
            await asyncio.sleep(0.3)
        assert told["estimated"] == estimated
        chances = [one["chance"] for one in told["throws"]]
        assert chances == sorted(chances, reverse=True)
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        strengths = {one["action"]["strength"] for one in told["throws"]}
        assert strengths == {"gentle", "firm", "wild"}
        assert told["ref"] == 3
        await ann.send(type="odds", seat=0, state=0)
        assert (await ann.until("error"))["code"] == "stale"
