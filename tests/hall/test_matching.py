"""Quick match: whoever looks at the same time sits down together."""

import asyncio
import time
from dataclasses import replace

from hall.in_memory import UNLIMITED, Hall, MemoryStore, Visitor

from kessel.errors import KesselError
from kessel.hall.limits import Limits
from kessel.hall.matching import MOST_TOGETHER, Seeker, find_group
from kessel.hall.room import Room
from kessel.hall.store import Elsewhere
from kessel.hall.tokens import new_key
from kessel.table import SeatIsTaken

SOON = replace(UNLIMITED, match_seconds=0.05)
NEVER = replace(UNLIMITED, match_seconds=1e6)


async def there() -> bool:
    return True


def seeker(*editions: str) -> Seeker:
    return Seeker(editions, new_key(), lambda _: None, lambda _: None, lambda _: None, there)


async def seek(player: Visitor, name: str, *editions: str) -> dict[str, object]:
    tip = player.device.chain.tip
    wished = editions or ("strike-2020",)
    return await player.ask("seeking", type="seek", name=name, editions=wished, tip=tip, ref=3)


def test_groups_of_those_who_would_play_the_same() -> None:
    ann, ben, cleo = seeker("impact"), seeker("strike-2020", "impact"), seeker("strike-2020")
    assert find_group([]) is None
    assert find_group([ann]) is None
    assert find_group([ann, cleo]) is None
    assert find_group([ann, ben, cleo]) == ("impact", [ann, ben]), "the longest waiting chooses"
    assert find_group([cleo, ann, ben]) == ("strike-2020", [cleo, ben])
    many = [seeker("impact") for _ in range(6)]
    assert find_group(many) == ("impact", many[:MOST_TOGETHER])


async def test_two_who_look_sit_down_together_and_play() -> None:
    hall = Hall(limits=SOON)
    ann, ben, eve = await hall.visit(), await hall.visit(), await hall.visit()
    assert await seek(ann, "Ann", "strike-2020", "impact") == {
        "type": "seeking",
        "looking": 1,
        "together": 1,
        "ref": 3,
    }
    assert (await eve.ask("lobby", type="look"))["seeking"] == 1
    assert (await seek(ben, "Ben", "impact"))["together"] == 2
    assert (await ann.until("seeking"))["looking"] == 2
    shots = [await player.until("snapshot") for player in (ann, ben)]
    assert ann.table == ben.table
    while shots[-1]["game"] is None:
        shots.append(await ann.until("snapshot"))
    shot = shots[-1]
    assert (shot["edition"], shot["clock"], shot["public"]) == ("impact", "relaxed", True)
    assert [seat["name"] for seat in shot["seats"]] == ["Ann", "Ben"]
    await asyncio.gather(ann.play(), ben.play())
    assert not ann.errors + ben.errors


async def test_who_looks_where_the_queue_is_not_is_passed_on() -> None:
    hall = Hall(limits=NEVER)
    ann, ben = await hall.visit(), await hall.visit()
    passed: list[str] = []

    async def hand_on(elsewhere: Elsewhere, frame: str) -> None:
        passed.append(elsewhere.node)

    hall.hub.queue_elsewhere = lambda: "http://one:1"
    ann.desk.hand_on = hand_on
    await ann.send(type="seek", name="Ann", editions=["impact"], tip=ann.device.chain.tip)
    assert passed == ["http://one:1"]
    await seek(ben, "Ben", "impact")  # whose page cannot be passed on
    assert [ann.desk.seeks, ben.desk.seeks] == [False, True]


async def test_four_have_time_to_end_what_they_do_meanwhile_and_a_fifth_waits() -> None:
    hall, found = Hall(limits=replace(UNLIMITED, match_seconds=6.0)), time.monotonic()
    players = [await hall.visit() for _ in range(MOST_TOGETHER + 1)]
    for number, player in enumerate(players):
        await seek(player, f"P{number}")
    await asyncio.gather(*(player.until("joined") for player in players[:-1]))
    assert time.monotonic() - found >= 6.0
    assert len({player.table for player in players[:-1]}) == 1
    assert len(hall.hub.matching) == 1
    assert players[-1].table == ""


async def test_who_leaves_looks_no_more() -> None:
    hall = Hall(limits=NEVER)
    ann, ben = await hall.visit(), await hall.visit()
    await seek(ann, "Ann")
    await seek(ben, "Ben")
    await ann.ask("left", type="leave")
    assert (await ben.until("seeking"))["together"] == 1
    ben.desk.leave()
    assert len(hall.hub.matching) == 0
    assert await ann.refusal(type="leave") == "not_attending"
    await ann.create("strike-2020", "pb")
    await seek(ann, "Ann")
    assert await ann.refusal(type="start") == "not_attending", "one is at one place"
    await ann.create("strike-2020", "pb")
    assert len(hall.hub.matching) == 0


