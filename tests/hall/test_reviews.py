"""The coach's report on a finished game: its parts add up, it names steps and throws that there
are, and it says so where it is an estimate or where there is none."""

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hall.in_memory import Hall, InlineWorkers
from table.drive import Driver

from kessel.coach import coach
from kessel.coach.review import Review
from kessel.hall import finished, reviews
from kessel.hall.finished import Reviewer
from kessel.hall.replays import replay
from kessel.messages.reports import GameReview, Replay
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.library import best_model
from kessel.table import NO_WAITING, Table, log
from kessel.throws.ideal import IdealDice


def played(edition: str, seats: list[int], **options: Any) -> list[str]:
    """The log of a game between bots, played on these seats of a larger table."""
    plans = [log.SeatPlan(kind="bot") for _ in seats]
    made = log.TableMade(code="abcdefghijkl", edition=edition, seats=plans, options=options)
    table, outcome = Table.make(made, 0.0, pace=NO_WAITING, entropy=Random(7).randbytes)
    Driver(table, outcome, IdealDice()).play_on()
    started, *rest = table.state.history
    assert isinstance(started, log.GameStarted)
    named = zip(started.players, seats, strict=True)
    players = [msgspec.structs.replace(one, seat=seat) for one, seat in named]
    moved = msgspec.structs.replace(started, players=players)
    chain = log.ChainDrawn(secret="00" * 32)
    return [log.entry_text(entry) for entry in (chain, moved, *rest)]


def reviewed(bodies: list[str]) -> GameReview:
    return msgspec.json.decode(reviews.game_review(bodies), type=GameReview)


@pytest.fixture(scope="module", autouse=True)
def solutions() -> None:
    """As files, which is where the server looks, whatever this process has in its memory."""
    for edition in ("strike-2020", "impact-power"):
        found = find_edition(edition)
        load_or_solve(found.base, 2, best_model(found))


def test_what_is_told_points_at_steps_and_throws_of_the_replay() -> None:
    bodies = played("strike-2020", [0, 1])
    told = reviewed(bodies)
    steps = msgspec.json.decode(replay(bodies, {}), type=Replay).steps
    assert told.missteps, "beginners' bots always give something away"
    assert told.turning is not None
    for one in told.missteps:
        step = steps[one.step]
        assert step.step.seat == one.seat
        if one.chosen.unit is None:
            assert step.step.move == "end"
            before = [s.thrown.throw for s in steps[: one.step] if s.thrown]
            assert one.throw == before[-1]
        else:
            assert step.thrown is not None
            assert step.thrown.throw == one.throw
        assert one.cost >= reviews.EXACT_MISTAKE
    costs = [one.cost for one in told.missteps]
    assert costs == sorted(costs, reverse=True)
    turning = steps[told.turning.step]
    assert turning.thrown is not None
    assert turning.thrown.throw == told.turning.throw


def test_seats_are_those_of_the_table() -> None:
    told = reviewed(played("strike-2020", [0, 2]))
    assert [seat is not None for seat in told.seats] == [True, False, True]
    assert {one.seat for one in told.missteps} <= {0, 2}


def test_a_bot_that_stands_in_is_not_reported_as_the_person() -> None:
    bodies = played("strike-2020", [0, 1])
    started = next(n for n, body in enumerate(bodies) if '"type":"fixed"' in body)
    assert any(one.seat == 0 for one in reviewed(bodies).missteps), "the control: a bot of its own"
    bodies[started] = bodies[started].replace(',"by":"bot"', "")
    bodies[1] = re.sub(r',"bot":"\w+"', "", bodies[1], count=1)
    landed = next(n for n, body in enumerate(bodies) if '"type":"land"' in body)
    bodies.insert(landed + 1, '{"type":"bot","player":0}')
    told = reviewed(bodies)
    away, bot = told.seats
    assert away is not None
    assert bot is not None
    assert away.stood_in > 1
    assert bot.stood_in == 0
    assert away.choices == away.aim == 0
    assert {one.seat for one in told.missteps} == {1}
    parts = away.start + away.luck + away.choices + away.aim + away.gifts
    assert parts == pytest.approx(away.result, abs=5e-4)


def test_effects_are_estimated_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "TRIES", 40)
    told = reviewed(played("impact-power", [0, 1]))
    assert told.status == "ready"
    assert told.estimated
    assert all(one.cost >= reviews.ESTIMATED_MISTAKE for one in told.missteps)


def test_without_a_table_there_is_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))
    assert reviewed(played("strike-2020", [0, 1, 2, 3])).status == "none"


def test_a_review_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SECONDS", -1.0)
    assert reviewed(played("strike-2020", [0, 1])).status == "none"


def test_a_game_in_which_no_throw_counted_has_no_turning_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "review", lambda record, coach: Review((), (), True))
    told = reviewed(played("strike-2020", [0, 1]))
    assert told.status == "ready"
    assert told.turning is None
    assert told.missteps == []


# --- each finished game is reviewed once, however many ask, and what fails is no report -----------


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
    monkeypatch.setattr(finished, "REVIEWS_KEPT", 2)
    bodies = await begun()
    workers = Slow()
    reviewer = Reviewer(workers)
    for game in ("a", "b", "c", "c", "b", "a"):
        await reviewer.review(game, bodies)
    assert workers.calls == 4
