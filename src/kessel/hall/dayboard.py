"""The best throws of a day: each is thrown again before it is listed.

What is kept of one is who threw, how they aimed and what it took; whoever wants to see it throws it
again. Only dice that fall alike everywhere are listed.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Protocol

import msgspec

from kessel.errors import BadValue
from kessel.hall.daily import day_of, is_common
from kessel.hall.workers import Workers
from kessel.messages import client, server, views
from kessel.messages.fields import AimFields
from kessel.names import clean_name
from kessel.rules.faces import NULL
from kessel.table.answers import clamped_aim
from kessel.table.dice import PHYSICS
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, dice_in

LISTED = 10
KEPT = timedelta(days=7)
NEAR = timedelta(days=1)
"""By which a device's date may differ from ours."""

_read = msgspec.json.Decoder(list[views.DayBest]).decode


class DayLists(Protocol):
    """Where the lists of days are kept, a text for each date."""

    async def day(self, date: str) -> str | None:
        """The text of a date; None where there is none."""

    async def change_day(self, date: str, change: Callable[[str], str], oldest: str) -> str:
        """Change a text, which is empty at first, in one step; dates before `oldest` go."""


async def listed(date: str, workers: Workers, lists: DayLists | None) -> server.DayBests:
    """The best of a date."""
    day = day_of(date)
    if lists is None or not is_common(workers):
        return server.DayBests(date=day.date, best=None)
    return server.DayBests(date=day.date, best=_entries(await lists.day(day.date) or ""))


async def post(
    wish: client.PostDaily, workers: Workers, lists: DayLists | None, now: float
) -> server.DayBests:
    """Throw it again, and list it if it is among the best."""
    day, name = day_of(wish.date), clean_name(wish.name)
    today = datetime.fromtimestamp(now, UTC).date()
    if abs(date.fromisoformat(day.date) - today) > NEAR:
        raise BadValue(f"date {day.date}: only throws of {today.isoformat()} are listed")
    if lists is None or not is_common(workers):
        return server.DayBests(date=day.date, best=None)
    values = clamped_aim(msgspec.structs.asdict(wish.aim))
    thrown = await workers.throw(PHYSICS, day.order(Aim(**values)))
    one = views.DayBest(name=name, count=_taken(thrown.at_rest), aim=AimFields(**values))
    oldest = (today - KEPT).isoformat()
    text = await lists.change_day(day.date, partial(_with, one), oldest)
    return server.DayBests(date=day.date, best=_entries(text))


def _entries(text: str) -> list[views.DayBest]:
    return _read(text) if text else []


def _with(one: views.DayBest, text: str) -> str:
    """The list with one more throw; who aims like somebody before has copied them."""
    before = _entries(text)
    if any(other.aim == one.aim for other in before):
        return text
    best = sorted([*before, one], key=lambda other: -other.count)[:LISTED]
    return msgspec.json.encode(best).decode()


def _taken(at_rest: DiceAtRest) -> int:
    """How many dice match others."""
    faces = [die.face for die in dice_in(at_rest) if die.face != NULL]
    return sum(faces.count(face) > 1 for face in faces)
