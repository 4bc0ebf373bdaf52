"""A device: it answers honest lines with its links, and keeps count of what the server does. What
it refuses is told by the adversary in tests/fairness."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import msgspec
import pytest
from fairness.adversary import (
    GUEST_DEVICE,
    SERVER,
    Game,
    fix,
    hand_of,
    honestly,
    join_again,
    land,
    played,
)
from table.drive import Driver

from kessel.errors import BadValue
from kessel.fairness import CHAIN_LINKS, Chain
from kessel.proof.device import Device, LinkShown
from kessel.table import NO_WAITING, Seat, Table, log
from kessel.table.chains import LOW
from kessel.table.play import Play
from kessel.throws.aim import Aim
from kessel.throws.ideal import IdealDice

OTHER = Chain(bytes(32))


@pytest.fixture
def game() -> Game:
    """A game in which the server's side is to throw the starting die."""
    begun = Game(Random(1), SERVER)
    begun.tell()
    return begun


def drop(game: Game, *devices: int) -> None:
    """Fix a throw, say that devices did not answer, and throw without them."""
    player = game.play.waited_for()[0]
    fix(game, hand_of(game, player))
    throw, attempt = game.play.throws, game.play.attempt
    game.write(log.DevicesLate(throw=throw, attempt=attempt, devices=list(devices)))
    fix(game, hand_of(game, player))
    land(game)


def test_a_whole_game_is_seen_and_nothing_is_found() -> None:
    game = played(Random(3), honestly)
    for device in game.devices.values():
        assert device.findings == []
        assert device.lines == len(game.lines)
        assert (device.late, device.left_out) == (0, 0)
    witness = game.guest.witness()
    assert (witness.table, witness.game) == ("table", game.play.started.game)
    assert witness.digest == game.play.transcript.digest.hex()
    assert [one.number for one in witness.devices] == [GUEST_DEVICE]
    assert witness.devices[0].tips == [game.guest.chain.tip]


def test_the_witness_of_a_device_that_saw_nothing() -> None:
    witness = Device(OTHER).witness()
    assert (witness.game, witness.lines, witness.digest, witness.devices) == ("", 0, "", [])


def test_the_same_line_gets_the_same_link(game: Game) -> None:
    fix(game, hand_of(game, SERVER))
    link = game.shown[GUEST_DEVICE]
    at = len(game.lines) - 1
    for first in (at, 0, 1):
        again = game.guest.hear(first, game.lines[first:])
        assert again == [LinkShown(throw=0, attempt=0, link=link)]


def test_a_device_that_missed_lines_asks_for_them_and_goes_on(game: Game) -> None:
    late = Device(game.guest.chain, game.guest.seats)
    fix(game, hand_of(game, SERVER))
    assert late.hear(1, game.lines[1:]) == []
    assert late.missing == 0
    assert len(late.hear(0, game.lines)) == 1
    assert late.missing is None


def test_lines_of_another_game_are_asked_for_from_the_start(game: Game) -> None:
    assert game.guest.hear(3, ["{}"], "another") == []
    assert game.guest.missing == 0
    assert game.guest.findings == []


def test_a_late_device_knows_whether_it_had_answered(game: Game) -> None:
    drop(game, GUEST_DEVICE)
    assert (game.guest.late, game.guest.answered_late) == (1, 1)
    assert game.devices[0].late == 0
    deaf = Device(game.guest.chain, game.guest.seats)
    deaf.hear(0, game.lines)
    assert (deaf.late, deaf.answered_late) == (1, 0)


def test_a_late_device_offers_another_chain_and_joins_with_it(game: Game) -> None:
    assert not game.guest.needs_chain
    old = game.guest.chain.tip
    drop(game, GUEST_DEVICE)
    assert game.guest.needs_chain
    join_again(game, GUEST_DEVICE)
    assert not game.guest.needs_chain
    player = game.play.waited_for()[0]
    fix(game, hand_of(game, player))
    assert GUEST_DEVICE in game.shown
    assert game.guest.witness().devices[0].tips == [old, game.guest.chain.tip]
    assert game.guest.findings == []


def test_a_chain_that_is_offered_is_not_offered_again(game: Game) -> None:
    drop(game, GUEST_DEVICE)
    game.guest.renew(OTHER)
    assert not game.guest.needs_chain


