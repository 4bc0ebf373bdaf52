"""The adversary at work: every cheat is either impossible or caught, and each test says which.

Impossible: over N games the server's side wins no more than fair dice let it; a control shows that
the same program wins where the check it fails at is taken away. Caught: by the guest's device,
which then shows no link, or by `kessel verify`.
"""

import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import count, islice
from random import Random

import msgspec
import pytest
from fairness.adversary import (
    GUEST,
    GUEST_DEVICE,
    HOST_DEVICE,
    RIGGED,
    SERVER,
    STEP,
    Cheat,
    Game,
    dropping,
    fix,
    fixed_with,
    hand_of,
    honestly,
    is_over,
    join_again,
    land,
    losing_throws,
    may_stop,
    moving_a_bots_aim,
    play_on,
    played,
    trying_hands,
    wins,
)
from proof.forging import mended, notes_of
from proof.test_verify import played as played_at_a_table

from kessel.errors import BadValue, KesselError
from kessel.fairness import Chain
from kessel.proof.chronicle import record_of
from kessel.proof.device import Device
from kessel.proof.verify import Verdict, verify
from kessel.proof.witness import check_seal, check_witness, replaced, took_part
from kessel.record import GameRecord, read_record
from kessel.rules.moves import Player
from kessel.rules.state import Phase
from kessel.table import Seat, log
from kessel.table.dice import dice_named
from kessel.table.play import begin, feed, landed_entry
from kessel.throws.ideal import IdealDice

N = 300
"""Games for each cheat that is said to be impossible."""
UNLIKELY = 1e-4
"""Fair dice give a result as far from one half less often than that (exact binomial, two-sided):
for 300 games fewer than 116 or more than 184 wins."""
CONTROLS, ALWAYS = 40, 36
"""Games of a control, and how many of them a cheat that works must win."""


def series(throw: Cheat, games: int) -> list[Game]:
    """Games in which the server and the guest begin in turn."""
    return [played(Random(number), throw, number % 2) for number in range(games)]


def probability(won: int, games: int) -> float:
    """Of a result at least as far from one half, with fair dice."""
    off = abs(won - games / 2)
    far = (math.comb(games, n) for n in range(games + 1) if abs(n - games / 2) >= off)
    return float(sum(far) / 2**games)


def proved(game: Game) -> Verdict:
    return verify(game.record(), dice_named)


# --- impossible -----------------------------------------------------------------------------------


def test_the_bound_lets_fair_dice_pass_and_no_cheat() -> None:
    assert probability(150, N) == 1.0
    assert probability(116, N) > UNLIKELY > probability(115, N)
    assert probability(ALWAYS, CONTROLS) < UNLIKELY


@pytest.mark.long
@pytest.mark.parametrize(
    "cheat",
    [
        pytest.param(moving_a_bots_aim(), id="a bot's aim is moved by 1e-12 until the throw suits"),
        pytest.param(trying_hands(), id="the host reads the server's chain and tries hands"),
        pytest.param(losing_throws, id="the guest's throws are lost until one suits"),
    ],
)
def test_impossible(cheat: Cheat) -> None:
    games = series(cheat, N)
    assert probability(wins(games), N) > UNLIKELY, wins(games)
    assert not any(game.guest.findings for game in games)
    assert all(rolls == 1 for game in games for rolls in game.rolls)
    for game in games[:5]:
        assert proved(game).exact


@pytest.mark.long
@pytest.mark.parametrize("cheat", [moving_a_bots_aim(True), trying_hands(True)])
def test_control_the_same_cheats_win_where_the_guests_link_is_known(cheat: Cheat) -> None:
    """If the link came before the hands; no record tells."""
    games = series(cheat, CONTROLS)
    assert wins(games) >= ALWAYS
    assert proved(games[0]).exact


# --- caught by the guest's device: it shows no link -----------------------------------------------


@pytest.fixture
def game() -> Game:
    """A game after some throws, in which it is the guest's turn to throw and a die lies alone."""
    return next(filter(a_die_lies_alone, map(guests_turn, count())))


def a_die_lies_alone(started: Game) -> bool:
    return any(len(stack) == 1 for stack in started.play.at_rest)


