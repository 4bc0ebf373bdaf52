"""The adversary at work. Every cheat ends as one of three: it gains nothing (`test_fair_share.py`),
the guest's device turns red and shows no more links, or it turns amber and `kessel verify` with its
witness exits with 3. Controls show what the same program wins without the check."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec
import pytest
from fairness.adversary import (
    GUEST,
    GUEST_DEVICE,
    HOST_DEVICE,
    NAMES,
    OPTIONS,
    RIGGED,
    SERVER,
    STEP,
    THROWER,
    Cheat,
    Game,
    dropping,
    fix,
    fixed_with,
    guest_is_to_throw,
    honestly,
    host_is_to_throw,
    is_over,
    land,
    landing,
    may_stop,
    play_on,
    play_through,
    played,
)
from fairness.key import Key
from proof.device import Device
from proof.line_up import LineUp

from kessel.fairness import Chain
from kessel.fairness.keys import fingerprint
from kessel.table import Seat, log, signing
from kessel.table.feed import feed, landed_entry
from kessel.throws.aim import Aim

FOREIGN = Key(b"server" + bytes(26))
"""A key that nobody at the table has."""


@pytest.fixture
def game() -> Game:
    """A game in which the server's side throws first."""
    begun = Game(Random(1))
    begun.tell()
    return begun


# --- red: the device shows no more links ----------------------------------------------------------


def is_red(game: Game, why: str) -> None:
    """The device found that, shows no more links and signs nothing more."""
    assert game.guest.colour == "red"
    assert why in game.guest.findings[0]
    assert game.guest.hear(0, game.lines, at=game.now) == []


Cheating = Callable[[Game], None]


def begun_otherwise(**changed: object) -> Cheating:
    """The game begins with another first line than was agreed."""

    def cheat(game: Game) -> None:
        first = msgspec.structs.replace(game.entries[0], **changed)
        game.guest = fresh(game)
        game.claim(first)

    return cheat


def fresh(game: Game) -> Device:
    """The guest's device before it heard anything."""
    old = game.guest
    return game.made_by(old.chain, old.key, old.seats, old.agreed, old.named)


def renamed(game: Game) -> None:
    """12: the names of the two players are swapped."""
    first = game.entries[0]
    assert isinstance(first, log.GameStarted)
    names = [msgspec.structs.replace(p, name=NAMES[1 - n]) for n, p in enumerate(first.players)]
    begun_otherwise(players=names)(game)


def person_as_bot(game: Game) -> None:
    """12: a person turns out to be a bot."""
    host, guest = players_of(game)
    bot = log.PlayerNamed(seat=host.seat, name=host.name, bot="rule")
    begun_otherwise(players=[bot, guest], devices=devices_of(game)[1:])(game)


def another_order(game: Game) -> None:
    """12: play goes round otherwise than they sit."""
    devices, players = devices_of(game), players_of(game)
    begun_otherwise(players=players[::-1], first=1, devices=devices)(game)


def device_of_a_bot(game: Game) -> None:
    """6: a device at a bot's seat, to be late whenever a throw does not suit."""
    host, guest = players_of(game)
    game.guest.agreed = LineUp()
    bot = log.PlayerNamed(seat=host.seat, name=host.name, bot="rule")
    begun_otherwise(players=[bot, guest])(game)


def without_our_key(game: Game) -> None:
    """4: a first line as an older proof would have it, in which the guest has no key."""
    host, guest = players_of(game)
    begun_otherwise(players=[host, log.PlayerNamed(seat=guest.seat, name=guest.name)])(game)


def another_key(game: Game) -> None:
    """The server's key at the guest's seat: it could sign everything itself."""
    host, guest = players_of(game)
    begun_otherwise(players=[host, msgspec.structs.replace(guest, key=FOREIGN.public)])(game)


def another_chain(game: Game) -> None:
    """2: a chain of the server's at the guest's seat."""
    mine = log.DeviceTip(seats=[Seat(GUEST)], tip=game.new_chain().tip)
    begun_otherwise(devices=[devices_of(game)[0], mine])(game)


