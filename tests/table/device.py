"""A device at a table, for tests that play: it signs what its persons do and shows its links. It
judges nothing; a line that no table can have written raises."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec
from fairness.key import Key

from kessel.fairness import CHAIN_LINKS, Chain
from kessel.rules.moves import Player
from kessel.table import Seat, log, signing
from kessel.table.answers import clamped_aim
from kessel.table.chains import ShownDevice
from kessel.table.feed import feed
from kessel.table.play import Play, begin
from kessel.throws.aim import AimValues
from kessel.throws.placing import Push

Signed = TypeVar("Signed", log.CastShown, log.Answered, log.DicePushed)
LOW = 8
"""Links left at which a device should offer its next chain."""


@dataclass(frozen=True, slots=True)
class LinkShown:
    """A link to be sent for a throw that is fixed."""

    throw: int
    attempt: int
    link: str
    sign: str


@dataclass(slots=True)
class Device:
    """One device: its key for this table, its chains, and what it heard of the game."""

    chain: Chain
    """The newest one, offered or in use. A chain belongs to one game and never comes again."""
    key: Key = field(default_factory=Key)
    seats: frozenset[Seat] = frozenset()
    play: Play | None = None
    missing: int | None = None
    """Where lines are missing: the number of the first to ask for."""
    _seen: list[str] = field(default_factory=list)
    _chains: dict[str, Chain] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)
    """Tips that stand in games."""
    _offered: str = ""
    """The tip of the chain that it offered to this game."""

    def __post_init__(self) -> None:
        self.renew(self.chain)

    @property
    def lines(self) -> int:
        """How many lines of this game it has heard."""
        return len(self._seen)

    @property
    def players(self) -> tuple[Player, ...]:
        """Its own players: those with its key."""
        named = () if self.play is None else enumerate(self.play.started.players)
        return tuple(player for player, one in named if one.key == self.key.public)

    @property
    def needs_chain(self) -> bool:
        """Whether the newest chain was used, so that another has to be taken before an offer."""
        return self.chain.tip in self._used

    @property
    def needs_offer(self) -> bool:
        """Whether it takes no part, or not for long any more, and has not offered a chain yet."""
        if self.play is None or not self.players or self.chain.tip == self._offered:
            return False
        own = self._in_game()
        if own is None or not own.contributes or self.play.state.is_over:
            return True
        return own.asked >= CHAIN_LINKS - LOW

    # --- what it says ---------------------------------------------------------------------------

    def renew(self, chain: Chain) -> str:
        """Take another chain; returns the tip to offer."""
        self.chain = chain
        self._chains[chain.tip] = chain
        return chain.tip

    def offer(self) -> str:
        """The signature with which the newest chain is offered to the game that runs."""
        self._offered = self.chain.tip
        return self.key.sign(signing.join_message(self._playing(), self.chain.tip))

    def away(self) -> str:
        """The signature that no more links of its chain are shown. It needs another afterwards."""
        own = self._in_game()
        return self.key.sign(signing.away_message(self.chain.tip if own is None else own.tip))

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

    # --- what it hears --------------------------------------------------------------------------

    def hear(self, first: int, lines: Sequence[str], game: str = "") -> list[LinkShown]:
        """Lines of a game, new or again; answers the one that asks for a link."""
        self.missing = None
        if first and self.play is not None and game not in ("", self.play.started.game):
            self.missing = 0
            return []
        for number, line in enumerate(lines, start=first):
            if number < self.lines and line == self._seen[number]:
                continue
            if number == 0:
                self._begin(line)
            elif self.play is None or number > self.lines:
                self.missing = self.lines
            else:
                assert number == self.lines, f"line {number} is told differently the second time"
                self._take(feed(self.play, log.read_line(line)).play)
                self._seen.append(line)
        return self._answers() if self.missing is None else []

    # --- inside ---------------------------------------------------------------------------------

    def _playing(self) -> Play:
        assert self.play is not None
        return self.play

    def _signed(self, entry: Signed, message: bytes) -> Signed:
        return msgspec.structs.replace(entry, sign=self.key.sign(message))

    def _begin(self, line: str) -> None:
        entry = log.read_line(line)
        assert isinstance(entry, log.GameStarted)
        self._offered, self._seen = "", [line]
        self._take(begin(entry))

    def _take(self, play: Play) -> None:
        self.play = play
        self._used |= {one.tip for one in play.chains.devices}

    def _in_game(self) -> ShownDevice | None:
        """What it is in the game: whoever joins again has another number, or another chain."""
        devices = [] if self.play is None else self.play.chains.devices
        own = [one for one in devices if one.seats and one.tip in self._chains]
        return own[-1] if own else None

    def _answers(self) -> list[LinkShown]:
        play, own = self.play, self._in_game()
        fixed = None if play is None else play.fixed
        if play is None or own is None or fixed is None:
            return []
        if play.chains.devices.index(own) not in fixed.devices:
            return []
        link = self._chains[own.tip].link(own.asked).hex()
        sign = self.key.sign(signing.link_message(play, link))
        return [LinkShown(fixed.throw, fixed.attempt, link, sign)]