def nearly_used_up(play: Play) -> Play:
    """The game as if so many links had been asked for."""
    asked = CHAIN_LINKS - LOW
    devices = tuple(replace(device, asked=asked) for device in play.chains.devices)
    return replace(play, chains=replace(play.chains, asked=asked, devices=devices))


def test_a_chain_near_its_end_is_followed_by_another(game: Game) -> None:
    """Links of the old one are shown until the new one has joined."""
    game.play = nearly_used_up(game.play)
    for device in game.devices.values():
        assert device.play is not None
        device.play = nearly_used_up(device.play)
    old = game.guest.chain
    assert game.guest.needs_chain
    game.guest.renew(OTHER)
    fix(game, hand_of(game, SERVER))
    assert game.shown[GUEST_DEVICE] == old.link(CHAIN_LINKS - LOW + 1).hex()
    land(game)
    game.write(game.play.chains.to_join([Seat(1)], OTHER.tip))
    player = game.play.waited_for()[0]
    fix(game, hand_of(game, player))
    assert game.shown[GUEST_DEVICE] == OTHER.link(1).hex()
    assert game.guest.findings == []


def test_after_the_game_a_fresh_chain_is_offered_for_the_next() -> None:
    game = played(Random(3), honestly)
    guest = game.guest
    assert guest.needs_chain
    guest.renew(OTHER)
    assert not guest.needs_chain
    first = game.entries[0]
    assert isinstance(first, log.GameStarted)
    tips = [log.DeviceTip(seats=[Seat(1)], tip=OTHER.tip)]
    again = msgspec.structs.replace(first, game="next", server=Chain(b"h" * 32).tip, devices=tips)
    assert guest.hear(0, [log.entry_text(again)]) == []
    assert guest.findings == []
    assert (guest.lines, guest.tips) == (1, [OTHER.tip])


def test_a_device_that_comes_later_may_find_another_in_its_place(game: Game) -> None:
    """The storage of a page was lost, or a seat was taken to another device."""
    line = game.lines[0]
    new = Device(OTHER, frozenset({Seat(1)}), is_newcomer=True)
    new.hear(0, [line])
    assert new.findings == []
    assert not new.needs_chain
    honest = Device(OTHER, frozenset({Seat(1)}))
    honest.hear(0, [line])
    assert honest.findings == ["device 1 has our place, but not our chain"]
    honestly(game, SERVER, hand_of(game, SERVER))
    game.write(game.play.chains.to_join([Seat(1)], OTHER.tip))
    new.hear(1, game.lines[1:])
    assert new.findings == []
    assert new.left_out == 1
    assert new.witness().devices[0].tips == [OTHER.tip]


def test_who_only_watches_shows_no_links(game: Game) -> None:
    watcher = Device(OTHER)
    fix(game, hand_of(game, SERVER))
    assert watcher.hear(0, game.lines) == []
    assert (watcher.left_out, watcher.needs_chain, watcher.findings) == (0, False, [])


def test_a_throw_by_the_table_is_no_hand_of_ours(game: Game) -> None:
    hand = msgspec.structs.replace(hand_of(game, SERVER), by="table", aim=Aim().to_json())
    fix(game, hand)
    assert set(game.shown) == {0, 1}


def test_an_aim_is_compared_as_the_table_clamps_it(game: Game) -> None:
    device, wild = game.devices[0], {"x": 9.0, "speed": 99.0}
    device.threw(0, Seat(0), "1", wild)
    kept = {"x": 0.15, "y": 0.0, "side": 0.0, "speed": 4.0, "height": 0.075, "spin": 0.0}
    fix(game, log.HandShown(player=SERVER, unit="1", aim=kept))
    assert 0 in game.shown
    with pytest.raises(BadValue, match="finite numbers"):
        device.threw(0, Seat(0), "1", {"x": 1e9})


