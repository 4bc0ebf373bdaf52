"""Games over days: a turn has a day or three, whoever attends; the log knows until when."""

from typing import Any

import pytest
from table.drive import GENTLE

from kessel.rules.moves import Landing
from kessel.table import log
from kessel.table.state import without_old_games
from kessel.throws.scripted import ScriptedDice

DAY = 86_400.0


def dues(driver: Any) -> list[float]:
    return [entry.until for entry in driver.entries if isinstance(entry, log.TurnDue)]


def handed(driver: Any) -> list[int]:
    return [entry.seat for entry in driver.entries if isinstance(entry, log.SeatHandedOver)]


def pass_turn(setting: Any, driver: Any) -> None:
    """Whoever has the turn throws until it is over, each time an hour later."""
    before = driver.table.state.running().on_move
    while driver.table.state.running().on_move == before:
        setting.date += 3600.0
        driver.now += 3600.0
        driver.throw(before)


@pytest.mark.parametrize(("clock", "days"), [("day", 1), ("three_days", 3)])
def test_a_turn_has_its_days_and_the_next_one_has_them_again(
    setting: Any, clock: str, days: int
) -> None:
    driver = setting.table("strike-2020", "pp", clock=clock)
    start = setting.date
    assert dues(driver) == [start + days * DAY]
    assert driver.table.time_left(driver.now) == (days * DAY, days * DAY)
    pass_turn(setting, driver)
    assert dues(driver) == [start + days * DAY, setting.date + days * DAY]


def scripted(setting: Any, edition: str, lands: list[tuple[str, ...]], kinds: str = "pp") -> Any:
    """A table where dice fall like that; seat 0 has thrown twice."""
    dice = ScriptedDice([Landing(one) for one in lands])
    driver = setting.table(edition, kinds, clock="day", thrower=dice)
    for _ in range(2):
        setting.date += 3600.0
        driver.now += 3600.0
        driver.throw(0)
    return driver


def test_throws_of_one_turn_share_its_time(setting: Any) -> None:
    driver = scripted(setting, "strike-2020", [("4",), ("4", "6")])
    assert driver.table.state.running().on_move == 0
    assert len(dues(driver)) == 1
    assert driver.table.time_left(driver.now) == (DAY - 7200.0, DAY)


def test_other_clocks_enter_nothing(setting: Any) -> None:
    for clock in ("off", "relaxed", "fast"):
        driver = setting.table("strike-2020", "pp", clock=clock)
        driver.throw(0)
        assert dues(driver) == []