def guests_turn(seed: int) -> Game:
    started = Game(Random(seed), GUEST)
    started.tell()
    play_on(started, lambda play: play.throws >= 3 and play.on_move == GUEST)
    if started.play.awaited.kind == "choice":
        started.write(log.Answered(player=GUEST, move="end"))
    while started.play.on_move != GUEST:
        honestly(started, SERVER, hand_of(started, SERVER))
        if started.play.on_move == SERVER:
            started.write(log.Answered(player=SERVER, move="end"))
    assert not started.guest.findings
    return started


def told(game: Game, *entries: log.GameEntry, at: int | None = None) -> list[str]:
    """What the guest's device answers to these lines."""
    first = len(game.lines) if at is None else at
    shown = game.guest.hear(first, [log.entry_text(entry) for entry in entries])
    return [one.link for one in shown]


def fixed_for(game: Game, hand: log.HandShown) -> log.ThrowFixed:
    return fixed_with(game.play, hand)


def refused(game: Game, finding: str, *entries: log.GameEntry, at: int | None = None) -> None:
    """The device shows no link for these lines, says why, and shows none later either."""
    assert told(game, *entries, at=at) == []
    assert any(finding in found for found in game.guest.findings), game.guest.findings
    assert told(game, *game.entries[game.guest.lines :], at=game.guest.lines) == []


def test_control_the_device_answers_the_honest_line(game: Game) -> None:
    assert len(told(game, fixed_for(game, hand_of(game, GUEST)))) == 1


def test_caught_by_the_device_a_second_fixed_entry_for_one_number(game: Game) -> None:
    hand = hand_of(game, GUEST)
    honest = fixed_for(game, hand)
    at = len(game.lines)
    assert told(game, honest)
    other = msgspec.structs.replace(hand, by="table", aim=hand.aim | {"x": 0.02})
    second = msgspec.structs.replace(honest, hands=[other])
    refused(game, "told differently", second, at=at)


def test_caught_by_the_device_a_hand_that_was_not_sent(game: Game) -> None:
    hand = hand_of(game, GUEST)
    moved = msgspec.structs.replace(hand, aim=hand.aim | {"x": hand.aim["x"] + STEP})
    refused(game, "not the hand that was sent", fixed_for(game, moved))


def test_caught_by_the_device_a_link_asked_for_early(game: Game) -> None:
    """Before the throw in the air has landed, and for a throw that is not next."""
    hand = hand_of(game, GUEST)
    fixed = fixed_for(game, hand)
    assert told(game, fixed)
    early = msgspec.structs.replace(fixed, throw=fixed.throw + 1)
    refused(game, "is fixed", early, at=len(game.lines) + 1)


def test_caught_by_the_device_a_link_for_a_later_attempt(game: Game) -> None:
    fixed = fixed_for(game, hand_of(game, GUEST))
    refused(game, "is next", msgspec.structs.replace(fixed, attempt=1))


def test_caught_by_the_device_a_gap_gets_no_link(game: Game) -> None:
    fixed = fixed_for(game, hand_of(game, GUEST))
    assert told(game, fixed, at=len(game.lines) + 1) == []
    assert game.guest.missing == len(game.lines)


def test_caught_by_the_device_a_sham_game_with_the_same_chain(game: Game) -> None:
    """It would draw all links out of the device, for use in the game that counts."""
    started = game.entries[0]
    assert isinstance(started, log.GameStarted)
    refused(game, "used before", msgspec.structs.replace(started, game="sham"), at=0)


def test_caught_by_the_device_a_chain_that_joins_again(game: Game) -> None:
    """Links of it are known, so the server could choose with them."""
    old = game.guest.chain.tip
    fix(game, hand_of(game, GUEST))
    throw, attempt = game.play.throws, game.play.attempt
    game.write(log.DevicesLate(throw=throw, attempt=attempt, devices=[GUEST_DEVICE]))
    fix(game, hand_of(game, GUEST))
    land(game)
    refused(game, "published before", log.DeviceJoined(device=1, seats=[Seat(1)], tip=old))


@pytest.mark.parametrize("device", [GUEST_DEVICE, HOST_DEVICE, 2])
def test_caught_by_the_device_its_seat_given_to_another_chain(game: Game, device: int) -> None:
    tip = Chain(bytes(32)).tip
    join = log.DeviceJoined(device=device, seats=[Seat(1)], tip=tip)
    refused(game, "not our chain" if device else "device 0 holds seats [0], not [1]", join)


