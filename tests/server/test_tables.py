"""What happens around a game: lobby, reactions, coach, referee, leaving, hot seat."""

import asyncio
import time

import pytest
from hall.player import PATIENCE
from server.live import LiveServer, player


async def test_only_public_tables_are_in_the_lobby(server: LiveServer) -> None:
    async with player(server) as ann, player(server) as ben, player(server) as eve:
        await ann.create("impact", "po", public=True)
        await ben.create("impact", "po")
        tables = (await eve.ask("lobby", type="look", ref=5))["tables"]
        codes = [table["table"] for table in tables]
        assert ann.table in codes
        assert ben.table not in codes
        mine = tables[codes.index(ann.table)]
        assert (mine["open"], mine["names"], mine["stage"]) == (1, ["Ann"], "gathering")


async def test_reactions_reach_everybody(server: LiveServer) -> None:
    async with player(server) as ann, player(server) as eve:
        await ann.create("strike-2020", "pp")
        await eve.ask("snapshot", type="watch", table=ann.table)
        await ann.send(type="react", seat=1, reaction="lucky")
        assert (await eve.until("reacted"))["reaction"] == "lucky"


async def test_several_persons_on_one_device(server: LiveServer) -> None:
    async with player(server) as ann:
        shot = await ann.create("harry-potter", "ppp")
        assert [seat["yours"] for seat in shot["seats"]] == [True] * 3
        assert len(ann.tokens) == 3
        await asyncio.wait_for(ann.play(), 60)


async def test_leaving_and_coming_back(server: LiveServer) -> None:
    async with player(server) as ann, player(server) as ben:
        await ann.create("strike-2020", "po")
        await ben.join(ann.table)
        await ann.ask("left", type="leave")
        seats = await ben.until("seats")
        while seats["seats"][0]["present"]:
            seats = await ben.until("seats")
        shot = await ann.resume()
        assert shot["seats"][0]["present"]
        assert shot["seats"][0]["yours"]


async def test_who_resigns_is_played_on_for(server: LiveServer) -> None:
    async with player(server) as ann, player(server) as ben:
        await ann.create("strike-2020", "po")
        await ben.join(ann.table)
        await ann.hear_all()
        await ann.send(type="resign", seat=0)
        tokens, ann.tokens = ann.tokens, {}
        await asyncio.wait_for(ben.play(), 60)
        assert ben.snapshots
        await ann.send(type="resume", table=ann.table, tokens=list(tokens.values()))
        assert (await ann.until("error"))["code"] == "bad_token"


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


async def test_the_referee_survives_a_lost_connection(server: LiveServer) -> None:
    requests = [
        {"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}},
        {"start_die": "4"},
        {"throw": 1, "after": ["4", "5"]},
    ]
    async with player(server) as page:
        await page.ask("referee", type="referee_open")
        answers = [await page.ask("referee", type="referee_send", request=one) for one in requests]
        assert answers[-1]["kept"] == 3
        before = answers[-1]["reply"]
    async with player(server) as page:
        told = await page.ask("referee", type="referee_open", requests=requests)
        assert told["reply"] == before
        wrong = {"throw": 1, "after": ["4"]}
        told = await page.ask("referee", type="referee_send", request=wrong)
        assert told["reply"]["error"]["code"] == "dice_do_not_add_up"
        assert told["kept"] == 3
        told = await page.ask("referee", type="referee_send", request={"undo": True})
        assert told["reply"]["state"]["arena"] == ["4"]


async def test_pushing_dice_together_before_a_throw(server: LiveServer) -> None:
    async with player(server) as ann:
        await ann.create("impact", "pp")
        await ann.act()
        game = (await ann.until("step"))["game"]
        die = game["arena"][0]["dice"][0]
        pushed = {"die": die["id"], "x": 0.02, "y": -0.01}
        told = await ann.ask("changed", type="push", seat=0, state=game["state"], dice=[pushed])
        assert told["what"] == "pushed"
        after = told["game"]["arena"][0]["dice"][0]
        assert after["pose"][:2] == [0.02, -0.01]
        assert after["face"] == die["face"]
        outside = {"die": die["id"], "x": 0.5, "y": 0.0}
        await ann.send(type="push", seat=0, state=told["game"]["state"], dice=[outside])
        assert (await ann.until("error"))["code"] == "illegal"
