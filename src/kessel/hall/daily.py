"""The throw of the day: on one date everybody has the same position and throws the same dice.

All of it comes out of the date, so nothing is kept, and it is the same on a server and inside a
page. There is no secret in it: anyone who aims alike throws alike.
"""

import base64
from dataclasses import dataclass
from datetime import date

import msgspec

from kessel.errors import BadValue
from kessel.hall.workers import Workers
from kessel.messages import server, views
from kessel.messages.fields import AimFields
from kessel.physics.chance import Chance
from kessel.physics.practice import scattered, seed_of
from kessel.physics.version import PORTABLE_NAME
from kessel.rules.edition import Edition, find_edition
from kessel.rules.faces import NULL
from kessel.rules.options import resolve_options
from kessel.table.answers import clamped_aim
from kessel.table.dice import PHYSICS
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.dice import Handful, ThrowOrder, ThrowResult
from kessel.views.game import pieces

BOXES = ("strike-2020", "impact", "harry-potter")
"""One a day, in turn: one for each arena."""
LYING = 4
"""Dice that lie there, each with another face: nothing is to be taken before the throw."""
THROWN = 5
"""Dice that are thrown at once. Of nine dice on five faces some match, unless four are lost."""


@dataclass(frozen=True, slots=True)
class Day:
    """What everybody has before them on a date."""

    date: str
    edition: Edition
    lying: DiceAtRest

    def aimed(self, aim: AimFields) -> ThrowOrder:
        """The throw of that day as a hand can aim it."""
        return self.order(Aim(**clamped_aim(msgspec.structs.asdict(aim))))

    def order(self, aim: Aim) -> ThrowOrder:
        """The throw of that day with this aim."""
        handful = Handful(0, tuple(range(LYING, LYING + THROWN)), aim)
        options = resolve_options(self.edition)
        seed = seed_of("throw of the day", self.date)
        return ThrowOrder(self.edition, options, self.lying, (handful,), seed)


def day_of(text: str) -> Day:
    """The day of a date such as 2026-11-17."""
    try:
        when = date.fromisoformat(text)
    except ValueError:
        raise BadValue(f"date {text!r}: one such as 2026-11-17 is accepted") from None
    name = when.isoformat()
    edition = find_edition(BOXES[when.toordinal() % len(BOXES)])
    chance = Chance(seed_of("position of the day", name))
    faces = [face for face in edition.faces if face != NULL]
    lying = [faces.pop(chance.below(len(faces))) for _ in range(LYING)]
    return Day(name, edition, scattered(edition, lying, chance))


def is_common(workers: Workers) -> bool:
    """Whether these dice fall alike everywhere."""
    return workers.dice[PHYSICS] == PORTABLE_NAME


async def daily(text: str, aim: AimFields | None, workers: Workers) -> server.Daily:
    """The day, and what comes of a throw if there is an aim."""
    day = day_of(text)
    return server.Daily(
        date=day.date,
        edition=day.edition.id,
        arena=pieces(day.lying),
        dice=THROWN,
        common=is_common(workers),
        thrown=None if aim is None else await _thrown(day, aim, workers),
    )


async def _thrown(day: Day, aim: AimFields, workers: Workers) -> views.DailyThrow:
    return landed(await workers.throw(PHYSICS, day.aimed(aim)))


def landed(result: ThrowResult) -> views.DailyThrow:
    """What came of a throw."""
    return views.DailyThrow(
        arena=pieces(result.at_rest),
        out=list(result.out),
        frame=base64.b64encode(result.trajectory).decode(),
    )
