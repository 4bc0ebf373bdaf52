"""The proof after the game: the seed is the promised one, every throw follows from it, and the
rules were kept. Needs nothing but a record and a thrower of the same kind."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from kessel.errors import KesselError
from kessel.fairness.first import derived_nonce, keeps_promise
from kessel.record import BadRecord, GameRecord, read_record, replay
from kessel.rules.moves import Move
from kessel.table import log
from kessel.table.chronicle import (
    ChangedRecord,
    Line,
    entries_of,
    header_note,
    line_of_note,
)
from kessel.table.play import Play, begin, feed, landed_entry
from kessel.throws.at_rest import dice_in
from kessel.throws.thrower import Thrower, ThrowOrder

NEAR = 0.002
"""m by which a die may lie elsewhere on another kind of machine and still be the same throw."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found out about a record in which nothing was changed."""

    moves: int
    throws: int
    thrower: str
    seed_known: bool
    exact: bool
    """Whether throws were compared to the last bit."""
    near: int
    """How many throws came out the same within the tolerance, where not to the last bit."""


def verify(text: str, throwers: Callable[[str], Thrower]) -> Verdict:
    """Check a record in every way there is; raises with the line where something is wrong.

    `throwers` gives a thrower of the kind a name tells.
    """
    record = read_record(text)
    lines = list(entries_of(record))
    for _ in replay(record):
        pass
    seed = _seed(record)
    prover = _Prover(record, seed, throwers)
    for line in lines[1:]:
        prover.check(line)
    prover.finish()
    return Verdict(
        moves=len(record.entries),
        throws=prover.play.throws,
        thrower=prover.thrower_name,
        seed_known=seed is not None,
        exact=prover.exact,
        near=prover.near,
    )


class _Prover:
    def __init__(
        self, record: GameRecord, seed: bytes | None, throwers: Callable[[str], Thrower]
    ) -> None:
        first = next(entries_of(record)).entry
        assert isinstance(first, log.GameStarted)
        self.play: Play = begin(first)
        thrower = throwers(first.thrower)
        self._throwers = throwers
        self.exact = first.thrower == thrower.name
        self.near = 0
        self._moves = iter(record.entries)
        self._seed, self._thrower = seed, thrower

    @property
    def thrower_name(self) -> str:
        return self._thrower.name

    def check(self, line: Line) -> None:
        """Feed one entry, once it is found to be what it had to be."""
        entry, number = line.entry, line.number
        match entry:
            case log.HandShown(by="bot" | "table"):
                self._check_nonce(entry, number)
            case log.DiceLanded():
                self._check_throw(entry, number)
            case log.TowerBuilt(by="table"):
                self._check_tower(entry, number)
        settled = feed(self.play, entry)
        if settled.move is not None:
            self._check_move(settled.move, number)
        self.play = settled.play

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

    def _check_nonce(self, entry: log.HandShown, number: int) -> None:
        if entry.nonce != derived_nonce(self.play.transcript, entry.player).hex():
            raise ChangedRecord(
                "line {line}: the nonce of a throw by the {by} is not the transcript's",
                line=number,
                by=entry.by,
            )

    def _check_tower(self, entry: log.TowerBuilt, number: int) -> None:
        by_chance = self.play.state.options.tower_builder == "random"
        if by_chance and self._seed and entry.dice != self.play.random_tower(self._seed):
            raise ChangedRecord("line {line}: chance would have built another tower", line=number)

    def _check_throw(self, entry: log.DiceLanded, number: int) -> None:
        if self._seed is None:
            return
        thrown = self._thrown_again(entry, number, self.play.order(self._seed))
        if self.exact and thrown != entry:
            raise ChangedRecord(
                "line {line}: by the seed, throw {throw} lands differently: {proper}, not {given}",
                line=number,
                throw=entry.throw,
                proper=_landing_text(thrown),
                given=_landing_text(entry),
            )
        self.near += not self.exact and _is_near(thrown, entry)

    def _thrown_again(
        self, entry: log.DiceLanded, number: int, order: ThrowOrder
    ) -> log.DiceLanded:
        if not entry.thrower:
            return landed_entry(self.play, self._thrower.throw(order))
        if self.exact and self._can_throw(order):
            raise ChangedRecord(
                "line {line}: {thrower} threw, though {proper} could have",
                line=number,
                thrower=entry.thrower,
                proper=self._thrower.name,
            )
        other = self._throwers(entry.thrower)
        return landed_entry(self.play, other.throw(order), entry.thrower)

    def _can_throw(self, order: ThrowOrder) -> bool:
        try:
            self._thrower.throw(order)
        except KesselError:
            return False
        return True

    def finish(self) -> None:
        left = next(self._moves, None)
        if left is not None:
            raise ChangedRecord("line {line}: no note tells of this move", line=left.line)


def _seed(record: GameRecord) -> bytes | None:
    text = dict(record.notes).get("seed")
    if text is None:
        return None
    line = line_of_note(record, "seed")
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise BadRecord("line {line}: a seed is 64 hexadecimal digits", line=line) from None
    if not keeps_promise(seed, header_note(record, "commit")):
        raise ChangedRecord(
            "line {line}: this seed is not the one that was committed to", line=line
        )
    return seed


def _landing_text(entry: log.DiceLanded) -> str:
    faces = " ".join(f"{die.die}:{die.face}" for die in dice_in(entry.at_rest))
    return f"{faces or 'nothing'}, out {entry.out or 'none'}"


def _is_near(one: log.DiceLanded, other: log.DiceLanded) -> bool:
    first, second = ({die.die: die for die in dice_in(e.at_rest)} for e in (one, other))
    return first.keys() == second.keys() and all(
        first[die].face == second[die].face
        and math.dist(first[die].pose[:3], second[die].pose[:3]) < NEAR
        for die in first
    )
