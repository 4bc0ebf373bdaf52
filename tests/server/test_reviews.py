"""The coach's report on a finished game, over HTTP."""

import asyncio
import json
import time

from server.live import LiveServer, Player, player


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
