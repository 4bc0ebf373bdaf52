"""The chains of a game, as everybody sees them, and the links of devices."""

from typing import Any

import msgspec
import pytest
from table.games import cast, started

from kessel.errors import BadValue, NotAwaited
from kessel.fairness import CHAIN_LINKS, Chain, WrongLink
from kessel.proof.record_codec import record_of
from kessel.proof.verify import verify
from kessel.table import Seat, Table, log
from kessel.table.chains import Chains
from kessel.table.devices import Devices
from kessel.table.dice import dice_named
from kessel.table.feed import feed, with_cast
from kessel.table.notices import NOTHING
from kessel.table.play import Play, begin

# --- Who shows a link, and which one is right -----------------------------------------------------

SERVER, ANN, BEN, NEW = (Chain(bytes([number]) * 32) for number in range(4))


def with_chains(*devices: tuple[list[int], str], server: str = SERVER.tip) -> log.GameStarted:
    """The start of a game in which only the chains matter."""
    tips = [log.DeviceTip(seats=[Seat(seat) for seat in seats], tip=tip) for seats, tip in devices]
    return log.GameStarted(
        table="table",
        game="game",
        number=1,
        edition="strike-2020",
        options={},
        players=[
            log.PlayerNamed(seat=Seat(seat), name=name)
            for seat, name in enumerate(("Ann", "Ben", "Cleo"))
        ],
        first=0,
        dice="ideal",
        server=server,
        devices=tips,
    )


def two() -> Chains:
    return Chains.begin(with_chains(([0, 2], ANN.tip), ([1], BEN.tip)))


def joined(chains: Chains, device: int, seats: list[int], tip: str) -> Chains:
    held = [Seat(seat) for seat in seats]
    return chains.joined(log.DeviceJoined(device=device, seats=held, tip=tip))


def links(number: int, *devices: Chain) -> log.Links:
    shown = [chain.link(number).hex() for chain in devices]
    return log.Links(server=SERVER.link(number).hex(), devices=shown, signs=[""] * len(shown))


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(links(2, ANN, BEN), id="a link too early"),
        pytest.param(links(1, BEN, ANN), id="in another order"),
        pytest.param(links(1, ANN), id="too few"),
        pytest.param(links(1, ANN, BEN, NEW), id="too many"),
        pytest.param(
            log.Links(server=NEW.link(1).hex(), devices=[], signs=[]), id="another server"
        ),
    ],
)
def test_other_links_are_refused(shown: log.Links) -> None:
    with pytest.raises(WrongLink):
        two().called([0, 1]).shown([0, 1], shown)


def test_a_link_that_was_not_asked_for_is_refused() -> None:
    chains = two().called([0, 1])
    for wrong in (ANN.link(1), BEN.link(2), bytes(32)):
        with pytest.raises(WrongLink):
            chains.check(1, wrong)


def test_only_those_who_contribute_can_be_called() -> None:
    for wrong in ([0], [1, 0], [0, 1, 2], []):
        with pytest.raises(BadValue, match="contribute"):
            two().called(wrong)


def test_a_late_device_takes_no_part_until_it_joins_again() -> None:
    chains = two().called([0, 1]).late([1])
    assert chains.contributing == [0]
    entry = chains.to_join([Seat(1)], NEW.tip)
    assert entry.device == 1
    again = chains.joined(entry)
    assert again.contributing == [0, 1]
    assert again.devices[1].asked == 0


def test_nobody_can_join_in_a_place_that_does_not_follow() -> None:
    for device, seats in ((3, [0]), (-1, [0]), (2, [])):
        with pytest.raises(BadValue, match="cannot join"):
            joined(two(), device, seats, NEW.tip)


def test_a_number_is_taken_again_only_with_its_own_seats() -> None:
    """Else a device could lose its place without having been late."""
    for device, seats in ((0, [1]), (0, [0, 1]), (1, [0])):
        with pytest.raises(BadValue, match="holds seats"):
            joined(two(), device, seats, NEW.tip)


def test_a_chain_that_was_published_never_comes_again() -> None:
    """Its links are known by then: whoever knows them could choose."""
    late = two().called([0, 1]).late([1])
    for tip in (BEN.tip, ANN.tip, SERVER.tip):
        with pytest.raises(BadValue, match="published before"):
            joined(late, 1, [1], tip)
    again = joined(late, 1, [1], NEW.tip)
    with pytest.raises(BadValue, match="published before"):
        joined(again, 1, [1], BEN.tip)


def test_a_chain_that_is_used_up_is_followed_by_a_new_one() -> None:
    chains = two()
    with pytest.raises(BadValue, match=f"links left: {CHAIN_LINKS}"):
        chains.renewed(NEW.tip)
    for _ in range(CHAIN_LINKS):
        chains = chains.called([0, 1])
    assert chains.contributing == []
    assert chains.server_is_used_up
    with pytest.raises(BadValue, match="published before"):
        chains.renewed(SERVER.tip)
    assert not chains.renewed(NEW.tip).server_is_used_up


def test_chains_that_cannot_begin() -> None:
    with pytest.raises(BadValue, match="one seat"):
        Chains.begin(with_chains(([0], ANN.tip), ([0], BEN.tip)))
    with pytest.raises(BadValue, match="one tip"):
        Chains.begin(with_chains(([0], ANN.tip), ([1], ANN.tip)))
    with pytest.raises(BadValue, match="one tip"):
        Chains.begin(with_chains(([0], SERVER.tip)))
    with pytest.raises(BadValue, match="lower-case"):
        Chains.begin(with_chains(server="no tip"))


def test_a_chain_of_an_earlier_game_is_no_offer() -> None:
    """Everybody may know its links (B2)."""
    devices, (used, fresh) = Devices(), (Chain(bytes([n]) * 32).tip for n in (1, 2))
    devices.offer(None, [Seat(0)], used, "")
    assert set(devices.offered) == {used}
    devices.begin_game()
    devices.offer(None, [Seat(0)], used, "")
    assert not devices.offered
    devices.offer(None, [Seat(0)], fresh, "")
    assert set(devices.offered) == {fresh}


# --- Throws: who may show a link, who joins, what is refused --------------------------------------

CHAIN, OTHER = Chain(bytes(32)), Chain(b"\1" * 32)


def waiting(setting: Any) -> Table:
    """A table at which the throw of seat 0 is fixed and its device is asked for a link."""
    driver = setting.table("strike-2020", "po")
    table: Table = driver.table
    table.offer([Seat(0)], CHAIN.tip)
    driver.do(table.seating.start, True)
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
    _, outcome = table.seating.sit("Ben", "token", seat=Seat(1), tip=OTHER.tip)
    driver.take(outcome)
    driver.do(table.seating.start, False)
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