def test_caught_by_the_device_another_tip_in_its_place_from_the_start() -> None:
    game = Game(Random(1), SERVER)
    started = game.entries[0]
    assert isinstance(started, log.GameStarted)
    other = log.DeviceTip(seats=[Seat(1)], tip=Chain(bytes(32)).tip)
    swapped = msgspec.structs.replace(started, devices=[started.devices[0], other])
    refused(game, "not our chain", swapped, at=0)


@pytest.mark.parametrize("push", [True, False])
def test_caught_by_the_device_a_choice_between_links_and_landing(game: Game, push: bool) -> None:
    """A push could be tried out until the throw suits; a player who sees it coming could stop."""
    fix(game, hand_of(game, GUEST))
    die = game.play.at_rest[0][0]
    between: log.GameEntry = log.Answered(player=GUEST, move="end")
    if push:
        between = log.DicePushed(player=GUEST, dice=[(die.die, die.pose.x + STEP, die.pose.y)])
    refused(game, "is to land", between)


def test_caught_by_the_device_a_server_that_leaves_its_chain(game: Game) -> None:
    fix(game, hand_of(game, GUEST))
    game.chain = Chain(bytes(32))
    links = log.Links(server=game.chain.link(1).hex(), devices=list(game.shown.values()))
    landed = log.DiceLanded(throw=game.play.throws, at_rest=(), out=[], cocked=0, links=links)
    refused(game, "not link", landed)


def test_caught_by_the_device_hands_of_one_throw_in_another_order() -> None:
    """n! orders would be as many throws to choose from."""
    driver = played_at_a_table("harry-potter", IdealDice(), seed=0)
    history, device = driver.table.ledger.history, driver.devices[0]
    (at, *_) = (
        number
        for number, entry in enumerate(history)
        if isinstance(entry, log.ThrowFixed) and len(entry.hands) > 1
    )
    watching = Device(device.chain, device.seats)
    assert watching.hear(0, [log.entry_text(entry) for entry in history[: at + 1]])
    fixed = history[at]
    assert isinstance(fixed, log.ThrowFixed)
    reordered = msgspec.structs.replace(fixed, hands=fixed.hands[::-1])
    cheated = Device(device.chain, device.seats)
    assert not cheated.hear(0, [log.entry_text(e) for e in (*history[:at], reordered)])
    assert any("other hands" in finding for finding in cheated.findings)


# --- caught by the device and by verify: they count -----------------------------------------------


@pytest.mark.parametrize(("device", "name"), [(GUEST_DEVICE, "guest"), (HOST_DEVICE, "host")])
def test_caught_by_device_and_verify_dropped_devices(device: int, name: str) -> None:
    """Each drop is one more throw to choose from, and leaves one `late` behind: whose device was
    dropped is in the record, and the device knows that it had answered."""
    games = series(dropping(device), CONTROLS)
    assert wins(games) > CONTROLS // 2, "the cheat works"
    assert sum(game.drops for game in games) > CONTROLS
    for game in games[:10]:
        verdict = proved(game)
        assert verdict.late.get(Seat(device), 0) == game.drops
        assert game.devices[device].late == game.devices[device].answered_late == game.drops
        assert verdict.late.get(Seat(1 - device), 0) == 0


def test_impossible_to_drop_one_device_twice_for_one_throw(game: Game) -> None:
    """A server and a player together could try as often as they like; now once a device."""
    fix(game, hand_of(game, GUEST))
    late = log.DevicesLate(throw=game.play.throws, attempt=game.play.attempt, devices=[HOST_DEVICE])
    game.write(late)
    with pytest.raises(BadValue, match="nobody joins before throw"):
        join_again(game, HOST_DEVICE)
    fix(game, hand_of(game, GUEST))
    land(game)
    join_again(game, HOST_DEVICE)


def test_caught_by_device_and_verify_a_device_that_is_left_out() -> None:
    """The server takes part with the host's device only, and can choose every throw."""

    class Alone(Game):
        def tips(self) -> list[log.DeviceTip]:
            return super().tips()[:1]

    game = Alone(Random(3), SERVER)
    game.tell()
    play_on(game, is_over)
    verdict = proved(game)
    assert verdict.unwitnessed == 0
    assert verdict.without == {Seat(1): verdict.throws}
    assert game.guest.left_out == verdict.throws


