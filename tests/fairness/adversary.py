"""A server that cheats, as a program: it writes the lines of a game as it likes, knows its own
chain, has all seats but one with their keys and chains, answers pings or not, and sees every link
as soon as it is shown. What it cannot do is know one before, or sign for the guest.

strike-2020 with ideal dice, two to four players; the guest is player 1 and a real device.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import msgspec
from fairness.key import Key
from proof.device import Device
from proof.line_up import LineUp

from kessel.errors import KesselError
from kessel.fairness import Chain
from kessel.proof.chronicle import record_of
from kessel.proof.verify import verify
from kessel.rules.awaits import AwaitChoice, AwaitStartDie
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import OUT, Player, StartDie, Throw
from kessel.rules.options import resolve_options
from kessel.table import Seat, log, signing
from kessel.table.dice import dice_named
from kessel.table.feed import feed, landed_entry, with_cast
from kessel.table.play import Play, begin, spelled_out
from kessel.throws.aim import Aim
from kessel.throws.dice import ThrowResult
from kessel.throws.ideal import IdealDice

SERVER, GUEST = 0, 1
HOST_DEVICE, GUEST_DEVICE = 0, 1
NAMES = ("Host", "Guest", "Cleo", "Dan")
TRIES = 8
"""Throws that the server tries out before it takes the one that suits it best."""
STEP = 1e-12
"""By which an aim is moved: nobody sees it, and every throw is another."""
GOES_ON = 0.4
"""How often anybody throws again who could stop."""
PING_EVERY = 1.5
THINKS = 3.1
"""Seconds between two moves."""
EDITION = find_edition("strike-2020")
OPTIONS = spelled_out(EDITION, resolve_options(EDITION, {}))
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
    """One game: what the server wrote, and the device that heard it."""

    chance: Random
    first: Player = SERVER
    players: int = 2
    answers_pings: bool = True
    made_by: type[Device] = Device
    """What the guest's device is."""
    guest: Device = field(init=False)
    keys: list[Key] = field(default_factory=list)
    chains: dict[int, Chain] = field(default_factory=dict)
    """Of the server's own devices, by number."""
    entries: list[log.GameEntry] = field(default_factory=list)
    shown: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Links and signatures for the throw that is fixed."""
    drops: int = 0
    rolls: list[int] = field(default_factory=list)
    """How many different throws a lost one could be exchanged for, itself included."""
    now: float = 100.0
    _pings: int = 0

    def __post_init__(self) -> None:
        self.keys = [Key(self.chance.randbytes(32)) for _ in range(self.players)]
        self.guest = self.made_by(
            self.new_chain(),
            self.keys[GUEST],
            frozenset({Seat(GUEST)}),
            agreed=LineUp(
                edition=EDITION.id,
                options=OPTIONS,
                seats={Seat(n): ("person", NAMES[n]) for n in range(self.players)},
                first=Seat(self.first),
                dice=THROWER.name,
            ),
            named=dice_named,
        )
        self.begin()

    def begin(self, **changed: Any) -> None:
        """Start a game, as agreed or otherwise; nothing is told to anybody yet. What is changed may
        depend on the honest first line."""
        self.chain: Chain = self.new_chain()
        self.chains = {n: self.new_chain() for n in range(self.players) if n != GUEST}
        honest = self._started()
        told = {name: new(honest) if callable(new) else new for name, new in changed.items()}
        started = msgspec.structs.replace(honest, **told)
        self.entries, self.lines = [started], [log.entry_text(started)]
        self.play = begin(started)

    def new_chain(self) -> Chain:
        return QuickChain(self.chance.randbytes(32))

    def _started(self) -> log.GameStarted:
        tips = {n: chain.tip for n, chain in self.chains.items()} | {GUEST: self.guest.chain.tip}
        return log.GameStarted(
            table="table",
            game=f"game {self.chance.getrandbits(40)}",
            number=1,
            edition=EDITION.id,
            options=OPTIONS,
            players=[
                log.PlayerNamed(seat=Seat(n), name=NAMES[n], key=self.keys[n].public)
                for n in range(self.players)
            ],
            first=self.first,
            dice=THROWER.name,
            server=self.chain.tip,
            devices=[log.DeviceTip(seats=[Seat(n)], tip=tips[n]) for n in sorted(tips)],
        )

    def record(self) -> str:
        """What the server hands out after the game."""
        return record_of(self.entries).text()

    def exit_code(self) -> int:
        """What `kessel verify` says of it with the guest's witness."""
        try:
            verdict = verify(self.record(), dice_named)
        except KesselError:
            return 2
        if verdict.wrong:
            return 2
        return 3 if len(verdict.unproven) > 1 or self.guest.without else 0

    # --- writing and telling --------------------------------------------------------------------

    def write(self, entry: log.GameEntry) -> None:
        """Write a line that a game can have, and tell it."""
        self.play = feed(self.play, entry).play
        self.entries.append(entry)
        self.lines.append(log.entry_text(entry))
        self.tell()

    def claim(self, *entries: log.GameEntry) -> None:
        """Tell the guest lines that no game can have; nothing of them is kept."""
        at = self.guest.lines
        self.take_links(self.guest.hear(at, [log.entry_text(one) for one in entries], at=self.now))

    def tell(self) -> None:
        """Tell the guest what it has not heard; its link comes back at once."""
        play = self.guest.play
        same = play is not None and play.started.game == self.play.started.game
        heard = self.guest.lines if same else 0
        self.take_links(self.guest.hear(heard, self.lines[heard:], at=self.now))
        self.ping()

    def take_links(self, links: Sequence[Any]) -> None:
        for one in links:
            self.shown[GUEST_DEVICE] = (one.link, one.sign)

    def ping(self) -> None:
        self._pings += 1
        self.guest.ping(self._pings, self.now)
        if self.answers_pings:
            self.guest.pong(self._pings)

    def wait(self, seconds: float = THINKS) -> None:
        """Time passes, and the guest pings meanwhile."""
        end = self.now + seconds
        while self.now + PING_EVERY < end:
            self.now += PING_EVERY
            self.ping()
        self.now = end

    # --- what players say -----------------------------------------------------------------------

    def cast(self, player: Player, aim: Aim | None = None, by: Any = "person") -> log.CastShown:
        """A cast as the player's device signs it."""
        values = (aim or Aim.of_strength("gentle", x=0.01)).to_json()
        unit = self.play.units(player)[0]
        if player == GUEST and by == "person":
            return self.guest.cast(player, unit, values)
        return self.signed(log.CastShown(player=player, unit=unit, aim=values, by=by))

    def signed(self, cast: log.CastShown, key: Key | None = None) -> log.CastShown:
        """A cast signed with a key of the server's."""
        if cast.by != "person":
            return msgspec.structs.replace(cast, sign="")
        sign = (key or self.keys[cast.player]).sign(signing.cast_message(self.play, cast))
        return msgspec.structs.replace(cast, sign=sign)

    def answer(self, player: Player, move: str) -> log.Answered:
        if player == GUEST:
            return self.guest.answer(player, move)
        entry = log.Answered(player=player, move=move)
        sign = self.keys[player].sign(signing.answer_message(self.play, entry))
        return msgspec.structs.replace(entry, sign=sign)

    def links(self, fixed: log.ThrowFixed, play: Play, guest: str = "") -> log.Links:
        """All links, as far as they are shown; `guest` stands for the one that is not."""
        own = {
            n: chain.link(play.chains.devices[n].asked).hex()
            for n, chain in self.chains.items()
            if n in fixed.devices
        }
        shown = {
            n: (link, self.keys[n].sign(signing.link_message(play, link)))
            for n, link in own.items()
        }
        if GUEST_DEVICE in fixed.devices:
            shown[GUEST_DEVICE] = (guest, "") if guest else self.shown[GUEST_DEVICE]
        server = self.chain.link(play.chains.asked).hex()
        both = [shown[n] for n in fixed.devices]
        return log.Links(server=server, devices=[a for a, _ in both], signs=[b for _, b in both])

    def join(self, number: int) -> None:
        """A device joins again with a fresh chain."""
        if number == GUEST_DEVICE:
            self.guest.renew(self.new_chain())
            tip, sign = self.guest.chain.tip, self.guest.offer(self.now)
        else:
            self.chains[number] = self.new_chain()
            tip = self.chains[number].tip
            sign = self.keys[number].sign(signing.join_message(self.play, tip))
        self.write(self.play.chains.to_join([Seat(number)], tip, sign))


