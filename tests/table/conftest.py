"""Tables of bots and persons, driven without a network and without waiting."""

from random import Random
from typing import Any

import pytest
from table.drive import Driver

from kessel.table import Pace, Table, log
from kessel.throws.dice import Simulator
from kessel.throws.ideal import IdealDice

CODE = "abcdefghijkl"


class Setting:
    """Makes tables whose every secret comes from one number, so that a test repeats itself."""

    def __init__(self) -> None:
        self.chance = Random(2020)
        self.date = 1.8e9
        """What the tables believe, in seconds since 1970."""

    def entropy(self, count: int) -> bytes:
        return self.chance.randbytes(count)

    def table(
        self,
        edition: str,
        kinds: str = "bbb",
        *,
        pace: Pace | None = None,
        thrower: Simulator | None = None,
        **settings: Any,
    ) -> Driver:
        """A table; `kinds` has a letter for each seat: b bot, p person, o open."""
        used = thrower or IdealDice()
        made = log.TableMade(code=CODE, edition=edition, seats=_seats(kinds), **settings)
        table, outcome = Table.make(
            made,
            0.0,
            dice_name=used.name,
            pace=pace or Pace(),
            entropy=self.entropy,
            date=lambda: self.date,
        )
        driver = Driver(table, outcome, used)
        for seat, kind in enumerate(kinds):
            if kind == "p":
                driver.do(table.seating.arrive, seat)
        return driver

    def again(self, entries: list[log.Entry], pace: Pace | None = None) -> Driver:
        """The table that wrote these entries, after the process was lost; all persons come back."""
        texts = [log.entry_text(entry) for entry in entries]
        table = Table.from_log(
            [log.read_entry(text) for text in texts],
            dice_name=IdealDice().name,
            pace=pace or Pace(),
            entropy=self.entropy,
            date=lambda: self.date,
        )
        driver = Driver(table, table.wake(0.0), IdealDice())
        for seat, occupant in enumerate(table.state.seats):
            if occupant.is_person:
                driver.do(table.seating.arrive, seat)
        return driver


def _seats(kinds: str) -> list[log.SeatPlan]:
    plans = {
        "b": lambda n: log.SeatPlan(kind="bot"),
        "p": lambda n: log.SeatPlan(kind="person", name=f"Person {n}", token=f"hash {n}"),
        "o": lambda n: log.SeatPlan(kind="open"),
    }
    return [plans[kind](number) for number, kind in enumerate(kinds)]


@pytest.fixture
def setting() -> Setting:
    return Setting()
