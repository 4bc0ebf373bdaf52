"""A device: it answers honest lines with its links, signs what its persons do, and keeps count of
what cannot be proven. What it refuses is told by the adversary in tests/fairness."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from fairness.adversary import (
    GUEST,
    GUEST_DEVICE,
    SERVER,
    Game,
    fix,
    guest_is_to_throw,
    honestly,
    land,
    play_on,
    played,
)
from fairness.offering import needs_offer
from proof.device import LOW, Device, LinkShown, NoSignature, witness_of
from table.drive import Driver

from kessel.errors import BadValue
from kessel.fairness import CHAIN_LINKS, Chain, check_signature
from kessel.table import NO_WAITING, Seat, Table, log, signing
from kessel.table.feed import landed_entry
from kessel.table.play import Play
from kessel.throws.ideal import IdealDice

OTHER = Chain(bytes(32))


@pytest.fixture
def game() -> Game:
    """A game in which the server's side is to throw the starting die."""
    begun = Game(Random(1))
    begun.tell()
    return begun


def twin(game: Game, **changed: object) -> Device:
    """The guest's device as it was before it heard anything."""
    return Device(game.guest.chain, game.guest.key, game.guest.seats, **changed)  # type: ignore[arg-type]


def drop(game: Game, *devices: int) -> None:
    """Fix a throw, say that devices did not answer, and throw without them."""
    game.answers_pings = False
    fix(game, game.cast(game.play.waited_for()[0]))
    game.wait(3)
    throw, attempt = game.play.throws, game.play.attempt
    game.write(log.DevicesLate(throw=throw, attempt=attempt, devices=list(devices)))
    game.shown.clear()
    game.write(game.play.to_fix())
    land(game)


def test_a_whole_game_is_seen_and_nothing_is_found() -> None:
    game = played(Random(3), honestly)
    assert (game.guest.colour, game.guest.lines) == ("green", len(game.lines))
    assert (game.guest.without, game.guest.rethrown) == (0, game.play.throws)
    witness = witness_of(game.guest)
    assert (witness.table, witness.game) == ("table", game.play.started.game)
    assert witness.digest == game.play.transcript.digest.hex()
    assert (witness.key, witness.tips) == (game.guest.key.public, [game.guest.chain.tip])


def test_the_witness_of_a_device_that_saw_nothing() -> None:
    device = Device(OTHER)
    witness = witness_of(device)
    assert (witness.game, witness.lines, witness.digest, witness.tips) == ("", 0, "", [])
    assert device.players == ()
    assert not needs_offer(device)


def test_the_same_line_gets_the_same_link(game: Game) -> None:
    fix(game, game.cast(SERVER))
    shown = LinkShown(0, 0, *game.shown[GUEST_DEVICE])
    check_signature(game.guest.key.public, signing.link_message(game.play, shown.link), shown.sign)
    at = len(game.lines) - 1
    for first in (at, 0, 1):
        assert game.guest.hear(first, game.lines[first:]) == [shown]


def test_a_device_that_missed_lines_asks_for_them_and_goes_on(game: Game) -> None:
    late = twin(game)
    fix(game, game.cast(SERVER))
    assert late.hear(1, game.lines[1:]) == []
    assert late.missing == 0
    assert len(late.hear(0, game.lines)) == 1
    assert late.missing is None


def test_lines_of_another_game_are_asked_for_from_the_start(game: Game) -> None:
    assert game.guest.hear(3, ["{}"], "another") == []
    assert game.guest.missing == 0
    assert game.guest.findings == []


def test_a_late_device_offers_another_chain_and_joins_with_it(game: Game) -> None:
    assert not needs_offer(game.guest)
    old = game.guest.chain.tip
    drop(game, GUEST_DEVICE)
    assert needs_offer(game.guest)
    assert game.guest.needs_chain
    game.join(GUEST_DEVICE)
    assert not needs_offer(game.guest)
    game.wait()
    fix(game, game.cast(game.play.waited_for()[0]))
    assert GUEST_DEVICE in game.shown
    assert witness_of(game.guest).tips == [old, game.guest.chain.tip]
    assert game.guest.findings == []
    assert game.guest.remarks == {("late", "Guest"): 1}
    assert game.guest.without == 0, "it was counted as late"


