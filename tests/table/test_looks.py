"""What dice and mats look like: kept with the seat, beside the game, and refused to nobody."""

from typing import Any

import pytest

from kessel.table import Seat, Table, WrongSeat, log
from kessel.table.looks import FINISHES, MATS, PLAIN, known
from kessel.table.notices import NOTHING, SeatsChanged


def test_every_look_has_a_name_of_its_own_that_fits_into_a_message() -> None:
    names = (*FINISHES, *MATS)
    assert len(set(names)) == len(names)
    assert all(0 < len(name) <= 32 for name in names)
    assert known("brass", FINISHES) == "brass"
    assert known("rings", FINISHES) == known("<b>", FINISHES) == PLAIN


def test_a_look_is_kept_once_and_comes_back_with_the_table(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    lines = driver.table.ledger.history
    outcome = driver.table.wear(Seat(1), "brass", "rings")
    assert outcome.entries == (log.SeatDressed(seat=Seat(1), finish="brass", mat="rings"),)
    assert outcome.notices == (SeatsChanged(),)
    assert driver.table.wear(Seat(1), "brass", "rings") == NOTHING
    again = Table.from_log([*driver.entries, *outcome.entries])
    assert [(one.finish, one.mat) for one in again.ledger.seats] == [("", ""), ("brass", "rings")]
    assert again.ledger.history == lines, "nothing of it is in the transcript"


def test_what_nobody_knows_is_plain_and_bots_wear_nothing(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb")
    driver.take(driver.table.wear(Seat(0), "crown", "lava"))
    assert (driver.table.ledger.seats[0].finish, driver.table.ledger.seats[0].mat) == ("crown", "")
    driver.take(driver.table.wear(Seat(0), "gold", ""))
    assert driver.table.ledger.seats[0].finish == PLAIN
    with pytest.raises(WrongSeat):
        driver.table.wear(Seat(1), "brass", "")


def test_what_is_worn_is_told_again_with_every_game_and_to_nobody_twice(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb")
    driver.take(driver.table.wear(Seat(0), "brass", ""))
    driver.do(driver.table.resign, Seat(0))
    driver.play_on()
    assert driver.table.ledger.stage == "over"
    begun = driver.table.rematch(driver.now)
    assert log.SeatDressed(seat=Seat(0), finish="brass") in begun.entries
    assert SeatsChanged() not in begun.notices
