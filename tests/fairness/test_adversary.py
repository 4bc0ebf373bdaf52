"""The adversary at work against the page's own device. Every cheat ends as one of three: it gains
nothing (`test_fair_share.py`), the auditor finds a contradiction in what the page kept, or it
counts what is not proven. What can be shown by changing an honest story is in `tests/proof`."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec
import pytest
from fairness.adversary import (
    GUEST,
    GUEST_DEVICE,
    HOST_DEVICE,
    SERVER,
    STEP,
    Game,
    dropping,
    fix,
    fixed_with,
    guest_is_to_throw,
    honestly,
    host_is_to_throw,
    land,
    landing,
    may_stop,
    play_on,
    play_through,
)
from fairness.key import Key
from fairness.page_device import PageDevice

from kessel.errors import BadValue, KesselError
from kessel.fairness import Chain
from kessel.proof.rethrow import Rethrows, check_landing
from kessel.table import Seat, log, signing
from kessel.table.dice import dice_named
from kessel.table.feed import feed
from kessel.throws.aim import Aim
from kessel.throws.dice import ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice

FOREIGN = Key(b"server" + bytes(26))
"""A key that nobody at the table has."""
Cheating = Callable[[Game], object]


class NoKey(Key):
    """Whoever plays with a program that signs nothing."""

    public = ""

    def sign(self, message: bytes) -> str:
        return ""


@pytest.fixture
def game(page: PageDevice) -> Game:
    """A game in which the server's side throws first."""
    page.begin_anew(1)
    return Game(Random(1), page).begin()


# --- red ------------------------------------------------------------------------------------------


def fixed(game: Game, **changed: object) -> log.ThrowFixed:
    """What is fixed for the host's throw, changed."""
    return msgspec.structs.replace(fixed_with(game.play, game.cast(SERVER)), **changed)


def casting(change: Callable[[Game], log.CastShown]) -> Cheating:
    """A throw of the guest's, not as the guest threw."""

    def cheat(game: Game) -> None:
        play_on(game, guest_is_to_throw)
        throw = {"throw": game.play.throws, "attempt": 0, "devices": [0, 1]}
        game.claim(log.ThrowFixed(casts=[change(game)], **throw))  # type: ignore[arg-type]

    return cheat


def in_our_name(game: Game) -> log.CastShown:
    """8: the line is cut, and the server throws in the guest's name."""
    aim, unit = Aim.of_strength("wild").to_json(), game.play.units(GUEST)[0]
    return game.signed(log.CastShown(player=GUEST, unit=unit, aim=aim), FOREIGN)


def moved(game: Game) -> log.CastShown:
    """The guest's aim moved by what nobody sees."""
    cast = game.cast(GUEST)
    return msgspec.structs.replace(cast, aim=cast.aim | {"x": cast.aim["x"] + STEP})


def of_before(game: Game) -> log.CastShown:
    """A cast that the guest signed for an earlier throw."""
    old = game.cast(GUEST)
    fix(game, old)
    land(game)
    play_on(game, guest_is_to_throw)
    return old


def decides_for_the_guest(game: Game) -> None:
    """The guest's turn ends without its word."""
    play_on(game, lambda play: may_stop(play) and play.waited_for() == (GUEST,))
    game.claim(log.Answered(player=GUEST, move="end"))


def old_away(game: Game) -> None:
    """A word of the guest's about a chain that it does not use any more."""
    goes(game)
    away = game.said[-1]
    game.take(game.guest.hide(False))
    game.guest_joins()
    game.claim(log.DevicesAway(devices=[GUEST_DEVICE], signs=[away["sign"]]))


def word_kept(game: Game) -> None:
    """A12: the guest says that it goes, and the server keeps that for later."""
    play_on(game, host_is_to_throw)
    game.take(game.guest.hide())
    honestly(game, SERVER)
    play_on(game, guest_is_to_throw)
    fix(game, game.cast(GUEST))


def goes(game: Game) -> None:
    """The guest's page is hidden, and says so."""
    game.take(game.guest.hide())
    game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[game.said[-1]["sign"]]))


def told_twice(game: Game) -> None:
    """Another cast for the same throw, once the link is shown."""
    game.write(fixed(game))
    other = game.signed(msgspec.structs.replace(game.play.casts[0], aim=Aim().to_json()))
    game.tell(len(game.entries) - 1, msgspec.structs.replace(game.entries[-1], casts=[other]))


