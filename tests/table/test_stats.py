"""What each player did is counted from casts and events; the counts before stay as they were."""

from kessel.rules import events as e
from kessel.rules.reasons import Reason
from kessel.table.play import Happened
from kessel.table.stats import SeatStats, count_events

NONE = (SeatStats(), SeatStats())


def happened(*events: e.Event) -> tuple[Happened, ...]:
    return tuple(Happened(event, Reason("any", ())) for event in events)


def test_losses_go_to_the_active_player_and_what_is_taken_to_who_takes_it() -> None:
    events = happened(
        e.WentOut(2),
        e.NullRemoved(1),
        e.Collected(1, {"4": 2, "5": 3}),
        e.AccioTaken(1, "accio"),
        e.AccioTaken(0, None),
        e.NoDice(0),
    )
    assert count_events(NONE, 0, events) == (
        SeatStats(lost_out=2, lost_null=1),
        SeatStats(strikes=1, collected=6, greatest=6),
    )
    assert (SeatStats(), SeatStats()) == NONE


def test_the_greatest_take_is_that_of_one_step() -> None:
    tallies: tuple[SeatStats, ...] = NONE
    for dice in (2, 5, 3):
        tallies = count_events(tallies, 0, happened(e.Collected(0, {"4": dice})))
    assert tallies == (SeatStats(strikes=3, collected=10, greatest=5), SeatStats())
