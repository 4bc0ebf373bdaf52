"""Throws wait for workers that fail; only dice without rest are replaced by ideal ones."""

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from kessel.errors import KesselError
from kessel.hall import jobs

if TYPE_CHECKING:
    from kessel.hall.workers import Workers
    from kessel.table import BotJob, Table, ThrowJob

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


def thrown(workers: Failing) -> tuple[str, str]:
    made = SimpleNamespace(dice="physics")
    table = SimpleNamespace(ledger=SimpleNamespace(made=made))
    job = SimpleNamespace(order=None)
    result: Any = asyncio.run(
        jobs.throw(cast("Workers", workers), cast("Table", table), cast("ThrowJob", job))
    )
    return cast("tuple[str, str]", result)


def test_workers_that_fail_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    workers = Failing(*(RuntimeError("a worker died") for _ in range(20)))
    assert thrown(workers) == ("thrown by physics", "")
    assert workers.asked == ["physics"] * 21
    assert waited[:5] == [0.5, 1.0, 2.0, 4.0, 8.0]
    assert waited[-1] == jobs.LONGEST_WAIT


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