class SlowStore(MemoryStore):
    """Makes tables when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.allowed = asyncio.Event(), asyncio.Event()

    async def make_table(self, *given: object) -> int:
        self.asked.set()
        await self.allowed.wait()
        return await super().make_table(*given)  # type: ignore[arg-type]


async def test_who_leaves_while_the_table_is_made_leaves_nobody_behind() -> None:
    store = SlowStore()
    hall = Hall(store, limits=SOON)
    ann, ben, cleo = await hall.visit(), await hall.visit(), await hall.visit()
    await seek(ann, "Ann")
    await seek(ben, "Ben")
    await store.asked.wait()
    ann.desk.leave()
    store.allowed.set()
    await ben.until("seeking")
    await seek(cleo, "Cleo")
    await asyncio.gather(ben.until("joined"), cleo.until("joined"))
    assert ben.table == cleo.table != ""
    assert ann.table == ""


async def test_nobody_is_seated_with_somebody_whose_line_is_dead() -> None:
    hall = Hall(limits=replace(SOON, match_answer_seconds=0.2))
    ghost, ann, ben = await hall.visit(), await hall.visit(), await hall.visit()
    await ghost.ask("pong", type="ping")
    await seek(ghost, "Ghost")
    await ann.ask("pong", type="ping")
    await seek(ann, "Ann")
    await ann.until("ping")
    await ann.ask("pong", type="ping")
    alone = await ann.until("seeking")
    assert (alone["looking"], alone["together"]) == (1, 1)
    assert ghost.who.is_gone, "so that a page that is there after all comes back"
    assert not hall.store.logs, "no table was opened for it"
    await seek(ben, "Ben")  # who never pinged, and so is not asked
    await ann.until("ping")
    await ann.ask("pong", type="ping")
    await asyncio.gather(ann.until("joined"), ben.until("joined"))
    assert ann.table == ben.table != ""
    assert not ghost.desk.seeks


def seek_in_vain(hall: Hall) -> list[KesselError]:
    """Somebody who looks, and cannot be seated; what they are told."""

    def sit(room: Room) -> None:
        raise SeatIsTaken("not here")

    told: list[KesselError] = []
    found = Seeker(("strike-2020",), new_key(), lambda _: None, sit, told.append, there)
    hall.hub.matching.join(found)
    return told


async def test_who_cannot_be_seated_is_told_and_the_others_play() -> None:
    hall = Hall(limits=SOON)
    ann, ben = await hall.visit(), await hall.visit()
    told = seek_in_vain(hall)
    await seek(ann, "Ann")
    await seek(ben, "Ben")
    for player in (ann, ben):
        while (await player.until("snapshot"))["game"] is None:
            pass
    assert ann.table == ben.table != ""
    assert [str(error) for error in told] == ["not here"]
    await asyncio.gather(ann.play(), ben.play())


async def test_who_is_left_alone_has_a_table_that_others_find() -> None:
    hall = Hall(limits=SOON)
    ann, ben = await hall.visit(), await hall.visit()
    told = seek_in_vain(hall)
    await seek(ann, "Ann")
    assert (await ann.until("snapshot"))["game"] is None
    assert len(told) == 1
    (found,) = (await ben.ask("lobby", type="look"))["tables"]
    assert (found["table"], found["open"]) == (ann.table, 1)


async def test_a_hall_without_room_says_so() -> None:
    hall = Hall(limits=Limits(match_seconds=0.01, tables=0, seekers=2))
    ann, ben, cleo = await hall.visit(), await hall.visit(), await hall.visit()
    await seek(ann, "Ann")
    await seek(ben, "Ben")
    assert await cleo.refusal(type="seek", name="C", editions=["impact"]) == "full"
    assert (await ann.until("error"))["code"] == "full"
    assert await ann.refusal(type="leave") == "not_attending"


async def test_a_closed_hall_seats_nobody() -> None:
    store = SlowStore()
    hall = Hall(store, limits=Limits(match_seconds=0.0))
    ann, ben, cleo, dora = [await hall.visit() for _ in range(4)]
    await seek(ann, "Ann")
    await seek(ben, "Ben")
    await store.asked.wait()
    await seek(cleo, "Cleo", "impact")
    await seek(dora, "Dora", "impact")
    await hall.hub.close()
    store.allowed.set()
    await asyncio.sleep(0.01)
    assert ann.table == ben.table == cleo.table == dora.table == ""


async def test_what_is_asked_for_is_checked_before_one_waits() -> None:
    hall = Hall(limits=Limits(address_tables_per_minute=1.0))
    ann = await hall.visit()
    wish = {"type": "seek", "name": "Ann", "editions": ["strike-2020"]}
    assert await ann.refusal(**wish | {"editions": ["strike-2099"]}) == "unknown_edition"
    assert await ann.refusal(**wish | {"editions": []}) == "bad_value"
    assert await ann.refusal(**wish | {"name": "\u3164"}) == "bad_value"
    assert await ann.refusal(**wish, tip="ab" * 32 + "\n") == "bad_value"
    assert len(hall.hub.matching) == 0
    await ann.ask("seeking", **wish)
    assert await ann.refusal(**wish) == "too_fast"
