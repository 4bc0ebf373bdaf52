"""Throws and the links of devices: who may show one, who joins, what is refused."""

from typing import Any

import msgspec
import pytest
from table.games import cast, started

from kessel.errors import BadValue, NotAwaited
from kessel.fairness import Chain, WrongLink
from kessel.proof.record_codec import record_of
from kessel.proof.verify import verify
from kessel.table import Seat, Table, log
from kessel.table.dice import dice_named
from kessel.table.feed import feed, with_cast
from kessel.table.notices import NOTHING
from kessel.table.play import Play, begin

CHAIN, OTHER = Chain(bytes(32)), Chain(b"\1" * 32)


def waiting(setting: Any) -> Table:
    """A table at which the throw of seat 0 is fixed and its device is asked for a link."""
    driver = setting.table("strike-2020", "po")
    table: Table = driver.table
    table.offer([Seat(0)], CHAIN.tip)
    driver.do(table.start, True)
    driver.act("throw", 0, "1", {})
    return table


def test_only_a_device_that_is_asked_shows_a_link(setting: Any) -> None:
    table = waiting(setting)
    with pytest.raises(NotAwaited, match="not this one"):
        table.show_link([Seat(1)], 0, 0, CHAIN.link(1).hex(), 0.0)


def test_who_takes_over_a_seat_while_its_throw_is_fixed_shows_the_own_link(setting: Any) -> None:
    driver = setting.table("strike-2020", "po")
    table: Table = driver.table
    table.offer([Seat(0)], CHAIN.tip)
    _, outcome = table.sit("Ben", "token", seat=Seat(1), tip=OTHER.tip)
    driver.take(outcome)
    driver.do(table.start, False)
    driver.act("throw", 0, "1", {})
    both = [Seat(0), Seat(1)]
    assert table.show_link(both, 0, 0, OTHER.link(1).hex(), 0.0) == NOTHING
    assert len(table.show_link(both, 0, 0, CHAIN.link(1).hex(), 0.0).jobs) == 1


def test_a_link_shown_again_starts_nothing_again(setting: Any) -> None:
    table = waiting(setting)
    first = table.show_link([Seat(0)], 0, 0, CHAIN.link(1).hex(), 0.0)
    assert len(first.jobs) == 1
    assert table.show_link([Seat(0)], 0, 0, CHAIN.link(1).hex(), 0.0) == NOTHING


def test_a_link_of_an_earlier_game_that_comes_very_late_does_nothing(setting: Any) -> None:
    table = waiting(setting)
    late = OTHER.link(1).hex()
    assert table.show_link([Seat(0)], 0, 0, late, 0.0, "a" * 16) == NOTHING
    with pytest.raises(WrongLink):  # the control: as a link of this game it is refused
        table.show_link([Seat(0)], 0, 0, late, 0.0, table.state.running().started.game)
    game = table.state.running().started.game
    assert len(table.show_link([Seat(0)], 0, 0, CHAIN.link(1).hex(), 0.0, game).jobs) == 1


def test_a_server_whose_chain_is_used_up_goes_on_with_another(
    setting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kessel.table.chains.CHAIN_LINKS", 3)
    driver = setting.table("strike-2020", "bb")
    driver.play_on()
    assert any(isinstance(entry, log.ServerChainRenewed) for entry in driver.entries)
    text = record_of(driver.table.state.history).text()
    assert verify(text, dice_named).exact


# --- what is refused ------------------------------------------------------------------------------


def with_devices(*devices: log.DeviceTip) -> log.GameStarted:
    """A game begins in which these devices take part."""
    return msgspec.structs.replace(started(), server=OTHER.tip, devices=list(devices))


def fixed() -> Play:
    """A game in which the first throw is fixed, with one device."""
    play = begin(with_devices(log.DeviceTip(seats=[Seat(0)], tip=CHAIN.tip)))
    play = with_cast(play, cast(0))
    return feed(play, play.to_fix()).play


def test_devices_have_seats_that_play() -> None:
    with pytest.raises(BadValue, match="seats of persons who play, each"):
        begin(with_devices(log.DeviceTip(seats=[Seat(7)], tip=CHAIN.tip)))
    with pytest.raises(BadValue, match="each once, not"):
        feed(begin(started()), log.DeviceJoined(device=0, seats=[Seat(0)] * 2, tip=CHAIN.tip))
    joins = log.DeviceJoined(device=0, seats=[Seat(7)], tip=CHAIN.tip)
    with pytest.raises(BadValue, match="seats of persons who play, each"):
        feed(begin(started()), joins)


def test_only_devices_that_are_asked_can_be_late() -> None:
    with pytest.raises(BadValue, match="is not waited for"):
        feed(fixed(), log.DevicesLate(throw=3, attempt=0, devices=[0]))
    with pytest.raises(BadValue, match="are asked for a link"):
        feed(fixed(), log.DevicesLate(throw=0, attempt=0, devices=[4]))
