"""The throw of the day, and the list of the best."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hall.in_memory import UNLIMITED, Hall, InlineWorkers
from hall.player import AIM
from no_waiting import START

from kessel.errors import BadValue
from kessel.hall.costs import further_cost
from kessel.hall.daily import BOXES, LYING, THROWN, Day, day_of
from kessel.hall.dayboard import LISTED
from kessel.messages import client
from kessel.messages.fields import AimFields
from kessel.physics.dice import PhysicsDice
from kessel.physics.version import PORTABLE_NAME
from kessel.rules.faces import NULL, dice_of
from kessel.table.terms import DiceKind
from kessel.throws.aim import Aim
from kessel.throws.at_rest import arena_of, dice_in

# --- The same for everybody on a date, and worth throwing at --------------------------------------

FIRST = date(2026, 11, 17)
DATES = tuple((FIRST + timedelta(days=k)).isoformat() for k in range(30))
KNOWN = "06a9403f8c428724a30e08296889b58f5930b0218f1142e872bf51194e08610a"
"""SHA-256 of the positions of these 30 days, to the last bit: another one is another position for
everybody who plays in another version."""


def faces_of(day: Day) -> list[str]:
    return [die.face for die in dice_in(day.lying)]


def test_a_date_has_one_position_everywhere() -> None:
    days = [day_of(text) for text in DATES]
    assert days == [day_of(text) for text in DATES]
    assert len({day.lying for day in days}) == len(DATES)
    poses = [[die.face, *map(float.hex, die.pose)] for day in days for die in dice_in(day.lying)]
    assert hashlib.sha256(repr(poses).encode()).hexdigest() == KNOWN


def test_boxes_come_in_turn_and_nothing_matches_before_the_throw() -> None:
    days = [day_of(text) for text in DATES]
    for three in zip(days, days[1:], days[2:], strict=False):
        assert {day.edition.id for day in three} == set(BOXES)
    for day in days:
        assert len(set(faces_of(day))) == LYING
        assert NULL not in faces_of(day)


def test_every_day_something_can_be_taken() -> None:
    """The plainest throw of 30 days in the physics: none of them takes nothing, and they differ."""
    dice = PhysicsDice(watched=False)
    counts = set()
    for text in DATES:
        arena = arena_of(dice.throw(day_of(text).order(Aim.of_strength("gentle"))).at_rest)
        faces = [face for piece in arena for face in dice_of(piece) if face != NULL]
        counts.add(sum(1 for face in faces if faces.count(face) > 1))
    assert min(counts) >= 2
    assert len(counts) >= 3


async def test_the_aim_decides_and_the_same_aim_throws_the_same() -> None:
    ann = await Hall().visit()
    ask = {"type": "daily", "date": DATES[0]}
    plain = await ann.ask("daily", **ask, ref=7)
    assert (plain["ref"], plain["date"], plain["thrown"]) == (7, DATES[0], None)
    assert plain["dice"] == THROWN
    assert [piece["dice"][0]["id"] for piece in plain["arena"]] == list(range(LYING))
    assert not plain["common"]
    one = await ann.ask("daily", **ask, aim=AIM)
    assert one["arena"] == plain["arena"]
    thrown = one["thrown"]
    ids = [die["id"] for piece in thrown["arena"] for die in piece["dice"]] + thrown["out"]
    assert sorted(ids) == list(range(LYING + THROWN))
    again = await ann.ask("daily", **ask, aim=AIM)
    assert again["thrown"] == thrown
    beyond = await ann.ask("daily", **ask, aim=AIM | {"speed": 99.0})
    limit = await ann.ask("daily", **ask, aim=AIM | {"speed": 4.0})
    assert beyond["thrown"] == limit["thrown"]


async def test_portable_dice_are_those_of_everybody(hall: Hall) -> None:
    hall.workers.dice = {**InlineWorkers.dice, "physics": PORTABLE_NAME}
    ann = await hall.visit()
    assert (await ann.ask("daily", type="daily", date=DATES[0]))["common"]


@pytest.mark.parametrize("text", ["today", "2026-02-30", "", "17.11.2026"])
def test_what_is_no_date_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(BadValue, match="such as 2026-11-17"):
        day_of(text)


def test_strangers_cannot_throw_all_day() -> None:
    """Throws are counted by address, looking at the day is not; the control may throw once more."""

    async def refused(most: float) -> list[str]:
        eve = await Hall(limits=replace(UNLIMITED, address_throws=most)).visit()
        for _ in range(4):
            await eve.send(type="daily", date="2026-11-17")
            await eve.send(type="daily", date="2026-11-17", aim=AIM)
        for _ in range(8):
            await eve.receive(30.0)
        return [one["code"] for one in eve.errors]

    assert asyncio.run(refused(3.0)) == ["too_fast"]
    assert asyncio.run(refused(4.0)) == []


# --- The best: thrown again, listed by what they took, and not too many ---------------------------

TODAY = datetime.fromtimestamp(START, UTC).date().isoformat()


class RunningTable:
    """Days in a dictionary."""

    def __init__(self) -> None:
        self.days: dict[str, str] = {}

    async def day(self, date: str) -> str | None:
        return self.days.get(date)

    async def change_day(self, date: str, change: Callable[[str], str], oldest: str) -> str:
        self.days = {one: text for one, text in self.days.items() if one >= oldest}
        self.days[date] = change(self.days.get(date, ""))
        return self.days[date]


class CommonWorkers(InlineWorkers):
    """Dice by the name of those that fall alike everywhere."""

    dice: Mapping[DiceKind, str] = {**InlineWorkers.dice, "physics": PORTABLE_NAME}


def hall_with_a_list() -> tuple[Hall, RunningTable]:
    hall, lists = Hall(), RunningTable()
    hall.hub.workers, hall.hub.day_lists = CommonWorkers(), lists
    return hall, lists


async def test_a_throw_is_thrown_again_and_listed_by_what_it_took() -> None:
    hall, lists = hall_with_a_list()
    ann = await hall.visit()
    assert (await ann.ask("best", type="best", date=TODAY))["best"] == []
    posted = {"type": "post_daily", "date": TODAY, "aim": AIM, "name": " Ann "}
    (first,) = (await ann.ask("best", **posted))["best"]
    thrown = (await ann.ask("daily", type="daily", date=TODAY, aim=first["aim"]))["thrown"]
    faces = [die["face"] for piece in thrown["arena"] for die in piece["dice"]]
    took = [face for face in faces if face != "X" and faces.count(face) > 1]
    assert (first["name"], first["count"]) == ("Ann", len(took))
    copied = {**posted, "name": "Eve"}
    assert (await ann.ask("best", **copied))["best"] == [first], "the first one stays"
    assert (await ann.ask("best", type="best", date=TODAY))["best"] == [first]
    assert list(lists.days) == [TODAY]


async def test_the_best_few_stay_most_dice_first_and_old_days_go() -> None:
    hall, lists = hall_with_a_list()
    aim = {**AIM, "x": 0.0}
    entries = [
        {"name": f"N{n}", "count": 9 - n // 5, "aim": {**aim, "y": n / 1e4}} for n in range(LISTED)
    ]
    lists.days = {TODAY: json.dumps(entries), "2020-01-01": "[]"}
    ann = await hall.visit()
    best = (await ann.ask("best", type="post_daily", date=TODAY, aim=AIM, name="Ann"))["best"]
    counts = [one["count"] for one in best]
    assert len(best) == LISTED
    assert counts == sorted(counts, reverse=True)
    assert list(lists.days) == [TODAY]


async def test_there_is_no_list_without_a_book_or_with_other_dice() -> None:
    alone, (other, lists) = Hall(), hall_with_a_list()
    alone.hub.workers = CommonWorkers()
    other.hub.workers = InlineWorkers()
    for hall in (alone, other):
        ann = await hall.visit()
        for asked in (
            {"type": "best", "date": TODAY},
            {"type": "post_daily", "date": TODAY, "aim": AIM, "name": "Ann"},
        ):
            assert (await ann.ask("best", **asked))["best"] is None
    assert lists.days == {}


async def test_only_throws_of_today_by_somebody_are_listed() -> None:
    hall, lists = hall_with_a_list()
    ann = await hall.visit()
    for day, name in (("2020-01-01", "Ann"), ("today", "Ann"), (TODAY, " ")):
        posted = {"type": "post_daily", "date": day, "aim": AIM, "name": name}
        assert await ann.refusal(**posted) in ("bad_value", "bad_name")
    assert lists.days == {}


def test_listing_is_paid_for() -> None:
    aim = AimFields(**AIM)
    assert further_cost(client.PostDaily(date=TODAY, aim=aim, name="Ann")) > further_cost(
        client.AskDaily(date=TODAY, aim=aim)
    )
