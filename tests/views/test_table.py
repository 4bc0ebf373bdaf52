"""Who sits where, as everybody is shown it, and how a tournament stands."""

from hall.in_memory import Hall


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