def test_bots_alone_have_no_days(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbb", clock="day")
    driver.play_on()
    assert driver.table.state.stage == "over"
    assert dues(driver) == []


def test_nobody_is_replaced_for_being_away(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp", clock="day")
    for seat in (0, 1):
        driver.do(driver.table.seating.depart, seat)
    assert not driver.table.people(driver.now).bot_in
    assert driver.table.due() == DAY


def test_who_oversteps_is_played_for_until_they_are_back(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp", clock="day")
    driver.do(driver.table.seating.depart, 0)
    driver.advance()
    assert (driver.now, handed(driver)) == (DAY, [0])
    assert driver.table.state.due is None
    assert not any(isinstance(entry, log.CastShown) for entry in driver.entries)
    driver.advance()
    assert next(e for e in driver.entries if isinstance(e, log.CastShown)).by == "bot"
    setting.date += DAY
    driver.do(driver.table.seating.arrive, 0)
    assert driver.table.state.seats[0].acts_itself
    assert driver.table.state.due == setting.date + DAY
    assert driver.table.time_left(driver.now) == (DAY, DAY)


def test_asleep_nothing_is_due_and_after_a_restart_the_turn_ends_when_it_would_have(
    setting: Any,
) -> None:
    driver = setting.table("strike-2020", "pp", clock="three_days")
    for seat in (0, 1):
        driver.do(driver.table.seating.depart, seat)
    driver.table.sleep()
    assert driver.table.due() is None
    setting.date += 2 * DAY
    again = setting.again(driver.entries)
    assert again.entries == [], "nothing new is entered"
    assert again.table.time_left(again.now) == (DAY, 3 * DAY)
    assert again.table.due() == DAY


def test_who_overstepped_while_all_slept_is_played_for_when_somebody_comes(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp", clock="day")
    setting.date += 5 * DAY
    again = setting.again(driver.entries)
    assert again.table.time_left(again.now) == (0.0, DAY)
    again.advance()
    assert (again.now, handed(again)) == (0.0, [0])
    again.do(again.table.seating.take_back, 0)
    assert again.table.time_left(again.now) == (DAY, DAY)


def test_what_lands_while_all_sleep_gives_the_next_one_their_time(setting: Any) -> None:
    """The page is closed as soon as the dice fly; the landing comes afterwards."""
    driver = setting.table("strike-2020", "pp", clock="day")
    table = driver.table
    jobs: tuple[Any, ...] = ()
    while table.state.running().on_move == 0:
        outcome = table.acts.throw(0, table.state.state_number, "1", GENTLE, driver.now)
        table.sleep()
        jobs = outcome.jobs
        setting.date += 60.0
        driver.entries += outcome.entries
        driver.take(type(outcome)(jobs=jobs))
        driver.take(table.wake(driver.now))
    due = [n for n, entry in enumerate(driver.entries) if isinstance(entry, log.TurnDue)][-1]
    assert isinstance(driver.entries[due - 1], log.DiceLanded)
    assert driver.entries[due].until == setting.date + DAY


def test_old_deadlines_go_with_their_games(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb", clock="day")
    driver.play_on()
    while driver.table.state.stage == "playing":
        driver.throw(0)
        driver.play_on()
    before = dues(driver)
    driver.do(driver.table.seating.rematch)
    kept = without_old_games(driver.entries)
    assert [one.until for one in kept if isinstance(one, log.TurnDue)] == dues(driver)[
        len(before) :
    ]
    assert before


def test_hands_of_a_simultaneous_throw_have_days_too(setting: Any) -> None:
    lands = [("relashio",), ("relashio", "relashio"), ("relashio", "relashio", "accio", "confundo")]
    driver = scripted(setting, "harry-potter", lands)
    driver.throw(1)
    assert driver.table.time_left(driver.now) == (DAY, DAY)
    assert dues(driver)[-1] == setting.date + DAY
    driver.advance()
    casts = [e for e in driver.entries if isinstance(e, log.CastShown)][-2:]
    assert [(cast.player, cast.by) for cast in casts] == [(1, "person"), (0, "table")]
    assert handed(driver) == []


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_bot_builds_in_a_race_for_who_is_away(setting: Any, comes_back: bool) -> None:
    driver = setting.table(
        "impact-power",
        "ppp",
        clock="day",
        thrower=ScriptedDice([Landing(("fire",)), Landing(("fire", "fire"))]),
    )
    driver.do(driver.table.seating.depart, 2)
    driver.throw(0)
    driver.throw(0)
    assert driver.table.state.due is None, "a race has a time of its own"
    if comes_back:
        driver.do(driver.table.seating.arrive, 2)
    driver.advance()
    assert driver.table.state.race is None or driver.table.state.race.done[2] > 0
    taps = {entry.player for entry in driver.entries if isinstance(entry, log.Tapped)}
    assert taps == (set() if comes_back else {2})
    assert handed(driver) == []


def test_a_game_goes_on_with_nobody_there_only_where_it_waits_for_bots_alone(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb", clock="day")
    assert driver.table.state.running().on_move == 0
    assert not driver.table.plays_alone, "it waits for a person"
    pass_turn(setting, driver)
    assert driver.table.plays_alone
    for clock in ("off", "fast"):
        others = setting.table("strike-2020", "bb", clock=clock)
        assert not others.table.plays_alone
    assert not setting.table("strike-2020", "po", clock="day").table.plays_alone, "no game yet"
