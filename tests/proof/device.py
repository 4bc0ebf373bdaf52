"""A device at a table, as every page is one: it signs what its persons do, shows its links, and
checks every line of the transcript before it does. The page's own is held against this one.

What is wrong is a finding (red): it shows no more links and signs nothing more. What nobody can
prove is a remark (amber): named and counted, and the game goes on.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec
from fairness.key import Key
from proof.line_up import LineUp
from proof.pings import Pings
from proof.remarks import Colour, Remark, RemarkKind

from kessel.errors import BadValue, KesselError
from kessel.fairness import Chain
from kessel.proof.audit import check_kept
from kessel.proof.rethrow import Named, check_landing
from kessel.rules.moves import Player
from kessel.table import log, signing
from kessel.table.answers import clamped_aim
from kessel.table.chains import ShownDevice
from kessel.table.dice import are_known, can_be_repeated
from kessel.table.feed import feed
from kessel.table.pace import PACE
from kessel.table.play import Play, begin
from kessel.table.terms import Seat
from kessel.throws.aim import AimValues
from kessel.throws.placing import Push

Signed = TypeVar("Signed", log.CastShown, log.Answered, log.DicePushed)
LOW = 8
"""Links left at which a device should offer its next chain."""
USED_BEFORE = "a chain comes again that was used in another game"


class NoSignature(KesselError):
    """A device that found something wrong signs nothing more."""

    code = "no_signature"


@dataclass(frozen=True, slots=True)
class LinkShown:
    """A link to be sent for a throw that is fixed."""

    throw: int
    attempt: int
    link: str
    sign: str


@dataclass(slots=True)
class Device:
    """One device: its key for this table, its chains, and what it saw of the game."""

    chain: Chain
    """The newest one, offered or in use. A chain belongs to one game and never comes again."""
    key: Key = field(default_factory=Key)
    seats: frozenset[Seat] = frozenset()
    """Where it sat down: there its own key has to stand."""
    agreed: LineUp = field(default_factory=LineUp)
    named: Named | None = None
    """Dice to throw everything again; without them nothing is."""
    play: Play | None = None
    findings: list[str] = field(default_factory=list)
    """What is wrong with this game; with the first of them the device shows no more links."""
    remarks: Counter[Remark] = field(default_factory=Counter)
    """What cannot be proven of this game, and how often."""
    tips: list[str] = field(default_factory=list)
    """Of its chains in this game."""
    without: int = 0
    """Throws of this game that were fixed without it."""
    rethrown: int = 0
    missing: int | None = None
    """Where lines are missing: the number of the first to ask for."""
    _seen: list[str] = field(default_factory=list)
    _number: int | None = None
    _chains: dict[str, Chain] = field(default_factory=dict)
    _known_tips: set[str] = field(default_factory=set)
    """Every tip of any game."""
    _said_away: set[str] = field(default_factory=set)
    _pings: Pings = field(default_factory=Pings)
    _since: tuple[str, int] = ("", 0)
    """A game, and how many lines it had when this connection began: how old those are, the
    device cannot tell."""
    _offered: str = ""
    """The tip of the chain that it offered on this connection."""
    _waits_since: float = 0.0
    """When it offered, or could have."""

    def __post_init__(self) -> None:
        self.renew(self.chain)

    @property
    def colour(self) -> Colour:
        """Red: something is wrong. Amber: something cannot be proven. Green: neither."""
        return "red" if self.findings else "amber" if self.remarks else "green"

    @property
    def lines(self) -> int:
        """How many lines of this game it has seen."""
        return len(self._seen)

    @property
    def players(self) -> tuple[Player, ...]:
        """Its own players, whom it knows by its key and by nobody's word."""
        if self.play is None:
            return ()
        named = enumerate(self.play.started.players)
        return tuple(player for player, one in named if one.key == self.key.public)

    @property
    def needs_chain(self) -> bool:
        """Whether the newest chain was used, so that another has to be taken before an offer."""
        return self.chain.tip in self._known_tips

    @property
    def _plays(self) -> bool:
        """Whether one of its players has not resigned."""
        return self.play is not None and not set(self.players) <= self.play.resigned

    @property
    def _lacks_lines(self) -> bool:
        """Whether it was told of lines that it has not heard."""
        is_this = self.play is not None and self.play.started.game == self._since[0]
        return self.missing is not None or (is_this and self.lines < self._since[1])

    # --- what it says ---------------------------------------------------------------------------

    def renew(self, chain: Chain) -> str:
        """Take another chain; returns the tip to offer."""
        self.chain = chain
        self._chains[chain.tip] = chain
        return chain.tip

    def offer(self, at: float = 0.0) -> str:
        """The signature with which the newest chain is offered to the game that runs."""
        play = self._playing()
        self._offered, self._waits_since = self.chain.tip, at
        self._pings.said(self.chain.tip)
        return self.key.sign(signing.join_message(play, self.chain.tip))

    def away(self) -> str:
        """The signature that no more links of its chain are shown. It needs another afterwards."""
        device = self._in_game()
        tip = self.chain.tip if device is None else device.tip
        self._said_away.add(tip)
        return self.key.sign(signing.away_message(tip))

    def cast(self, player: Player, unit: str, aim: AimValues) -> log.CastShown:
        """A cast of one of its players, within a hand's reach and signed."""
        cast = log.CastShown(player=player, unit=unit, aim=clamped_aim(aim))
        return self._signed(cast, signing.cast_message(self._playing(), cast))

    def answer(self, player: Player, move: str, dice: Sequence[int] = ()) -> log.Answered:
        """A decision of one of its players, signed."""
        entry = log.Answered(player=player, move=move, dice=list(dice))
        return self._signed(entry, signing.answer_message(self._playing(), entry))

    def push(self, player: Player, pushes: Sequence[Push]) -> log.DicePushed:
        """A push by one of its players, signed."""
        push = log.DicePushed(player=player, dice=list(pushes))
        return self._signed(push, signing.push_message(self._playing(), push))

    def agree(self, player: Player, push: log.DicePushed) -> str:
        """The consent of one of its players to a push."""
        return self.key.sign(signing.agree_message(self._playing(), push, player))

    def leave(self, player: Player) -> str:
        """The signature of a player who resigns."""
        return self.key.sign(signing.leave_message(self._playing(), player))

    def ping(self, number: int, at: float) -> None:
        """It sends a ping: best after every link and offer, and every second or two."""
        self._pings.ping(number, at)

    # --- what it hears --------------------------------------------------------------------------

    def connected(self, game: str = "", lines: int = 0, at: float = 0.0) -> None:
        """A connection begins; so many lines of a game are there already."""
        self._pings, self._since = Pings(), (game, lines)
        self._offered, self._waits_since = "", at

    def pong(self, number: int) -> None:
        """A ping was answered."""
        self._pings.pong(number)

    def hear(
        self, first: int, lines: Sequence[str], game: str = "", at: float = 0.0
    ) -> list[LinkShown]:
        """Check lines of a game, new or again, and answer the one that asks for a link."""
        if self._lacks_lines:
            self._waits_since = at  # whoever lacks lines could not have offered
        self.missing = None
        if first and self.play is not None and game not in ("", self.play.started.game):
            self.missing = 0
            return []
        for number, line in enumerate(lines, start=first):
            if number < self.lines and line == self._seen[number]:
                continue
            if number == 0:
                self._begin(line, at)
            elif number < self.lines:
                self._find(f"line {number} is told differently the second time")
            elif number == self.lines and self.play is not None:
                self._go_on(self.play, line, at)
            elif not self.findings:
                self.missing = self.lines
        return self._answers() if self.missing is None else []

    # --- inside ---------------------------------------------------------------------------------

    def _playing(self) -> Play:
        """The game as far as it was heard; raises where nothing may be signed."""
        if self.play is None or self.findings:
            raise NoSignature("this device has heard no game, or found something wrong with it")
        return self.play

    def _signed(self, entry: Signed, message: bytes) -> Signed:
        return msgspec.structs.replace(entry, sign=self.key.sign(message))

    def _find(self, finding: str) -> None:
        if finding not in self.findings:
            self.findings.append(finding)

    def _remark(self, what: RemarkKind, player: Player | None = None) -> None:
        names = [] if self.play is None else self.play.started.names
        self.remarks[Remark(what, "" if player is None else names[player])] += 1

    def _in_game(self) -> ShownDevice | None:
        if self.play is None or self._number is None:
            return None
        return self.play.chains.devices[self._number]

    def _begin(self, line: str, at: float) -> None:
        """A game begins; one that is not as agreed, or names a chain of another game, is a sham."""
        try:
            entry = log.read_line(line)
            if not isinstance(entry, log.GameStarted):
                raise BadValue("a transcript begins with a game")
            tips = {entry.server, *(device.tip for device in entry.devices)}
            if self._known_tips & tips:
                raise BadValue(USED_BEFORE)
            if not are_known(entry.dice):
                raise BadValue(f"{entry.dice} are no dice of a table")
            if differs := self.agreed.differs(entry) or self._without_key(entry):
                raise BadValue(differs)
            play = begin(entry)
        except KesselError as error:
            self._find(f"line 0: {error}")
            return
        self.findings, self.tips, self._number = [], [], None
        self.remarks, self.without, self.rethrown = Counter(), 0, 0
        self._offered, self._waits_since = "", at
        self.play, self._seen = play, [line]
        self._known_tips |= tips
        if not can_be_repeated(entry.dice):
            self._remark("native")
        for player, one in enumerate(entry.players):
            if not one.key and not one.bot:
                self._remark("unsigned", player)
        self._look_for_own_chain(play, was_there=self._since[0] != entry.game)

    def _without_key(self, entry: log.GameStarted) -> str:
        others = [p for p in entry.players if p.seat in self.seats and p.key != self.key.public]
        return f"{others[0].name} is ours, but has not our key" if others else ""

    def _look_for_own_chain(self, play: Play, was_there: bool) -> None:
        """Find our own number. Another chain may be in our place if another device had our key
        before we came: what it joins with, it has to sign."""
        mine, self._number = {play.seat_of(player) for player in self.players}, None
        for number, device in enumerate(play.chains.devices):
            has_place, has_chain = bool(device.seats & mine), device.tip in self._chains
            if device.seats and has_place != has_chain and (was_there or has_chain):
                self._find(f"device {number} has our place or our chain, but not both")
            if has_place and has_chain:
                self._number = number
                if device.tip == self._offered:
                    self._offered = ""
                self.tips += [device.tip] if device.tip not in self.tips else []

    def _go_on(self, play: Play, line: str, at: float) -> None:
        try:
            entry = log.read_line(line)
            after = feed(play, entry).play
            check_kept(play, entry)
            if isinstance(entry, log.DiceLanded):
                self._throw_again(play, entry)
            if isinstance(entry, log.DeviceJoined | log.ServerChainRenewed):
                if entry.tip in self._known_tips:
                    raise BadValue(USED_BEFORE)
                self._known_tips.add(entry.tip)
        except KesselError as error:
            self._find(f"line {self.lines}: {error}")
            return
        self.play = after
        self._seen.append(line)
        self._consider(play, after, entry, at)

    def _throw_again(self, play: Play, entry: log.DiceLanded) -> None:
        """Dice that could be repeated here land the same to the last bit."""
        if self.named is not None and can_be_repeated(play.dice):
            check_landing(play, entry, self.named)
            self.rethrown += 1
        elif entry.dice:
            self._remark("stepped_in")

    # --- what a line says about us and others ---------------------------------------------------

    def _consider(self, before: Play, after: Play, entry: log.GameEntry, at: float) -> None:
        game, old = self._since
        is_new = game != before.started.game or self.lines > old
        if isinstance(entry, log.MoveEntry):
            self._pings.heard_move()
        match entry:
            case log.DeviceJoined():
                self._look_for_own_chain(after, was_there=False)
            case log.DevicesAway(devices=devices, signs=signs):
                self._was_away(before, dict(zip(devices, signs, strict=True)), at, is_new)
            case log.BotPlaysOn(player=player, for_good=False) if player in self.players:
                self._was_replaced(before, player, at, is_new)
            case log.ThrowFixed():
                self._was_fixed(before, entry, at, is_new)
            case log.DevicesLate():
                self._was_late(before, entry, at, is_new)
            case log.Answered(player=player, by="table", links=None) if player in self.players:
                self._remark("played_for", player)

    def _was_away(self, before: Play, signs: dict[int, str], at: float, is_new: bool) -> None:
        """Left out before a throw: by our own word, or because the server heard nothing of us."""
        if self._number not in signs:
            return
        tip = before.chains.devices[self._number].tip
        if signs[self._number] and tip in self._said_away:
            return
        self._remark("away", self.players[0])
        if is_new and self._pings.cannot_be_silent(at):
            self._find(f"line {self.lines - 1}: this device was there, and is called away")

    def _was_replaced(self, before: Play, player: Player, at: float, is_new: bool) -> None:
        """A bot plays on for our person. Without a clock that takes half a minute without this
        device, or five minutes in which it had to do something."""
        self._remark("played_for", player)
        if is_new and before.started.clock == "off" and self._pings.cannot_be_gone(at):
            self._find(f"line {self.lines - 1}: a bot plays for us, though we were there")

    def _was_fixed(self, before: Play, entry: log.ThrowFixed, at: float, is_new: bool) -> None:
        """A throw without us is counted; it must not be, once the server has our chain. It leaves
        us out if our offer had its time, or if we could have offered."""
        self._pings.heard_fixed()
        for cast in entry.casts:
            if cast.player in self.players and cast.by == "table" and not before.gave_up:
                self._remark("played_for", cast.player)
        if before.gave_up or not self._plays or self._is_asked(before, entry.devices):
            return
        self.without += 1
        device = self._in_game()
        went = device is not None and device.tip in self._said_away
        if not is_new or (went and not self._offered):
            return
        if self._offered and self._pings.had(self._offered):
            self._find(f"line {self.lines - 1}: the chain that this device offered is left out")
        elif at >= self._waits_since + PACE.silence:
            self._remark("left_out", self.players[0])

    def _is_asked(self, play: Play, devices: Sequence[int]) -> bool:
        """Whether a device of our persons is asked: this one, or another one to which they moved,
        which has the same key."""
        mine = {play.seat_of(player) for player in self.players}
        return any(play.chains.devices[number].seats & mine for number in devices)

    def _was_late(self, before: Play, entry: log.DevicesLate, at: float, is_new: bool) -> None:
        """Whoever is late may have been made late by somebody who knew the throw."""
        for number in entry.devices:
            seats = before.chains.devices[number].seats
            self._remark("late", before.started.seats.index(min(seats)))
        if self._number not in entry.devices or not is_new:
            return
        had = self._pings.had((entry.throw, entry.attempt))
        if had or self._pings.has_time(at):
            why = "it had answered" if had else "its time was not over"
            self._find(f"line {self.lines - 1}: this device is called late, but {why}")

    def _answers(self) -> list[LinkShown]:
        play, device = self.play, self._in_game()
        fixed = None if play is None else play.fixed
        if play is None or fixed is None or device is None or self.findings:
            return []
        if self._number not in fixed.devices:
            return []
        link = self._chains[device.tip].link(device.asked).hex()
        self._pings.said((fixed.throw, fixed.attempt))
        sign = self.key.sign(signing.link_message(play, link))
        return [LinkShown(fixed.throw, fixed.attempt, link, sign)]
