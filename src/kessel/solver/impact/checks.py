"""What a check does in Impact: who takes which dice, what follows from it, and who is next.

Everything of a layer at once, as sparse matrices from what is seen and held to the choices of the
active player and to the turns of whoever is next. A player's dice may all be gone at a check.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from kessel.rules.edition import Effect
from kessel.solver.arrays import Bools, Ints, Values
from kessel.solver.impact.board import Board

Fewer = Callable[[int, int, Ints, Ints], Values]
"""What turns are worth once somebody is out: for a layer, dice that lie, places and hands."""

_Part = tuple[Ints, Ints, Values]
"""From rows to positions, with which probabilities."""
_Seats = tuple[int, ...]
"""Who is in the game, in playing order from the next player on."""


class Leads:
    """Where rows lead: to choices, to turns, and out of the game of so many players."""

    def __init__(self, rows: int, board: Board, dice: int) -> None:
        self.known: Values = np.zeros((rows, board.players))
        self._shape = (rows, board.positions(dice))
        self._choices: list[_Part] = []
        self._turns: dict[_Seats, list[_Part]] = {}

    def to_choices(self, rows: Ints, there: Ints, weight: Values) -> None:
        """To choices of the active player."""
        self._choices.append((rows, there, weight))

    def to_turns(self, seats: _Seats, rows: Ints, there: Ints, weight: Values) -> None:
        """To turns of all players; these seats are the new order."""
        self._turns.setdefault(seats, []).append((rows, there, weight))

    def made(self) -> "Leads":
        """Ready to be followed."""
        self._choice = self._matrix(self._choices)
        self._turn = {seats: self._matrix(parts) for seats, parts in self._turns.items()}
        self._choices, self._turns = [], {}
        return self

    def worth(self, choice: Values, turn: Values) -> Values:
        """[row, seat]: what rows are worth, by what choices and turns of the layer are."""
        value = np.asarray(self.known + self._choice @ choice)
        for seats, matrix in self._turn.items():
            value[:, seats] += matrix @ turn
        return value

    def steps(self) -> "Steps":
        """The same, by how many seats further on the next player is."""
        nothing = sparse.csr_array(self._shape)
        turns = {seats[0]: matrix for seats, matrix in self._turn.items()}
        parts = [
            sparse.hstack([nothing if on else self._choice, turns.get(on, nothing)], "csr")
            for on in range(self.known.shape[1])
        ]
        return Steps(self.known, parts)

    def _matrix(self, parts: list[_Part]) -> sparse.csr_array:
        if not parts:
            return sparse.csr_array(self._shape)
        rows, there, weight = (np.concatenate(part) for part in zip(*parts, strict=True))
        return sparse.csr_array((weight, (rows, there)), shape=self._shape)


@dataclass(frozen=True, slots=True)
class Steps:
    """Where rows lead while all players are in the game."""

    known: Values
    """[row, seat]: what is worth what it is whatever the layer is worth."""
    by_seats: list[sparse.csr_array]
    """By how many seats further on the next player is: [row, choices and then turns]."""

    def rows(self, count: int) -> "Steps":
        """The first of them."""
        return Steps(self.known[:count], [part[:count] for part in self.by_seats])

    def worth(self, values: Values) -> Values:
        """[row, seat], by what choices and turns are worth, with one row at the end that is worth
        less than nothing."""
        found = self.known.copy()
        for on, part in enumerate(self.by_seats):
            found += np.roll(part @ values, on, axis=1)
        return np.concatenate([found, np.full((1, found.shape[1]), -1.0)])

    def before(self, leads: sparse.csr_array, known: Values | float) -> "Steps":
        """Of rows that lead to these."""
        return Steps(known + leads @ self.known, [leads @ part for part in self.by_seats])

    def replaced(self, rows: Ints, others: "Steps") -> "Steps":
        """With others in the place of some rows."""
        count = len(self.known)
        stays = np.ones(count)
        stays[rows] = 0.0
        keep = sparse.csr_array(sparse.diags_array(stays))
        ones = (np.ones(len(rows)), (rows, np.arange(len(rows))))
        put = sparse.csr_array(ones, shape=(count, len(rows)))
        mine, new = self.before(keep, np.zeros_like(self.known)), others.before(put, 0.0)
        parts = zip(mine.by_seats, new.by_seats, strict=True)
        return Steps(mine.known + new.known, [one + other for one, other in parts])

    @staticmethod
    def joined(parts: "list[Steps]") -> "Steps":
        """All rows, one part after another."""
        known = np.concatenate([part.known for part in parts])
        by_seats = zip(*(part.by_seats for part in parts), strict=True)
        return Steps(known, [sparse.vstack(matrices, "csr") for matrices in by_seats])


@dataclass(frozen=True, slots=True)
class Leaving:
    """Ways that a check leaves alike, whatever the hands: so many dice, at these places."""

    first: Ints
    """The first row of each way; one for each hands follow."""
    lying: int
    places: Ints


class Checks:
    """All checks of a layer, and the ends of turns at its choices."""

    def __init__(self, board: Board, dice: int, fewer: Fewer | None) -> None:
        self._board, self._dice, self._fewer = board, dice, fewer

    def seen(self, lying: int) -> Leads:
        """After a throw that leaves so many dice: rows are ways, then hands."""
        ways, hands = (
            self._board.symbols.ways[lying],
            self._board.supplies.hands[self._dice - lying],
        )
        leads = Leads(len(ways) * len(hands), self._board, self._dice)
        for taken, pile, fire, air, rows, left in self._alike(lying, ways):
            places = self._board.places(lying - taken, left)
            at = Leaving(rows * len(hands), lying - taken, places)
            if taken:
                self._take(leads, at, hands, (taken - pile, pile), fire=fire, air=air)
            else:
                goes_on = self._board.supplies.dice[hands[:, 0]] > 0
                self._choose(leads, at, goes_on, hands)
                self._end(leads, at, ~goes_on, hands, 0, np.ones(len(hands)))
        return leads.made()

    def stopped(self) -> Leads:
        """After stopping at choices: rows are positions."""
        board = self._board
        leads = Leads(board.positions(self._dice), board, self._dice)
        for lying in range(self._dice + 1):
            hands, places = board.supplies.hands[self._dice - lying], len(board.lying[lying])
            first = board.first(self._dice, lying) + np.arange(places) * len(hands)
            holding = board.supplies.dice[hands[:, 0]] > 0
            at = Leaving(first, lying, np.arange(places))
            self._end(leads, at, holding, hands, 0, np.ones(len(hands)))
        return leads.made()

    def _alike(self, lying: int, ways: Ints) -> list[tuple[int, int, bool, bool, Ints, Ints]]:
        """By dice taken, stones among them, whether fire and air match: which ways, and what is
        left of them."""
        board = self._board
        matched = ways > 1
        swamp = board.symbol(Effect.SWAMP)
        if swamp is not None:
            matched[:, swamp] = False
        left = np.where(matched, 0, ways)

        def of(effect: Effect) -> Ints:
            symbol = board.symbol(effect)
            taken = ways * matched
            return np.zeros(len(ways), dtype=np.intp) if symbol is None else taken[:, symbol]

        keys = [
            lying - left.sum(axis=1),
            of(Effect.BOULDERS),
            of(Effect.COLUMN) > 0,
            of(Effect.HURRICANE) > 0,
        ]
        alike, which = np.unique(np.stack(keys, axis=1), axis=0, return_inverse=True)
        found = []
        for number, (taken, pile, fire, air) in enumerate(alike.tolist()):
            rows = np.flatnonzero(which.reshape(-1) == number)
            rest = board.symbols.numbers(lying - taken, left[rows])
            found.append((taken, pile, bool(fire), bool(air), rows, rest))
        return found

    def _take(
        self,
        leads: Leads,
        left: Leaving,
        hands: Ints,
        taken: tuple[int, int],
        *,
        fire: bool,
        air: bool,
    ) -> None:
        """Somebody takes loose dice and a pile; boulders fall apart in a column of fire, and a
        hurricane passes all supplies on."""
        supplies = self._board.supplies
        shares = self._races(hands) if fire else np.eye(1, hands.shape[1]).repeat(len(hands), 0)
        for winner, share in enumerate(shares.T):
            after = supplies.loose[hands] if fire else hands.copy()
            after[:, winner] = supplies.added(*taken)[after[:, winner]]
            if air:
                after = np.roll(after, 1, axis=1)
            self._end(leads, left, share > 0.0, after, winner, share)

    def _races(self, hands: Ints) -> Values:
        """[hands, seat]: the chance to win a column, as `column_weights` has it; where nobody has
        dice there is none, and the active player takes all."""
        held = self._board.supplies.dice[hands]
        speed = 1.0 / np.maximum(held, 1)
        nobody = ~held.any(axis=1)
        speed[nobody] = np.eye(1, hands.shape[1])
        return np.asarray(speed / speed.sum(axis=1, keepdims=True))

    def _choose(self, leads: Leads, left: Leaving, which: Bools, hands: Ints) -> None:
        rows, there, weight = self._spots(left, which, hands, np.ones(len(hands)))
        leads.to_choices(rows, there, weight)

    def _end(
        self, leads: Leads, left: Leaving, which: Bools, hands: Ints, taker: int, share: Values
    ) -> None:
        """The turn ends with a chance: players without dice are out, and the next in the game
        after a seat is on."""
        players = self._board.players
        playing = self._board.supplies.dice[hands] > 0
        around = [(taker + 1 + step) % players for step in range(players)]
        for pattern in np.unique(playing[which], axis=0).tolist():
            these = which & (playing == pattern).all(axis=1)
            seats = tuple(seat for seat in around if pattern[seat])
            if len(seats) == players:
                rows, there, weight = self._spots(left, these, hands[:, seats], share)
                leads.to_turns(seats, rows, there, weight)
                continue
            winners: _Seats = seats or tuple(range(players))
            worth: Values = np.full((1, len(winners)), 1.0 / len(winners))
            if len(seats) > 1:
                assert self._fewer is not None
                worth = self._fewer(self._dice, left.lying, left.places, hands[these][:, seats])
            here = np.flatnonzero(these)
            rows = (left.first[:, None] + here).reshape(-1)
            chance = np.tile(share[here], len(left.first))
            leads.known[rows[:, None], winners] += chance[:, None] * worth

    def _spots(self, left: Leaving, which: Bools, hands: Ints, weight: Values) -> _Part:
        here = np.flatnonzero(which)
        rows = (left.first[:, None] + here).reshape(-1)
        there = self._board.at(self._dice, left.lying, left.places, hands[here])
        return rows, there, np.tile(weight[here], len(left.first))
