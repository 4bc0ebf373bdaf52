"""Answers of persons: the awaited ones are taken, all others are refused and change nothing."""

import math
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from table.drive import GENTLE

from kessel.bots.bot import Answer
from kessel.bots.characters import Beginner
from kessel.bots.levels import LEVELS
from kessel.errors import BadValue, IllegalMove, KesselError, NoGame, NotAwaited
from kessel.rules.moves import EndTurn, Landing, StartDie
from kessel.table import BotJob, Seat, SeatIsTaken, Stale, Table, ThrowJob, WrongSeat, log
from kessel.table.clock import TimeLeft
from kessel.table.notices import NOTHING, GameChanged
from kessel.table.pending import TablePending
from kessel.throws.aim import AIM_RANGES
from kessel.throws.scripted import ScriptedDice


def refused(driver: Any, error: type[KesselError], action: Any, *arguments: Any) -> str:
    before = (driver.table.state.play, driver.table.state.state_number, len(driver.entries))
    with pytest.raises(error) as caught:
        driver.do(action, *arguments)
    assert (
        driver.table.state.play,
        driver.table.state.state_number,
        len(driver.entries),
    ) == before
    return str(caught.value)


def test_a_person_throws_and_stops(setting: Any) -> None:
    script = ScriptedDice([Landing(("4",)), Landing(("4", "5"))])
    driver = setting.table("strike-2020", "pp", thrower=script)
    driver.throw(0)
    driver.throw(0)
    driver.act("answer", 0, EndTurn(), ())
    assert driver.table.state.play.state.active == 1
    steps = driver.steps
    assert [(one.seat, one.move) for one in steps] == [(0, "start"), (0, "throw"), (0, "end")]
    assert steps[1].happened[0].reason.key == "no_match"