def test_a_chain_that_is_offered_is_not_offered_again(game: Game) -> None:
    drop(game, GUEST_DEVICE)
    game.guest.renew(OTHER)
    assert needs_offer(game.guest)
    game.guest.offer()
    assert not needs_offer(game.guest)
    game.guest.connected()
    assert needs_offer(game.guest), "the server may have forgotten it"


def nearly_used_up(play: Play) -> Play:
    """The game as if so many links had been asked for."""
    asked = CHAIN_LINKS - LOW
    devices = tuple(replace(device, asked=asked) for device in play.chains.devices)
    return replace(play, chains=replace(play.chains, asked=asked, devices=devices))


def test_a_chain_near_its_end_is_followed_by_another(game: Game) -> None:
    """Links of the old one are shown until the new one has joined."""
    game.play = nearly_used_up(game.play)
    assert game.guest.play is not None
    game.guest.play = nearly_used_up(game.guest.play)
    old = game.guest.chain
    assert needs_offer(game.guest)
    fix(game, game.cast(SERVER))
    assert game.shown[GUEST_DEVICE][0] == old.link(CHAIN_LINKS - LOW + 1).hex()
    land(game)
    game.join(GUEST_DEVICE)
    fix(game, game.cast(game.play.waited_for()[0]))
    assert game.shown[GUEST_DEVICE][0] == game.guest.chain.link(1).hex()
    assert game.guest.findings == []


def test_after_the_game_a_fresh_chain_is_offered_for_the_next() -> None:
    game = played(Random(3), honestly)
    assert needs_offer(game.guest)
    game.guest.renew(OTHER)
    game.begin()
    game.tell()
    assert game.guest.colour == "green"
    assert (game.guest.lines, game.guest.tips) == (1, [OTHER.tip])


def test_who_only_watches_shows_no_links(game: Game) -> None:
    watcher = Device(OTHER)
    fix(game, game.cast(SERVER))
    assert watcher.hear(0, game.lines) == []
    assert (watcher.without, needs_offer(watcher), watcher.findings) == (0, False, [])


def test_a_device_brings_an_aim_within_reach_before_it_signs(game: Game) -> None:
    play_on(game, guest_is_to_throw)
    unit = game.play.units(GUEST)[0]
    cast = game.guest.cast(GUEST, unit, {"x": 9.0, "speed": 99.0})
    assert (cast.aim["x"], cast.aim["speed"]) == (0.15, 4.0)
    fix(game, cast)
    assert GUEST_DEVICE in game.shown
    with pytest.raises(BadValue, match="finite numbers"):
        game.guest.cast(GUEST, unit, {"x": 1e9})


def test_what_a_device_signs_for_its_players(game: Game) -> None:
    play, key = game.play, game.guest.key.public
    push = game.guest.push(GUEST, [(0, 0.0, 0.0)])
    check_signature(key, signing.push_message(play, push), push.sign)
    other = log.DicePushed(player=SERVER, dice=[(0, 0.0, 0.0)])
    check_signature(key, signing.agree_message(play, other, GUEST), game.guest.agree(GUEST, other))
    check_signature(key, signing.leave_message(play, GUEST), game.guest.leave(GUEST))
    check_signature(key, signing.away_message(game.guest.chain.tip), game.guest.away())


def test_a_device_signs_nothing_for_a_game_it_does_not_know_or_trust(game: Game) -> None:
    with pytest.raises(NoSignature):
        Device(OTHER).answer(0, "end")
    with pytest.raises(NoSignature):
        Device(OTHER).offer()
    game.guest.findings.append("something")
    with pytest.raises(NoSignature):
        game.guest.cast(GUEST, "1", {})
    assert Device(OTHER).away(), "to go away is always allowed"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("no line", "does not read"),
        ("[" * 100_000, "does not read"),
        ('{"type":"sit","seat":0,"name":"A","token":""}', "no line of a transcript"),
        ('{"type": "answered", "player": 0, "move": "end"}', "no line of a transcript"),
        ('{"type":"cast","player":0,"unit":"1","aim":{}}', "no line of a transcript"),
        ('{"type":"renewed","tip":"00"}', "links left"),
    ],
)
def test_lines_that_cannot_be(game: Game, line: str, says: str) -> None:
    assert game.guest.hear(1, [line, line]) == []
    (finding,) = game.guest.findings
    assert finding.startswith("line 1: ")
    assert says in finding
    assert witness_of(game.guest).findings == [finding]


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


