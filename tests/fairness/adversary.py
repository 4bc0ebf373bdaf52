"""A server that cheats, as a program: it writes the lines of a game as it likes, knows its own
chain, and sees every link as soon as a device shows it. What it cannot do is know one before.

Two players of strike-2020 with ideal dice: the server's side is player 0, the guest is player 1.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

import msgspec

from kessel.fairness import Chain
from kessel.proof.chronicle import record_of
from kessel.proof.device import Device
from kessel.rules.awaits import AwaitChoice, AwaitStartDie
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import OUT, Player, StartDie, Throw
from kessel.rules.options import resolve_options
from kessel.table import Seat, log
from kessel.table.play import Play, begin, feed, landed_entry, spelled_out, with_hand
from kessel.throws.aim import Aim
from kessel.throws.dice import ThrowResult
from kessel.throws.ideal import IdealDice

SERVER, GUEST = 0, 1
HOST_DEVICE, GUEST_DEVICE = 0, 1
TRIES = 8
"""Throws that the server tries out before it takes the one that suits it best."""
STEP = 1e-12
"""By which an aim is moved: nobody sees it, and every throw is another."""
GOES_ON = 0.4
"""How often anybody throws again who could stop."""
EDITION = find_edition("strike-2020")
THROWER = IdealDice()
RIGGED = "ideal-1 strike=0.0 loss=1.0"
"""Dice that strike nothing and leave the arena."""


class QuickChain(Chain):
    """A chain that works out its links once: thousands of them are tried here."""

    @cached_property
    def _links(self) -> list[bytes]:
        links = [self.secret]
        for _ in range(self.length):
            links.append(Chain(links[-1], length=1).link(0))
        return links[::-1]

    def link(self, number: int) -> bytes:
        """The same as of any chain with this secret."""
        return self._links[number]


@dataclass
class Game:
    """One game: what the server wrote, and the devices that heard it."""

    chance: Random
    first: Player
    devices: dict[int, Device] = field(default_factory=dict)
    """By number; the host's is the server's own."""
    entries: list[log.GameEntry] = field(default_factory=list)
    shown: dict[int, str] = field(default_factory=dict)
    """Links that devices showed for the throw that is fixed."""
    drops: int = 0
    rolls: list[int] = field(default_factory=list)
    """How many different throws a lost one could be exchanged for, itself included."""

    def __post_init__(self) -> None:
        self.chain: Chain = QuickChain(self.chance.randbytes(32))
        self.play = self.begun()
        self.lines = [log.entry_text(entry) for entry in self.entries]

    def begun(self) -> Play:
        """Make devices and start; nothing is told to anybody yet."""
        seats = {number: frozenset({Seat(number)}) for number in (HOST_DEVICE, GUEST_DEVICE)}
        self.devices = {
            number: Device(QuickChain(self.chance.randbytes(32)), held)
            for number, held in seats.items()
        }
        started = log.GameStarted(
            table="table",
            game=f"game {self.chance.getrandbits(40)}",
            number=1,
            edition=EDITION.id,
            options=spelled_out(EDITION, resolve_options(EDITION, {})),
            seats=[Seat(0), Seat(1)],
            names=["Host", "Guest"],
            first=self.first,
            dice=THROWER.name,
            server=self.chain.tip,
            devices=self.tips(),
        )
        self.entries = [started]
        return begin(started)

    def tips(self) -> list[log.DeviceTip]:
        """What the devices offered."""
        return [
            log.DeviceTip(seats=sorted(one.seats), tip=one.chain.tip)
            for _, one in sorted(self.devices.items())
        ]

    @property
    def guest(self) -> Device:
        """The honest device."""
        return self.devices[GUEST_DEVICE]

    def record(self) -> str:
        """What the server hands out after the game."""
        return record_of(self.entries).text()

    def write(self, entry: log.GameEntry) -> None:
        """Write a line and tell it to every device; their links come back at once."""
        self.play = feed(self.play, entry).play
        self.entries.append(entry)
        self.lines.append(log.entry_text(entry))
        self.tell()

    def tell(self) -> None:
        """Tell every device what it has not heard."""
        for number, device in self.devices.items():
            for link in device.hear(device.lines, self.lines[device.lines :]):
                self.shown[number] = link.link

    def links(self, fixed: log.ThrowFixed, play: Play) -> log.Links:
        """All links, as far as they are shown."""
        server = self.chain.link(play.chains.asked).hex()
        return log.Links(server=server, devices=[self.shown[number] for number in fixed.devices])


Cheat = Callable[[Game, Player, log.HandShown], None]
"""How a server makes a throw of a player who shows this hand."""


def played(chance: Random, throw: Cheat, first: Player = SERVER) -> Game:
    """A whole game in which every throw is made like that, and everybody decides alike."""
    game = Game(chance, first)
    game.tell()
    while not game.play.state.is_over:
        waits = game.play.awaited
        player = game.play.waited_for()[0]
        if isinstance(waits, AwaitStartDie) and waits.may_choose:
            face = chance.choice(EDITION.symbols)
            game.write(log.Answered(player=player, move=f"start {face}"))
        elif isinstance(waits, AwaitChoice) and chance.random() > GOES_ON:
            game.write(log.Answered(player=player, move="end"))
        else:
            throw(game, player, hand_of(game, player))
    return game


def play_on(game: Game, until: Callable[[Play], bool]) -> None:
    """Go on honestly until the game stands like that; everybody stops as soon as they may."""
    while not until(game.play):
        player = game.play.waited_for()[0]
        if isinstance(game.play.awaited, AwaitChoice):
            game.write(log.Answered(player=player, move="end"))
        else:
            honestly(game, player, hand_of(game, player))


def is_over(play: Play) -> bool:
    """Whether the game has ended."""
    return play.state.is_over


def may_stop(play: Play) -> bool:
    """Whether somebody may throw again or stop."""
    return isinstance(play.awaited, AwaitChoice)


def hand_of(game: Game, player: Player) -> log.HandShown:
    """A hand as the player's page sends it."""
    unit, aim = game.play.units(player)[0], Aim.of_strength("gentle", x=0.01).to_json()
    game.devices[player].threw(game.play.throws, Seat(player), unit, aim)
    return log.HandShown(player=player, unit=unit, aim=dict(aim))


