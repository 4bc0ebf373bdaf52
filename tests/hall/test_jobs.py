"""Work of a hall: throws that workers fail to make, and what takes long."""

import asyncio
import time
from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from hall.in_memory import Hall, InlineWorkers

from kessel.errors import KesselError
from kessel.hall import jobs
from kessel.hall.hub import STUCK_SECONDS
from kessel.hall.slices import in_slices
from kessel.throws.dice import ThrowOrder, ThrowResult

if TYPE_CHECKING:
    from kessel.hall.workers import Workers
    from kessel.table import BotJob, Table, ThrowJob

# --- A throw that fails is stuck; only dice without rest are replaced by ideal ones ---------------

IDEAL_NAME = "ideal-1 hit=0.5"


class Failing:
    """Fails as it is told, then answers; writes down what it was asked for."""

    dice = {"physics": "physics-2", "ideal": IDEAL_NAME}  # noqa: RUF012

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.asked: list[str] = []

    async def throw(self, kind: str, order: object) -> str:
        self.asked.append(kind)
        if kind == "physics" and self.failures:
            raise self.failures.pop(0)
        return f"thrown by {kind}"

    async def decide(self, level: str, sight: object, chance: bytes) -> str:
        raise self.failures.pop(0)


def thrown(workers: Failing) -> tuple[str, str] | None:
    made = SimpleNamespace(dice="physics")
    table = SimpleNamespace(state=SimpleNamespace(made=made))
    job = SimpleNamespace(order=None)
    result: Any = asyncio.run(
        jobs.throw(cast("Workers", workers), cast("Table", table), cast("ThrowJob", job))
    )
    return cast("tuple[str, str] | None", result)


def test_dice_without_rest_are_replaced() -> None:
    workers = Failing(KesselError("dice still moved"))
    assert thrown(workers) == ("thrown by ideal", IDEAL_NAME)
    assert workers.asked == ["physics", "ideal"]


def test_a_bot_that_fails_is_answered_for() -> None:
    table = SimpleNamespace(gentlest=lambda job: "gentle")
    job = SimpleNamespace(level="exact", sight=None, chance=b"")
    asked = jobs.ask(
        cast("Workers", Failing(RuntimeError("hung"))), cast("Table", table), cast("BotJob", job)
    )
    assert asyncio.run(asked) == "gentle"  # type: ignore[comparison-overlap]


async def test_a_throw_that_nobody_can_make_waits_to_be_asked_for(hall: Hall) -> None:
    """Everybody sees that it is stuck, also who comes later; anybody at the table may ask."""

    class Broken(InlineWorkers):
        fail = True

        async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
            if self.fail:
                raise RuntimeError("no Node")
            return await super().throw(kind, order)

    hall.hub.workers = hall.workers = workers = Broken()
    ann, ben = await hall.host("pp"), await hall.visit()
    await ann.act()
    told = await ann.until("changed")
    while told["what"] != "stuck":
        told = await ann.until("changed")
    assert told["game"]["awaited"] == {"kind": "flying", "stuck": True}
    await ben.ask("snapshot", type="watch", table=ann.table)
    assert ben.snapshots[-1]["game"]["awaited"] == told["game"]["awaited"]
    assert await ben.refusal(type="throw_again", seat=0) == "wrong_seat"
    assert hall.hub.stuck == 0
    await asyncio.sleep(STUCK_SECONDS)
    assert hall.hub.stuck == 1
    workers.fail = False
    await ann.send(type="throw_again", seat=0)
    assert (await ben.until("step"))["throw"] == 0
    assert hall.hub.stuck == 0
    assert await ann.refusal(type="throw_again", seat=0) == "not_awaited"


# --- Long work in slices --------------------------------------------------------------------------
@pytest.mark.parametrize(("seconds", "turns"), [(1.0, [0, 1, 2, 3]), (0.0, [0])])
async def test_after_each_slice_everything_else_gets_its_turn(
    monkeypatch: pytest.MonkeyPatch, seconds: float, turns: list[int]
) -> None:
    """Each look at the clock costs so many seconds; where none passes nobody else is let in."""
    done: list[int] = []
    seen: list[int] = []

    async def other() -> None:
        while len(done) < 4:
            seen.append(len(done))
            await asyncio.sleep(0)

    beside = asyncio.create_task(other())
    await asyncio.sleep(0)
    clock = count()
    monkeypatch.setattr(time, "monotonic", lambda: next(clock) * seconds)
    async for step in in_slices(range(4)):
        done.append(step)
    await beside
    assert (done, seen) == ([0, 1, 2, 3], turns)