Cheat = Callable[[Game, Player], None]
"""How a server makes the throw of a player."""


def played(chance: Random, throw: Cheat, first: Player = SERVER, players: int = 2) -> Game:
    """A whole game in which every throw is made like that, and everybody decides alike."""
    game = Game(chance, first, players)
    play_through(game, throw)
    return game


def play_through(game: Game, throw: Cheat) -> None:
    """Play on until the game is over, or the guest has found something."""
    game.tell()
    while not game.play.state.is_over and not game.guest.findings:
        game.wait()
        waits = game.play.awaited
        player = game.play.waited_for()[0]
        if isinstance(waits, AwaitStartDie) and waits.may_choose:
            game.write(game.answer(player, f"start {game.chance.choice(EDITION.symbols)}"))
        elif isinstance(waits, AwaitChoice) and game.chance.random() > GOES_ON:
            game.write(game.answer(player, "end"))
        else:
            throw(game, player)


def play_on(game: Game, until: Callable[[Play], bool]) -> None:
    """Go on honestly until the game stands like that; everybody stops as soon as they may."""
    game.tell()
    while not until(game.play):
        game.wait()
        player = game.play.waited_for()[0]
        if isinstance(game.play.awaited, AwaitChoice):
            game.write(game.answer(player, "end"))
        else:
            honestly(game, player)