def our_chain_elsewhere(game: Game) -> None:
    """The guest's chain at the host's seat, where nobody of ours decides."""
    host = log.DeviceTip(seats=[Seat(SERVER)], tip=game.guest.chain.tip)
    begun_otherwise(devices=[host])(game)


def another_host(game: Game) -> None:
    """Somebody else's key at the seat of whoever sent the invitation."""
    invited = replace(game.guest.agreed, host=fingerprint(FOREIGN.public))
    first = game.entries[0]
    game.guest = fresh(game)
    game.guest.agreed = invited
    game.claim(first)


def players_of(game: Game) -> list[log.PlayerNamed]:
    return game.play.started.players


def devices_of(game: Game) -> list[log.DeviceTip]:
    return game.play.started.devices


def used_chain_joins(game: Game) -> None:
    """1: in a rematch the guest's chain of the last game, whose links are known, joins."""
    used = game.guest.chain
    play_on(game, is_over)
    game.guest.renew(game.new_chain())
    game.begin()
    game.tell()
    assert game.guest.colour == "green"
    sign = FOREIGN.sign(signing.join_message(game.play, used.tip))
    game.claim(game.play.chains.to_join([Seat(GUEST)], used.tip, sign))


def used_chain_begins(game: Game) -> None:
    """1: the next game begins with the chain of the last one."""
    play_on(game, is_over)
    game.begin()
    game.tell()


def foreign_chain_joins(game: Game) -> None:
    """2: another chain in the guest's place, without the guest's signature."""
    game.claim(game.play.chains.to_join([Seat(GUEST)], game.new_chain().tip))


def fixed(game: Game, **changed: object) -> log.ThrowFixed:
    """What is fixed for the host's throw, changed."""
    return msgspec.structs.replace(fixed_with(game.play, game.cast(SERVER)), **changed)


def other_dice(name: str) -> Cheating:
    def cheat(game: Game) -> None:
        game.claim(fixed(game, dice=name))

    return cheat


def cast_that_was_not_sent(game: Game) -> None:
    """8: the line is cut, and the server throws in the guest's name."""
    play_on(game, guest_is_to_throw)
    aim = Aim.of_strength("wild").to_json()
    cast = log.CastShown(player=GUEST, unit=game.play.units(GUEST)[0], aim=aim)
    game.claim(
        log.ThrowFixed(
            throw=game.play.throws, attempt=0, casts=[game.signed(cast, FOREIGN)], devices=[0, 1]
        )
    )


def unsigned_cast(game: Game) -> None:
    """8: the same without any signature."""
    play_on(game, guest_is_to_throw)
    cast = msgspec.structs.replace(game.cast(GUEST), sign="")
    game.claim(log.ThrowFixed(throw=game.play.throws, attempt=0, casts=[cast], devices=[0, 1]))


def moved_hand(game: Game) -> None:
    """The guest's aim moved by what nobody sees."""
    play_on(game, guest_is_to_throw)
    cast = game.cast(GUEST)
    moved = msgspec.structs.replace(cast, aim=cast.aim | {"x": cast.aim["x"] + STEP})
    game.claim(log.ThrowFixed(throw=game.play.throws, attempt=0, casts=[moved], devices=[0, 1]))


def old_cast(game: Game) -> None:
    """A cast that the guest signed for an earlier throw."""
    play_on(game, guest_is_to_throw)
    old = game.cast(GUEST)
    fix(game, old)
    land(game)
    play_on(game, guest_is_to_throw)
    game.claim(log.ThrowFixed(throw=game.play.throws, attempt=0, casts=[old], devices=[0, 1]))


def decides_for_the_guest(game: Game) -> None:
    """The guest's turn ends without its word."""
    play_on(game, lambda play: may_stop(play) and play.waited_for() == (GUEST,))
    game.claim(log.Answered(player=GUEST, move="end"))


