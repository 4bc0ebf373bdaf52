"""Games driven without a network: time jumps to what is due, throws and bots answer at once."""

from dataclasses import replace
from typing import Any

import pytest
from table.drive import Driver

from kessel.table import Outcome
from kessel.table.notices import GameBegan, LineAdded, Stepped
from kessel.throws.ideal import IdealDice


def test_time_jumps_to_what_is_due(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    due = driver.table.due()
    assert driver.advance()
    assert driver.now == due > 0.0
    assert any(isinstance(notice, Stepped) for notice in driver.notices)


def test_without_anything_due_there_is_nothing_to_advance_to(setting: Any) -> None:
    driver = setting.table("strike-2020", "po")
    assert not driver.advance()
    driver.play_on()
    assert driver.table.ledger.stage == "gathering"


def test_a_game_without_end_is_noticed(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    with pytest.raises(AssertionError, match="without end"):
        driver.play_on(most_ticks=2)


def test_news_are_told_once(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    assert [type(notice) for notice in driver.news()] == [GameBegan, LineAdded]
    assert list(driver.news()) == []


def test_a_level_that_is_not_on_the_roster_is_played_by_another_bot(setting: Any) -> None:
    """A roster may change while tables sleep."""
    driver = setting.table("strike-2020", "bb")
    table = driver.table
    (job,) = table.tick(table.due()).jobs
    table.course.bots = {"other": table.bots["plain"]}
    missing = Outcome(jobs=(replace(job, level="gone"),))
    assert Driver(table, missing, IdealDice()).entries
