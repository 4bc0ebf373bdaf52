"""What the processes of a live server answer: the coach."""

import asyncio
import json
import time

import pytest
from hall.player import PATIENCE
from server.live import LiveServer, Player, player


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


# --- the coach's report on a finished game, over HTTP ---------------------------------------------


def test_a_game_of_the_server_has_its_report_over_http(server: LiveServer) -> None:
    async def play() -> Player:
        async with player(server) as ann:
            await ann.create("strike-2020", "pb")
            await asyncio.wait_for(ann.play(), 60)
            return ann

    game = asyncio.run(play()).game
    assert game is not None
    until = time.monotonic() + 60
    review = f"/api/games/{game['game']}/review"
    while (told := json.loads(server.get(review)))["status"] == "preparing":
        assert time.monotonic() < until
        time.sleep(0.2)
    assert told["status"] == "ready"
    winners = {seat for seat, one in enumerate(told["seats"]) if one["result"] == 1.0}
    assert winners == set(game["awaited"]["winners"])