def fixed_twice(game: Game) -> None:
    """The next attempt without anybody being late."""
    game.write(fixed(game))
    game.claim(msgspec.structs.replace(game.entries[-1], attempt=1))


def push_once_links_are_known(game: Game) -> None:
    """Something between `fixed` and landing."""
    game.write(fixed(game))
    game.claim(log.DicePushed(player=SERVER, dice=[(0, 0.0, 0.0)]))


def landing_with(change: Callable[[Game, log.Links], log.Links]) -> Cheating:
    """Other links than those that were shown."""

    def cheat(game: Game) -> None:
        play_on(game, host_is_to_throw)
        fix(game, game.cast(SERVER))
        entry = landing(game, game.play)
        game.claim(msgspec.structs.replace(entry, links=change(game, entry.links)))

    return cheat


def other_link(number: int) -> Cheating:
    """The link of a device is exchanged."""

    def change(_: Game, links: log.Links) -> log.Links:
        shown = [one if n != number else "00" * 32 for n, one in enumerate(links.devices)]
        return msgspec.structs.replace(links, devices=shown)

    return landing_with(change)


def against_the_rules(game: Game) -> None:
    """The server's player stops before throwing at all."""
    play_on(game, lambda play: host_is_to_throw(play) and not may_stop(play))
    game.claim(game.answer(SERVER, "end"))


def push_of_any_die(game: Game) -> None:
    """The server's player puts a die where it suits."""
    play_on(game, lambda play: may_stop(play) and host_is_to_throw(play))
    die = game.play.at_rest[0][0]
    push = log.DicePushed(player=SERVER, dice=[(die.die, die.pose.x + 1e-3, die.pose.y)])
    sign = game.keys[SERVER].sign(signing.push_message(game.play, push))
    game.claim(msgspec.structs.replace(push, sign=sign))


def decides_in_our_turn(game: Game) -> None:
    play_on(game, lambda play: may_stop(play) and play.waited_for() == (GUEST,))
    game.claim(game.answer(SERVER, "end"))


def dice_of(name: str) -> Cheating:
    """What is fixed is thrown with other dice."""
    return lambda game: game.claim(fixed(game, dice=name))


def ideal_dice_step_in(game: Game) -> None:
    """Where the game's own are ideal already."""
    game.write(fixed(game))
    entry = landing(game, game.play)
    game.claim(msgspec.structs.replace(entry, dice=entry.dice or IdealDice().name))


def a_zero_with_a_sign(game: Game) -> None:
    """A landing that is the same number, written otherwise."""
    game.write(fixed(game))
    text = log.entry_text(landing(game, game.play)).replace(",0.0,", ",-0.0,", 1)
    game.claim(log.read_line(text))


def another_story(game: Game) -> None:
    """The host is honest, and was told that its throw aimed elsewhere: what it signs with its link
    is that story, and does not fit the guest's."""
    play_on(game, host_is_to_throw)
    told = feed(game.play, fixed_with(game.play, game.cast(SERVER, Aim.of_strength("wild")))).play
    fix(game, game.cast(SERVER))
    entry = landing(game, game.play)
    link = signing.link_message(told, entry.links.devices[HOST_DEVICE])
    signs = [game.keys[SERVER].sign(link), entry.links.signs[GUEST_DEVICE]]
    links = msgspec.structs.replace(entry.links, signs=signs)
    game.claim(msgspec.structs.replace(entry, links=links))