def table_acts(game: Game) -> None:
    """The table throws for the guest, in a game without a clock."""
    play_on(game, guest_is_to_throw)
    cast = game.cast(GUEST, by="table")
    game.claim(log.ThrowFixed(throw=game.play.throws, attempt=0, casts=[cast], devices=[0, 1]))


def bot_acts(game: Game) -> None:
    """A bot throws for the guest, who is there."""
    play_on(game, guest_is_to_throw)
    cast = game.cast(GUEST, by="bot")
    game.claim(log.ThrowFixed(throw=game.play.throws, attempt=0, casts=[cast], devices=[0, 1]))


def resigns_for_the_guest(game: Game) -> None:
    """The guest gives up for good, but did not say so."""
    game.claim(log.BotPlaysOn(player=GUEST, for_good=True))


def bot_for_a_guest_who_is_there(game: Game) -> None:
    """A bot takes over at once, though the guest's pings are answered."""
    game.wait()
    honestly(game, SERVER)
    game.wait()
    game.write(log.BotPlaysOn(player=GUEST))


def away_though_there(game: Game) -> None:
    """Left out before a throw, though the guest was heard a second ago."""
    game.wait()
    game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[""]))


def old_away(game: Game) -> None:
    """A word of the guest's about a chain that it does not use any more."""
    game.wait()
    sign = game.guest.away()
    game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[sign]))
    game.join(GUEST_DEVICE)
    assert game.guest.colour == "green"
    game.claim(log.DevicesAway(devices=[GUEST_DEVICE], signs=[sign]))


def offer_ignored(game: Game) -> None:
    """The guest comes back and offers a chain; the server has it, and throws without."""
    game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[game.guest.away()]))
    game.guest.renew(game.new_chain())
    game.guest.offer(game.now)
    game.ping()
    honestly(game, SERVER)


def late_at_once(game: Game) -> None:
    """5: `fixed` and `late` in one message."""
    game.wait()
    entry = fixed_with(game.play, game.cast(SERVER))
    game.claim(entry, log.DevicesLate(throw=0, attempt=0, devices=[GUEST_DEVICE]))


def late_though_answered(game: Game) -> None:
    """5: two seconds later, though the server has the link."""
    dropping(GUEST_DEVICE, waits=2.5)(game, SERVER)
    while not game.guest.findings:
        game.wait()
        dropping(GUEST_DEVICE, waits=2.5)(game, game.play.waited_for()[0])


def told_twice(game: Game) -> None:
    """Another cast for the same throw, once the link is shown."""
    game.write(fixed(game))
    other = [game.signed(msgspec.structs.replace(game.play.casts[0], aim=Aim().to_json()))]
    line = log.entry_text(msgspec.structs.replace(fixed_at(game), casts=other))
    game.guest.hear(len(game.lines) - 1, [line], at=game.now)


def fixed_at(game: Game) -> log.ThrowFixed:
    assert game.play.fixed is not None
    return game.play.fixed


def fixed_twice(game: Game) -> None:
    """The next attempt without anybody being late."""
    game.write(fixed(game))
    game.claim(msgspec.structs.replace(fixed_at(game), attempt=1))


def push_once_links_are_known(game: Game) -> None:
    """Something between `fixed` and landing."""
    game.write(fixed(game))
    game.claim(log.DicePushed(player=SERVER, dice=[(0, 0.0, 0.0)]))


def lands(game: Game, change: Callable[[log.DiceLanded], log.DiceLanded]) -> None:
    play_on(game, host_is_to_throw)
    fix(game, game.cast(SERVER))
    game.claim(change(landing(game, game.play)))


def against_the_rules(game: Game) -> None:
    """The server's player stops before throwing at all."""
    play_on(game, lambda play: host_is_to_throw(play) and not may_stop(play))
    game.claim(game.answer(SERVER, "end"))


def chosen_dice(game: Game) -> None:
    """Dice that do not follow from the links."""
    lands(
        game,
        lambda entry: landed_entry(
            game.play, THROWER.throw(game.play.order(bytes(32))), entry.links
        ),
    )


