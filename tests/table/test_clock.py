"""Deadlines: which is next, what is due, and what is dropped when the game goes on."""

from kessel.table import Seat
from kessel.table.clock import Clock, Countdown, is_over


def test_a_countdown_tells_what_is_left_and_never_less_than_nothing() -> None:
    countdown = Countdown(ends=10.0, seconds=8.0)
    assert countdown.left(4.0) == (6.0, 8.0)
    assert countdown.left(11.0) == (0.0, 8.0)
    assert not is_over(countdown, 9.9)
    assert is_over(countdown, 10.0)
    assert not is_over(None, 10.0)


def test_time_runs_only_once_the_dice_have_been_seen_to_lie() -> None:
    clock = Clock(quiet_until=5.0)
    assert clock.start(2.0, now=1.0) == Countdown(7.0, 2.0)
    assert clock.start(2.0, now=6.0) == Countdown(8.0, 2.0)


def test_the_next_deadline_is_the_earliest_of_all() -> None:
    clock = Clock()
    assert clock.due() is None
    clock.answer = Countdown(9.0, 1.0)
    assert clock.due() == 9.0
    clock.consent = Countdown(8.0, 1.0)
    assert clock.due() == 8.0
    clock.race = 7.0
    assert clock.due() == 7.0
    clock.schedule_bot(Seat(1), 6.0)
    assert clock.due() == 6.0
    clock.absent[Seat(2)] = 5.0
    assert clock.due() == 5.0


def test_what_a_slow_line_takes_is_given_back() -> None:
    clock = Clock(answer=Countdown(9.0, 1.0), grace=0.5)
    assert clock.due() == 9.5
    assert not clock.answer_is_over(9.4)
    assert clock.answer_is_over(9.5)
    clock.drop_state()
    assert clock.grace == 0.0
    assert not clock.answer_is_over(9.5)


def test_a_bot_is_scheduled_once_until_it_is_cancelled() -> None:
    clock = Clock()
    clock.schedule_bot(Seat(1), 6.0)
    clock.schedule_bot(Seat(1), 3.0)
    assert clock.bots_due(5.0) == []
    assert clock.bots_due(6.0) == [1]
    clock.cancel_bot(Seat(1))
    clock.cancel_bot(Seat(1))
    assert clock.bots_due(6.0) == []


def test_when_the_game_goes_on_only_absences_stay_due() -> None:
    clock = Clock(answer=Countdown(1.0, 1.0), consent=Countdown(1.0, 1.0), race=1.0)
    clock.schedule_bot(Seat(0), 1.0)
    clock.absent[Seat(2)] = 4.0
    clock.drop_state()
    assert clock.due() == 4.0
    assert clock.absences_due(3.9) == []
    assert clock.absences_due(4.0) == [2]
