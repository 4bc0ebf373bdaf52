"""What each player did is counted from casts and events; the counts before stay as they were."""

from table.games import cast, played, started, with_casts

from kessel.rules import events as e
from kessel.rules.reasons import Reason
from kessel.table.play import Happened
from kessel.table.stats import Tally, count_events, count_throws, eliminated

NONE = (Tally(), Tally())


def happened(*events: e.Event) -> tuple[Happened, ...]:
    return tuple(Happened(event, Reason("any", ())) for event in events)


def test_a_throw_is_counted_with_its_dice_for_everybody_who_threw() -> None:
    play = played(started("harry-potter"), ("relashio",), ("relashio", "relashio"))
    play = with_casts(play, cast(0), cast(1))
    assert count_throws(NONE, play) == (Tally(throws=1, dice_thrown=1),) * 2
    alone = with_casts(played(started(), ("4",)), cast(0))
    assert count_throws((Tally(throws=3, dice_thrown=9), Tally()), alone) == (
        Tally(throws=4, dice_thrown=10),
        Tally(),
    )


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
        Tally(lost_out=2, lost_null=1),
        Tally(strikes=1, collected=6, greatest=6),
    )
    assert (Tally(), Tally()) == NONE


def test_the_greatest_take_is_that_of_one_step() -> None:
    tallies: tuple[Tally, ...] = NONE
    for dice in (2, 5, 3):
        tallies = count_events(tallies, 0, happened(e.Collected(0, {"4": dice})))
    assert tallies == (Tally(strikes=3, collected=10, greatest=5), Tally())


def test_who_was_eliminated_in_a_step() -> None:
    assert eliminated(happened(e.Eliminated(2, 1), e.NoDice(1), e.Eliminated(0, 1))) == [2, 0]
    assert eliminated(()) == []