def minus_zero(game: Game) -> None:
    """10: `-0.0` for `0.0`."""
    lands(game, lambda entry: with_minus_zero(entry))


def with_minus_zero(entry: log.DiceLanded) -> log.DiceLanded:
    text = log.entry_text(entry)
    assert ",0.0," in text
    changed = log.read_entry(text.replace(",0.0,", ",-0.0,", 1))
    assert isinstance(changed, log.DiceLanded)
    assert changed == entry, "as numbers they are the same"
    return changed


def wrong_links(number: int) -> Cheating:
    def cheat(game: Game) -> None:
        def change(entry: log.DiceLanded) -> log.DiceLanded:
            shown = list(entry.links.devices)
            shown[number] = "00" * 32
            return msgspec.structs.replace(
                entry, links=msgspec.structs.replace(entry.links, devices=shown)
            )

        lands(game, change)

    return cheat


def wrong_server_link(game: Game) -> None:
    lands(
        game,
        lambda entry: msgspec.structs.replace(
            entry, links=msgspec.structs.replace(entry.links, server="00" * 32)
        ),
    )


def another_story(game: Game) -> None:
    """The host's device is honest, and was told that its throw aimed elsewhere."""
    play_on(game, host_is_to_throw)
    elsewhere = fixed_with(game.play, game.cast(SERVER, Aim.of_strength("wild")))
    told = feed(game.play, elsewhere).play
    fix(game, game.cast(SERVER))
    entry = landing(game, game.play)
    link = signing.link_message(told, entry.links.devices[HOST_DEVICE])
    signs = [game.keys[SERVER].sign(link), entry.links.signs[GUEST_DEVICE]]
    links = msgspec.structs.replace(entry.links, signs=signs)
    game.claim(msgspec.structs.replace(entry, links=links))


def stepped_in(game: Game) -> None:
    """Ideal dice step in, though the game's own could have landed."""
    lands(game, lambda entry: msgspec.structs.replace(entry, dice=THROWER.name))


def endless_name(game: Game) -> None:
    """11: a table's name of 70,000 letters."""
    begun_otherwise(table="x" * 70_000)(game)


