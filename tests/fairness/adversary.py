"""A server that cheats, as a program: it writes the lines of a game as it likes, knows its own
chain, has all seats but one with their keys and chains, and sees every link as soon as it is shown.
What it cannot do is know one before, or sign for the guest.

strike-2020 with ideal dice, two to four players; the guest is player 1, at the page's own device,
and what that kept is judged by the auditor.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import msgspec
from fairness.key import Key
from fairness.page_device import PageDevice

from kessel.fairness import Chain
from kessel.proof import showing
from kessel.proof.comparing import builtins
from kessel.proof.story import judged
from kessel.proof.verdict import Verdict
from kessel.rules.awaits import AwaitChoice, AwaitStartDie
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import OUT, Player, StartDie, Throw
from kessel.table import Seat, TableState, log, signing
from kessel.table.beginning import next_game
from kessel.table.dice import dice_named
from kessel.table.feed import feed, landed_entry, with_cast
from kessel.table.notices import Stepped
from kessel.table.pending import People, TablePending
from kessel.table.play import Play
from kessel.throws.aim import Aim
from kessel.throws.dice import ThrowResult
from kessel.throws.ideal import IdealDice
from kessel.views.game import game_view
from kessel.views.steps import step_made
from kessel.views.table import snapshot

SERVER, GUEST = 0, 1
HOST_DEVICE, GUEST_DEVICE = 0, 1
NAMES = ("Host", "Guest", "Cleo", "Dan")
TABLE = "abcdefghijkl"
HELD = frozenset({Seat(GUEST)})
TRIES = 8
"""Throws that the server tries out before it takes the one that suits it best."""
STEP = 1e-12
"""By which an aim is moved: nobody sees it, and every throw is another."""
GOES_ON = 0.4
"""How often anybody throws again who could stop."""
EDITION = find_edition("strike-2020")
THROWER = IdealDice()

Message = dict[str, Any]


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
    """One game: what the server wrote and showed, and the device that heard it."""

    chance: Random
    guest: PageDevice
    first: Player = SERVER
    players: int = 2
    clock: Any = "off"
    keys: dict[int, Key] = field(default_factory=dict)
    """Of all players but the guest."""
    chains: dict[int, Chain] = field(default_factory=dict)
    """Of the server's own devices, by number."""
    shown: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Links and signatures of the guest for the throw that is fixed."""
    said: list[Message] = field(default_factory=list)
    """By the guest's device, newest last."""
    drops: int = 0

    def __post_init__(self) -> None:
        others = [n for n in range(self.players) if n != GUEST]
        self.keys = {n: Key(self.chance.randbytes(32)) for n in others} | self.keys
        came = self.guest.attend({"type": "join", "table": TABLE, "name": NAMES[GUEST]})
        self.guest_key, self.tip = came["signer"], came["tip"]
        made = log.TableMade(
            code=TABLE,
            edition=EDITION.id,
            seats=[
                log.SeatPlan(kind="person", name=NAMES[n], key=self.public(n), token="seen")
                for n in range(self.players)
            ],
            clock=self.clock,
            dice="ideal",
            first=Seat(self.first),
        )
        self.state = TableState.of(made)
        seats = [{"seat": GUEST, "token": "t"}]
        self.hears({"type": "joined", "table": TABLE, "host": False, "seats": seats})
        self._shows()

    @property
    def play(self) -> Play:
        return self.state.running()

    @property
    def entries(self) -> Sequence[log.GameEntry]:
        return self.state.history

    def public(self, player: Player) -> str:
        return self.guest_key if player == GUEST else self.keys[player].public

    def new_chain(self) -> Chain:
        return QuickChain(self.chance.randbytes(32))

    def begin(self, **changed: Any) -> "Game":
        """Start a game, as agreed or otherwise. What is changed may depend on the honest line."""
        self.chain = self.new_chain()
        self.chains = {n: self.new_chain() for n in range(self.players) if n != GUEST}
        tips = {n: chain.tip for n, chain in self.chains.items()} | {GUEST: self.tip}
        devices = {tips[n]: frozenset({Seat(n)}) for n in sorted(tips)}
        code = f"game{self.chance.getrandbits(40)}"
        honest = next_game(
            self.state, code, self.chain.tip, devices, THROWER.name, lambda _: "rule"
        )
        told = {name: new(honest) if callable(new) else new for name, new in changed.items()}
        self.state = self.state.apply(msgspec.structs.replace(honest, **told)).state
        self._shows()
        return self

    def verdict(self) -> Verdict:
        """The auditor's, on what the guest's page kept."""
        return judged(self.guest.story(TABLE), dice_named)

    # --- writing and telling --------------------------------------------------------------------

    def write(self, entry: log.GameEntry) -> None:
        """Write a line that a game can have, tell it, and show what came of it."""
        if isinstance(entry, log.DiceLanded):
            self.hears(builtins(showing.throw_of(self.play)))
        if isinstance(entry, log.ThrowFixed) and not self.play.casts:
            for cast in entry.casts:
                self.state = self.state.apply(cast).state
        applied = self.state.apply(entry)
        self.state = applied.state
        self.tell(len(self.entries) - 1, entry)
        for notice in applied.notices:
            if isinstance(notice, Stepped):
                self.hears(builtins(step_made(notice, HELD, TablePending())))
        if self.state.result is not None:
            self.state = self.state.apply(self.state.result).state

    def claim(self, *entries: log.GameEntry) -> None:
        """Tell the guest lines that no game can have; nothing of them is kept."""
        for number, entry in enumerate(entries, start=len(self.entries)):
            if isinstance(entry, log.DiceLanded):
                self.hears(builtins(showing.throw_of(self.play)))
            self.tell(number, entry)

    def tell(self, first: int, *entries: log.GameEntry, ref: int | None = None) -> None:
        """Tell the guest lines of this game."""
        texts = [log.entry_text(one) for one in entries]
        told = {"type": "lines", "game": self.play.started.game, "first": first, "lines": texts}
        self.hears(told if ref is None else told | {"ref": ref})

    def hears(self, message: Message) -> None:
        """The guest's device hears something; what it asks for is answered."""
        self.take(self.guest.hear(message))

    def take(self, said: Sequence[Message]) -> None:
        """What the guest's device says."""
        self.said += said
        for one in said:
            if one["type"] == "link":
                self.shown[GUEST_DEVICE] = (one["link"], one["sign"])
            elif one["type"] == "lines":
                self.tell(one["first"], *self.entries[one["first"] :], ref=one["ref"])

    def _shows(self) -> None:
        shown = snapshot(self.state, HELD, TablePending(), People())
        self.hears(builtins(shown) | {"host": SERVER})

    # --- what players say -----------------------------------------------------------------------

    def act(self, **message: Any) -> Message:
        """What the guest does, signed by the page; the table takes it."""
        state = {"seat": GUEST, "state": self.state.state_number}
        view = builtins(game_view(self.state, HELD, TablePending()))
        (said,) = self.guest.act(message | state, view)
        self.hears({"type": "done", "ref": said["ref"]})
        return said

    def cast(self, player: Player, aim: Aim | None = None, by: Any = "person") -> log.CastShown:
        """A cast as the player's device signs it."""
        values = (aim or Aim.of_strength("gentle", x=0.01)).to_json()
        unit = self.play.units(player)[0]
        bare = log.CastShown(player=player, unit=unit, aim=values, by=by)
        if player == GUEST and by == "person":
            said = self.act(type="throw", unit=unit, aim=values)
            aimed = {name: float(value) for name, value in said["aim"].items()}
            return msgspec.structs.replace(bare, aim=aimed, sign=said["sign"])
        return self.signed(bare)

    def signed(self, cast: log.CastShown, key: Key | None = None) -> log.CastShown:
        """A cast signed with a key of the server's."""
        if cast.by != "person":
            return msgspec.structs.replace(cast, sign="")
        sign = (key or self.keys[cast.player]).sign(signing.cast_message(self.play, cast))
        return msgspec.structs.replace(cast, sign=sign)

    def answer(self, player: Player, move: str) -> log.Answered:
        entry = log.Answered(player=player, move=move)
        if player == GUEST:
            sign = self.act(type="answer", move=move)["sign"]
        else:
            sign = self.keys[player].sign(signing.answer_message(self.play, entry))
        return msgspec.structs.replace(entry, sign=sign)

    def links(self, fixed: log.ThrowFixed, play: Play, guest: str = "") -> log.Links:
        """All links, as far as they are shown; `guest` stands for the one that is not."""
        shown = {}
        for n in fixed.devices:
            if n in self.chains:
                link = self.chains[n].link(play.chains.devices[n].asked).hex()
                shown[n] = (link, self.keys[n].sign(signing.link_message(play, link)))
            else:
                shown[n] = (guest, "") if guest else self.shown[n]
        server = self.chain.link(play.chains.asked).hex()
        both = [shown[n] for n in fixed.devices]
        return log.Links(server=server, devices=[a for a, _ in both], signs=[b for _, b in both])

    def join(self, number: int) -> None:
        """A device of the server's joins again with a fresh chain."""
        self.chains[number] = self.new_chain()
        tip = self.chains[number].tip
        sign = self.keys[number].sign(signing.join_message(self.play, tip))
        self.write(self.play.chains.to_join([Seat(number)], tip, sign))

    def guest_joins(self) -> None:
        """With the chain that the page has offered."""
        offer = next(one for one in reversed(self.said) if one["type"] == "offer")
        self.write(self.play.chains.to_join([Seat(GUEST)], offer["tip"], offer["sign"]))


