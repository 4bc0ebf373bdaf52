"""The race: taps needed, taps that count, and who is best when."""

from random import Random

from table.games import played, started

from kessel.rules import events as e
from kessel.rules.reasons import Reason
from kessel.table import Pace
from kessel.table.play import Happened
from kessel.table.race import Heat, Race, race_between, taps_needed
from kessel.table.stats import SeatStats, count_events

ANN, BEN, EVE = 0, 1, 2
PACE = Pace(race_tie=0.03, race_limit=20.0, race_tap_gap=0.1, race_bot_tap=(0.3, 0.6))


def race(ann: int, ben: int, eve: int) -> Race:
    """A race of two taps each, of which so many are done."""
    return Race({ANN: 2, BEN: 2, EVE: 2}, {ANN: ann, BEN: ben, EVE: eve})


def test_a_pile_is_one_tap_and_somebody_without_dice_still_calls_stop() -> None:
    state = played(started("impact-power")).state
    assert taps_needed(state, ANN) == state.hands[0]
    piled = state._replace(hands=(2, 0), piles=((3, 2), ()))
    assert taps_needed(piled, ANN) == 4
    assert taps_needed(piled, BEN) == 1
    assert race_between([BEN], piled, heat=2) == Race({BEN: 1}, {BEN: 0}, heat=2)


def test_taps_count_from_the_start_on_as_quickly_as_a_hand_can_make_them() -> None:
    heat = Heat(PACE, starts=5.0)
    assert heat.taps_that_count(race(0, 0, 0), ANN, 1, now=4.9) == 0
    assert heat.taps_that_count(race(0, 0, 0), ANN, 2, now=5.0) == 1
    assert heat.taps_that_count(race(1, 0, 0), ANN, 2, now=5.09) == 0
    assert heat.taps_that_count(race(1, 0, 0), ANN, 2, now=5.11) == 1
    assert heat.taps_that_count(race(0, 0, 0), ANN, 2, now=5.11) == 2, "told late, both count"
    assert heat.taps_that_count(race(1, 0, 0), ANN, 1, now=9.0) == 0, "told again"
    assert heat.taps_that_count(race(2, 0, 0), ANN, 9, now=9.0) == 0, "all dice are stacked"


def test_over_3g_the_taps_of_a_quick_hand_count() -> None:
    """300 ± 150 ms each way; a device tells its count, and tells it again."""
    chance, made, counted = Random(1), 0, 0
    for _ in range(100):
        one, heat = Race({ANN: 15}, {ANN: 0}), Heat(Pace(), starts=0.0)
        start, arrival = chance.uniform(0.15, 0.45), 0.0
        for done in range(1, 16):
            tapped = start + 0.09 * done
            arrival = max(arrival, tapped + chance.uniform(0.15, 0.45))
            for _ in range(heat.taps_that_count(one, ANN, done, arrival)):
                one = one.tapped(ANN)
        made, counted = made + 15, counted + one.done[ANN]
    assert counted >= 0.98 * made


def test_the_first_finisher_wins_unless_another_finishes_within_the_tie() -> None:
    heat = Heat(PACE, starts=5.0, last_tap={ANN: 7.0, BEN: 7.02, EVE: 7.04})
    assert heat.decided_at(race(1, 1, 1)) is None
    assert heat.best(race(1, 1, 1), 8.0) == []
    assert heat.decided_at(race(2, 1, 1)) == 7.03
    assert heat.best(race(2, 2, 2), 7.01) == [], "somebody may still tie"
    assert heat.best(race(2, 1, 1), 7.03) == [ANN]
    assert heat.best(race(2, 2, 2), 7.1) == [ANN, BEN]


# --- what each player did is counted from casts and events ----------------------------------------


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