RED: dict[str, tuple[Cheating, str]] = {
    "1 a used chain joins": (used_chain_joins, "signature does not fit"),
    "1 a used chain begins": (used_chain_begins, "a chain comes again"),
    "2 a foreign chain in our place": (another_chain, "our place or our chain"),
    "2 a foreign chain joins in our place": (foreign_chain_joins, "a signature is missing"),
    "3 dice called wasm32": (
        begun_otherwise(dice="physics-1 mujoco-3.14.0 x86_64 wasm32"),
        "no dice",
    ),
    "4 a proof without keys": (without_our_key, "has not our key"),
    "5 fixed and late at once": (late_at_once, "its time was not over"),
    "5 late, though it had answered": (late_though_answered, "it had answered"),
    "6 a device at a bot's seat": (device_of_a_bot, "seats of persons"),
    "8 a cast that was not sent": (cast_that_was_not_sent, "signature does not fit"),
    "8 a cast that nobody signed": (unsigned_cast, "a signature is missing"),
    "9 ideal dice of no version": (begun_otherwise(dice="ideal-9 strike=0.3 loss=0.02"), "no dice"),
    "9 throws on a machine nobody has": (other_dice("ideal-2 strike=0.3 loss=0.02"), "thrown by"),
    "10 minus zero": (minus_zero, "lands differently"),
    "11 an endless name": (endless_name, "does not read"),
    "12 other names": (renamed, "was agreed, not"),
    "12 a bot for a person": (person_as_bot, "was agreed, not"),
    "12 another edition": (begun_otherwise(edition="strike-2012"), "was agreed, not"),
    "12 other options": (
        begun_otherwise(options=OPTIONS | {"premove": "none"}),
        "was agreed, not",
    ),
    "12 another one begins": (begun_otherwise(first=1), "first: 0 was agreed, not 1"),
    "12 another order of play": (another_order, "goes round by seats"),
    "another key at our seat": (another_key, "has not our key"),
    "our chain at another seat": (our_chain_elsewhere, "our place or our chain"),
    "another host than invited": (another_host, "the host's key is not"),
    "an aim moved by 1e-12": (moved_hand, "signature does not fit"),
    "a cast of an earlier throw": (old_cast, "signature does not fit"),
    "a decision in our name": (decides_for_the_guest, "a signature is missing"),
    "the table acts without a clock": (table_acts, "without a clock"),
    "a bot acts for us": (bot_acts, "a person acts for player 1 now"),
    "a bot takes over, though we are there": (bot_for_a_guest_who_is_there, "though we were there"),
    "a resignation in our name": (resigns_for_the_guest, "a signature is missing"),
    "away, though we are there": (away_though_there, "this device was there"),
    "an old word that we go": (old_away, "signature does not fit"),
    "an offer ignored": (offer_ignored, "is left out"),
    "told twice": (told_twice, "differently the second time"),
    "another story for the others": (another_story, "signature does not fit"),
    "fixed twice": (fixed_twice, "is fixed; its links are waited for"),
    "a push once links are known": (push_once_links_are_known, "before anything else"),
    "a move against the rules": (against_the_rules, "end"),
    "dice that do not follow": (chosen_dice, "lands differently"),
    "a link of ours changed": (wrong_links(GUEST_DEVICE), "is not link"),
    "a link of theirs changed": (wrong_links(HOST_DEVICE), "is not link"),
    "another link of the server's": (wrong_server_link, "is not link"),
    "dice with other odds": (begun_otherwise(dice=RIGGED), "no dice"),
    "dice with other odds for a throw": (other_dice(RIGGED), "thrown by"),
    "dice that step in": (stepped_in, "thrown by"),
}


@pytest.mark.parametrize("name", RED)
def test_red(game: Game, name: str) -> None:
    cheat, why = RED[name]
    cheat(game)
    is_red(game, why)


@pytest.mark.parametrize("number", range(3))
def test_control_nothing_of_all_this_is_found_in_an_honest_game(number: int) -> None:
    game = played(Random(number), honestly, number % 2)
    assert (game.guest.colour, game.exit_code()) == ("green", 0)
    assert game.guest.rethrown == game.play.throws


def test_two_devices_that_were_told_different_stories_notice_at_the_next_throw() -> None:
    """Ann and Ben are honest. Ben is told that the host aimed elsewhere; what he signs with his
    link is then his story, and does not fit Ann's."""
    game = Game(Random(1))
    game.tell()
    ben = game.guest
    told = fixed_with(game.play, game.cast(SERVER, Aim.of_strength("wild")))
    (shown,) = ben.hear(1, [log.entry_text(told)], at=game.now)
    ann = Device(game.new_chain(), game.keys[SERVER], frozenset({Seat(SERVER)}))
    ann._chains = {game.chains[HOST_DEVICE].tip: game.chains[HOST_DEVICE]}
    true = fixed_with(game.play, game.cast(SERVER))
    (own,) = ann.hear(0, [game.lines[0], log.entry_text(true)], at=game.now)
    after = feed(game.play, true).play
    links = log.Links(
        server=game.chain.link(1).hex(),
        devices=[own.link, shown.link],
        signs=[own.sign, shown.sign],
    )
    lying = landed_entry(after, THROWER.throw(after.order(after.chance(links))), links)
    ann.hear(2, [log.entry_text(lying)], at=game.now)
    assert "the signature does not fit" in ann.findings[0]


# --- amber: everybody sees it, and verify exits with 3 --------------------------------------------


def silent(throw: Cheat) -> Cheat:
    """The same by a server that does not answer pings: so nothing proves that it had time."""

    def cheat(game: Game, player: int) -> None:
        game.answers_pings = False
        throw(game, player)

    return cheat


