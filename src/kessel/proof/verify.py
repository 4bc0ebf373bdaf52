"""The proof after the game: nobody chose the dice, every throw follows from what was shown, and
the rules were kept. Needs nothing but a record and dice of the same kind."""

import math
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from kessel.errors import KesselError
from kessel.fairness import Transcript
from kessel.proof.audit import audited
from kessel.proof.chronicle import ChangedRecord, Line, entries_of
from kessel.record import GameRecord, read_record, replay
from kessel.rules.moves import Move
from kessel.table import log
from kessel.table.play import Play, begin, landed_entry
from kessel.table.terms import Seat
from kessel.throws.at_rest import dice_in
from kessel.throws.dice import Simulator, ThrowOrder

NEAR = 0.002
"""m by which a die may lie elsewhere on another kind of machine and still be the same throw."""
HONEST_NEAR = 0.975
"""Share of throws that land alike on another kind of processor: 896 of 919, measured."""
TOO_UNLIKELY = 1e-6
"""A record with so few throws that land alike is taken for forged."""


IN_A_BROWSER = " wasm32"
"""How the name of dice ends that were thrown on a player's own device: no other machine repeats
them well enough to hold a difference against anybody."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found out about a record in which nothing was changed."""

    moves: int
    throws: int
    dice: str
    """What threw here."""
    is_over: bool
    exact: bool
    """Whether throws were compared to the last bit."""
    near: int
    """Of throws compared otherwise: how many came out the same within the tolerance."""
    compared: int
    """How many were compared otherwise: their dice are not at hand here."""
    transcript: Transcript
    play: Play
    digests: tuple[bytes, ...] = ()
    """Of the transcript after each of its lines."""
    late: Mapping[Seat, int] = field(default_factory=dict)
    """How often the device of a seat did not answer in time."""
    by_table: Mapping[Seat, int] = field(default_factory=dict)
    """Throws that the table made for a seat."""
    by_bot: Mapping[Seat, int] = field(default_factory=dict)
    """Throws that a bot made for a person's seat."""
    without: Mapping[Seat, int] = field(default_factory=dict)
    """Throws in which no device of a person's seat took part."""
    unwitnessed: int = 0
    """Throws for which no device at all showed a link."""
    tips: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The tips of each device's chains."""
    contributed: Mapping[str, int] = field(default_factory=dict)
    """For how many throws a link of each chain was shown, by its tip."""
    on_device: bool = False
    """Whether it was thrown on a player's own device, and cannot be repeated here."""

    @property
    def likelihood(self) -> float:
        """How probable it is that an honest record has no more throws that land alike."""
        return _at_most(self.near, self.compared, HONEST_NEAR)


def verify(text: str, named: Callable[[str], Simulator]) -> Verdict:
    """Check a record in every way there is; raises with the line where something is wrong.

    `named` gives dice of the kind a name tells.
    """
    lines = verify_by_line(text, named)
    while True:
        try:
            next(lines)
        except StopIteration as end:
            verdict: Verdict = end.value
            return verdict


def verify_by_line(text: str, named: Callable[[str], Simulator]) -> Generator[None, None, Verdict]:
    """Verify, with a pause after each line for anyone who has other things to do in between."""
    record = read_record(text)
    lines = list(entries_of(record))
    for _ in replay(record):
        pass
    started = lines[0].entry
    assert isinstance(started, log.GameStarted)
    prover = _Prover(record, started, named)
    for line in lines[1:]:
        prover.check(line)
        yield
    return prover.verdict()


