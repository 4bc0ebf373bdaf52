"""The race: taps needed, taps that count, who is best when, and what a table makes of it."""

from random import Random
from typing import Any

import pytest
from table.games import played, started

from kessel.errors import IllegalMove
from kessel.rules import events as e
from kessel.rules.moves import Landing
from kessel.rules.reasons import Reason
from kessel.table import Pace, log
from kessel.table.play import Happened
from kessel.table.race import Heat, Race, race_between, taps_needed
from kessel.table.stats import SeatStats, count_events
from kessel.throws.scripted import ScriptedDice

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


# --- at a table -----------------------------------------------------------------------------------


def at_the_race(
    setting: Any, kinds: str = "ppp", edition: str = "impact-power", **settings: Any
) -> Any:
    lands = [("fire",), ("fire", "fire")]
    driver = setting.table(
        edition, kinds, thrower=ScriptedDice([Landing(o) for o in lands]), **settings
    )
    driver.throw(0)
    driver.throw(0)
    assert driver.table.state.play.awaited.kind == "column"
    return driver


def tap(driver: Any, seat: int, count: int, gap: float = 0.1) -> None:
    for _ in range(count):
        driver.now += gap
        state = driver.table.state
        done = state.race.done[seat] + 1
        driver.act("tap", seat, done)


def test_more_dice_take_longer(setting: Any) -> None:
    driver = at_the_race(setting)
    assert driver.table.state.race.needed == {0: 6, 1: 7, 2: 7}


def test_taps_before_the_start_or_too_quick_do_not_count(setting: Any) -> None:
    driver = at_the_race(setting)
    tap(driver, 1, 3, gap=0.2)
    assert driver.table.state.race.done[1] == 0
    driver.now = driver.table.pending(0.0).race_starts_in
    tap(driver, 1, 10, gap=0.001)
    assert driver.table.state.race.done[1] == 1


def test_the_fastest_builder_wins_by_the_tables_clock(setting: Any) -> None:
    driver = at_the_race(setting)
    driver.now = driver.table.pending(0.0).race_starts_in
    tap(driver, 0, 2)
    tap(driver, 2, 7)
    driver.advance()
    assert driver.steps[-1].move == "column"
    assert driver.table.state.play.state.hands[2] == 7 + 2
    assert driver.table.state.play.state.active == 0, "the player left of the winner is next"


def test_a_tie_is_raced_again_by_those_who_tied(setting: Any) -> None:
    driver = at_the_race(setting)
    table = driver.table
    driver.now = table.pending(0.0).race_starts_in
    tap(driver, 1, 6)
    tap(driver, 2, 6)
    driver.now += 1.0
    state = table.state.state_number
    driver.act("tap", 1, 7)
    driver.now += 0.01
    driver.act("tap", 2, 7)
    driver.advance()
    assert table.state.race.heat == 2
    assert set(table.state.race.needed) == {1, 2}
    assert table.state.state_number == state + 1
    again = setting.again(driver.entries)
    assert set(again.table.state.race.needed) == {1, 2}


def test_a_race_nobody_finishes_goes_to_who_is_furthest(setting: Any) -> None:
    driver = at_the_race(setting)
    driver.now = driver.table.pending(0.0).race_starts_in
    tap(driver, 2, 3)
    driver.advance()
    assert driver.steps[-1].move == "column"
    assert driver.table.state.play.state.hands[2] == 9


def test_bots_take_a_human_time(setting: Any) -> None:
    driver = at_the_race(setting, "pbb")
    starts = driver.table.pending(0.0).race_starts_in
    while driver.table.state.race is not None:
        driver.advance()
    assert 7 * 0.30 <= driver.now - starts <= 7 * 0.65 + 0.1


def test_a_race_lost_with_the_process_counts_down_again_with_its_taps(setting: Any) -> None:
    driver = at_the_race(setting)
    driver.now = driver.table.pending(0.0).race_starts_in
    tap(driver, 1, 4)
    again = setting.again(driver.entries)
    assert again.table.pending(0.0).race_starts_in == again.table.pace.race_countdown
    again.now = again.table.pace.race_countdown
    tap(again, 1, 3)
    again.advance()
    assert again.steps[-1].move == "column"
    assert again.table.state.running().state.hands[1] == 7 + 2


def test_a_bot_that_takes_over_in_a_race_builds_on(setting: Any) -> None:
    driver = at_the_race(setting)
    driver.now = driver.table.pending(0.0).race_starts_in
    tap(driver, 0, 5)
    driver.do(driver.table.seating.resign, 0)
    while driver.table.state.race is not None:
        driver.advance()
    taps = [e.player for e in driver.entries if isinstance(e, log.Tapped)]
    assert taps == [0] * 6, "one was left to stack"


def test_piles_to_keep_are_said_during_the_race(setting: Any) -> None:
    driver = at_the_race(setting)
    with pytest.raises(IllegalMove, match="piles dissolve"):
        driver.act("keep_piles", 0, [])
    owners = at_the_race(
        setting,
        edition="impact-avatar",
        elements=["fire", "stone"],
        options={"piles_after_column": "owner_choice", "start_die": "thrown"},
    )
    owners.act("keep_piles", 1, [])
    owners.act("keep_piles", 1, [])
    assert owners.entries.count(log.PilesKept(player=1, piles=[])) == 1, "nothing is said twice"
    owners.now = owners.table.pending(0.0).race_starts_in
    tap(owners, 1, owners.table.state.running_race().needed[1])
    owners.advance()
    assert owners.table.state.kept_piles == {}


def test_a_race_is_run_at_its_own_pace(setting: Any) -> None:
    driver = at_the_race(setting)
    for other in range(1, len(driver.table.state.seats)):
        driver.do(driver.table.seating.resign, other)
    driver.do(driver.table.acts.hurry, 0, True)
    assert driver.table.pending(driver.now).race_starts_in > 0.0
