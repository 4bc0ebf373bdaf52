"""A table never hangs on anyone: clocks, absence, windows, consent."""

from dataclasses import replace
from typing import Any

import pytest
from table.drive import GENTLE

from kessel.errors import IllegalMove, NotAwaited
from kessel.rules.moves import Landing
from kessel.table import log
from kessel.table.notices import NOTHING, GameChanged
from kessel.table.push import MOST_PUSHES, MOST_REFUSED
from kessel.table.terms import Stale, WrongSeat
from kessel.throws.scripted import ScriptedDice


def test_who_lets_the_clock_run_out_is_thrown_for_gently(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp", clock="fast")
    driver.advance()
    assert driver.now == driver.table.pace.decision["fast"]
    assert driver.steps[0].by == "table"
    cast = next(e for e in driver.entries if isinstance(e, log.CastShown))
    assert (cast.by, cast.aim["speed"]) == ("table", 0.7)


@pytest.mark.parametrize(("trip", "grace"), [(0.0, 0.0), (0.6, 0.6), (5.0, 1.0)])
def test_the_way_there_and_back_is_given_back_up_to_a_second(
    setting: Any, trip: float, grace: float
) -> None:
    driver = setting.table("strike-2020", "pp", clock="fast")
    driver.table.beat([0], driver.now, trip)
    driver.table.beat([1], driver.now, 0.9)  # whom nobody waits for
    end = driver.table.pace.decision["fast"]
    assert driver.table.time_left(driver.now).left == end, "it is not shown"
    assert driver.table.due() == end + grace
    driver.now = end + 0.9 * grace
    if grace:
        driver.throw(0)
        assert [e.by for e in driver.entries if isinstance(e, log.CastShown)] == ["person"]
    else:
        driver.advance()
        assert driver.steps[0].by == "table"


def test_a_line_that_is_measured_before_the_game_changes_no_clock(setting: Any) -> None:
    driver = setting.table("strike-2020", "po")
    driver.table.beat([0], driver.now, 0.5)
    assert driver.table.due() is None


def test_a_slow_line_is_told_once_and_so_is_its_end(setting: Any) -> None:
    table = setting.table("strike-2020", "pp").table
    told = [bool(table.beat([0], 0.0, trip).notices) for trip in (0.5, 0.6, 0.5, 0.9, 0.3, 0.5)]
    assert told == [False, True, False, False, True, False]
    table.beat([0, 1], 0.0, 2.0)
    assert table.people(0.0).slow == {0, 1}
    table.seating.depart(0, 0.0)
    assert table.people(0.0).slow == {1}


def test_after_some_lapses_a_bot_takes_over_and_the_person_can_come_back(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp", clock="fast")
    while not driver.table.state.seats[0].bot_plays:
        driver.advance()
    assert driver.table.lapses[0] == driver.table.pace.patience
    driver.do(driver.table.seating.take_back, 0)
    assert driver.table.state.seats[0].acts_itself
    assert 0 not in driver.table.lapses


def test_nobody_plays_on_without_end_even_if_no_one_ever_answers(setting: Any) -> None:
    driver = setting.table("harry-potter", "ppp", clock="off")
    driver.play_on()
    assert driver.table.state.stage == "over"


def test_who_goes_away_is_replaced_until_they_come_back(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    assert not driver.table.people(driver.now).bot_in
    driver.do(driver.table.seating.depart, 0)
    assert driver.table.people(driver.now).bot_in == {0: driver.table.pace.away}
    assert driver.table.people(driver.now + 1000.0).bot_in == {0: 0.0}
    driver.advance()
    assert driver.now == driver.table.pace.away
    assert not driver.table.people(driver.now).bot_in
    assert driver.table.state.seats[0].bot_plays
    driver.do(driver.table.seating.arrive, 0)
    assert not driver.table.state.seats[0].bot_plays
    kept = [e for e in driver.entries if isinstance(e, log.SeatHandedOver | log.SeatTakenBack)]
    assert len(kept) == 2


def test_who_resigns_is_replaced_for_good_and_the_token_dies(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    assert driver.table.state.holder("hash 0") == 0
    driver.do(driver.table.seating.resign, 0)
    driver.do(driver.table.seating.arrive, 0)
    assert driver.table.state.seats[0].bot_plays
    assert driver.table.state.holder("hash 0") is None


def test_a_seat_that_is_given_up_before_the_first_game_is_open_again(setting: Any) -> None:
    driver = setting.table("strike-2020", "ppo")
    driver.do(driver.table.seating.arrive, 0)
    driver.do(driver.table.seating.arrive, 1)
    driver.do(driver.table.seating.resign, 0)
    assert driver.table.state.holder("hash 0") is None
    assert (driver.table.state.free_seats, driver.table.host) == ([0, 2], 1)
    driver.take(driver.table.seating.start(True, driver.now))
    driver.now += driver.table.pace.away + 1
    driver.take(driver.table.tick(driver.now))
    handed = [one for one in driver.entries if isinstance(one, log.SeatHandedOver)]
    assert not handed, "nobody is missed at that seat"


def test_a_seat_moves_to_another_secret_and_only_a_persons_does(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb")
    driver.take(driver.table.seating.move({0: "hash new"}))
    assert driver.table.state.holder("hash 0") is None
    assert driver.table.state.holder("hash new") == 0
    with pytest.raises(WrongSeat):
        driver.table.seating.move({1: "hash new"})


def test_the_window_of_a_simultaneous_throw_closes(setting: Any) -> None:
    lands = [("relashio",), ("relashio", "relashio"), ("relashio", "relashio", "accio", "confundo")]
    driver = setting.table(
        "harry-potter", "pp", thrower=ScriptedDice([Landing(one) for one in lands])
    )
    driver.throw(0)
    driver.throw(0)
    driver.throw(1)
    assert driver.table.time_left(driver.now) == (10.0, 10.0)
    driver.advance()
    casts = [e for e in driver.entries if isinstance(e, log.CastShown)][-2:]
    assert [(cast.player, cast.by) for cast in casts] == [(1, "person"), (0, "table")]
    assert driver.steps[-1].move == "extra"


# --- consent --------------------------------------------------------------------------------------


def by_the_wall(setting: Any, kinds: str = "ppb", x: float = 0.066, **options: str) -> Any:
    """A die lies at the wall and it is seat 0's turn to throw."""
    dice = ScriptedDice([Landing(("4",))])
    driver = setting.table("strike-2020", kinds, thrower=dice, options=options)
    driver.throw(0)
    table = driver.table
    (spot,) = table.state.play.at_rest
    die = spot[0]
    moved = replace(die, pose=die.pose.moved(x, 0.0, die.pose.z))
    table.running.state = replace(table.state, play=replace(table.state.play, at_rest=((moved,),)))
    return driver, die.die


def test_a_push_needs_everybodys_consent_where_the_edition_asks_for_it(setting: Any) -> None:
    driver, die = by_the_wall(setting)
    table = driver.table
    driver.act("push", 0, [(die, 0.05, 0.0)])
    assert GameChanged("push_asked") in driver.notices
    assert table.pending(driver.now).push.asked == {1}
    driver.act("agree", 1, [(die, 0.05, 0.0)], True)
    assert GameChanged("pushed") in driver.notices
    assert table.state.play.at_rest[0][0].pose[:2] == (0.05, 0.0)
    assert table.state.play.face_of(die) == "4"


def test_a_no_or_silence_refuses_a_push(setting: Any) -> None:
    driver, die = by_the_wall(setting)
    table = driver.table
    driver.act("push", 0, [(die, 0.05, 0.0)])
    driver.act("agree", 1, [(die, 0.05, 0.0)], False)
    assert GameChanged("push_refused") in driver.notices
    driver.act("push", 0, [(die, 0.05, 0.0)])
    driver.notices.clear()
    driver.advance()
    assert driver.now == table.pace.consent
    assert driver.notices == [GameChanged("push_refused")]


def test_only_away_from_the_wall(setting: Any) -> None:
    driver, die = by_the_wall(setting, x=0.03)
    with pytest.raises(IllegalMove, match="near the wall"):
        driver.act("push", 0, [(die, 0.02, 0.0)])
    with pytest.raises(IllegalMove, match="mat"):
        driver.act("push", 0, [(die, 0.5, 0.0)])
    driver, die = by_the_wall(setting, premove="none")
    with pytest.raises(IllegalMove, match="premove=none"):
        driver.act("push", 0, [(die, 0.05, 0.0)])


def test_bots_agree(setting: Any) -> None:
    driver, die = by_the_wall(setting, "pbb")
    driver.act("push", 0, [(die, 0.05, 0.0)])
    assert GameChanged("pushed") in driver.notices


# --- sleep ----------------------------------------------------------------------------------------


def test_a_sleeping_table_does_nothing_and_its_clocks_start_afresh(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp", clock="fast")
    table = driver.table
    table.sleep()
    assert table.tick(1000.0) == NOTHING
    driver.now = 1000.0
    driver.do(table.wake)
    assert table.time_left(driver.now) == (15.0, 15.0)
    assert not driver.steps, "nobody was answered for while nobody was there"


def test_a_game_that_ended_with_the_process_is_counted_when_the_table_wakes(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb", tournament=True)
    driver.play_on()
    assert isinstance(driver.entries[-1], log.GameCounted)
    again = setting.again(driver.entries[:-1])
    assert again.entries == driver.entries[-1:]


# --- pushes and throws --------------------------------------------------------------------------


def test_two_have_to_agree_one_after_the_other(setting: Any) -> None:
    driver, die = by_the_wall(setting, "ppp")
    driver.act("push", 0, [(die, 0.05, 0.0)])
    driver.notices.clear()
    driver.act("agree", 1, [(die, 0.05, 0.0)], True)
    assert driver.notices == [GameChanged("push_asked")]
    with pytest.raises(NotAwaited, match="nobody asks this seat"):
        driver.act("agree", 1, [(die, 0.05, 0.0)], True)
    driver.act("agree", 2, [(die, 0.05, 0.0)], True)
    assert driver.notices[-1] == GameChanged("pushed")


def test_who_throws_instead_of_waiting_for_consent_gives_the_push_up(setting: Any) -> None:
    """A push that came while the dice fly would belong to no throw."""
    driver, die = by_the_wall(setting)
    table = driver.table
    driver.act("push", 0, [(die, 0.05, 0.0)])
    outcome = table.acts.throw(0, table.state.state_number, "1", GENTLE, driver.now)
    assert outcome.jobs
    assert table.pending(driver.now).push is None
    with pytest.raises(NotAwaited, match="nobody asks this seat"):
        table.acts.agree(1, table.state.state_number, [(die, 0.05, 0.0)], True, driver.now)


def test_a_push_shows_the_time_left_to_agree(setting: Any) -> None:
    driver, die = by_the_wall(setting)
    table = driver.table
    driver.act("push", 0, [(die, 0.05, 0.0)])
    assert table.pending(driver.now + 5.0).consent == (10.0, 15.0)


def test_consent_holds_for_the_push_that_was_shown_and_for_no_other(setting: Any) -> None:
    driver, die = by_the_wall(setting)
    shown, other = [(die, 0.05, 0.0)], [(die, 0.03, 0.0)]
    driver.act("push", 0, shown)
    with pytest.raises(NotAwaited, match="asked for a push already"):
        driver.act("push", 0, other)
    driver.act("agree", 1, shown, False)
    driver.act("push", 0, other)
    with pytest.raises(Stale, match="another push is asked for"):
        driver.act("agree", 1, shown, True)
    assert not any(isinstance(entry, log.DicePushed) for entry in driver.entries)


def test_pushing_does_not_give_more_time_and_is_not_done_without_end(setting: Any) -> None:
    dice = ScriptedDice([Landing(("4",)), Landing(("4", "5"))])
    free = {"premove": "free"}
    driver = setting.table("strike-2020", "pp", clock="fast", options=free, thrower=dice)
    driver.throw(0)
    table = driver.table
    die = table.state.play.at_rest[0][0].die
    ends = driver.now + table.pace.decision["fast"]
    for number in range(MOST_PUSHES):
        driver.now = number * 0.1
        driver.act("push", 0, [(die, 0.01 * (number % 2), 0.0)])
        assert table.due() == ends
    with pytest.raises(NotAwaited, match="throw now"):
        driver.act("push", 0, [(die, 0.02, 0.0)])
    driver.notices.clear()
    driver.advance()
    assert driver.now == ends
    assert driver.steps[0].by == "table"


def test_whoever_heard_no_often_enough_asks_no_more(setting: Any) -> None:
    driver, die = by_the_wall(setting)
    wish = [(die, 0.05, 0.0)]
    for _ in range(MOST_REFUSED):
        driver.act("push", 0, wish)
        driver.act("agree", 1, wish, False)
    with pytest.raises(NotAwaited, match="said no 3 times"):
        driver.act("push", 0, wish)


# --- bots that are hurried -----------------------------------------------------------------------


def test_bots_answer_at_once_where_only_one_person_plays(setting: Any) -> None:
    driver = setting.table("strike-2020", "pbb")
    while driver.table.state.running().state.active == 0:
        driver.advance()
    began = driver.now
    driver.do(driver.table.acts.hurry, 0, True)
    while driver.table.state.running().state.active != 0:
        driver.advance()
    assert driver.now == began, "no time passes for bots"
    driver.do(driver.table.acts.hurry, 0, False)
    while driver.table.state.running().state.active == 0:
        driver.advance()
    began = driver.now
    driver.advance()
    assert driver.now >= began + driver.table.pace.think[0]


def test_nobody_is_rushed_by_others(setting: Any) -> None:
    driver = setting.table("strike-2020", "ppb")
    with pytest.raises(NotAwaited, match="would be rushed"):
        driver.do(driver.table.acts.hurry, 0, True)
    driver.do(driver.table.acts.hurry, 0, False)
    driver.do(driver.table.seating.resign, 1)
    driver.do(driver.table.acts.hurry, 0, True)
    gathering = setting.table("strike-2020", "po")
    gathering.do(gathering.table.acts.hurry, 0, True)
