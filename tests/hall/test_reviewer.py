"""Each finished game is reviewed once, however many ask, and what fails is no report."""

import asyncio
import json
from collections.abc import Sequence

import pytest
from hall.in_memory import Hall, InlineWorkers

from kessel.hall import reviewer as reviewers
from kessel.hall.reviewer import Reviewer


class Slow(InlineWorkers):
    """Counts reviews and takes a moment for each."""

    calls = 0
    solved: bool | None = True
    fails = False

    async def review(self, bodies: Sequence[str]) -> bytes:
        self.calls += 1
        await asyncio.sleep(0.01)
        if self.fails:
            raise RuntimeError("a worker died")
        return b"report"


async def begun() -> list[str]:
    """The log of a table whose first game has begun."""
    hall = Hall()
    await (await hall.visit()).create("strike-2020", "pp")
    return hall.store.logs[1]


def status(report: bytes) -> str:
    return str(json.loads(report)["status"])


async def test_many_who_ask_at_once_cost_one_review() -> None:
    bodies = await begun()
    workers = Slow()
    reviewer = Reviewer(workers)
    asked = (reviewer.review("g", bodies) for _ in range(5))
    assert await asyncio.gather(*asked) == [b"report"] * 5
    assert await reviewer.review("g", bodies) == b"report"
    assert workers.calls == 1


async def test_one_who_goes_away_does_not_stop_it_for_the_others() -> None:
    bodies = await begun()
    workers = Slow()
    reviewer = Reviewer(workers)
    impatient = asyncio.create_task(reviewer.review("g", bodies))
    patient = asyncio.create_task(reviewer.review("g", bodies))
    await asyncio.sleep(0.001)
    impatient.cancel()
    assert await patient == b"report"
    assert workers.calls == 1


async def test_without_a_solution_there_is_none_and_with_one_on_its_way_not_yet() -> None:
    bodies = await begun()
    workers = Slow()
    reviewer = Reviewer(workers)
    workers.solved = None
    assert status(await reviewer.review("g", bodies)) == "preparing"
    workers.solved = False
    assert status(await reviewer.review("g", bodies)) == "none"
    workers.solved, workers.may_review = True, False
    assert status(await reviewer.review("g", bodies)) == "preparing"
    workers.may_review = True
    assert await reviewer.review("g", bodies) == b"report"


async def test_a_review_that_fails_is_no_report(caplog: pytest.LogCaptureFixture) -> None:
    bodies = await begun()
    workers = Slow()
    workers.fails = True
    assert status(await Reviewer(workers).review("g", bodies)) == "none"
    assert "review failed" in caplog.messages


async def test_old_reports_are_forgotten_and_worked_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviewers, "REVIEWS_KEPT", 2)
    bodies = await begun()
    workers = Slow()
    reviewer = Reviewer(workers)
    for game in ("a", "b", "c", "c", "b", "a"):
        await reviewer.review(game, bodies)
    assert workers.calls == 4
