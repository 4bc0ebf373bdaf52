"""The review of a game: parts that add up, and mistakes that are found."""

from pathlib import Path

import pytest

from kessel.coach.coach import Coach
from kessel.coach.review import review, review_lines
from kessel.record import GameRecord, begin_record, read_record
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import EndTurn, Landing, Throw
from kessel.rules.notation import read_state
from kessel.solver.chance import IdealChance
from kessel.solver.library import best_model
from kessel.throws.aim import STRENGTHS
from kessel.words import Speaker

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def coach() -> Coach:
    return Coach(find_edition("strike-2020"), 2, IdealChance())


def recorded(options: str = "") -> GameRecord:
    """A stops with three dice lying, where going on is much better."""
    state = read_state(f"strike-2020 hands=5,5 arena=2,3{options}")
    record = begin_record(state, ("Ann", "Ben"))
    for move in (Throw("1", Landing(("2", "3", "4"))), EndTurn()):
        step = apply(state, move)
        record = record.add(state, move, step)
        state = step.state
    return record


def test_stopping_too_early_is_found(coach: Coach) -> None:
    reviewed = review(recorded(), coach)
    worst = max(reviewed.decisions, key=lambda one: one.given_away)
    assert (worst.number, worst.chosen, worst.best) == (2, "stop", "throw")
    odds = coach.advise(read_state("strike-2020 hands=4,5 arena=2,3,4 phase=choice"))
    assert worst.given_away == pytest.approx(odds.given_away("stop"))
    told = list(review_lines(reviewed, Speaker("strike-2020", ("Ann", "Ben"))))
    assert any("(Ann): a throw would have won" in line for line in told)
    assert any(line.startswith("Turning point: Move ") for line in told)


@pytest.mark.parametrize("name", ["strike-2020-2", "harry-potter-2"])
def test_start_luck_choices_and_gifts_add_up_to_the_result(name: str) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text("utf-8"))
    reviewed = review(record, Coach(record.start.edition, 2, IdealChance()))
    assert reviewed.exact == (name == "strike-2020-2")
    for one in reviewed.seats:
        total = one.start + one.luck - one.given_away + one.gifts
        assert total == pytest.approx(one.result, abs=1e-9)
        assert one.given_away >= -1e-9
    assert {one.result for one in reviewed.seats} == {0.0, 1.0}


def test_a_game_with_options_that_were_not_solved_is_an_estimate(coach: Coach) -> None:
    solved, other = (
        review(recorded(options), coach) for options in ("", " options=collecting:optional")
    )
    assert solved.exact
    speaker = Speaker("strike-2020", ("Ann", "Ben"))
    assert not any("estimates" in line for line in review_lines(solved, speaker))
    assert not other.exact
    assert any("estimates" in line for line in review_lines(other, speaker))
    for one in other.seats:
        assert one.start + one.luck - one.given_away + one.gifts == pytest.approx(one.result)


HAND = '{{"t":"hand","player":0,"unit":"1","aim":{{"speed":{speed}}}{more}}}'


def thrown(coach: Coach, *notes: tuple[str, str]) -> tuple[str, float]:
    """What the review calls A's throw, and how much of it lay in the strength."""
    state = read_state("strike-2020 hands=5,5 arena=2,3")
    move = Throw("1", Landing(("2", "3", "4")))
    step = apply(state, move)
    record = begin_record(state, ("Ann", "Ben")).add(state, move, step, *notes)
    (decision,) = review(record, coach).decisions
    return decision.chosen, decision.aim_given_away


def test_nobody_is_blamed_for_a_strength_that_was_not_their_own() -> None:
    edition = find_edition("strike-2020")
    coach = Coach(edition, 2, best_model(edition))
    chances = coach.advise(read_state("strike-2020 hands=5,5 arena=2,3")).actions
    worst, best = (choose(chances, key=lambda kind: chances[kind][0]) for choose in (min, max))
    speed = STRENGTHS[worst]["speed"]
    own = HAND.format(speed=speed, more="")
    chosen, blamed = thrown(coach, ("hand", own))
    assert chosen == worst, "the control: whoever threw so gives something away"
    assert blamed > 0.0
    by_table = HAND.format(speed=speed, more=',"by":"table"')
    for notes in ((), (("hand", by_table),), (("hand", "[]"),)):
        assert thrown(coach, *notes) == (best, 0.0)
