"""Who is away takes no part in a throw, and is left out before it is fixed; a bot that plays on is
written into the game, signed by whoever resigned."""

from typing import Any

import pytest
from fairness.key import Key
from table.device import Device
from table.drive import Driver

from kessel.errors import KesselError, NotAwaited
from kessel.fairness import Chain, WrongSign
from kessel.table import Pace, Seat, Table, log
from kessel.table.notices import NOTHING, GameChanged, LineAdded, ThrowJob
from kessel.throws.aim import Aim
from kessel.throws.ideal import IdealDice

ANN, BEN = Seat(0), Seat(1)


class Two:
    """Ann and Ben at a table, each with a device that signs."""

    def __init__(self, **settings: Any) -> None:
        self.devices = [
            Device(Chain(bytes([n + 1]) * 32), Key(bytes([n]) * 32), frozenset({Seat(n)}))
            for n in range(2)
        ]
        ann, ben = self.devices
        plan = log.SeatPlan(kind="person", name="Ann", token="a", key=ann.key.public)
        made = log.TableMade(
            code="abcdefghijkl",
            edition="strike-2020",
            seats=[plan, log.SeatPlan(kind="open")],
            **settings,
        )
        entropy = bytes
        name = IdealDice().name
        table, outcome = Table.make(made, 0.0, ann.chain.tip, dice_name=name, entropy=entropy)
        self.table = table
        self.driver = Driver(table, outcome, IdealDice(), self.devices)
        for seat in (ANN, BEN):
            if seat == BEN:
                sat = table.seating.sit("Ben", "b", BEN, ben.chain.tip, ben.key.public)
                self.driver.take(sat[1])
            self.driver.do(table.seating.arrive, seat)
        self.driver.do(table.seating.start, False)

    def throw(self) -> None:
        """Whoever is waited for throws, signed."""
        play = self.table.state.running()
        player = play.waited_for()[0]
        cast = self.devices[player].cast(player, play.units(player)[0], Aim().to_json())
        state = self.table.state.state_number
        seat = play.seat_of(player)
        self.driver.take(
            self.table.acts.throw(seat, state, cast.unit, cast.aim, self.driver.now, cast.sign)
        )

    def last(self, kind: type[Any]) -> Any:
        return [entry for entry in self.driver.entries if isinstance(entry, kind)][-1]


@pytest.fixture
def two() -> Two:
    return Two()


def test_both_take_part(two: Two) -> None:
    two.throw()
    assert two.last(log.ThrowFixed).devices == [0, 1]
    assert not any(isinstance(entry, log.DevicesAway) for entry in two.driver.entries)


def test_who_goes_says_so_and_comes_back_with_another_chain(two: Two) -> None:
    ben = two.devices[1]
    two.table.away([BEN], ben.away())
    two.throw()
    assert two.last(log.DevicesAway).devices == [1]
    assert two.last(log.DevicesAway).signs[0]
    assert two.last(log.ThrowFixed).devices == [0]
    assert ben.needs_offer
    ben.renew(Chain(b"new" + bytes(29)))
    two.table.offer([BEN], ben.chain.tip)
    two.throw()
    assert two.last(log.ThrowFixed).devices == [0], "unsigned it is for the next game"
    two.table.offer([BEN], ben.chain.tip, ben.offer())
    two.throw()
    assert two.last(log.ThrowFixed).devices == [0, 1]


def test_nobody_says_so_for_another(two: Two) -> None:
    ann = two.devices[0]
    with pytest.raises(WrongSign):
        two.table.away([BEN], ann.away())
    with pytest.raises(WrongSign):
        two.table.offer([BEN], "00" * 32, ann.offer())


def test_who_is_disconnected_is_left_out(two: Two) -> None:
    two.driver.do(two.table.seating.depart, BEN)
    two.throw()
    assert two.last(log.DevicesAway).signs == [""]
    assert two.last(log.ThrowFixed).devices == [0]


def test_who_came_back_before_the_throw_takes_part(two: Two) -> None:
    two.driver.do(two.table.seating.depart, BEN)
    two.driver.do(two.table.seating.arrive, BEN)
    two.throw()
    assert two.last(log.ThrowFixed).devices == [0, 1]


@pytest.mark.parametrize(("silence", "devices"), [(3.9, [0, 1]), (4.1, [0])])
def test_who_pinged_and_is_silent_is_left_out(two: Two, silence: float, devices: list[int]) -> None:
    two.table.beat([BEN], two.driver.now)
    two.driver.now += silence
    two.throw()
    assert two.last(log.ThrowFixed).devices == devices


@pytest.mark.parametrize(("trip", "limit"), [(0.0, 2.0), (1.0, 2.0), (2.2, 3.25), (9.0, 4.0)])
def test_a_link_over_a_slow_line_is_waited_for_longer(two: Two, trip: float, limit: float) -> None:
    two.driver.devices = two.devices[:1]  # nothing is heard of the other
    two.table.beat([BEN], two.driver.now, trip)
    two.throw()
    assert two.table.due() == pytest.approx(two.driver.now + limit)


def test_after_a_restart_who_is_not_back_is_left_out(two: Two) -> None:
    again = Table.from_log(two.driver.entries, dice_name=IdealDice().name)
    driver = Driver(again, again.wake(0.0), IdealDice(), two.devices)
    two.table, two.driver = again, driver
    driver.do(again.seating.arrive, ANN)
    two.throw()
    assert two.last(log.ThrowFixed).devices == [0]


def test_a_resignation_is_signed(two: Two) -> None:
    with pytest.raises(WrongSign):
        two.table.seating.resign(BEN, 0.0)
    two.driver.take(two.table.seating.resign(BEN, 0.0, two.devices[1].leave(1)))
    assert two.last(log.BotPlaysOn).for_good