# --- caught by verify with a witness or a seal ----------------------------------------------------


def differs(record: str, device: Device) -> None:
    """The record is not of the game that this device saw."""
    verdict = verify(record, dice_named)
    with pytest.raises(KesselError, match="the device saw another game"):
        check_witness(verdict, device.witness())
    assert device.play is not None
    with pytest.raises(KesselError, match="the seal of the record is"):
        check_seal(verdict, device.play.transcript.seal)


def one_throw(game: Game, hand: log.HandShown) -> None:
    fix(game, hand)
    land(game)


def test_control_a_true_record_has_every_witness() -> None:
    game = played(Random(2), honestly)
    verdict = proved(game)
    for device in game.devices.values():
        check_witness(verdict, device.witness())
    check_seal(verdict, game.play.transcript.seal)


def test_caught_by_a_witness_two_fixed_entries_for_two_devices() -> None:
    """Each device sees a hand of its own and shows its link; only one of them was thrown."""
    two = [Game(Random(4), SERVER) for _ in range(2)]
    for game, x in zip(two, (0.01, 0.02), strict=True):
        game.tell()
        hand = msgspec.structs.replace(hand_of(game, SERVER), by="bot")
        one_throw(game, msgspec.structs.replace(hand, aim=hand.aim | {"x": x}))
    check_witness(proved(two[0]), two[0].guest.witness())
    differs(two[0].record(), two[1].guest)


def test_caught_by_a_witness_another_tip_for_another_device() -> None:
    """Each device sees its own tip beside one that the server made up for the other."""
    shams = []
    for own in (HOST_DEVICE, GUEST_DEVICE):
        game = Game(Random(6), SERVER)
        other = 1 - own
        sham = Device(Chain(bytes([own]) * 32), frozenset({Seat(other)}))
        honest = game.devices[own]
        game.devices = {own: honest, other: sham}
        started = game.entries[0]
        assert isinstance(started, log.GameStarted)
        fresh = Game(Random(6), SERVER)
        fresh.devices = game.devices
        fresh.entries = [msgspec.structs.replace(started, devices=fresh.tips())]
        restart(fresh)
        honestly(fresh, SERVER, hand_of(fresh, SERVER))
        assert not honest.findings
        shams.append((fresh, honest))
    (first, ann), (_, ben) = shams
    check_witness(proved(first), ann.witness())
    differs(first.record(), ben)


def restart(game: Game) -> None:
    """Begin with a changed first line."""
    started = game.entries[0]
    assert isinstance(started, log.GameStarted)
    game.play = begin(started)
    game.lines = [log.entry_text(started)]
    game.tell()


def test_caught_by_a_witness_a_record_that_was_cut_short() -> None:
    game = played(Random(2), honestly)
    cut = record_of(game.entries[:-4]).text()
    assert not verify(cut, dice_named).is_over
    with pytest.raises(KesselError, match="lines of the game; the record has"):
        check_witness(verify(cut, dice_named), game.guest.witness())


# --- caught by verify alone: forged records -------------------------------------------------------


@pytest.fixture(scope="module")
def whole() -> Game:
    return played(Random(8), honestly)


def forged(game: Game, change: Callable[[log.GameEntry], log.GameEntry]) -> GameRecord:
    """The record with changed entries and every mark mended."""
    record, history = read_record(game.record()), [change(entry) for entry in game.entries]
    left, entries = iter(history[1:]), []
    for entry in record.entries:
        count = len(entry.notes) - 1
        entries.append(replace(entry, notes=notes_of(*islice(left, count))))
    return mended(replace(record, entries=tuple(entries)), history)


def caught(record: GameRecord | str, message: str) -> None:
    text = record if isinstance(record, str) else record.text()
    with pytest.raises(KesselError, match=message) as error:
        verify(text, dice_named)
    assert re.match(r"line \d+: |only \d+ of", str(error.value))


def test_control_a_record_with_its_own_marks_made_again_is_proved(whole: Game) -> None:
    assert verify(forged(whole, lambda entry: entry).text(), dice_named).exact


def test_caught_by_verify_a_player_renamed_with_mended_marks(whole: Game) -> None:
    started = whole.entries[0]
    assert isinstance(started, log.GameStarted)
    other = msgspec.structs.replace(started, names=["Eve", "Guest"])
    caught(record_of([other, *whole.entries[1:]]).text(), "lands differently")


