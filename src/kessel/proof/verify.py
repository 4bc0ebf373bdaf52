"""The proof after the game: nobody chose the dice, every throw follows from what was shown, and
the rules were kept. Needs nothing but a record and dice of the same kind."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from kessel.errors import KesselError
from kessel.proof.audit import audited
from kessel.proof.chronicle import ChangedRecord, RecordLine, entries_of, line_of_note
from kessel.proof.rethrow import (
    HONEST_NEAR,
    TOO_UNLIKELY,
    Named,
    check_landing,
    is_near,
    thrown_again,
)
from kessel.record import read_record, replay
from kessel.rules.moves import Move, Player
from kessel.table import log
from kessel.table.chains import key_of_seats
from kessel.table.dice import are_known
from kessel.table.play import Play, begin
from kessel.table.terms import ActedBy, Seat

Personal = Literal["late", "unsigned", "by_table", "by_bot"]
"""What nothing proves of a player."""


@dataclass(frozen=True, slots=True)
class Unproven:
    """Something of a game that nothing proves: which sentence says it, about whom, how often."""

    what: Literal[Personal, "unwitnessed", "near"]
    count: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found out about a record in which nothing is wrong."""

    moves: int
    throws: int
    dice: str
    """What threw here."""
    near: int
    """Of throws that cannot be repeated here: how many came out the same within the tolerance."""
    compared: int
    """How many cannot be repeated here to the last bit; all others were."""
    play: Play
    digests: tuple[bytes, ...]
    """Of the transcript after each of its lines."""
    unproven: tuple[Unproven, ...]
    """What nothing in the record proves."""
    without: Mapping[str, int]
    """Throws in which no device of a person took part, by name."""
    tips: Mapping[str, tuple[str, ...]]
    """The tips of the chains of each device, by its key."""
    contributed: Mapping[str, int]
    """For how many throws a link of each chain was shown, by its tip."""

    @property
    def exact(self) -> bool:
        """Whether every throw was repeated to the last bit."""
        return not self.compared

    @property
    def likelihood(self) -> float:
        """How probable it is that an honest record has no more throws that land alike."""
        share, of, hits = HONEST_NEAR, self.compared, range(self.near + 1)
        terms = (math.comb(of, n) * share**n * (1 - share) ** (of - n) for n in hits)
        return min(1.0, math.fsum(terms))


def verify(text: str, named: Named) -> Verdict:
    """Check a record in every way there is; raises with the line where something is wrong.

    `named` gives dice of the kind a name tells.
    """
    prover = Prover(text, named)
    for line in prover.lines:
        prover.check(line)
    return prover.verdict()


class Prover:
    """Checks a record line by line, for anyone who has other things to do in between."""

    def __init__(self, text: str, named: Named) -> None:
        record = read_record(text)
        first, *self.lines = entries_of(record)
        for _ in replay(record):
            pass
        started = first.entry
        assert isinstance(started, log.GameStarted)
        if not are_known(started.dice):
            at = line_of_note(record, "dice")
            raise ChangedRecord(
                "line {line}: {dice} are dice that no table has", line=at, dice=started.dice
            )
        self._play = begin(started)
        self._named = cache(named)
        self._near, self._compared = 0, 0
        self._record, self._moves = record, iter(record.entries)
        self._digests = [self._play.transcript.digest]
        self._counts = _Counts(started)

    def check(self, line: RecordLine) -> None:
        """Feed one entry, and check that its dice are those that had to fall."""
        entry, number, play = line.entry, line.number, self._play
        try:
            settled = audited(play, entry)
            if isinstance(entry, log.DiceLanded):
                self._check_throw(entry)
        except KesselError as error:
            raise ChangedRecord("line {line}: {error}", line=number, error=error) from None
        self._counts.add(play, entry)
        if settled.move is not None:
            self._check_move(settled.move, number)
        self._play = settled.play
        self._digests.append(settled.play.transcript.digest)

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

    def _check_throw(self, entry: log.DiceLanded) -> None:
        play = self._play
        if self._named(play.dice).name == play.dice:
            check_landing(play, entry, self._named)
            return
        self._compared += 1
        # Dice that stepped in can always be repeated, and prove nothing: that the game's own
        # found no rest is what cannot be seen here.
        near = not entry.dice and is_near(thrown_again(play, entry, self._named), entry)
        self._near += near

    def verdict(self) -> Verdict:
        """What was found out, once all lines are checked."""
        left = next(self._moves, None)
        if left is not None:
            raise ChangedRecord("line {line}: no note tells of this move", line=left.line)
        play, counts = self._play, self._counts
        unproven = counts.unproven()
        if self._compared:
            unproven += (Unproven("near", self._compared),)
        verdict = Verdict(
            moves=len(self._record.entries),
            throws=play.throws,
            dice=self._named(play.started.dice).name,
            near=self._near,
            compared=self._compared,
            play=play,
            digests=tuple(self._digests),
            unproven=unproven,
            without=counts.without,
            tips=counts.tips,
            contributed=counts.contributed,
        )
        if verdict.likelihood < TOO_UNLIKELY:
            raise ChangedRecord(
                "only {near} of {throws} throws land as recorded; for an honest record that has "
                "a probability of {chance}",
                near=self._near,
                throws=self._compared,
                chance=f"{verdict.likelihood:.0e}",
            )
        return verdict


