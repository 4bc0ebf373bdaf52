"""The coach and the review: parts that add up, and mistakes that are found."""

from pathlib import Path

import pytest

from kessel.coach.coach import Coach
from kessel.coach.review import review, review_lines
from kessel.errors import BadValue
from kessel.record import GameRecord, begin_record, read_record
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import EndTurn, Landing, Throw
from kessel.rules.notation import read_state
from kessel.solver.chance import IdealChance

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def coach() -> Coach:
    return Coach(find_edition("strike-2020"), 2, IdealChance())


def recorded() -> GameRecord:
    """A stops with three dice lying, where going on is much better."""
    state = read_state("strike-2020 hands=5,5 arena=2,3")
    record = begin_record(state, ("Ann", "Ben"))
    for move in (Throw("1", Landing(("2", "3", "4"))), EndTurn()):
        step = apply(state, move)
        record = record.add(state, move, step)
        state = step.state
    return record


def test_stopping_too_early_is_found(coach: Coach) -> None:
    told = review(recorded(), coach)
    worst = max(told.decisions, key=lambda one: one.given_away)
    assert (worst.number, worst.chosen, worst.best) == (2, "stop", "throw")
    advice = coach.advise(read_state("strike-2020 hands=4,5 arena=2,3,4 phase=choice"))
    assert worst.given_away == pytest.approx(advice.given_away("stop"))
    assert any("A chose stop, throw was better" in line for line in review_lines(told, "ab"))


@pytest.mark.parametrize("name", ["strike-2020-2", "harry-potter-2"])
def test_start_luck_choices_and_gifts_add_up_to_the_result(name: str) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text("utf-8"))
    told = review(record, Coach(record.start.edition, 2, IdealChance()))
    assert told.exact == (name == "strike-2020-2")
    for one in told.seats:
        total = one.start + one.luck - one.given_away + one.gifts
        assert total == pytest.approx(one.result, abs=1e-9)
        assert one.given_away >= -1e-9
    assert {one.result for one in told.seats} == {0.0, 1.0}


def test_the_coach_is_exact_without_effects_and_says_so_with(coach: Coach) -> None:
    advice = coach.advise(read_state("strike-2020 hands=4,5 arena=2,3 phase=choice"))
    assert advice.is_exact
    wizards = Coach(find_edition("harry-potter"), 2, IdealChance())
    state = read_state("harry-potter hands=4,5 arena=accio,confundo phase=choice")
    told = wizards.advise(state)
    assert not told.is_exact
    assert 0.0 < told.error < 0.05


def test_the_coach_is_not_asked_between_throws(coach: Coach) -> None:
    with pytest.raises(BadValue, match="not at start_die"):
        coach.advise(read_state("strike-2020 hands=8,8 phase=start"))