def honestly(game: Game, player: Player, hand: log.HandShown) -> None:
    """Fix the hand, get the links, throw."""
    fix(game, hand)
    land(game)


def fix(game: Game, hand: log.HandShown) -> None:
    """Fix a hand in public; every device shows its link."""
    game.shown.clear()
    game.write(fixed_with(game.play, hand))


def land(game: Game) -> None:
    """Throw what is fixed, and tell how it lies."""
    game.write(landing(game, game.play))


def fixed_with(play: Play, hand: log.HandShown) -> log.ThrowFixed:
    if play.hands:
        return play.to_fix()
    return with_hand(play, hand).to_fix()


def landing(game: Game, play: Play) -> log.DiceLanded:
    """How the throw lands that is fixed in this state of the game."""
    thrown, links = thrown_in(game, play)
    return landed_entry(play, thrown, links)


def thrown_in(game: Game, play: Play) -> tuple[ThrowResult, log.Links]:
    """The throw that is fixed, and the links that it is made from."""
    assert play.fixed is not None
    links = game.links(play.fixed, play)
    return THROWER.throw(play.order(play.chance(links))), links


def gain(game: Game, play: Play) -> float:
    """What the throw that is fixed would bring the server's side, with the links it has or made up:
    only the rules are asked, so that it does not matter whether they belong to their chains."""
    thrown, _ = thrown_in(game, play)
    if isinstance(play.awaited, AwaitStartDie):
        start = StartDie(OUT if thrown.out else thrown.at_rest[0][0].face)
        after = apply(play.state, start).state
    else:
        after = apply(play.state, Throw(play.hands[0].unit, thrown.landing)).state
    if after.is_over:
        return 100.0 if after.winners == (SERVER,) else -100.0
    return after.hands[SERVER] - after.hands[GUEST] + 0.1 * (after.active == SERVER)


def aims(hand: log.HandShown, by: str = "person") -> Iterable[log.HandShown]:
    """The same hand with an aim moved by nothing that anybody could see."""
    for number in range(TRIES):
        aim = hand.aim | {"x": hand.aim["x"] + number * STEP}
        yield msgspec.structs.replace(hand, aim=aim, by=by)


