"""The best throws of a day: thrown again, listed by what they took, and not too many."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from hall.in_memory import Hall, InlineWorkers
from hall.player import AIM
from no_waiting import START

from kessel.hall.costs import further_cost
from kessel.hall.dayboard import LISTED
from kessel.messages import client
from kessel.messages.fields import AimFields
from kessel.physics.version import PORTABLE_NAME
from kessel.table.terms import DiceKind

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
    for date, name in (("2020-01-01", "Ann"), ("today", "Ann"), (TODAY, " ")):
        posted = {"type": "post_daily", "date": date, "aim": AIM, "name": name}
        assert await ann.refusal(**posted) in ("bad_value", "bad_name")
    assert lists.days == {}


def test_listing_is_paid_for() -> None:
    aim = AimFields(**AIM)
    assert further_cost(client.PostDaily(date=TODAY, aim=aim, name="Ann")) > further_cost(
        client.AskDaily(date=TODAY, aim=aim)
    )