RED: dict[str, tuple[Cheating, str]] = {
    "2 a foreign chain joins in our place": (
        lambda game: game.claim(game.play.chains.to_join([Seat(GUEST)], game.new_chain().tip)),
        "a signature is missing",
    ),
    "8 a cast that was not sent": (casting(in_our_name), "signature does not fit"),
    "8 a cast that nobody signed": (
        casting(lambda game: msgspec.structs.replace(game.cast(GUEST), sign="")),
        "a signature is missing",
    ),
    "an aim moved by 1e-12": (casting(moved), "signature does not fit"),
    "a cast of an earlier throw": (casting(of_before), "signature does not fit"),
    "the table acts without a clock": (
        casting(lambda game: game.cast(GUEST, by="table")),
        "without a clock",
    ),
    "a bot acts for us": (
        casting(lambda game: game.cast(GUEST, by="bot")),
        "a person acts for player 1 now",
    ),
    "a decision in our name": (decides_for_the_guest, "a signature is missing"),
    "a resignation in our name": (
        lambda game: game.claim(log.BotPlaysOn(player=GUEST, for_good=True)),
        "a signature is missing",
    ),
    "A12: a word that is kept for a later throw": (word_kept, "away"),
    "A12: an old word that we go": (old_away, "signature does not fit"),
    "told twice": (told_twice, "1"),
    "another story for the others": (another_story, "signature does not fit"),
    "fixed twice": (fixed_twice, "is fixed; its links are waited for"),
    "a push once links are known": (push_once_links_are_known, "before anything else"),
    "a move against the rules": (against_the_rules, "end"),
    "a push of any die": (push_of_any_die, "only dice near the wall"),
    "another than who is asked decides": (decides_in_our_turn, "the game waits for choice"),
    "dice that lie": (dice_of("ideal-9 strike=0.3 loss=0.02"), "the game is one of ideal-1"),
    "dice of another kind": (dice_of("physics-2"), "the game is one of ideal-1"),
    "ideal dice step in for ideal ones": (ideal_dice_step_in, "thrown by ideal-1"),
    "a zero with a sign": (a_zero_with_a_sign, "lands differently"),
    "a link of ours changed": (other_link(GUEST_DEVICE), "is not link"),
    "a link of theirs changed": (other_link(HOST_DEVICE), "is not link"),
    "another link of the server's": (
        landing_with(lambda _, links: msgspec.structs.replace(links, server="00" * 32)),
        "is not link",
    ),
}


@pytest.mark.parametrize("name", RED)
def test_red(game: Game, name: str) -> None:
    cheat, why = RED[name]
    cheat(game)
    (found,) = game.verdict().wrong
    assert why in found.what


def test_control_nothing_of_all_this_is_found_in_an_honest_game(page: PageDevice) -> None:
    page.begin_anew(2)
    game = play_through(Game(Random(2), page, GUEST).begin(), honestly)
    found = game.verdict()
    assert (found.wrong, found.unproven, found.exact) == ((), (), True)
    assert found.checked["throws"] == game.play.throws


def test_a_device_of_a_bot_cannot_begin(game: Game) -> None:
    """6: to be late whenever a throw does not suit."""
    host, guest = game.play.started.players
    bot = log.PlayerNamed(seat=host.seat, name=host.name, bot="rule")
    with pytest.raises(KesselError, match="seats of persons"):
        Game(Random(1), game.guest).begin(players=[bot, guest])


@pytest.mark.parametrize("number", [HOST_DEVICE, GUEST_DEVICE])
def test_a_link_that_is_asked_for_again_is_the_same_link(game: Game, number: int) -> None:
    """A throw that does not suit is `lost`, and asked for again."""
    play_on(game, host_is_to_throw if number == HOST_DEVICE else guest_is_to_throw)
    fix(game, game.cast(number))
    shown = dict(game.shown)
    game.shown.clear()
    game.tell(len(game.entries) - 1, game.entries[-1])
    assert game.shown == shown
    land(game)
    assert not game.verdict().wrong


class Frail(IdealDice):
    """Dice of the game's name that find no rest."""

    def throw(self, order: ThrowOrder) -> ThrowResult:
        raise BadValue(f"no rest for {len(order.handfuls)} casts")


def test_others_step_in_only_where_the_proper_dice_find_no_rest(game: Game) -> None:
    """A14: and where that is not seen, it is counted, also beside throws that fell again."""
    game.write(fixed(game))
    honest = landing(game, game.play)
    entry = msgspec.structs.replace(honest, dice=IdealDice().name)
    found = iter((Frail(), IdealDice()))
    check_landing(game.play, entry, lambda _: next(found))
    with pytest.raises(BadValue, match="could have"):
        check_landing(game.play, entry, dice_named)
    throws = Rethrows(lambda _: IdealDice())
    throws.check(game.play, honest)
    assert game.play.fixed is not None
    elsewhere = msgspec.structs.replace(game.play.fixed, dice="of another machine")
    throws.check(replace(game.play, fixed=elsewhere), entry)
    assert (throws.again, [one.code for one in throws.unproven()]) == (1, ["stepped_in"])


# --- amber: everybody sees it, with its count -----------------------------------------------------


