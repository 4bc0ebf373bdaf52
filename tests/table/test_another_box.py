"""After a game the table goes on with another box."""

from typing import Any

import pytest

from kessel.errors import BadValue, NotAwaited
from kessel.table import Table, log

IMPACT = log.BoxChosen(edition="impact", options={"premove": "none"})
WIZARDS = log.BoxChosen(edition="harry-potter")


def test_the_next_games_are_played_with_it(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbb")
    driver.play_on()
    made = driver.table.ledger.made
    driver.do(lambda _: driver.table.choose_box(IMPACT))
    assert driver.table.ledger.made == made, "the game that is over keeps its box"
    driver.do(driver.table.rematch)
    for number in (2, 3):
        started = driver.table.ledger.play.started
        assert (started.edition, started.number) == ("impact", number)
        assert started.options["premove"] == "none"
        driver.play_on()
        driver.do(driver.table.rematch)


def test_the_log_stands_where_it_stood(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    for box in (IMPACT, WIZARDS):
        driver.play_on()
        driver.do(lambda _, box=box: driver.table.choose_box(box))
        driver.do(driver.table.rematch)
    driver.play_on()
    driver.do(driver.table.rematch)
    again = Table.from_log(driver.entries)
    assert again.ledger == driver.table.ledger
    assert again.ledger.made.edition == "harry-potter"


def test_a_tournament_keeps_its_box_until_it_is_decided(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb", tournament=True)
    with pytest.raises(NotAwaited):
        driver.table.choose_box(IMPACT)
    driver.play_on()
    with pytest.raises(NotAwaited):
        driver.table.choose_box(IMPACT)
    driver.do(driver.table.rematch)
    driver.play_on()
    driver.do(lambda _: driver.table.choose_box(IMPACT))
    driver.do(driver.table.rematch)
    driver.play_on()
    assert Table.from_log(driver.entries).ledger == driver.table.ledger
    assert driver.table.ledger.standing().winners is None, "the next one has begun"


def test_what_cannot_be_played_is_refused(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    driver.play_on()
    before = driver.table.ledger
    with pytest.raises(BadValue):
        driver.table.choose_box(log.BoxChosen(edition="strike-2020", options={"supply": "blue"}))
    assert driver.table.ledger is before
