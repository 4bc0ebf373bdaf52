"""The usual bot and the gentlest answer are always legal, and fixed by their chance."""

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from table.games import WAITS_FOR_ACCIO, WAITS_FOR_TOWER, played, started

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import Beginner
from kessel.errors import IllegalMove
from kessel.rules.moves import (
    EndTurn,
    Move,
    StackTower,
    TakeAccio,
)
from kessel.table import log
from kessel.table.answers import entry_of, sight
from kessel.table.bots import gentle_answer
from kessel.table.feed import feed, with_cast
from kessel.table.notices import BotJob
from kessel.table.play import Play, begin
from kessel.throws.aim import Aim

CHANCES = 60
POINTS: dict[str, Callable[[], Play]] = {
    "start_die thrown": lambda: begin(started()),
    "start_die placed": lambda: begin(started("impact")),
    "throw": lambda: played(started(), ("4",)),
    "choice": lambda: played(started(), ("4",), ("4", "5")),
    "extra": lambda: played(started("harry-potter"), ("relashio",), ("relashio", "relashio")),
    "collect": lambda: played(started(collecting="optional"), ("4",), ("4", "4")),
    "accio": lambda: played(started("harry-potter"), *WAITS_FOR_ACCIO),
    "stack": lambda: played(started("harry-potter"), *WAITS_FOR_TOWER),
}


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("answer", [Beginner().answer, gentle_answer])
def test_answers_are_legal_and_follow_from_their_chance(
    point: str, answer: Callable[[Sight, Random], Answer]
) -> None:
    play = POINTS[point]()
    assert play.awaited.kind == point.split()[0]
    player = play.waited_for()[0]
    play = feed(play, log.BotPlaysOn(player=player)).play
    seen = sight(play, player)
    for chance in range(CHANCES):
        given = answer(seen, Random(chance))
        assert given == answer(seen, Random(chance))
        entry = entry_of(play, player, given, "bot")
        assert (
            with_cast(play, entry).casts if isinstance(entry, log.CastShown) else feed(play, entry)
        )


def test_the_gentlest_answer_does_the_least() -> None:
    choice = sight(POINTS["choice"](), 0)
    assert gentle_answer(choice, Random(1)) == Answer(EndTurn())
    accio = sight(POINTS["accio"](), 0)
    assert gentle_answer(accio, Random(1)) == Answer(TakeAccio(None))
    must = sight(played(started("harry-potter", accio_optional=False), *WAITS_FOR_ACCIO), 0)
    assert gentle_answer(must, Random(1)) == Answer(TakeAccio("confundo"))
    throw = gentle_answer(sight(POINTS["throw"](), 0), Random(1))
    assert throw.aim == Aim().to_json()


# --- answers as entries, aims within a hand's reach, and what a player sees -----------------------


ANN, BEN = 0, 1


def entry(play: Play, move: Move) -> log.CastShown | log.Answered:
    return entry_of(play, ANN, Answer(move), "bot")


def test_faces_become_dice() -> None:
    accio = played(started("harry-potter"), *WAITS_FOR_ACCIO)
    chosen = entry(accio, TakeAccio("confundo"))
    assert isinstance(chosen, log.Answered)
    assert set(chosen.dice) < set(accio.accio_dice()) or chosen.dice == list(accio.accio_dice())
    with pytest.raises(IllegalMove, match="no die with relashio lies in the arena"):
        entry(accio, TakeAccio("relashio"))
    tower = played(started("harry-potter"), *WAITS_FOR_TOWER)
    built = entry(tower, StackTower(("confundo", "relashio")))
    assert isinstance(built, log.Answered)
    assert [tower.face_of(die) for die in built.dice] == ["confundo", "relashio"]
    with pytest.raises(IllegalMove, match="no die with confundo is left"):
        entry(tower, StackTower(("confundo", "confundo")))


# --- what a bot is handed -------------------------------------------------------------------------


def jobs_of(driver: Any) -> list[BotJob]:
    table, found = driver.table, []
    for _ in range(400):
        due = table.due()
        if due is None:
            break
        driver.now = max(driver.now, due)
        outcome = table.tick(driver.now)
        found += [job for job in outcome.jobs if isinstance(job, BotJob)]
        driver.take(outcome)
    return found


def test_a_bot_sees_nothing_of_the_server_secret(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    jobs = jobs_of(driver)
    secret = driver.table.state.chain.secret
    assert jobs
    for job in jobs:
        shown = repr((job.sight, job.chance)).encode() + pickle.dumps(job.sight.at_rest)
        assert secret not in shown
        assert secret.hex().encode() not in shown


def test_hidden_supplies_are_hidden_from_bots(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbb", options={"supply": "hidden"})
    for job in jobs_of(driver):
        seen = job.sight.state
        others = [n for player, n in enumerate(seen.hands) if player != job.sight.player and n]
        assert max(others) - min(others) <= 1, "spread evenly, whatever they really are"
