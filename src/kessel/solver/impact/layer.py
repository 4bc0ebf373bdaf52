"""A layer of a game of Impact: all actions at all positions with so many dice in play.

What actions are worth is linear in what choices and turns of the layer are, but for a storm with
piles, in which the other chooses what to throw. Layers of fewer dice are known.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from kessel.rules.edition import Effect
from kessel.solver.arrays import Actions, Bools, Ints, Values
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.impact.board import Board, Throw
from kessel.solver.impact.checks import Checks, Fewer, Steps
from kessel.solver.impact.supplies import NONE
from kessel.solver.impact.throws import Falling, Rows, picked_up
from kessel.solver.memo import memo

LEAST_STORM = 2
"""Lightnings that call a storm."""


class Dynamics:
    """What dice do in a game: shared by its layers, which are solved in order."""

    def __init__(self, board: Board, model: ChanceModel) -> None:
        self.board, self.model = board, model
        self.storm = board.symbol(Effect.STORM)
        self.extra_kind = model.kinds[len(model.kinds) // 2]
        """How others throw in a storm."""
        self.settled = Falling(board, model)
        """After an extra throw, or where no storm is at work."""
        self.landed = self.settled if self.storm is None else Falling(board, model)
        """After a throw, which a storm may follow."""

    @memo
    def lying(self, dice: int) -> Rows:
        """What a throw picks up where so many dice lie."""
        return picked_up(self.board.symbols, dice, self.board.lying[dice])

    @memo
    def staying(self, kind: str, thrown: int, lying: int) -> sparse.csr_array:
        """[place, way]: what lies after a throw that loses no die."""
        return self.landed.kept(self.lying(lying), kind, thrown, lying)

    @memo
    def stormy(self, dice: int) -> tuple[Ints, Rows]:
        """Ways of so many dice that call a storm, and what an extra throw picks up there."""
        ways = np.flatnonzero(self.board.symbols.ways[dice][:, self.storm] >= LEAST_STORM)
        return ways, picked_up(self.board.symbols, dice, ways)


@dataclass(frozen=True, slots=True)
class _Block:
    """Throws of one unit onto so many dice, for all places and hands."""

    lying: int
    unit: int
    kinds: tuple[str, ...]
    known: list[Values] = field(default_factory=list)
    """By kind: the part of their worth in which dice are lost."""


@dataclass(frozen=True, slots=True)
class _Cast:
    """Extra throws of so many dice onto a storm of so many."""

    lying: int
    thrown: int
    hands: Ints
    """Which hands throw so."""
    after: Ints
    """What these hold then."""


class BoardLayer:
    """The positions with so many dice in play."""

    def __init__(self, dice: Dynamics, number: int, fewer: Fewer | None) -> None:
        self._dice, self.number = dice, number
        self._board = board = dice.board
        checks = Checks(board, number, fewer)
        self._seen = [checks.seen(lying) for lying in range(number + 1)]
        self._stopped = checks.stopped()
        held = board.held(number)
        self.turns: Bools = np.asarray((held > 0).all(axis=1))
        """Positions in which a turn can begin."""
        self.choices: Bools = held[:, 0] > 0
        """Positions in which there can be a choice."""
        self._blocks = list(self._all_blocks())
        self._casts = list(self._all_casts()) if dice.storm is not None else []
        keys = ((cast.lying, cast.thrown) for cast in self._casts)
        self._extra = {key: self._extra_thrown(*key, lost=True) for key in keys}
        """What extra throws are worth, the part in which dice are lost."""
        starts, self.thrown = board.throws(number, dice.model.kinds)
        self.going = self._going(starts)
        """[position, action]: throws at choices; NONE where there are no more."""
        self.first = self._first(starts)
        """The same for throws that begin a turn."""

    def worth(self, choice: Values, turn: Values) -> Values:
        """[throw, seat], with one that is worth less than nothing at the end: what throws are
        worth, by what choices and turns are."""
        checked, players = self._checked(choice, turn), self._board.players
        self._dice.settled.keep(self.number, checked)
        if self._dice.storm is not None:
            self._dice.landed.keep(self.number, self._stormed(checked)[0])
        values = [
            (known + new).reshape(-1, players)
            for block in self._blocks
            for known, new in zip(block.known, self._thrown(block, lost=False), strict=True)
        ]
        return np.concatenate([*values, np.full((1, players), -1.0)])

    def extra(self, choice: Values, turn: Values) -> Actions:
        """The dice that the other throws in a storm, if it can be a pile: for all that can lie, by
        how many dice that are, and be held."""
        if not self.has_storms or not self._board.supplies.piles:
            return np.zeros(0, dtype=np.int8)
        units = self._stormed(self._checked(choice, turn))[1]
        return np.concatenate([one.reshape(-1) for one in units])

    def stopping(self, turn: Values) -> Values:
        """[position, seat]: what stopping at choices is worth."""
        return self._stopped.worth(np.zeros_like(turn), turn)

    @property
    def has_storms(self) -> bool:
        """Whether others may throw in a turn."""
        return self._dice.storm is not None

    def steps(self) -> tuple[Steps, Ints]:
        """Where throws lead, then stops, as matrices; and [decision, action]: its row, or NONE.

        Decisions are choices, then turns. Where the other chooses what to throw in a storm, there
        are no such matrices.
        """
        parts = []
        landed = self._landed()
        for block in self._blocks:
            seen = landed[block.lying + block.unit]
            hands = len(self._board.supplies.hands[self.number - block.lying - block.unit])
            for kind, known in zip(block.kinds, block.known, strict=True):
                staying = self._dice.staying(kind, block.unit, block.lying)
                leads = sparse.csr_array(sparse.kron(staying, sparse.eye_array(hands), "csr"))
                parts.append(seen.before(leads, known.reshape(-1, self._board.players)))
        parts.append(self._stopped.steps())
        stop = self.thrown + np.arange(len(self.turns))
        actions = np.concatenate([np.column_stack([stop, self.going]), self.first])
        return Steps.joined(parts), actions

    def _landed(self) -> list[Steps]:
        """Where ways and hands lead after a throw, by the dice that lie; a storm may follow."""
        seen = [links.steps() for links in self._seen]
        landed = list(seen)
        for cast in self._casts:
            ways, rows = self._dice.stormy(cast.lying)
            held = self.number - cast.lying - cast.thrown
            hands, left = (len(self._board.supplies.hands[n]) for n in (held + cast.thrown, held))
            here = (ways[:, None] * hands + cast.hands).reshape(-1)
            there = (np.arange(len(ways))[:, None] * left + cast.after).reshape(-1)
            staying = self._dice.settled.kept(rows, self._dice.extra_kind, cast.thrown, cast.lying)
            leads = sparse.csr_array(sparse.kron(staying, sparse.eye_array(left), "csr"))[there]
            known = self._extra[cast.lying, cast.thrown].reshape(-1, self._board.players)[there]
            storm = seen[cast.lying + cast.thrown].before(leads, known)
            landed[cast.lying] = landed[cast.lying].replaced(here, storm)
        return landed

    def _checked(self, choice: Values, turn: Values) -> list[Values]:
        """What checks are worth: by the dice that lie, [way, hands, seat]."""
        hands = (len(self._board.supplies.hands[self.number - n]) for n in range(self.number + 1))
        return [
            links.worth(choice, turn).reshape(-1, count, self._board.players)
            for links, count in zip(self._seen, hands, strict=True)
        ]

    def _stormed(self, checked: list[Values]) -> tuple[list[Values], list[Actions]]:
        """What throws are worth that a storm may follow, and what the other throws in it: by the
        dice that lie, [way, hands]."""
        landed = [value.copy() for value in checked]
        units = [np.zeros(value.shape[:2], dtype=np.int8) for value in checked]
        extra = {
            key: known + self._extra_thrown(*key, lost=False) for key, known in self._extra.items()
        }
        for cast in self._casts:
            ways, _ = self._dice.stormy(cast.lying)
            at = np.ix_(ways, cast.hands)
            new, before = extra[cast.lying, cast.thrown][:, cast.after], landed[cast.lying][at]
            better = (new[..., 1] > before[..., 1]) | (units[cast.lying][at] == 0)
            landed[cast.lying][at] = np.where(better[..., None], new, before)
            units[cast.lying][at] = np.where(better, cast.thrown, units[cast.lying][at])
        return landed, units

    # --- throws ---------------------------------------------------------------------------

    def _thrown(self, block: _Block, *, lost: bool) -> list[Values]:
        held = self.number - block.lying - block.unit
        rows = self._dice.lying(block.lying)
        return self._dice.landed.thrown(rows, block.kinds, block.unit, block.lying, held, lost=lost)

    def _all_blocks(self) -> Iterator[_Block]:
        """In the order of `Board.throws`."""
        for lying in range(self.number):
            for unit in self._board.supplies.units(self.number - lying):
                yield self._block(lying, unit, self._dice.model.kinds)
        for unit in range(1, self.number + 1):
            yield self._block(0, unit, (POUR,))

    def _block(self, lying: int, unit: int, kinds: tuple[str, ...]) -> _Block:
        block = _Block(lying, unit, kinds)
        block.known.extend(self._thrown(block, lost=True))
        return block

    def _extra_thrown(self, lying: int, thrown: int, *, lost: bool) -> Values:
        held = self.number - lying - thrown
        _, rows = self._dice.stormy(lying)
        kinds = (self._dice.extra_kind,)
        return self._dice.settled.thrown(rows, kinds, thrown, lying, held, lost=lost)[0]

    def _all_casts(self) -> Iterator[_Cast]:
        """With two players the other throws any unit; more have no piles, and all throw a die."""
        supplies = self._board.supplies
        for lying in range(LEAST_STORM, self.number):
            hands = supplies.hands[self.number - lying]
            for unit in supplies.units(self.number - lying):
                left = supplies.without[unit][hands[:, 1:]]
                throws = left != NONE
                after = np.column_stack([hands[:, 0], np.where(throws, left, hands[:, 1:])])
                for others in range(1, self._board.players):
                    here = np.flatnonzero(throws.sum(axis=1) == others)
                    if len(here):
                        yield _Cast(lying, unit * others, here, supplies.numbers(after[here]))

    # --- actions --------------------------------------------------------------------------

    def _going(self, starts: dict[Throw, int]) -> Ints:
        return _padded([self._units(starts, lying) for lying in range(self.number + 1)])

    def _units(self, starts: dict[Throw, int], lying: int) -> Ints:
        """[position, action]: throws of every unit, where so many dice lie."""
        supplies, places = self._board.supplies, np.arange(len(self._board.lying[lying]))
        hands = supplies.hands[self.number - lying]
        columns = []
        for unit in supplies.units(self.number - lying):
            left = supplies.without[unit][hands[:, 0]]
            has = left != NONE
            after = supplies.numbers(np.column_stack([left, hands[:, 1:]])[has])
            wide = len(supplies.hands[self.number - lying - unit])
            for kind in self._dice.model.kinds:
                column = np.full((len(places), len(hands)), NONE)
                column[:, has] = (starts[kind, lying, unit] + places * wide)[:, None] + after
                columns.append(column.reshape(-1))
        size = len(places) * len(hands)
        return _compact(np.array(columns, dtype=np.intp).reshape(len(columns), size).T)

    def _first(self, starts: dict[Throw, int]) -> Ints:
        """Onto an empty arena all dice are thrown; as wide as choices, which have stopping, too."""
        supplies = self._board.supplies
        hands = supplies.hands[self.number]
        first = np.pad(self.going, ((0, 0), (0, 1)), constant_values=NONE)
        first[: len(hands)] = NONE
        for unit in range(1, self.number + 1):
            here = np.flatnonzero(supplies.dice[hands[:, 0]] == unit)
            after = hands[here]
            after[:, 0] = 0
            first[here, 0] = starts[POUR, 0, unit] + supplies.numbers(after)
        return first


def _compact(actions: Ints) -> Ints:
    """Every row's actions first."""
    if not actions.shape[1]:
        return actions
    order = np.argsort(actions == NONE, axis=1, kind="stable")
    most = int((actions != NONE).sum(axis=1).max(initial=0))
    return np.asarray(np.take_along_axis(actions, order, axis=1)[:, :most])


def _padded(parts: list[Ints]) -> Ints:
    """One below the other, as wide as the widest, which has an action at least."""
    widest = max(1, *(part.shape[1] for part in parts))
    return np.concatenate(
        [
            np.pad(part, ((0, 0), (0, widest - part.shape[1])), constant_values=NONE)
            for part in parts
        ]
    )