def leaving_out(game: Game, player: int) -> None:
    """7: before every throw the guest's device is said to be away."""
    if game.play.chains.devices[GUEST_DEVICE].contributes:
        game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[""]))
    honestly(game, player)


def playing_for_the_guest(game: Game, player: int) -> None:
    """A bot plays on for the guest, who is there."""
    if GUEST not in game.play.bots:
        game.write(log.BotPlaysOn(player=GUEST))
    bot = game.cast(player, by="bot" if player == GUEST else "person")
    fix(game, bot)
    land(game)
    while game.play.waited_for() == (GUEST,) and may_stop(game.play):
        game.write(log.Answered(player=GUEST, move="end", by="bot"))


def throwing_by_the_clock(game: Game, player: int) -> None:
    """A13: in a game with a clock the table throws for the guest at once."""
    fix(game, game.cast(player, by="table" if player == GUEST else "person"))
    land(game)


def taking_the_word(game: Game, player: int) -> None:
    """A12: the guest says once that it goes, while a throw is fixed; then it is left out."""
    words = [one["sign"] for one in game.said if one["type"] == "away"]
    if words and game.play.chains.devices[GUEST_DEVICE].contributes:
        game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=words))
    honestly(game, player)
    if not words:
        game.take(game.guest.hide())


AMBER: dict[str, tuple[Callable[[Game, int], None], str, str]] = {
    "5 late, though it had answered": (dropping(GUEST_DEVICE), "late", "off"),
    "6 a helper's device is late when a throw does not suit": (
        dropping(HOST_DEVICE),
        "late",
        "off",
    ),
    "7 away, though it is there": (leaving_out, "away", "off"),
    "a bot plays for a guest who is there": (playing_for_the_guest, "by_bot", "off"),
    "A12 a word that we go": (taking_the_word, "not_there", "off"),
    "A13 by the clock, at once": (throwing_by_the_clock, "by_table", "fast"),
}


@pytest.mark.parametrize("name", AMBER)
def test_amber(page: PageDevice, name: str) -> None:
    """Each is counted as often as it happened."""
    cheat, code, clock = AMBER[name]
    page.begin_anew(4)
    game = play_through(Game(Random(4), page, clock=clock).begin(), cheat)
    found = game.verdict()
    assert not found.wrong
    counts: dict[str, int] = {one.code: one.count for one in found.unproven}
    assert counts[code] == happened(game)[code] > 0


def happened(game: Game) -> dict[str, int]:
    """How often each thing stands in the log."""
    fixes = [one for one in game.entries if isinstance(one, log.ThrowFixed)]
    thrown = [n for n, one in enumerate(game.entries) if isinstance(one, log.DiceLanded)]
    casts = [cast for one in fixes if not one.attempt for cast in one.casts]
    answers = [one for one in game.entries if isinstance(one, log.Answered)]
    by: list[str] = [one.by for one in casts if one.player == GUEST]
    by += [one.by for one in answers if one.player == GUEST]
    last = [
        [one for one in game.entries[:n] if isinstance(one, log.ThrowFixed)][-1] for n in thrown
    ]
    return {
        "late": sum(isinstance(one, log.DevicesLate) for one in game.entries),
        "away": sum(isinstance(one, log.DevicesAway) for one in game.entries),
        "not_there": sum(GUEST_DEVICE not in one.devices for one in last),
        "by_bot": by.count("bot"),
        "by_table": by.count("table"),
    }


def test_amber_7_a_game_that_begins_without_our_device(page: PageDevice) -> None:
    page.begin_anew(5)
    game = Game(Random(5), page).begin(devices=lambda first: first.devices[:1])
    play_on(game, may_stop)
    found = game.verdict()
    counts = [(one.code, one.count) for one in found.unproven]
    assert (found.wrong, counts) == ((), [("not_there", game.play.throws)])


def test_amber_a_person_without_a_key(page: PageDevice) -> None:
    page.begin_anew(5)
    game = Game(Random(5), page, keys={SERVER: NoKey()}).begin()
    play_on(game, may_stop)
    found = game.verdict()
    assert (found.wrong, {one.code for one in found.unproven}) == ((), {"unsigned"})


def test_a_chain_is_a_secret() -> None:
    """What all this rests on: from the links that were shown nobody works out the next."""
    chain = Chain(bytes(range(32)))
    assert Chain(chain.link(5), length=5).link(4) == chain.link(4)
    assert chain.link(6).hex() not in repr([chain.link(number) for number in range(6)])
