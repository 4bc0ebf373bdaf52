"""Before a game a table is set up; after one it goes on with another box."""

from typing import Any

import pytest

from kessel.errors import BadValue, NotAwaited
from kessel.table import Seat, SeatIsTaken, Table, WrongSeat, log

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


def test_before_the_first_game_the_table_is_what_was_chosen_last(setting: Any) -> None:
    driver = setting.table("strike-2020", "poooo")
    table = driver.table
    driver.do(table.depart, Seat(0))
    series = log.BoxChosen(edition="impact", clock="day", public=True, tournament=True)
    for box in (series, log.BoxChosen(edition="harry-potter")):
        driver.take(table.choose_box(box))
    made = table.ledger.made
    assert (made.edition, made.clock) == ("harry-potter", "day")
    assert made.public
    driver.take(table.sit_bot(Seat(2), "plain"))
    driver.take(table.start(False, driver.now))
    assert table.ledger.play.started.clock == "day"
    assert table.ledger.standing() is not None, "it is a tournament"
    assert not table.people(driver.now).bot_in, "nobody plays on soon for who has a day"
    assert Table.from_log(driver.entries).ledger == table.ledger
    with pytest.raises(NotAwaited):
        table.choose_box(IMPACT)


def test_bots_come_and_go_before_the_first_game(setting: Any) -> None:
    driver = setting.table("strike-2020", "pooo")
    table = driver.table
    for seat in (1, 2, 2):
        driver.take(table.sit_bot(Seat(seat), "plain"))
    assert [one.kind for one in table.ledger.seats] == ["person", "bot", "bot", "open"]
    assert len(set(table.ledger.names)) == 3
    driver.do(table.free, Seat(1))
    with pytest.raises(WrongSeat):
        table.free(Seat(1), driver.now)
    with pytest.raises(SeatIsTaken):
        table.sit_bot(Seat(0), "plain")
    with pytest.raises(BadValue):
        table.sit_bot(Seat(3), "nobody")
    assert Table.from_log(driver.entries).ledger == table.ledger
    driver.take(table.start(False, driver.now))
    with pytest.raises(NotAwaited):
        table.sit_bot(Seat(3), "plain")


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
