"""A throw that nobody can make stays fixed: whenever it is made, it lands as it would have."""

import pytest
from table.test_absence import ANN, BEN, Two

from kessel.errors import NotAwaited
from kessel.table import log
from kessel.table.notices import NOTHING, GameChanged, LineAdded, ThrowJob

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
    two = Two(clock=stuck.table.ledger.made.clock)
    two.throw()
    two.throw()
    found = two.last(log.DiceLanded)
    assert isinstance(found, log.DiceLanded)
    return found


def test_everybody_is_told_and_nothing_else_happens(stuck: Two) -> None:
    table, driver = stuck.table, stuck.driver
    assert driver.notices[-1] == GameChanged("stuck")
    assert table.pending(driver.now).is_stuck
    known, throws = driver.entries[:], table.ledger.running().throws
    driver.now += A_WEEK
    driver.take(table.tick(driver.now))
    driver.do(table.arrive, ANN)
    assert driver.entries == known
    assert table.ledger.running().throws == throws == 1


def test_whoever_asks_gets_the_throw_that_was_fixed(stuck: Two) -> None:
    table, driver = stuck.table, stuck.driver
    driver.do(table.throw_again, BEN)
    assert driver.notices[-1] == GameChanged("stuck"), "and it may fail again"
    driver.do(table.depart, BEN)
    while table.due() is not None:  # a bot takes over meanwhile
        driver.advance()
    assert any(isinstance(entry, log.SeatHandedOver) for entry in driver.entries)
    driver.is_broken = False
    driver.do(table.throw_again, ANN)
    assert stuck.last(log.DiceLanded) == landed_otherwise(stuck)
    assert not table.pending(driver.now).is_stuck
    with pytest.raises(NotAwaited):
        table.throw_again(ANN, driver.now)


def test_it_is_made_when_somebody_is_back(stuck: Two) -> None:
    table, driver = stuck.table, stuck.driver
    for seat in (ANN, BEN):
        driver.do(table.depart, seat)
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
    again = table.throw_again(ANN, driver.now)
    (job,) = again.jobs
    assert isinstance(job, ThrowJob)
    driver.is_broken = False
    driver.take(again)
    assert table.stuck(job) == NOTHING
    assert not table.pending(driver.now).is_stuck