Cheat = Callable[[Game, Player], None]
"""How a server makes the throw of a player."""


def play_through(game: Game, throw: Cheat) -> Game:
    """A whole game in which every throw is made like that, and everybody decides alike."""
    while not game.play.state.is_over:
        waits = game.play.awaited
        player = game.play.waited_for()[0]
        if isinstance(waits, AwaitStartDie) and waits.may_choose:
            game.write(game.answer(player, f"start {game.chance.choice(EDITION.symbols)}"))
        elif isinstance(waits, AwaitChoice) and game.chance.random() > GOES_ON:
            game.write(game.answer(player, "end"))
        else:
            throw(game, player)
    return game


def play_on(game: Game, until: Callable[[Play], bool]) -> None:
    """Go on honestly until the game stands like that; everybody stops as soon as they may."""
    while not until(game.play):
        player = game.play.waited_for()[0]
        if isinstance(game.play.awaited, AwaitChoice):
            game.write(game.answer(player, "end"))
        else:
            honestly(game, player)


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
    """Throw what is fixed, and tell how it lies."""
    game.write(landing(game, game.play))


def fixed_with(play: Play, cast: log.CastShown) -> log.ThrowFixed:
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


def trying_hands(game: Game, player: Player) -> None:
    """The server's side tries casts with its own chains until one suits; in place of the guest's
    link, which it does not know yet, it has a guess."""
    if player == GUEST:
        honestly(game, player)
        return
    guess = game.chance.randbytes(32).hex()

    def value(cast: log.CastShown) -> float:
        return gain(game, feed(game.play, fixed_with(game.play, cast)).play, guess)

    fix(game, max(aims(game, player), key=value))
    land(game)


def dropping(number: int, most: int = 1000) -> Cheat:
    """If a throw does not suit, the server says that a device did not answer, and throws without
    it; the device joins again with the next throw. At most `most` times a game."""

    def throw(game: Game, player: Player) -> None:
        if not game.play.chains.devices[number].contributes:
            if number == GUEST_DEVICE:
                game.guest_joins()
            else:
                game.join(number)
        fix(game, game.cast(player))
        late = log.DevicesLate(throw=game.play.throws, attempt=game.play.attempt, devices=[number])
        if game.drops < most and _is_better(game, late):
            game.drops += 1
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