def test_actions_for_another_state_are_stale(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    old = driver.table.state.state_number
    driver.throw(0)
    refused(driver, Stale, driver.table.acts.throw, 0, old, "1", GENTLE)
    future = driver.table.state.state_number + 1
    refused(driver, Stale, driver.table.acts.throw, 0, future, "1", GENTLE)


def test_only_who_is_awaited_may_act(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    table, state = driver.table, driver.table.state.state_number
    refused(driver, NotAwaited, table.acts.throw, 1, state, "1", GENTLE)
    refused(driver, NotAwaited, table.acts.answer, 0, state, EndTurn(), ())
    refused(driver, NotAwaited, table.acts.answer, 0, state, StartDie("4"), ())
    refused(driver, NotAwaited, table.acts.tap, 0, state, 1)
    refused(driver, NotAwaited, table.acts.agree, 1, state, [], True)
    refused(driver, WrongSeat, table.acts.throw, 7, state, "1", GENTLE)
    assert "may throw 1, not all" in refused(
        driver, IllegalMove, table.acts.throw, 0, state, "all", GENTLE
    )


def test_a_bots_seat_obeys_nobody(setting: Any) -> None:
    driver = setting.table("strike-2020", "bp")
    state = driver.table.state.state_number
    refused(driver, WrongSeat, driver.table.acts.throw, 0, state, "1", GENTLE)


def test_aims_are_clamped_to_what_a_hand_can_do(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    state = driver.table.state.state_number
    wild = {"x": 5.0, "y": -5.0, "side": 9.0, "speed": 99.0, "height": 0.0, "spin": -1.0}
    driver.do(driver.table.acts.throw, 0, state, "1", wild)
    shown = next(e for e in driver.entries if isinstance(e, log.CastShown))
    assert shown.aim["speed"] == AIM_RANGES["speed"][1]
    assert shown.aim["x"] == AIM_RANGES["x"][1]
    assert shown.aim["spin"] == AIM_RANGES["spin"][0]
    assert shown.aim["side"] == pytest.approx(9.0 - 2 * math.pi), "an angle goes round"
    state = driver.table.state.state_number
    refused(driver, BadValue, driver.table.acts.throw, 0, state, "1", {"x": float("inf")})
    refused(driver, BadValue, driver.table.acts.throw, 0, state, "1", {"x": float("nan")})


def test_the_placed_start_die(setting: Any) -> None:
    driver = setting.table("impact", "pp")
    table = driver.table
    refused(driver, IllegalMove, table.acts.answer, 0, table.state.state_number, StartDie("X"), ())
    refused(driver, BadValue, table.acts.answer, 0, table.state.state_number, StartDie("7"), ())
    refused(driver, IllegalMove, table.acts.throw, 0, table.state.state_number, "1", GENTLE)
    driver.act("answer", 0, StartDie("fire"), ())
    assert table.state.play.state.arena == ("fire",)


def test_a_tower_built_by_chance_follows_from_the_seed(setting: Any) -> None:
    four = ("wingardium", "wingardium", "relashio", "confundo")
    lands = [four[:1], ("wingardium", "relashio"), ("wingardium", "relashio", "confundo"), four]
    driver = setting.table(
        "harry-potter",
        "pp",
        thrower=ScriptedDice([Landing(one) for one in lands]),
        options={"tower_builder": "random"},
    )
    for _ in range(4):
        driver.throw(0)
    stacked = next(e for e in driver.entries if isinstance(e, log.Answered) and e.links)
    assert stacked.by == "table"
    assert driver.table.state.play.state.active == 1


def test_all_throw_at_the_same_moment(setting: Any) -> None:
    lands = [("relashio",), ("relashio", "relashio"), ("relashio", "relashio", "accio", "confundo")]
    driver = setting.table(
        "harry-potter", "pp", thrower=ScriptedDice([Landing(one) for one in lands])
    )
    driver.throw(0)
    driver.throw(0)
    table = driver.table
    assert table.state.play.awaited.kind == "extra"
    state = table.state.state_number
    driver.throw(1)
    assert table.state.state_number == state, "the other's answer must not become stale"
    assert GameChanged("ready") in driver.notices
    refused(driver, NotAwaited, table.acts.throw, 1, state, "1", GENTLE)
    driver.throw(0)
    last = driver.steps[-1]
    assert (last.seat, last.move) == (None, "extra")


def test_sitting_down_and_starting(setting: Any) -> None:
    driver = setting.table("strike-2020", "poo")
    table = driver.table
    refused(driver, NoGame, table.acts.throw, 0, 0, "1", GENTLE)
    refused(driver, IllegalMove, table.seating.start, False)
    seat, outcome = table.seating.sit("  Ben \n", "hash")
    driver.take(outcome)
    assert (seat, table.state.seats[1].name) == (1, "Ben")
    with pytest.raises(SeatIsTaken, match=r"^seat 0 is not free; free seats: 2$"):
        table.seating.sit("Eve", "hash", seat=0)
    with pytest.raises(BadValue):
        table.seating.sit("\u202eevil", "hash")
    driver.do(table.seating.start, False)
    assert table.state.play.started.seats == [0, 1]
    with pytest.raises(SeatIsTaken):
        table.seating.sit("Late", "hash")


def test_who_comes_with_a_bad_tip_takes_no_seat(setting: Any) -> None:
    table = setting.table("strike-2020", "po").table
    with pytest.raises(BadValue, match="64 lower-case"):
        table.seating.sit("Eve", "hash", tip="ab" * 32 + "\n")
    assert (table.state.free_seats, table.state.stage) == ([1], "gathering")
    made = log.TableMade(code="abcdefghijkl", edition="strike-2020", seats=table.state.made.seats)
    with pytest.raises(BadValue, match="64 lower-case"):
        Table.make(made, 0.0, "ab")


# --- seats and games ------------------------------------------------------------------------------


def test_the_host_says_who_begins(setting: Any) -> None:
    driver = setting.table("strike-2020", "poo")
    table = driver.table
    table.seating.sit("Ben", "hash", seat=2)
    with pytest.raises(WrongSeat, match="there is no seat 3"):
        table.seating.start(False, 0.0, Seat(3))
    started = table.seating.start(False, 0.0, Seat(1)).entries[-1]
    assert (started.first, started.seats) == (1, [0, 2]), "nobody has seat 1: the next one begins"


def test_a_full_table_waits_for_whoever_starts_it(setting: Any) -> None:
    driver = setting.table("strike-2020", "po")
    seat, outcome = driver.table.seating.sit("Ben", "hash", Seat(1))
    driver.take(outcome)
    assert (seat, driver.table.state.stage) == (1, "gathering")
    again = Table.from_log(driver.entries)
    again.wake(0.0)
    assert again.state.stage == "gathering", "nor does it begin where everybody comes back"
    outcome = driver.table.seating.start(False, 0.0)
    assert [type(entry) for entry in outcome.entries] == [
        log.SeatsSettled,
        log.ChainDrawn,
        log.GameStarted,
    ]


def test_open_seats_go_to_different_bots_as_long_as_there_are_some(setting: Any) -> None:
    driver = setting.table("strike-2020", "pooob")
    driver.table.course.bots = dict.fromkeys(LEVELS, Beginner())
    driver.do(driver.table.seating.start, True)
    state = driver.table.state
    assert state.names[1:] == ["Cleo", "Edda", "Bruno", "Dario"], "the bot beside them is Dario"
    assert Table.from_log(driver.entries).state.names == state.names
    few = setting.table("strike-2020", "poo")
    few.do(few.table.seating.start, True)
    assert few.table.state.names[1:] == ["plain", "plain 2"]


def test_games_begin_only_when_none_is_played(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    refused(driver, NotAwaited, driver.table.seating.start, True)
    refused(driver, NotAwaited, driver.table.seating.rematch)


def test_a_seat_may_be_taken_after_the_game_but_not_during_a_tournament(setting: Any) -> None:
    driver = setting.table("strike-2020", "pbo")
    driver.do(driver.table.seating.start, False)
    driver.do(driver.table.seating.resign, 0)
    driver.play_on()
    seat, outcome = driver.table.seating.sit("Late", "hash")
    driver.take(outcome)
    assert seat == 2
    with pytest.raises(SeatIsTaken, match=r"^all seats at this table are taken$"):
        driver.table.seating.sit("Later", "hash")
    assert driver.table.state.stage == "over", "the next game begins when somebody asks for it"
    driver.do(driver.table.seating.rematch)
    assert driver.table.state.running().started.seats == [0, 1, 2]


def test_who_departs_after_a_bot_took_over_is_not_replaced_again(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    driver.do(driver.table.seating.resign, 0)
    taken = len([e for e in driver.entries if isinstance(e, log.SeatHandedOver)])
    driver.do(driver.table.seating.depart, 0)
    driver.play_on()
    replaced = [e for e in driver.entries if isinstance(e, log.SeatHandedOver) and e.seat == 0]
    assert len(replaced) == taken == 1


def test_no_time_is_shown_before_a_game_or_where_no_clock_is_played(setting: Any) -> None:
    waiting = setting.table("strike-2020", "po")
    assert waiting.table.time_left(0.0) is None
    assert waiting.table.due() is None
    assert setting.table("strike-2020", "pp", clock="off").table.time_left(0.0) is None
    shown = setting.table("strike-2020", "pp", clock="fast").table
    assert shown.pending(5.0) == TablePending(time=TimeLeft(10.0, 15.0))


# --- throws ---------------------------------------------------------------------------------------


def test_a_throw_starts_with_the_last_hand_and_only_once(setting: Any) -> None:
    lands = [("relashio",), ("relashio", "relashio")]
    driver = setting.table(
        "harry-potter", "pp", thrower=ScriptedDice([Landing(one) for one in lands])
    )
    driver.throw(0)
    driver.throw(0)
    table, state = driver.table, driver.table.state.state_number
    first = table.acts.throw(Seat(0), state, "1", GENTLE, 0.0)
    assert [type(entry) for entry in first.entries] == [log.CastShown]
    assert (first.notices, first.jobs) == ((GameChanged("ready"),), ())
    second = table.acts.throw(Seat(1), state, "1", GENTLE, 0.0)
    assert [type(entry) for entry in second.entries] == [log.CastShown, log.ThrowFixed]
    (job,) = second.jobs
    assert isinstance(job, ThrowJob)
    assert [one.player for one in job.order.handfuls] == [0, 1]
    assert table.seating.arrive(Seat(0), 0.0).jobs == (), "the same throw is not started twice"


def test_a_throw_shown_to_a_sleeping_table_starts_when_it_wakes(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    table = driver.table
    table.sleep()
    outcome = table.acts.throw(Seat(0), table.state.state_number, "1", GENTLE, 0.0)
    assert outcome.jobs == ()
    (job,) = table.wake(1.0).jobs
    assert isinstance(job, ThrowJob)
    assert table.wake(1.0) == NOTHING, "it is awake"


def test_results_of_throws_that_are_not_in_the_air_are_dropped(setting: Any) -> None:
    script = ScriptedDice([Landing(("4",)), Landing(("4", "5"))])
    driver = setting.table("strike-2020", "pp", thrower=script)
    table = driver.table
    outcome = table.acts.throw(Seat(0), table.state.state_number, "1", GENTLE, 0.0)
    (job,) = outcome.jobs
    result = script.throw(job.order)
    assert table.landed(replace(job, game="another"), result, 0.0) == NOTHING
    assert table.landed(replace(job, throw=7), result, 0.0) == NOTHING
    landed = table.landed(job, result, 0.0)
    assert [type(entry) for entry in landed.entries] == [log.DiceLanded]
    assert table.landed(replace(job, throw=1), result, 0.0) == NOTHING, "no cast is shown yet"


def test_whoever_threw_for_the_games_thrower_is_named(setting: Any) -> None:
    script = ScriptedDice([Landing(("4",))])
    table = setting.table("strike-2020", "pp", thrower=script).table
    (job,) = table.acts.throw(Seat(0), table.state.state_number, "1", GENTLE, 0.0).jobs
    (entry,) = table.landed(job, script.throw(job.order), 0.0, "another").entries
    assert entry.dice == "another"


def test_answers_are_refused_while_the_dice_fly(setting: Any) -> None:
    table = setting.table("strike-2020", "pp").table
    table.acts.throw(Seat(0), table.state.state_number, "1", GENTLE, 0.0)
    with pytest.raises(NotAwaited, match="does not wait for seat 0"):
        table.acts.answer(Seat(0), table.state.state_number, EndTurn(), (), 0.0)


# --- bots -----------------------------------------------------------------------------------------


def asked(setting: Any) -> tuple[Any, BotJob]:
    """A table whose first seat's bot has been asked."""
    table = setting.table("strike-2020", "bp").table
    (job,) = table.tick(table.due()).jobs
    return table, job


def test_a_bot_is_asked_once_and_its_answer_is_an_entry(setting: Any) -> None:
    table, job = asked(setting)
    assert (job.seat, job.level) == (0, "plain")
    assert table.tick(5.0).jobs == (), "it thinks already"
    outcome = table.decided(job, Beginner().answer(job.sight, Random(1)), 5.0)
    entry, fixed = outcome.entries
    assert isinstance(entry, log.CastShown)
    assert entry.by == "bot"
    assert isinstance(fixed, log.ThrowFixed)


def test_where_a_bots_answer_is_refused_the_gentlest_is_taken(setting: Any) -> None:
    table, job = asked(setting)
    entry, _ = table.decided(job, Answer(EndTurn()), 5.0).entries
    assert isinstance(entry, log.CastShown)
    gentle = table.gentlest(job)
    assert entry.aim["speed"] == gentle.aim["speed"]


def test_answers_to_an_old_state_or_for_a_person_are_dropped(setting: Any) -> None:
    table, job = asked(setting)
    answer = table.gentlest(job)
    assert table.decided(replace(job, state=job.state + 1), answer, 5.0) == NOTHING
    assert table.decided(replace(job, game="another"), answer, 5.0) == NOTHING
    assert table.decided(replace(job, seat=Seat(1)), answer, 5.0) == NOTHING


def test_a_bot_that_never_answers_is_answered_for(setting: Any) -> None:
    table, _ = asked(setting)
    outcome = table.tick(table.due())
    entry, _ = outcome.entries
    assert entry.by == "table"
    assert table.lapses == {}, "a bot's patience is not tried"
