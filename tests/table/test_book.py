"""The book of a table: entered first, dropped when the game goes on, all of it or nothing."""

from typing import Any

import pytest

from kessel.errors import KesselError
from kessel.table import Seat, log
from kessel.table.book import Book

HAND = log.CastShown(player=0, unit="1", aim={})


def book(setting: Any) -> Book:
    """Of a table whose game waits for the cast of seat 0."""
    driver = setting.table("strike-2020", "pp")
    found: Book = driver.table.book
    return found


def test_what_waits_is_dropped_when_the_game_goes_on(setting: Any) -> None:
    found = book(setting)
    found.asked.add(Seat(1))
    found.pushes_refused = 2
    found.keep(log.SeatDressed(seat=Seat(0), finish="", mat=""))
    assert (found.asked, found.pushes_refused) == ({Seat(1)}, 2)
    outcome = found.keep(HAND)
    assert outcome.entries == (HAND,)
    assert (found.asked, found.pushes_refused) == (set(), 0)


def test_of_several_entries_all_are_entered_or_none(setting: Any) -> None:
    found = book(setting)
    before = found.ledger

    def twice() -> None:
        with found.all_or_nothing():
            found.keep(HAND)
            assert found.ledger is not before
            found.keep(HAND)

    with pytest.raises(KesselError):
        twice()
    assert found.ledger is before
