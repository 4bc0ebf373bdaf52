"""Five thumbs on one device, each at 12 taps a second, race after race at the pace and within the
limits of a real server: none is refused, none is left without a turn."""

import asyncio
import time
from random import Random
from typing import Any

from hall.in_memory import FLIGHT, Hall, InlineWorkers, Visitor

from kessel.hall.limits import Limits
from kessel.table import Pace
from kessel.throws.at_rest import LyingDie, flat
from kessel.throws.dice import ThrowOrder, ThrowResult

RACES = 50
TAP = 1 / 12
"""s"""
TELL = 0.12
"""s between two messages of one thumb, as the page has it (`taps.ts`)."""
RACE_SECONDS = 5.0
"""From the start to the winner, ties included: at most ten dice a thumb."""
PLACE = 0.02
"""m between dice."""


class AllFire(InlineWorkers):
    """Dice that show nothing but fire: every throw that meets another die is a race."""

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        dice = [die for hand in order.handfuls for die in hand.dice]
        place = PLACE * len(order.at_rest)
        fallen = [
            (LyingDie(die, "fire", flat(order.edition, "fire", place + PLACE * n, 0.0)),)
            for n, die in enumerate(dice)
        ]
        return ThrowResult((*order.at_rest, *fallen), trajectory=order.seed, seconds=FLIGHT)


class FiveThumbs(Visitor):
    """One device that five play on; in a race each of them taps."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.chance = Random(12)
        self.taps = 0
        self.seconds: list[float] = []
        """How long each race took."""
        self._racing: dict[int, asyncio.Task[None]] = {}

    async def act(self) -> None:
        game = self.game
        if game is None or game["race"] is None:
            await super().act()
        elif game["state"] not in self._racing:
            self._racing[game["state"]] = asyncio.create_task(self._race(game["state"]))

    async def _race(self, state: int) -> None:
        assert self.game is not None
        await asyncio.sleep(self.game["race"]["starts_in_ms"] / 1000)
        began = time.monotonic()
        await asyncio.gather(*(self._thumb(seat, state) for seat in self.tokens))
        self.seconds.append(time.monotonic() - began)

    async def _thumb(self, seat: int, state: int) -> None:
        done, tells_at = 0, 0.0
        while (racer := self._racer(seat, state)) and racer["done"] < racer["needed"]:
            self.taps += done < racer["needed"]
            done = min(done + 1, racer["needed"])
            if time.monotonic() >= tells_at:
                tells_at = time.monotonic() + TELL
                await self.send(type="tap", seat=seat, state=state, done=done, ref=1)
            await asyncio.sleep(TAP * self.chance.uniform(0.8, 1.2))

    def _racer(self, seat: int, state: int) -> dict[str, Any] | None:
        assert self.game is not None
        if self.game["state"] != state or self.game["race"] is None:
            return None
        return next((one for one in self.game["race"]["racers"] if one["seat"] == seat), None)


async def test_five_thumbs_race_without_a_hang() -> None:
    hall = Hall(limits=Limits(), pace=Pace())
    hall.hub.workers = hall.workers = AllFire()
    five = FiveThumbs(hall)
    await five.open()
    await five.create("impact-avatar", "ppppp", elements=["fire", "stone"])
    races = 0
    while races < RACES:
        await five.act()
        heard = await five.receive()  # nothing for half a minute is a hang
        races += heard["type"] == "step" and heard["move"] == "column"
    assert five.taps > 5 * RACES
    assert max(five.seconds) < RACE_SECONDS
    assert {one["code"] for one in five.errors} <= {"stale", "not_awaited"}, "too late, no more"