def is_over(play: Play) -> bool:
    """Whether the game has ended."""
    return play.state.is_over


def may_stop(play: Play) -> bool:
    """Whether somebody may throw again or stop."""
    return isinstance(play.awaited, AwaitChoice)


def guest_is_to_throw(play: Play) -> bool:
    """Whether the guest throws next."""
    return play.waited_for() == (GUEST,) and bool(play.units(GUEST))


def host_is_to_throw(play: Play) -> bool:
    """Whether the server's side throws next."""
    return play.waited_for() == (SERVER,) and bool(play.units(SERVER))


def honestly(game: Game, player: Player) -> None:
    """Fix the cast, get the links, throw."""
    fix(game, game.cast(player))
    land(game)


def fix(game: Game, cast: log.CastShown) -> None:
    """Fix a cast in public; the guest shows its link."""
    game.shown.clear()
    game.write(fixed_with(game.play, cast))


def land(game: Game) -> None:
    """Throw what is fixed, and tell how it lies; not if the guest shows no link."""
    fixed = game.play.fixed
    assert fixed is not None
    if GUEST_DEVICE not in fixed.devices or GUEST_DEVICE in game.shown:
        game.write(landing(game, game.play))


def fixed_with(play: Play, cast: log.CastShown) -> log.ThrowFixed:
    if play.casts:
        return play.to_fix()
    return with_cast(play, cast).to_fix()


def landing(game: Game, play: Play) -> log.DiceLanded:
    """How the throw lands that is fixed in this state of the game."""
    thrown, links = thrown_in(game, play)
    return landed_entry(play, thrown, links)


def thrown_in(game: Game, play: Play, guest: str = "") -> tuple[ThrowResult, log.Links]:
    """The throw that is fixed, and the links that it is made from."""
    assert play.fixed is not None
    links = game.links(play.fixed, play, guest)
    return THROWER.throw(play.order(play.chance(links))), links