class _Prover:
    def __init__(
        self,
        record: GameRecord,
        started: log.GameStarted,
        named: Callable[[str], Simulator],
    ) -> None:
        self._play = begin(started)
        self._dice = named(started.dice)
        self._named = named
        self._exact = started.dice == self._dice.name
        self._near, self._compared = 0, 0
        self._record, self._moves = record, iter(record.entries)
        self._digests = [self._play.transcript.digest]
        self._counts = _Counts(started)

    def check(self, line: Line) -> None:
        """Feed one entry, and check that its dice are those that had to fall."""
        entry, number, play = line.entry, line.number, self._play
        try:
            settled = audited(play, entry)
            self._check_chance(entry, number)
        except ChangedRecord:
            raise
        except KesselError as error:
            raise ChangedRecord("line {line}: {error}", line=number, error=error) from None
        self._counts.add(play, entry)
        if settled.move is not None:
            self._check_move(settled.move, number)
        self._play = settled.play
        self._digests.append(settled.play.transcript.digest)

    def _check_chance(self, entry: log.GameEntry, number: int) -> None:
        match entry:
            case log.DiceLanded(links=links):
                self._check_throw(entry, self._play.chance(links), number)
            case log.Answered(dice=dice, links=log.Links() as links):
                self._check_tower(dice, self._play.chance(links), number)

    def _check_move(self, move: Move, number: int) -> None:
        recorded = next(self._moves, None)
        if recorded is None:
            raise ChangedRecord(
                "line {line}: this note tells of a move that is not in the record", line=number
            )
        if recorded.move != move:
            raise ChangedRecord(
                "line {line}: the notes below tell of another move", line=recorded.line
            )

    def _check_tower(self, dice: list[int], chance: bytes, number: int) -> None:
        if dice != self._play.random_tower(chance):
            raise ChangedRecord("line {line}: chance would have built another tower", line=number)

    def _check_throw(self, entry: log.DiceLanded, chance: bytes, number: int) -> None:
        proper = self._proper_dice()
        is_exact = proper.name == self._play.dice
        thrown = self._thrown_again(entry, number, self._play.order(chance), proper, is_exact)
        if is_exact and thrown != entry:
            raise ChangedRecord(
                "line {line}: thrown again, throw {throw} lands differently: {proper}, not {given}",
                line=number,
                throw=entry.throw,
                proper=_faces(thrown),
                given=_faces(entry),
            )
        if not is_exact:
            self._exact = False
            self._compared += 1
            # Dice that stepped in can always be repeated, and prove nothing: that the game's own
            # found no rest is what cannot be seen here.
            self._near += not entry.dice and _is_near(thrown, entry)

    def _proper_dice(self) -> Simulator:
        """Those that the throw was fixed for."""
        name = self._play.dice
        return self._dice if name == self._play.started.dice else self._named(name)

    def _thrown_again(
        self,
        entry: log.DiceLanded,
        number: int,
        order: ThrowOrder,
        proper: Simulator,
        is_exact: bool,
    ) -> log.DiceLanded:
        if not entry.dice:
            return landed_entry(self._play, proper.throw(order), entry.links)
        if is_exact and _can_throw(proper, order):
            raise ChangedRecord(
                "line {line}: {dice} threw, though {proper} could have",
                line=number,
                dice=entry.dice,
                proper=proper.name,
            )
        other = self._named(entry.dice)
        return landed_entry(self._play, other.throw(order), entry.links, entry.dice)

    def verdict(self) -> Verdict:
        left = next(self._moves, None)
        if left is not None:
            raise ChangedRecord("line {line}: no note tells of this move", line=left.line)
        play = self._play
        verdict = Verdict(
            moves=len(self._record.entries),
            throws=play.throws,
            dice=self._dice.name,
            is_over=play.state.is_over,
            exact=self._exact,
            near=self._near,
            compared=self._compared,
            transcript=play.transcript,
            play=play,
            digests=tuple(self._digests),
            late=self._counts.late,
            by_table=self._counts.by_table,
            by_bot=self._counts.by_bot,
            without=self._counts.without,
            unwitnessed=self._counts.unwitnessed,
            tips=self._counts.tips,
            contributed=self._counts.contributed,
            on_device=not self._exact and play.started.dice.endswith(IN_A_BROWSER),
        )
        compared = not self._exact and not verdict.on_device
        if compared and verdict.likelihood < TOO_UNLIKELY:
            raise ChangedRecord(
                "only {near} of {throws} throws land as recorded; for an honest record that has "
                "a probability of {chance}",
                near=self._near,
                throws=self._compared,
                chance=f"{verdict.likelihood:.0e}",
            )
        return verdict


class _Counts:
    """Who took part in the chance of throws, and who did not."""

    def __init__(self, started: log.GameStarted) -> None:
        self.late: Counter[Seat] = Counter()
        self.by_table: Counter[Seat] = Counter()
        self.unwitnessed = 0
        self.contributed: Counter[str] = Counter()
        self.tips = {number: (device.tip,) for number, device in enumerate(started.devices)}
        self._persons = {seat for device in started.devices for seat in device.seats}
        self._without: Counter[Seat] = Counter()
        self._by_bot: Counter[Seat] = Counter()

    @property
    def without(self) -> Mapping[Seat, int]:
        return self._of_persons(self._without)

    @property
    def by_bot(self) -> Mapping[Seat, int]:
        return self._of_persons(self._by_bot)

    def _of_persons(self, counts: Counter[Seat]) -> Mapping[Seat, int]:
        return {seat: counts[seat] for seat in sorted(self._persons & set(counts))}

    def add(self, play: Play, entry: log.GameEntry) -> None:
        """Count an entry that comes in this state of the game."""
        match entry:
            case log.DeviceJoined(device=device, seats=seats, tip=tip):
                self.tips[device] = (*self.tips.get(device, ()), tip)
                self._persons.update(seats)
            case log.ThrowFixed(hands=hands) if not play.gave_up:
                self._count_hands(play, hands)
            case log.DevicesLate(devices=devices):
                self.late.update(_seats_of(play, devices))
            case log.DiceLanded() if play.fixed is not None:
                devices = play.fixed.devices
                self.unwitnessed += not devices
                self.contributed.update(play.chains.devices[number].tip for number in devices)
                self._without.update(set(play.started.seats) - set(_seats_of(play, devices)))

    def _count_hands(self, play: Play, hands: Sequence[log.HandShown]) -> None:
        seats = {play.seat_of(one.player): one.by for one in hands}
        self.by_table.update(seat for seat, by in seats.items() if by == "table")
        self._by_bot.update(seat for seat, by in seats.items() if by == "bot")
        self._persons.update(seat for seat, by in seats.items() if by == "person")


def _seats_of(play: Play, devices: Sequence[int]) -> list[Seat]:
    return [seat for number in devices for seat in play.chains.devices[number].seats]


def _can_throw(dice: Simulator, order: ThrowOrder) -> bool:
    try:
        dice.throw(order)
    except KesselError:
        return False
    return True


def _faces(entry: log.DiceLanded) -> str:
    faces = " ".join(f"{die.die}:{die.face}" for die in dice_in(entry.at_rest))
    return f"{faces or 'nothing'}, out {entry.out or 'none'}"


def _is_near(one: log.DiceLanded, other: log.DiceLanded) -> bool:
    first, second = ({die.die: die for die in dice_in(e.at_rest)} for e in (one, other))
    return first.keys() == second.keys() and all(
        first[die].face == second[die].face
        and math.dist(first[die].pose[:3], second[die].pose[:3]) < NEAR
        for die in first
    )


def _at_most(hits: int, of: int, share: float) -> float:
    """The binomial probability of at most so many hits."""
    terms = (math.comb(of, n) * share**n * (1 - share) ** (of - n) for n in range(hits + 1))
    return min(1.0, math.fsum(terms))