def leaving_out(game: Game, player: int) -> None:
    """7: before every throw the guest's device is said to be away."""
    game.answers_pings = False
    if game.play.chains.devices[GUEST_DEVICE].contributes:
        game.wait(10)
        game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[""]))
    honestly(game, player)


def playing_for_the_guest(game: Game, player: int) -> None:
    """A bot plays on for the guest, who is said to be gone."""
    game.answers_pings = False
    if GUEST not in game.play.bots:
        game.wait(40)
        game.write(log.BotPlaysOn(player=GUEST))
    if player == GUEST:
        fix(game, game.cast(player, by="bot"))
        land(game)
    else:
        honestly(game, player)


AMBER: dict[str, tuple[Cheat, str]] = {
    "5 late behind a faked stall": (silent(dropping(GUEST_DEVICE)), "late"),
    "5 late once behind a faked stall": (silent(dropping(GUEST_DEVICE, most=1)), "late"),
    "6 a helper's device is late when a throw does not suit": (dropping(HOST_DEVICE), "late"),
    "7 left out behind a faked stall": (leaving_out, "away"),
}


@pytest.mark.parametrize("name", AMBER)
def test_amber(name: str) -> None:
    cheat, what = AMBER[name]
    game = played(Random(4), cheat, SERVER)
    assert game.guest.colour == "amber"
    assert what in {remark.what for remark in game.guest.remarks}
    assert game.exit_code() == 3


def played_by_a_bot(game: Game) -> None:
    """A game to its end, in which a bot plays for the guest."""
    game.answers_pings = False
    game.tell()
    while not game.play.state.is_over and not game.guest.findings:
        player = game.play.waited_for()[0]
        if may_stop(game.play) and player != GUEST:
            game.write(game.answer(player, "end"))
        elif may_stop(game.play):
            game.write(log.Answered(player=player, move="end", by="bot"))
        else:
            playing_for_the_guest(game, player)


def test_amber_a_bot_for_a_guest_behind_a_faked_stall() -> None:
    game = Game(Random(5))
    played_by_a_bot(game)
    assert (game.guest.colour, game.exit_code()) == ("amber", 3)
    assert {remark.what for remark in game.guest.remarks} == {"played_for"}


def test_amber_7_a_game_that_begins_without_the_guests_device() -> None:
    game = Game(Random(5))
    game.begin(devices=lambda first: first.devices[:1])
    play_through(game, honestly)
    assert (game.guest.colour, game.exit_code()) == ("amber", 3)
    assert {remark.what for remark in game.guest.remarks} == {"left_out"}


def test_amber_a_person_without_a_key() -> None:
    game = Game(Random(5))
    host, guest = players_of(game)
    game.begin(players=[msgspec.structs.replace(host, key=""), guest])
    game.tell()
    assert list(game.guest.remarks) == [("unsigned", "Host")]
    assert game.guest.colour == "amber"


def test_amber_dice_that_cannot_be_thrown_again_here() -> None:
    game = Game(Random(5))
    game.guest.agreed = LineUp()
    game.begin(dice="physics-1 mujoco-3.14.0 vax")
    game.tell()
    assert [remark.what for remark in game.guest.remarks] == ["native"]


def test_green_a_device_that_says_itself_that_it_goes() -> None:
    """It is out of the throws until it comes back; it knows, and `verify` counts them."""
    game = Game(Random(1))
    play_on(game, host_is_to_throw)
    game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[game.guest.away()]))
    game.wait(60)
    play_on(game, is_over)
    assert game.guest.colour == "green"
    assert game.guest.without > 0
    assert game.exit_code() == 3


def test_a_chain_is_a_secret() -> None:
    """What all this rests on: from the links that were shown nobody works out the next."""
    chain = Chain(bytes(range(32)))
    assert Chain(chain.link(5), length=5).link(4) == chain.link(4)
    assert chain.link(6).hex() not in repr([chain.link(number) for number in range(6)])
