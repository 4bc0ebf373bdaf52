"""A device at a table, as every page is one: it offers a chain, shows its links, and checks every
line of the transcript before it does. For programs that play or watch; the page has its own."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from kessel.errors import KesselError
from kessel.fairness import CHAIN_LINKS, Chain
from kessel.table import log
from kessel.table.chains import LOW, ShownDevice
from kessel.table.play import Play, begin, feed
from kessel.table.terms import Seat
from kessel.table.witness import FORMAT, Witness, WitnessDevice

NUMBERS_CLOSE = 1e-9
"""By which an aim may come back otherwise than it was sent: the table clamps what a hand can do."""


@dataclass(frozen=True, slots=True)
class LinkShown:
    """A link to be sent for a throw that is fixed."""

    throw: int
    attempt: int
    link: str


@dataclass(slots=True)
class Device:
    """One device: the seats it holds, its chain, and what it saw of the game."""

    chain: Chain
    seats: frozenset[Seat] = frozenset()
    play: Play | None = None
    lines: int = 0
    findings: list[str] = field(default_factory=list)
    tips: list[str] = field(default_factory=list)
    late: int = 0
    answered_late: int = 0
    """How often it was told to be late although it had answered."""
    _number: int | None = None
    _hands: dict[Seat, Mapping[str, float]] = field(default_factory=dict)
    _fixed: dict[tuple[int, int], str] = field(default_factory=dict)
    _answered: set[tuple[int, int]] = field(default_factory=set)

    @property
    def needs_chain(self) -> bool:
        """Whether it should offer another chain: late, or nearly used up."""
        device = self._in_game()
        if device is None:
            return bool(self.seats)
        return device.is_late or device.asked >= CHAIN_LINKS - LOW

    def renew(self, chain: Chain) -> str:
        """Take another chain; returns the tip to offer."""
        self.chain = chain
        return chain.tip

    def threw(self, seat: Seat, aim: Mapping[str, float]) -> None:
        """A hand was sent; it must be in the next throw that is fixed, unchanged."""
        self._hands[seat] = aim

    def hear(self, first: int, lines: Collection[str]) -> list[LinkShown]:
        """Check new lines, and answer those that ask for a link. Lines after a gap count only once
        those before them were heard; `lines` says from which on to ask."""
        answers: list[LinkShown] = []
        for number, line in enumerate(lines, start=first):
            if number == 0:
                self._begin(line)
            elif number == self.lines:
                self._go_on(line)
            answers += self._answers()
        return answers

    def witness(self) -> Witness:
        """What it saw, to be held against a record."""
        play = self.play
        return Witness(
            kessel_witness=FORMAT,
            table="" if play is None else play.started.table,
            game="" if play is None else play.started.game,
            lines=self.lines,
            digest="" if play is None else play.transcript.digest.hex(),
            devices=[]
            if self._number is None
            else [WitnessDevice(number=self._number, tips=self.tips)],
            late=self.late,
            answered=self.answered_late,
            findings=self.findings,
        )

    # --- inside ---------------------------------------------------------------------------------

    def _find(self, finding: str) -> None:
        if finding not in self.findings:
            self.findings.append(finding)

    def _in_game(self) -> ShownDevice | None:
        if self.play is None or self.play.chains is None or self._number is None:
            return None
        return self.play.chains.devices[self._number]

    def _begin(self, line: str) -> None:
        if self.play is not None and line == log.entry_text(self.play.started):
            return
        entry = log.read_entry(line)
        if not isinstance(entry, log.GameStarted):
            self._find("the transcript does not begin with a game")
            return
        self.play, self.lines, self._number = begin(entry), 1, None
        self._fixed.clear()
        self._answered.clear()
        self._look_for_own_tip()

    def _look_for_own_tip(self) -> None:
        chains = None if self.play is None else self.play.chains
        for number, device in enumerate(() if chains is None else chains.devices):
            if device.tip == self.chain.tip:
                self._number = number
                if device.tip not in self.tips:
                    self.tips.append(device.tip)

    def _check_join(self, entry: log.DeviceJoined) -> None:
        """While we take part, nobody else may take part for our seats."""
        own = entry.tip == self.chain.tip or entry.tip in self.tips
        if self._number is not None and not own and set(entry.seats) & self.seats:
            self._find(f"line {self.lines}: device {entry.device} joined with our seats")

    def _go_on(self, line: str) -> None:
        play, entry = self.play, log.read_entry(line)
        if play is None or isinstance(entry, log.TableEntry):
            self._find(f"line {self.lines} does not belong to a game")
            return
        match entry:
            case log.ThrowFixed():
                self._check_fixed(play, entry, line)
            case log.DeviceJoined():
                self._check_join(entry)
            case log.DevicesLate(throw=throw, attempt=attempt, devices=devices):
                if self._number in devices:
                    self.late += 1
                    if (throw, attempt) in self._answered:
                        self.answered_late += 1
        try:
            self.play = feed(play, entry).play
        except KesselError as error:
            self._find(f"line {self.lines}: {error}")
            return
        self.lines += 1
        if isinstance(entry, log.DeviceJoined):
            self._look_for_own_tip()

    def _check_fixed(self, play: Play, entry: log.ThrowFixed, line: str) -> None:
        key = (entry.throw, entry.attempt)
        if self._fixed.setdefault(key, line) != line:
            self._find(f"throw {entry.throw}: fixed twice, with different hands")
        for hand in entry.hands:
            sent = self._hands.pop(play.seat_of(hand.player), None)
            if sent is not None and hand.by == "person" and not _is_close(sent, hand.aim):
                self._find(f"throw {entry.throw}: not the hand that was sent")

    def _answers(self) -> list[LinkShown]:
        fixed, device = None if self.play is None else self.play.fixed, self._in_game()
        if fixed is None or device is None or self._number not in fixed.devices or self.findings:
            return []
        key = (fixed.throw, fixed.attempt)
        self._answered.add(key)
        return [LinkShown(*key, self.chain.link(device.asked).hex())]


def _is_close(sent: Mapping[str, float], kept: Mapping[str, float]) -> bool:
    return all(abs(sent.get(name, 0.0) - value) < NUMBERS_CLOSE for name, value in kept.items())