def gain(game: Game, play: Play, guest: str = "") -> float:
    """What the throw that is fixed would bring the server's side."""
    thrown, _ = thrown_in(game, play, guest)
    if isinstance(play.awaited, AwaitStartDie):
        start = StartDie(OUT if thrown.out else thrown.at_rest[0][0].face)
        after = apply(play.state, start).state
    else:
        after = apply(play.state, Throw(play.casts[0].unit, thrown.landing)).state
    if after.is_over:
        return -100.0 if after.winners == (GUEST,) else 100.0
    others = sum(dice for player, dice in enumerate(after.hands) if player != GUEST)
    return others - game.players * after.hands[GUEST] + 0.1 * (after.active != GUEST)


def aims(game: Game, player: Player) -> Iterable[log.CastShown]:
    """The same cast with an aim moved by nothing that anybody could see."""
    for number in range(TRIES):
        yield game.cast(player, Aim.of_strength("gentle", x=0.01 + number * STEP))


def best(game: Game, casts: Iterable[log.CastShown], guess: str) -> log.CastShown:
    """The cast that suits the server best, as far as it can tell: `guess` stands for the guest's
    link, which it does not know yet."""

    def value(cast: log.CastShown) -> float:
        after = feed(game.play, fixed_with(game.play, cast)).play
        return gain(game, after, guess)

    return max(casts, key=value)


def trying_hands(knows: bool = False) -> Cheat:
    """The server's side tries casts with its own chains until one suits. `knows` takes the
    device's check away: the guest's link is known before the cast is fixed."""

    def throw(game: Game, player: Player) -> None:
        if player == GUEST:
            honestly(game, player)
            return
        asked = game.play.chains.devices[GUEST_DEVICE].asked
        link = game.guest.chain.link(asked + 1) if knows else game.chance.randbytes(32)
        fix(game, best(game, list(aims(game, player)), link.hex()))
        land(game)

    return throw


def losing_throws(game: Game, player: Player) -> None:
    """A guest's throw that does not suit is `lost`, and asked for again: the same line comes
    again, and the same link."""
    if player != GUEST:
        honestly(game, player)
        return
    fix(game, game.cast(player))
    tried = {gain(game, game.play)}
    for _ in range(TRIES):
        number = len(game.lines) - 1
        (shown,) = game.guest.hear(number, game.lines[number:], at=game.now)
        game.shown[GUEST_DEVICE] = (shown.link, shown.sign)
        tried.add(gain(game, game.play))
    game.rolls.append(len(tried))
    land(game)


def dropping(number: int, most: int = 1000, waits: float = 0.0) -> Cheat:
    """If a throw does not suit, the server says that a device did not answer, `waits` later, and
    throws without it; the device joins again with the next throw. At most `most` times a game."""

    def throw(game: Game, player: Player) -> None:
        if not game.play.chains.devices[number].contributes:
            game.join(number)
        fix(game, game.cast(player))
        late = log.DevicesLate(throw=game.play.throws, attempt=game.play.attempt, devices=[number])
        if game.guest.findings or game.drops >= most or not _is_better(game, late):
            land(game)
            return
        game.drops += 1
        game.wait(waits)
        game.write(late)
        game.shown.clear()
        game.write(game.play.to_fix())
        land(game)

    return throw


def _is_better(game: Game, late: log.DevicesLate) -> bool:
    """Whether the next attempt suits the server better, as far as it can tell: without the guest it
    knows it, with the guest another try is as good as any."""
    dropped = feed(game.play, late).play
    other = feed(dropped, dropped.to_fix()).play
    assert other.fixed is not None
    unknown = GUEST_DEVICE in other.fixed.devices
    return gain(game, game.play) < (0.0 if unknown else gain(game, other))


def wins(games: Sequence[Game]) -> int:
    """Games that the guest did not win."""
    return sum(game.play.state.winners != (GUEST,) for game in games)