class _Counts:
    """Who took part in the chance of throws, who did not, and what nobody signed."""

    def __init__(self, started: log.GameStarted) -> None:
        self.contributed: Counter[str] = Counter()
        self.without: Counter[str] = Counter()
        self.tips: dict[str, tuple[str, ...]] = {}
        self._started = started
        self._unproven: Counter[tuple[str, Player]] = Counter()
        self._unwitnessed = 0
        for device in started.devices:
            self._note_tip(device.seats, device.tip)

    def unproven(self) -> tuple[Unproven, ...]:
        """What was counted, in order of kinds and players."""
        found = [
            Unproven(kind, self._unproven[kind, player], name)
            for kind in get_args(Personal)
            for player, name in enumerate(self._started.names)
            if self._unproven[kind, player]
        ]
        if self._unwitnessed:
            found.append(Unproven("unwitnessed", self._unwitnessed))
        return tuple(found)

    def add(self, play: Play, entry: log.GameEntry) -> None:
        """Count an entry that comes in this state of the game."""
        match entry:
            case log.DeviceJoined(seats=seats, tip=tip):
                self._note_tip(seats, tip)
            case log.ThrowFixed(casts=casts) if not play.gave_up:
                for cast in casts:
                    self._acted(play, cast.player, cast.by)
            case log.Answered(player=player, by=by, links=None):
                self._acted(play, player, by)
            case log.DicePushed(player=player):
                self._acted(play, player, "person")
            case log.DevicesLate(devices=devices):
                for seat in _seats_of(play, devices):
                    self._unproven["late", play.started.seats.index(seat)] += 1
            case log.DiceLanded() if play.fixed is not None:
                self._landed(play, play.fixed.devices)

    def _note_tip(self, seats: Sequence[Seat], tip: str) -> None:
        key = key_of_seats(self._started.players, seats)
        self.tips[key] = (*self.tips.get(key, ()), tip)

    def _acted(self, play: Play, player: Player, by: ActedBy) -> None:
        one = play.started.players[player]
        if one.bot or player in play.resigned:
            return
        if by != "person":
            self._unproven[f"by_{by}", player] += 1
        elif not one.key:
            self._unproven["unsigned", player] += 1

    def _landed(self, play: Play, devices: Sequence[int]) -> None:
        self._unwitnessed += not devices
        self.contributed.update(play.chains.devices[number].tip for number in devices)
        there = set(_seats_of(play, devices))
        persons = [one for one in play.started.players if not one.bot]
        self.without.update(one.name for one in persons if one.seat not in there)


def _seats_of(play: Play, devices: Sequence[int]) -> list[Seat]:
    return [seat for number in devices for seat in play.chains.devices[number].seats]