def test_dice_that_step_in_are_a_remark_where_nothing_is_thrown_again() -> None:
    game = Game(Random(1))
    game.guest.named, game.guest.agreed = None, replace(game.guest.agreed, dice="")
    game.begin(dice="physics-1 mujoco-3.14.0 vax")
    game.tell()
    fix(game, game.cast(SERVER))
    assert game.play.fixed is not None
    links = game.links(game.play.fixed, game.play)
    thrown = IdealDice().throw(game.play.order(game.play.chance(links)))
    game.write(landed_entry(game.play, thrown, links, IdealDice().name))
    assert {remark.what for remark in game.guest.remarks} == {"native", "stepped_in"}
    assert game.guest.rethrown == 0


def test_a_chain_of_the_server_that_came_before_is_found(game: Game) -> None:
    assert game.guest.play is not None
    play = nearly_used_up(game.guest.play)
    game.guest.play = replace(play, chains=replace(play.chains, asked=CHAIN_LINKS))
    game.guest._known_tips.add(OTHER.tip)
    game.claim(log.ServerChainRenewed(tip=OTHER.tip))
    assert "a chain comes again" in game.guest.findings[0]


# --- what time proves -----------------------------------------------------------------------------


def late(game: Game, after: float) -> Device:
    """The guest is called late so long after a throw was fixed, before its link can have come."""
    entry = log.ThrowFixed(throw=0, attempt=0, casts=[game.cast(SERVER)], devices=[0, 1])
    called = log.DevicesLate(throw=0, attempt=0, devices=[GUEST_DEVICE])
    lines: list[log.GameEntry] = [entry, called]
    for line in lines:
        game.guest.hear(game.guest.lines, [log.entry_text(line)], at=game.now)
        game.now += after
    return game.guest


def test_late_two_seconds_after_a_ping_proves_nothing(game: Game) -> None:
    assert late(game, 2.1).colour == "amber"


def test_late_sooner_is_proof(game: Game) -> None:
    assert late(game, 1.9).colour == "red"


def test_a_backlog_after_a_stall_is_no_proof(game: Game) -> None:
    """Nothing was heard for five seconds; then `fixed` and `late` come at once."""
    game.answers_pings = False
    game.wait(5.0)
    assert late(game, 0.0).colour == "amber"


def test_lines_from_before_a_connection_are_no_proof(game: Game) -> None:
    """They are read again after a reload, whatever was answered meanwhile."""
    entry = log.ThrowFixed(throw=0, attempt=0, casts=[game.cast(SERVER)], devices=[0, 1])
    gone = log.DevicesLate(throw=0, attempt=0, devices=[GUEST_DEVICE])
    game.guest.connected(game.play.started.game, 3, game.now)
    game.ping()
    game.claim(entry, gone)
    assert game.guest.colour == "amber"


def test_called_away_four_seconds_after_a_ping_proves_nothing(game: Game) -> None:
    game.answers_pings = False
    game.wait(4.1)
    game.claim(log.DevicesAway(devices=[GUEST_DEVICE], signs=[""]))
    assert game.guest.remarks == {("away", "Guest"): 1}
    assert game.guest.colour == "amber"


def test_an_offer_that_crossed_a_throw_is_no_matter(game: Game) -> None:
    """It came too late for this throw: nothing was answered behind it."""
    game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[game.guest.away()]))
    game.answers_pings = False
    game.guest.renew(game.new_chain())
    game.guest.offer(game.now)
    honestly(game, SERVER)
    assert (game.guest.colour, game.guest.without) == ("green", 1)
    game.wait(5.0)
    honestly(game, game.play.waited_for()[0])
    assert game.guest.remarks == {("left_out", "Guest"): 1}


