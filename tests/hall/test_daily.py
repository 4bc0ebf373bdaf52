"""The throw of the day: the same for everybody on a date, and worth throwing at."""

import asyncio
import hashlib
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hall.in_memory import UNLIMITED, Hall, InlineWorkers
from hall.player import AIM

from kessel.errors import BadValue
from kessel.hall.daily import BOXES, LYING, THROWN, Day, day_of
from kessel.physics.dice import PhysicsDice
from kessel.physics.version import PORTABLE_NAME
from kessel.rules.faces import NULL, dice_of
from kessel.throws.aim import Aim
from kessel.throws.at_rest import arena_of, dice_in

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