def best(game: Game, hands: Iterable[log.HandShown], guess: str = "") -> log.HandShown:
    """The hand that suits the server best, as far as it can tell: `guess` stands for the guest's
    link, which it does not know yet."""

    def value(hand: log.HandShown) -> float:
        after = feed(game.play, fixed_with(game.play, hand)).play
        asked = after.chains.devices[HOST_DEVICE].asked
        own = game.devices[HOST_DEVICE].chain.link(asked).hex()
        game.shown = {GUEST_DEVICE: guess, HOST_DEVICE: own}
        return gain(game, after)

    return max(hands, key=value)


def moving_a_bots_aim(knows: bool = False) -> Cheat:
    """The server's side is a bot whose aim is moved until the throw suits. `knows` takes the
    device's check away: the guest's link is known before the hand is fixed."""

    def throw(game: Game, player: Player, hand: log.HandShown) -> None:
        if player == SERVER:
            hand = best(game, aims(hand, by="bot"), _guess(game, knows))
        honestly(game, player, hand)

    return throw


def trying_hands(knows: bool = False) -> Cheat:
    """The host reads the server's chain in the database and tries hands until one suits."""

    def throw(game: Game, player: Player, hand: log.HandShown) -> None:
        if player == SERVER:
            tried = list(aims(hand))
            hand = best(game, tried, _guess(game, knows))
            game.devices[HOST_DEVICE].threw(game.play.throws, Seat(SERVER), hand.unit, hand.aim)
        honestly(game, player, hand)

    return throw


def losing_throws(game: Game, player: Player, hand: log.HandShown) -> None:
    """A guest's throw that does not suit is `lost`, and asked for again: the same line comes
    again, and the same link."""
    if player != GUEST:
        honestly(game, player, hand)
    else:
        fix(game, hand)
        tried = {gain(game, game.play)}
        for _ in range(TRIES):
            number = len(game.lines) - 1
            (shown,) = game.guest.hear(number, game.lines[number:])
            if shown.link != game.shown[GUEST_DEVICE]:
                game.shown[GUEST_DEVICE] = shown.link
                tried.add(gain(game, game.play))
        game.rolls.append(len(tried))
        land(game)


def dropping(device: int) -> Cheat:
    """Where a throw does not suit, the server says that a device did not answer, and throws without
    it; the device joins again with the next throw."""

    def throw(game: Game, player: Player, hand: log.HandShown) -> None:
        join_again(game, device)
        fix(game, hand)
        late = log.DevicesLate(throw=game.play.throws, attempt=game.play.attempt, devices=[device])
        dropped = feed(game.play, late).play
        other = feed(dropped, dropped.to_fix()).play
        seen = dict(game.shown)
        without = gain_without(game, other)
        game.shown = seen
        if gain(game, game.play) >= without:
            land(game)
            return
        game.drops += 1
        game.write(late)
        fix(game, hand)
        land(game)

    return throw


def gain_without(game: Game, play: Play) -> float:
    """What the next attempt would bring, as far as the server can tell: with its own links only."""
    assert play.fixed is not None
    if GUEST_DEVICE in play.fixed.devices:
        return 0.0
    asked = play.chains.devices[HOST_DEVICE].asked
    game.shown = {HOST_DEVICE: game.devices[HOST_DEVICE].chain.link(asked).hex()}
    return gain(game, play)


def join_again(game: Game, number: int) -> None:
    """A device that was dropped joins with a fresh chain."""
    device = game.devices[number]
    if device.needs_chain:
        tip = device.renew(QuickChain(game.chance.randbytes(32)))
        game.write(game.play.chains.to_join(sorted(device.seats), tip))


def wins(games: Sequence[Game]) -> int:
    """Games that the server's side won alone."""
    return sum(game.play.state.winners == (SERVER,) for game in games)


def _guess(game: Game, knows: bool) -> str:
    """The guest's next link, if the server could know it; otherwise any other."""
    asked = game.play.chains.devices[GUEST_DEVICE].asked
    link = game.guest.chain.link(asked + 1) if knows else game.chance.randbytes(32)
    return link.hex()