@pytest.mark.parametrize("hears_first", [False, True])
def test_lines_that_come_late_leave_nobody_out(game: Game, hears_first: bool) -> None:
    """Called late and left out, then back on a new line, where one more throw is made without it.
    It could not offer before it had heard them; the control had heard everything, and could."""
    device = twin(game)
    device.hear(0, game.lines[:1], at=game.now)
    drop(game, GUEST_DEVICE)
    device.connected(game.play.started.game, len(game.lines), game.now)
    if hears_first:
        device.hear(1, game.lines[1:], at=game.now)
    game.wait(5.0)
    honestly(game, game.play.waited_for()[0])
    device.hear(1, game.lines[1:], at=game.now)
    left_out = {("left_out", "Guest"): 1} if hears_first else {}
    assert device.remarks == {("late", "Guest"): 1} | left_out
    assert (device.without, device.findings) == (1, [])


def test_whoever_plays_on_another_device_is_not_left_out(game: Game) -> None:
    """It has the same key, and is asked."""
    other = Device(OTHER, game.guest.key, game.guest.seats)
    other.connected(game.play.started.game, len(game.lines), game.now)
    other.hear(0, game.lines, at=game.now)
    game.wait(5.0)
    honestly(game, SERVER)
    other.hear(1, game.lines[1:], at=game.now)
    assert (other.without, other.remarks, other.findings) == (0, {}, [])


def test_whoever_has_resigned_is_not_left_out(game: Game) -> None:
    game.write(log.BotPlaysOn(player=GUEST, for_good=True, sign=game.guest.leave(GUEST)))
    game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[game.guest.away()]))
    game.wait(5.0)
    honestly(game, SERVER)
    assert (game.guest.without, game.guest.remarks, game.guest.findings) == (0, {}, [])


def test_what_the_table_does_for_us_is_a_remark() -> None:
    game = Game(Random(1))
    game.begin(clock="fast")
    play_on(game, guest_is_to_throw)
    fix(game, game.cast(GUEST, by="table"))
    land(game)
    assert game.guest.remarks == {("played_for", "Guest"): 1}
    play_on(game, lambda play: play.awaited.kind == "choice" and play.on_move == GUEST)
    game.write(log.Answered(player=GUEST, move="end", by="table"))
    game.write(log.BotPlaysOn(player=GUEST))
    assert game.guest.remarks == {("played_for", "Guest"): 3}
    assert game.guest.colour == "amber", "with a clock that may be"


# --- at a table that works as it should -----------------------------------------------------------


class Away(Device):
    """A device whose answers are lost."""

    def hear(
        self, first: int, lines: Sequence[str], game: str = "", at: float = 0.0
    ) -> list[LinkShown]:
        super().hear(first, lines, game, at)
        return []


def at_a_table(device: Device) -> Driver:
    """A person, whose bot plays on, against a bot, with ideal dice."""
    ann = log.SeatPlan(kind="person", name="Ann", token="t", key=device.key.public)
    seats = [ann, log.SeatPlan(kind="bot")]
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
    driver.take(table.resign(Seat(0), 0.0, device.leave(0)))
    return driver


def lates(device: Device) -> int:
    return device.remarks[("late", "Ann")]  # type: ignore[index]


def test_a_table_drops_a_silent_device_and_does_not_take_its_old_chain_again() -> None:
    device = Away(OTHER)
    driver = at_a_table(device)
    while not lates(device):
        driver.advance()
    driver.table.offer(device.seats, device.chain.tip)
    driver.play_on()
    assert lates(device) == 1
    assert device.play is not None
    assert not device.play.chains.devices[0].contributes
    assert device.without == 0, "its person has resigned"
    assert device.findings == []


def joined_afresh() -> int:
    """How often a device came back in one game with a chain that nobody had seen."""
    device = Away(OTHER)
    driver = at_a_table(device)
    while device.play is None or not device.play.state.is_over:
        if needs_offer(device):
            device.renew(Chain(bytes([lates(device)]) * 32))
            driver.table.offer(device.seats, device.chain.tip, device.offer())
        if not driver.advance():
            break
    joins = [entry for entry in driver.entries if isinstance(entry, log.DeviceJoined)]
    assert lates(device) >= len(joins)
    assert device.findings == []
    return len(joins)


def test_a_table_takes_a_fresh_chain_before_the_next_throw() -> None:
    assert max(joined_afresh() for _ in range(3)) > 2  # one game in a thousand is over too soon
