"""A device at a table, as every page is one: it offers a chain, shows its links, and checks every
line of the transcript before it does. For programs that play or watch; the page has its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from kessel.errors import BadValue, KesselError
from kessel.fairness import CHAIN_LINKS, Chain
from kessel.proof.audit import audited
from kessel.proof.witness import FORMAT, Witness, WitnessDevice
from kessel.table import log
from kessel.table.answers import clamped_aim
from kessel.table.chains import LOW, ShownDevice
from kessel.table.dice import are_usual_dice
from kessel.table.play import Play, begin
from kessel.table.terms import Seat
from kessel.throws.aim import AimValues


@dataclass(frozen=True, slots=True)
class LinkShown:
    """A link to be sent for a throw that is fixed."""

    throw: int
    attempt: int
    link: str


@dataclass(frozen=True, slots=True)
class _Hand:
    throw: int
    seat: Seat
    unit: str
    aim: AimValues


@dataclass(slots=True)
class Device:
    """One device: the seats it holds, its chains, and what it saw of the game."""

    chain: Chain
    """The newest one, offered or in use. A chain belongs to one game and never comes again."""
    seats: frozenset[Seat] = frozenset()
    is_newcomer: bool = False
    """Whether it came into a game that had begun: another device may have its seats until then."""
    play: Play | None = None
    findings: list[str] = field(default_factory=list)
    """What is wrong with this game; with the first of them the device shows no more links."""
    tips: list[str] = field(default_factory=list)
    """Of its chains in this game."""
    late: int = 0
    answered_late: int = 0
    """How often it was told to be late although it had answered."""
    left_out: int = 0
    """Throws of this game that were fixed without it, though it holds seats."""
    missing: int | None = None
    """Where lines are missing: the number of the first to ask for."""
    _seen: list[str] = field(default_factory=list)
    _number: int | None = None
    _chains: dict[str, Chain] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)
    """Tips that stood in any game."""
    _hands: list[_Hand] = field(default_factory=list)
    """Sent for throws that have not landed. One may be sent before the lines up to its throw are
    heard: whoever comes back sees the table first."""
    _answered: set[tuple[int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.renew(self.chain)

    @property
    def lines(self) -> int:
        """How many lines of this game it has seen."""
        return len(self._seen)

    @property
    def needs_chain(self) -> bool:
        """Whether it should offer another chain: the newest is of no use any more, or soon."""
        device = self._in_game()
        if self.chain.tip not in self._used or self.play is None or not self.seats:
            return False
        if device is None or device.is_late or self.play.state.is_over:
            return True
        return device.asked >= CHAIN_LINKS - LOW

    def renew(self, chain: Chain) -> str:
        """Take another chain; returns the tip to offer."""
        self.chain = chain
        self._chains[chain.tip] = chain
        return chain.tip

    def threw(self, throw: int, seat: Seat, unit: str, aim: AimValues) -> None:
        """A hand was sent for a throw, counted from 0; what is fixed for this seat must be one that
        was sent."""
        self._hands.append(_Hand(throw, seat, unit, clamped_aim(aim)))

    def hear(self, first: int, lines: Sequence[str], game: str = "") -> list[LinkShown]:
        """Check lines of a game, new or again, and answer the one that asks for a link."""
        self.missing = None
        if first and self.play is not None and game not in ("", self.play.started.game):
            self.missing = 0
            return []
        for number, line in enumerate(lines, start=first):
            if number < self.lines and line == self._seen[number]:
                continue
            if number == 0:
                self._begin(line)
            elif number < self.lines:
                self._find(f"line {number} is told differently the second time")
            elif number == self.lines and self.play is not None:
                self._go_on(self.play, line)
            elif not self.findings:
                self.missing = self.lines
        return self._answers() if self.missing is None else []

    def witness(self) -> Witness:
        """What it saw of this game, to be held against a record."""
        play, own = self.play, self._number
        devices = [] if own is None else [WitnessDevice(number=own, tips=self.tips)]
        return Witness(
            kessel_witness=FORMAT,
            table="" if play is None else play.started.table,
            game="" if play is None else play.started.game,
            lines=self.lines,
            digest="" if play is None else play.transcript.digest.hex(),
            devices=devices,
            late=self.late,
            answered=self.answered_late,
            findings=self.findings,
        )

    # --- inside ---------------------------------------------------------------------------------

    def _find(self, finding: str) -> None:
        if finding not in self.findings:
            self.findings.append(finding)

    def _in_game(self) -> ShownDevice | None:
        if self.play is None or self._number is None:
            return None
        return self.play.chains.devices[self._number]

    def _begin(self, line: str) -> None:
        """A game begins; one that names a chain of another game is a sham."""
        try:
            entry = _read(line)
            if not isinstance(entry, log.GameStarted):
                raise BadValue("a transcript begins with a game")
            if self._used & {device.tip for device in entry.devices}:
                raise BadValue("another game with a chain of ours that was used before")
            if not are_usual_dice(entry.dice):
                raise BadValue(f"{entry.dice} are no dice of a table")
            play = begin(entry)
        except KesselError as error:
            self._find(f"line 0: {error}")
            return
        self.findings, self.tips, self._number = [], [], None
        self.late, self.answered_late, self.left_out = 0, 0, 0
        self._answered.clear()
        self.play, self._seen = play, [line]
        self._look_for_own_chain(play, was_there=not self.is_newcomer)
        self.is_newcomer = False

    def _look_for_own_chain(self, play: Play, *, was_there: bool) -> None:
        """Find our own number; seats of ours with a chain that is not ours are a finding."""
        for number, device in enumerate(play.chains.devices):
            if device.tip in self._chains:
                self._number = number
                self._used.add(device.tip)
                self.tips += [device.tip] if device.tip not in self.tips else []
            elif number == self._number or (device.seats & self.seats and was_there):
                self._find(f"device {number} has our place, but not our chain")

    def _go_on(self, play: Play, line: str) -> None:
        try:
            entry = _read(line)
            after = audited(play, entry).play
        except KesselError as error:
            self._find(f"line {self.lines}: {error}")
            return
        self.play = after
        self._seen.append(line)
        match entry:
            case log.DeviceJoined():
                self._look_for_own_chain(after, was_there=self._number is not None)
            case log.ThrowFixed():
                self._check_fixed(after, entry)
            case log.DevicesLate(throw=throw, attempt=attempt, devices=devices):
                if self._number in devices:
                    self.late += 1
                    self.answered_late += (throw, attempt) in self._answered
            case log.DiceLanded():
                self._hands = [hand for hand in self._hands if hand.throw >= after.throws]

    def _check_fixed(self, play: Play, entry: log.ThrowFixed) -> None:
        """Only hands that were sent are fixed for our seats."""
        for hand in entry.hands:
            seat = play.seat_of(hand.player)
            if seat not in self.seats or hand.by != "person":
                continue
            if _Hand(entry.throw, seat, hand.unit, hand.aim) not in self._hands:
                self._find(f"throw {entry.throw}: this is not the hand that was sent")
        if self.seats and self._number not in entry.devices and not play.gave_up:
            self.left_out += 1

    def _answers(self) -> list[LinkShown]:
        fixed, device = None if self.play is None else self.play.fixed, self._in_game()
        if fixed is None or device is None or self._number not in fixed.devices or self.findings:
            return []
        key = (fixed.throw, fixed.attempt)
        self._answered.add(key)
        return [LinkShown(*key, self._chains[device.tip].link(device.asked).hex())]


def _read(line: str) -> log.GameEntry:
    try:
        entry = log.read_entry(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadValue(f"this does not read: {error}") from None
    if isinstance(entry, log.TableEntry) or log.entry_text(entry) != line:
        raise BadValue("this is no line of a transcript")
    return entry
