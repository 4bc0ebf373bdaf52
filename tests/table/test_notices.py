"""What follows from one call after another adds up in order."""

from table.games import cast, played, started, with_casts

from kessel.table import Seat, log
from kessel.table.notices import (
    NOTHING,
    GameChanged,
    Outcome,
    Scored,
    SeatsChanged,
    ThrownCast,
    tell,
    thrown_casts,
)


def test_outcomes_add_up_in_order() -> None:
    tap = log.Tapped(player=0)
    first = Outcome((tap,), (GameChanged("tapped"),))
    second = tell(SeatsChanged()) + tell(Scored())
    assert first + second == Outcome((tap,), (GameChanged("tapped"), SeatsChanged(), Scored()))
    assert NOTHING + first == first


def test_hands_are_told_by_the_tables_seats() -> None:
    play = with_casts(played(started(seats=(1, 3), first=1)), cast(1))
    assert thrown_casts(play) == (ThrownCast(Seat(3), "1", {}, "person"),)