def test_after_the_game_nothing_is_left_to_sign(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb")
    driver.play_on()
    assert driver.table.state.stage == "over"
    before = len(driver.entries)
    driver.take(driver.table.seating.resign(ANN, driver.now))
    assert not driver.table.state.occupant(ANN).acts_itself
    assert not any(isinstance(entry, log.BotPlaysOn) for entry in driver.entries[before:])


def test_a_bot_that_plays_on_is_written_and_so_is_the_return() -> None:
    two = Two()
    two.driver.do(two.table.seating.depart, BEN)
    two.driver.now += 31
    two.driver.take(two.table.tick(two.driver.now))
    assert two.last(log.BotPlaysOn).player == 1
    assert not two.last(log.BotPlaysOn).sign
    two.driver.do(two.table.seating.arrive, BEN)
    assert two.last(log.PersonIsBack).player == 1


def test_a_bot_takes_over_in_the_air_once_the_throw_has_landed() -> None:
    two = Two()
    two.driver.devices = ()
    two.throw()
    two.driver.take(two.table.seating.resign(BEN, 0.0, two.devices[1].leave(1)))
    assert not any(isinstance(entry, log.BotPlaysOn) for entry in two.driver.entries)
    two.driver.advance()
    assert two.last(log.DevicesLate).devices == [0, 1]
    assert two.last(log.BotPlaysOn).for_good


def test_without_a_clock_the_table_never_throws_for_a_person() -> None:
    """Who does nothing for five minutes is replaced by a bot."""
    two = Two()
    two.driver.now += Pace().decision["off"] + 1
    two.driver.take(two.table.tick(two.driver.now))
    assert two.last(log.BotPlaysOn).player == 0
    casts = [entry for entry in two.driver.entries if isinstance(entry, log.CastShown)]
    assert not casts
    two.driver.advance()
    assert two.last(log.CastShown).by == "bot"


def test_what_is_refused_leaves_nothing_behind() -> None:
    """A bot plays for Ann; her cast would give her the seat back, but its signature is wrong."""
    two = Two()
    two.driver.do(two.table.seating.depart, ANN)
    two.driver.now += 31
    two.driver.take(two.table.tick(two.driver.now))
    before = two.table.state
    with pytest.raises(KesselError):
        two.table.acts.throw(ANN, before.state_number, "1", Aim().to_json(), two.driver.now, "x")
    assert two.table.state is before


def test_a_seat_of_another_game_joins_nothing(two: Two) -> None:
    """Watchers and seats that do not play have no chain in the game."""
    two.table.offer([Seat(7)], "11" * 32)
    two.throw()
    assert two.last(log.ThrowFixed).devices == [0, 1]


# --- a throw that nobody can make stays fixed -----------------------------------------------------


A_WEEK = 7 * 86400.0


@pytest.fixture(params=["off", "fast"])
def stuck(request: pytest.FixtureRequest) -> Two:
    """Whose second throw nobody could make."""
    two = Two(clock=request.param)
    two.throw()
    two.driver.is_broken = True
    two.throw()
    return two


def landed_otherwise(stuck: Two) -> log.DiceLanded:
    """That second throw where nothing was in the way."""
    two = Two(clock=stuck.table.state.made.clock)
    two.throw()
    two.throw()
    found = two.last(log.DiceLanded)
    assert isinstance(found, log.DiceLanded)
    return found


def test_everybody_is_told_and_nothing_else_happens(stuck: Two) -> None:
    table, driver = stuck.table, stuck.driver
    assert driver.notices[-1] == GameChanged("stuck")
    assert table.pending(driver.now).is_stuck
    known, throws = driver.entries[:], table.state.running().throws
    driver.now += A_WEEK
    driver.take(table.tick(driver.now))
    driver.do(table.seating.arrive, ANN)
    assert driver.entries == known
    assert table.state.running().throws == throws == 1


def test_whoever_asks_gets_the_throw_that_was_fixed(stuck: Two) -> None:
    table, driver = stuck.table, stuck.driver
    driver.do(table.acts.throw_again, BEN)
    assert driver.notices[-1] == GameChanged("stuck"), "and it may fail again"
    driver.do(table.seating.depart, BEN)
    while table.due() is not None:  # a bot takes over meanwhile
        driver.advance()
    assert any(isinstance(entry, log.SeatHandedOver) for entry in driver.entries)
    driver.is_broken = False
    driver.do(table.acts.throw_again, ANN)
    assert stuck.last(log.DiceLanded) == landed_otherwise(stuck)
    assert not table.pending(driver.now).is_stuck
    with pytest.raises(NotAwaited):
        table.acts.throw_again(ANN, driver.now)


def test_it_is_made_when_somebody_is_back(stuck: Two) -> None:
    table, driver = stuck.table, stuck.driver
    for seat in (ANN, BEN):
        driver.do(table.seating.depart, seat)
    table.sleep()
    driver.is_broken = False
    driver.do(table.wake)
    texts = [one.text for one in driver.notices if isinstance(one, LineAdded)]
    for device in stuck.devices:  # pages that come back show their links again
        for shown in device.hear(0, texts):
            link = (shown.throw, shown.attempt, shown.link, driver.now)
            driver.take(table.show_link(device.seats, *link, sign=shown.sign))
    assert stuck.last(log.DiceLanded) == landed_otherwise(stuck)


def test_whoever_gives_up_a_throw_that_has_landed_is_not_heard(stuck: Two) -> None:
    table, driver = stuck.table, stuck.driver
    again = table.acts.throw_again(ANN, driver.now)
    (job,) = again.jobs
    assert isinstance(job, ThrowJob)
    driver.is_broken = False
    driver.take(again)
    assert table.stuck(job) == NOTHING
    assert not table.pending(driver.now).is_stuck