def test_caught_by_verify_the_thrower_renamed(whole: Game) -> None:
    """To one that cannot be at hand, so that throws are only compared within a tolerance."""
    started = whole.entries[0]
    assert isinstance(started, log.GameStarted)
    for name in ("ideal-9 on another machine", "physics-9 mujoco-9 sparc"):
        other = msgspec.structs.replace(started, dice=name)
        caught(record_of([other, *whole.entries[1:]]).text(), r"only [0-2] of")


def other_link(entry: log.GameEntry) -> log.GameEntry:
    if isinstance(entry, log.DiceLanded) and entry.throw == 5:
        links = msgspec.structs.replace(entry.links, server="00" * 32)
        return msgspec.structs.replace(entry, links=links)
    return entry


def no_link(entry: log.GameEntry) -> log.GameEntry:
    if isinstance(entry, log.DiceLanded) and entry.throw == 5:
        links = msgspec.structs.replace(entry.links, devices=["no link", "at all"])
        return msgspec.structs.replace(entry, links=links)
    return entry


def nobody_asked(entry: log.GameEntry) -> log.GameEntry:
    if isinstance(entry, log.ThrowFixed):
        return msgspec.structs.replace(entry, devices=[HOST_DEVICE])
    return entry


def chosen_dice(entry: log.GameEntry) -> log.GameEntry:
    if isinstance(entry, log.DiceLanded) and entry.at_rest:
        (stack, *others) = entry.at_rest
        moved = replace(stack[0], pose=stack[0].pose.moved(0.01, 0.01, stack[0].pose.z))
        return msgspec.structs.replace(entry, at_rest=((moved,), *others))
    return entry


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(other_link, "not link", id="another link of the server"),
        pytest.param(no_link, "lower-case hexadecimal", id="links that are none"),
        pytest.param(nobody_asked, "contribute", id="a device not asked"),
        pytest.param(chosen_dice, "lands differently", id="dice that were chosen"),
    ],
)
def test_caught_by_verify_with_mended_marks(
    whole: Game, change: Callable[[log.GameEntry], log.GameEntry], message: str
) -> None:
    caught(forged(whole, change), message)


def test_caught_by_verify_marks_doubled(whole: Game) -> None:
    lines = whole.record().split("\n")
    for kind in ("  @ mark ", "note mark "):
        at = next(number for number, line in enumerate(lines) if line.startswith(kind))
        doubled = [*lines[:at], lines[at], *lines[at:]]
        caught("\n".join(doubled), "only one mark")


def test_caught_by_verify_a_header_with_two_of_a_kind(whole: Game) -> None:
    record = read_record(whole.record())
    (first, *rest) = record.notes
    doubled = replace(record, notes=(first, first, *rest))
    caught(mended(doubled, whole.entries), "not written that way")


def test_caught_by_verify_something_between_links_and_landing() -> None:
    """The same as above, in a record: a push that was tried out once the links were known."""
    game = Game(Random(5), GUEST)
    game.tell()
    play_on(game, lambda play: bool(play.at_rest) and play.awaited.kind == "throw")
    fix(game, hand_of(game, game.play.waited_for()[0]))
    die = game.play.at_rest[0][0]
    push = log.DicePushed(player=GUEST, dice=[(die.die, die.pose.x + STEP, die.pose.y)])
    with pytest.raises(BadValue, match="is to land"):
        feed(game.play, push)
    land(game)
    record = read_record(game.record())
    last = record.entries[-1]
    notes = (last.notes[0], *notes_of(push), *last.notes[1:-1])
    history = [*game.entries[:-1], push, game.entries[-1]]
    changed = replace(record, entries=(*record.entries[:-1], replace(last, notes=notes)))
    caught(mended(changed, history), "is to land")


# --- caught: other dice, another's turn, another beginning, another's links -----------------------


def with_rigged_dice(game: Game, player: Player, hand: log.HandShown) -> None:
    """The guest's throws are fixed for dice that are always lost."""
    rigged = player == GUEST and game.play.awaited.kind != "start_die"
    fixed = fixed_with(game.play, hand)
    game.shown.clear()
    game.write(msgspec.structs.replace(fixed, dice=RIGGED) if rigged else fixed)
    not_looking(game)
    assert game.play.fixed is not None
    links = game.links(game.play.fixed, game.play)
    dice = dice_named(RIGGED if rigged else IdealDice().name)
    thrown = dice.throw(game.play.order(game.play.chance(links)))
    game.write(landed_entry(game.play, thrown, links=links))


