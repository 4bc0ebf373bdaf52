"""Finished games can be looked at, running ones and unknown ones cannot."""

import json

from hall.in_memory import Hall

from kessel.hall.frames import unpack


async def test_a_running_or_unknown_game_is_not_in_the_archive(hall: Hall) -> None:
    ann = await hall.host("pp")
    for game in ((ann.game or {})["game"], "a" * 16):
        assert await hall.archive.replay(game) is None
        assert await hall.archive.record(game) is None
        assert await hall.archive.review(game) is None
        assert await hall.archive.frame(game, 0) is None


async def test_a_finished_game_is_there_in_every_form(hall: Hall) -> None:
    hall.workers.solved = True
    ann = await hall.host("pb")
    await ann.play()
    game = ann.game or {}
    replay = await hall.archive.replay(game["game"])
    assert json.loads(replay or b"")["game"] == game["game"]
    record = await hall.archive.record(game["game"])
    assert game["proof"]["digest"][:32] in (record or "")
    assert await hall.archive.review(game["game"]) == b"report"
    frame = await hall.archive.frame(game["game"], 0)
    assert unpack(frame or b"")[0] == 0
    assert await hall.archive.frame(game["game"], 10_000) is None
