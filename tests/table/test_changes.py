"""Changes that are no moves are counted, by who made them, and at last refused."""

from typing import Any

import pytest

from kessel.errors import NotAwaited
from kessel.table import Seat, Table, WrongSeat, log
from kessel.table.changes import MOST_CHANGES
from kessel.table.looks import FINISHES
from kessel.table.notices import BoxChanged

BOXES = [log.BoxChosen(edition=name) for name in ("impact", "harry-potter")]


def dress(driver: Any, seat: Seat, times: int) -> None:
    """Put on one thing after another."""
    first, second, *_ = sorted(FINISHES)
    for number in range(times):
        driver.take(driver.table.wear(seat, second if number % 2 else first, ""))


def test_a_seat_changes_so_often_until_the_next_game_and_others_as_often(setting: Any) -> None:
    driver = setting.table("strike-2020", "ppo")
    dress(driver, Seat(0), MOST_CHANGES)
    with pytest.raises(NotAwaited, match=f"^seat 0 was changed {MOST_CHANGES} times"):
        driver.table.wear(Seat(0), "", "")
    dress(driver, Seat(1), 1)
    again = Table.from_log(driver.entries)
    assert again.ledger == driver.table.ledger
    with pytest.raises(NotAwaited):
        again.wear(Seat(0), "", "")
    driver.take(driver.table.start(True, driver.now))
    dress(driver, Seat(0), MOST_CHANGES - 1)


def test_seats_move_together_or_not_at_all(setting: Any) -> None:
    driver = setting.table("strike-2020", "ppo")
    dress(driver, Seat(1), MOST_CHANGES)
    before = driver.table.ledger
    with pytest.raises(NotAwaited):
        driver.table.move({Seat(0): "hash new", Seat(1): "hash newer"})
    with pytest.raises(WrongSeat):
        driver.table.move({Seat(0): "hash new", Seat(2): "hash newer"})
    assert driver.table.ledger == before


def test_the_same_box_again_is_told_and_not_entered(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    driver.play_on()
    driver.take(driver.table.choose_box(BOXES[0]))
    again = driver.table.choose_box(BOXES[0])
    assert (again.entries, again.notices) == ((), (BoxChanged(),))
    for number in range(1, MOST_CHANGES):
        driver.take(driver.table.choose_box(BOXES[number % 2]))
    with pytest.raises(NotAwaited, match="the box was changed"):
        driver.table.choose_box(BOXES[0])
    driver.do(driver.table.rematch)
    assert driver.table.ledger.play.started.edition == BOXES[1].edition