def test_a_hand_sent_before_the_last_landing_was_heard_is_no_finding(game: Game) -> None:
    late = Device(game.devices[0].chain, seats=frozenset({Seat(0)}))
    first = hand_of(game, SERVER)
    late.threw(0, Seat(0), first.unit, first.aim)
    late.hear(0, game.lines)
    honestly(game, SERVER, first)
    while (player := game.play.waited_for()[0]) != SERVER:
        honestly(game, player, hand_of(game, player))
    second = hand_of(game, SERVER)
    late.threw(game.play.throws, Seat(0), second.unit, second.aim)
    fix(game, second)
    late.hear(0, game.lines)
    assert late.findings == []
    never_sent = Device(game.devices[0].chain, seats=frozenset({Seat(0)}))
    never_sent.threw(0, Seat(0), first.unit, first.aim)
    never_sent.hear(0, game.lines)
    assert never_sent.findings == [f"throw {game.play.throws}: this is not the hand that was sent"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("no line", "does not read"),
        ("[" * 100_000, "does not read"),
        ('{"type":"sit","seat":0,"name":"A","token":""}', "no line of a transcript"),
        ('{"type": "answered", "player": 0, "move": "end"}', "no line of a transcript"),
        ('{"type":"hand","player":0,"unit":"1","aim":{}}', "no line of a transcript"),
        ('{"type":"answered","player":0,"move":"end"}', "waits for"),
    ],
)
def test_lines_that_cannot_be(game: Game, line: str, says: str) -> None:
    assert game.guest.hear(1, [line, line]) == []
    (finding,) = game.guest.findings
    assert finding.startswith("line 1: ")
    assert says in finding
    assert game.guest.witness().findings == [finding]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("no line", "does not read"),
        ('{"type":"answered","player":0,"move":"end"}', "begins with a game"),
    ],
)
def test_games_that_cannot_be(line: str, says: str) -> None:
    device = Device(OTHER)
    assert device.hear(0, [line]) == []
    assert says in device.findings[0]


def test_what_was_found_is_said_once_and_ends_the_answers(game: Game) -> None:
    first = game.entries[0]
    assert isinstance(first, log.GameStarted)
    sham = log.entry_text(msgspec.structs.replace(first, game="sham"))
    hand = hand_of(game, SERVER)
    fix(game, msgspec.structs.replace(hand, aim=hand.aim | {"x": 0.0}))
    assert set(game.shown) == {GUEST_DEVICE}, "the host's hand is not the one that was sent"
    for _ in range(2):
        game.guest.hear(0, [sham])
        game.guest.hear(1, ["another line"])
    assert game.guest.findings == [
        "line 0: another game with a chain of ours that was used before",
        "line 1 is told differently the second time",
    ]
    assert game.guest.hear(0, game.lines) == []


# --- at a table that works as it should -----------------------------------------------------------


class Away(Device):
    """A device whose answers are lost."""

    def hear(self, first: int, lines: Sequence[str], game: str = "") -> list[LinkShown]:
        super().hear(first, lines, game)
        return []


def at_a_table(device: Device) -> Driver:
    """A person, whose bot plays on, against a bot, with ideal dice."""
    seats = [log.SeatPlan(kind="person", name="Ann", token="t"), log.SeatPlan(kind="bot")]
    made = log.TableMade(code="abcdefghijkl", edition="strike-2020", seats=seats)
    device.seats = frozenset({Seat(0)})
    table, outcome = Table.make(
        made,
        0.0,
        device.chain.tip,
        pace=NO_WAITING,
        dice_name=IdealDice().name,
        entropy=Random(2).randbytes,
    )
    driver = Driver(table, outcome, IdealDice(), [device])
    driver.do(table.resign, Seat(0))
    return driver


def test_a_table_drops_a_silent_device_and_does_not_take_its_old_chain_again() -> None:
    device = Away(OTHER)
    driver = at_a_table(device)
    table = driver.table
    while not device.late:
        driver.advance()
    table.offer(device.seats, device.chain.tip)
    driver.play_on()
    assert device.late == 1
    assert device.left_out > 0
    assert device.findings == []


def test_a_table_takes_a_fresh_chain_before_the_next_throw() -> None:
    device = Away(OTHER)
    driver = at_a_table(device)
    while device.play is None or not device.play.state.is_over:
        if device.needs_chain:
            tip = device.renew(Chain(bytes([device.late]) * 32))
            driver.table.offer(device.seats, tip)
        if not driver.advance():
            break
    joins = [entry for entry in driver.entries if isinstance(entry, log.DeviceJoined)]
    assert len(joins) > 2
    assert device.late >= len(joins)
    assert device.findings == []