def not_looking(game: Game) -> None:
    """Devices show their links as such would that do not check what they are told."""
    for number, device in game.devices.items():
        asked = game.play.chains.devices[number].asked
        game.shown[number] = device.chain.link(asked).hex()


def test_caught_by_device_and_verify_dice_with_other_odds() -> None:
    games = series(with_rigged_dice, CONTROLS)
    assert wins(games) >= ALWAYS  # it would be worth it
    for game in games:
        assert "thrown by ideal-1 strike=0.0" in game.guest.findings[0]
        caught(game.record(), "thrown by ideal-1 strike=0.0")


def test_caught_by_the_device_a_game_with_odds_of_its_own() -> None:
    game = Game(Random(1), SERVER)
    started = game.entries[0]
    assert isinstance(started, log.GameStarted)
    refused(game, "no dice of a table", msgspec.structs.replace(started, dice=RIGGED), at=0)


@pytest.mark.parametrize("name", [RIGGED, IdealDice().name, "physics-2 mujoco-4 x86_64"])
def test_caught_by_device_and_verify_other_dice_once_the_links_are_known(name: str) -> None:
    game = Game(Random(5), GUEST)
    game.tell()
    fix(game, hand_of(game, GUEST))
    assert game.play.fixed is not None
    links = game.links(game.play.fixed, game.play)
    thrown = IdealDice().throw(game.play.order(game.play.chance(links)))
    game.write(landed_entry(game.play, thrown, links, name))
    assert "though the game is one of ideal-1 strike=0.3" in game.guest.findings[0]
    caught(game.record(), "though the game is one of ideal-1 strike=0.3")


def test_caught_by_device_and_verify_a_turn_ended_in_another_name() -> None:
    game = Game(Random(1), SERVER)
    game.tell()
    play_on(game, may_stop)
    game.write(log.Answered(player=1 - game.play.waited_for()[0], move="end"))
    assert "not for player" in game.guest.findings[0]
    caught(game.record(), "the game waits for choice, not for player")


def test_caught_by_the_device_a_push_that_the_table_would_refuse(game: Game) -> None:
    """In the middle of the mat: dice are moved from the wall only, and only with consent."""
    die = next(stack[0] for stack in game.play.at_rest if len(stack) == 1)
    push = log.DicePushed(player=GUEST, dice=[(die.die, die.pose.x + 1e-3, die.pose.y)])
    assert feed(game.play, push).play.at_rest != game.play.at_rest
    refused(game, "only dice near the wall", push)


def test_caught_by_verify_a_record_that_begins_otherwise(whole: Game) -> None:
    """The header can name a position, which no line of the transcript knows."""
    record = read_record(whole.record())
    start = record.start._replace(phase=Phase.START_AGAIN, direction=-1)
    caught(mended(replace(record, start=start), whole.entries), "does not begin as games")


def test_a_ghosts_links_are_not_counted_for_the_witness() -> None:
    """A chain of the server's takes the guest's number in a game the guest hears no more of."""
    game = Game(Random(3), SERVER)
    game.tell()
    play_on(game, lambda play: play.throws == 2)
    heard = game.play.throws
    guest, ghost = game.guest, Device(Chain(bytes(31) + b"7"), frozenset({Seat(1)}))
    game.devices[GUEST_DEVICE] = ghost
    ghost.is_newcomer = True
    game.write(game.play.chains.to_join([Seat(1)], ghost.chain.tip))
    play_on(game, is_over)
    verdict = proved(game)
    check_witness(verdict, guest.witness())
    assert verdict.throws > heard == took_part(verdict, guest.witness())
    assert replaced(verdict, guest.witness()) == verdict.throws - heard


def test_throws_that_a_bot_makes_for_a_person_are_told() -> None:
    def by_bot(game: Game, player: Player, hand: log.HandShown) -> None:
        honestly(game, player, msgspec.structs.replace(hand, by="bot" if player else "person"))

    verdict = proved(played(Random(4), by_bot))
    assert list(verdict.by_bot) == [Seat(1)]
    assert 0 < verdict.by_bot[Seat(1)] < verdict.throws
