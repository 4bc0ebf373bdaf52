"""Impact with water, air or fire active, two or three players, exactly.

A position is that of `powers` with the dice of every player, in playing order from the active one
on. Where throws lead is kept as sparse matrices over positions; values are [position, seat]. With
three players greedy sweeps can cycle: then nothing is claimed, and solving fails.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from kessel.errors import BadValue, KesselError
from kessel.rules.edition import Effect, find_edition
from kessel.solver.arrays import Actions, Ints, Values
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.fixed_point import SETTLED, fixed_point
from kessel.solver.greedy import best_actions
from kessel.solver.impact.powers import EDITION, POWERS, Seen, power_outcomes
from kessel.solver.impact.storms import OTHERS

ELEMENTS = ("water", "air", "fire")
MOST_PLAYERS = 3
MOST_SWEEPS = 2000
"""Sweeps after which values are taken to cycle."""

Arena = tuple[int, int]
"""Dice of the element that lie, and different others."""
_Part = tuple[Ints, Ints, Values]
"""From positions to positions, with which probabilities."""
_Decided = Callable[[list[Values], Actions], Values]
"""What positions are worth, by what every action is, and a policy."""


class Cycles(KesselError):
    """Greedy sweeps found no equilibrium."""

    code = "no_equilibrium"


@dataclass(frozen=True, slots=True)
class SeatsSolution:
    """What every seat wins, and how much a best response to the policy gains at the most."""

    seats: tuple[float, ...]
    exploitability: float
    states: int
    """Positions at the start of a turn, of all numbers of players."""
    game: "SeatsGame" = field(repr=False, compare=False)


def solve_seats(
    element: str, players: int, model: ChanceModel, hand: int | None = None
) -> SeatsSolution:
    """The exact values of Impact with that element active, for two or three players.

    All hold `hand` dice at the start: as many as the booklet says, if none is given.
    """
    if element not in ELEMENTS or not 2 <= players <= MOST_PLAYERS:
        raise BadValue(
            f"{element} with {players} players is not solved; {' '.join(ELEMENTS)} are, with two "
            f"and three"
        )
    held = find_edition(EDITION).hand(players) if hand is None else hand
    game: SeatsGame | None = None
    states, gain = 0, 0.0
    for number in range(2, players + 1):
        game = SeatsGame(POWERS[element], model, number, players * held + 1, game)
        game.solve()
        states += len(game)
        gain += game.gain()  # who deviates may gain again when one player fewer is left
    assert game is not None
    start = game.turn[game.row((1, 0), (held,) * players)]
    return SeatsSolution(tuple(map(float, start)), gain, states, game)


class SeatsGame:
    """All positions of a number of players, over those of one player fewer."""

    def __init__(
        self,
        effect: Effect,
        model: ChanceModel,
        players: int,
        most: int,
        fewer: "SeatsGame | None",
    ) -> None:
        self._effect, self._model, self._players = effect, model, players
        self._fewer, self._number = fewer, np.zeros((most + 1,) * players, dtype=np.intp)
        everybody = hands_of(players, most)
        self._number[tuple(everybody.T)] = np.arange(len(everybody))
        self._first: dict[Arena, int] = {}
        self._hands: dict[Arena, Ints] = {}
        count = 0
        for arena in _arenas(effect, most - players):
            self._first[arena] = count
            self._hands[arena] = everybody[everybody.sum(axis=1) <= most - sum(arena)]
            count += len(self._hands[arena])
        self.turn = np.zeros((count, players))
        self.choice = np.zeros((count, players))
        self.policy: Actions = np.zeros(count, dtype=np.int8)
        """At choices: stopping, then every kind of throw."""
        self.first: Actions = np.zeros(count, dtype=np.int8)
        """The kind of throw that begins a turn."""
        self._throws = [self._thrown(kind) for kind in model.kinds]
        self._pour = self._poured()
        self._stop = np.concatenate(
            [self.rows(arena, np.roll(hands, -1, axis=1)) for arena, hands in self._hands.items()]
        )

    def __len__(self) -> int:
        return len(self.turn)

    def row(self, arena: Arena, hands: tuple[int, ...]) -> int:
        """The number of a position."""
        return int(self._first[arena] + self._number[hands])

    def rows(self, arena: Arena, hands: Ints) -> Ints:
        """The numbers of positions that differ in their hands."""
        return np.asarray(self._first[arena] + self._number[tuple(hands.T)])

    # --- solving --------------------------------------------------------------------------

    def solve(self) -> None:
        """Sweep until nothing changes, every player taking the best action."""
        for _ in range(MOST_SWEEPS):
            if self._sweep(_greedily) < SETTLED:
                return
        raise Cycles(
            f"{MOST_SWEEPS} sweeps found no equilibrium of {self._players} players with the "
            f"{self._effect.value}"
        )

    def gain(self) -> float:
        """The most a best response gains anywhere while all others keep to the policy."""
        turn, choice = self.turn.copy(), self.choice.copy()
        what = f"the best response to the {self._effect.value}"
        fixed_point(lambda: self._sweep(_responding), what)
        gain = max(float((self.turn - turn).max()), float((self.choice - choice).max()))
        self.turn, self.choice = turn, choice
        return gain

    def _sweep(self, decided: "_Decided") -> float:
        """Renew all values; the largest change of a turn."""
        before = self.turn
        throws = [links.worth(self.choice, before) for links in self._throws]
        self.turn = decided(throws, self.first)
        bare = slice(0, len(self._hands[0, 0]))
        self.turn[bare] = self._pour.worth(self.choice, before)[bare]
        stop = np.roll(self.turn[self._stop], 1, axis=1)
        self.choice = decided([stop, *throws], self.policy)
        return float(np.abs(self.turn - before).max())

    # --- where throws lead ----------------------------------------------------------------

    def _thrown(self, kind: str) -> "_Links":
        links = _Links(len(self), self._players)
        for arena, hands in self._hands.items():
            left = hands.copy()
            left[:, 0] -= 1
            rows = self._first[arena] + np.arange(len(hands))
            for seen, chance in power_outcomes(self._model, kind, 1, *arena).items():
                self._follow(links, rows, left, seen, chance)
        return links.made()

    def _poured(self) -> "_Links":
        links = _Links(len(self), self._players)
        everybody = self._hands[0, 0]
        for dice in range(1, int(everybody[:, 0].max()) + 1):
            rows = np.flatnonzero(everybody[:, 0] == dice)
            left = everybody[rows].copy()
            left[:, 0] = 0
            for seen, chance in power_outcomes(self._model, POUR, dice, 0, 0).items():
                self._follow(links, rows, left, seen, chance)
        return links.made()

    def _follow(self, links: "_Links", rows: Ints, hands: Ints, seen: Seen, chance: float) -> None:
        """What a check does that sees this, by the dice left in the hands."""
        special, once, more = seen
        matched = special > 1 and self._effect is not Effect.SWAMP
        taken = more + (special if matched else 0)
        arena = (0 if matched else special, once)
        weight = np.full(len(rows), chance)
        if not taken:
            holding = hands[:, 0] > 0
            if holding.any():
                links.stay(rows[holding], self.rows(arena, hands[holding]), weight[holding])
            self._end(links, rows[~holding], arena, hands[~holding], 1, weight[~holding])
        elif matched and self._effect is Effect.COLUMN:
            speed = 1.0 / np.maximum(hands, 1)
            wins = speed / speed.sum(axis=1, keepdims=True)
            for winner in range(self._players):
                after = hands.copy()
                after[:, winner] += taken
                self._end(links, rows, arena, after, winner + 1, weight * wins[:, winner])
        else:
            after = hands.copy()
            after[:, 0] += taken
            if matched and self._effect is Effect.HURRICANE:
                after = np.roll(after, 1, axis=1)
            self._end(links, rows, arena, after, 1, weight)

    def _end(
        self, links: "_Links", rows: Ints, arena: Arena, hands: Ints, on: int, weight: Values
    ) -> None:
        """The turn ends, and the player at seat `on` follows; an active player without dice is out,
        the only one who can be."""
        on %= self._players
        alive = hands[:, 0] > 0
        if alive.any():
            there = self.rows(arena, np.roll(hands[alive], -on, axis=1))
            links.end(on, rows[alive], there, weight[alive])
        if alive.all():
            return
        rest = [seat for seat in np.roll(range(self._players), -on).tolist() if seat]
        values: Values = np.ones((int((~alive).sum()), 1))
        if self._fewer is not None:
            values = self._fewer.turn[self._fewer.rows(arena, hands[~alive][:, rest])]
        links.known[rows[~alive][:, None], rest] += weight[~alive, None] * values


class _Links:
    """Where one action leads from every position: to choices of the same player, to the turns of
    players so many seats on, and out of these positions."""

    def __init__(self, size: int, players: int) -> None:
        self._shape = (size, size)
        self._stays: list[_Part] = []
        self._ends: dict[int, list[_Part]] = {}
        self.known: Values = np.zeros((size, players))

    def stay(self, rows: Ints, there: Ints, weight: Values) -> None:
        """To choices."""
        self._stays.append((rows, there, weight))

    def end(self, on: int, rows: Ints, there: Ints, weight: Values) -> None:
        """To the turns of the player at that seat."""
        self._ends.setdefault(on, []).append((rows, there, weight))

    def made(self) -> "_Links":
        """Ready to be followed."""
        self._to_choice = self._matrix(self._stays)
        self._to_turn = {on: self._matrix(parts) for on, parts in self._ends.items()}
        return self

    def worth(self, choice: Values, turn: Values) -> Values:
        """[position, seat]: what the action is worth."""
        value = self.known + self._to_choice @ choice
        for on, matrix in self._to_turn.items():
            value += np.roll(matrix @ turn, on, axis=1)
        return np.asarray(value)

    def _matrix(self, parts: list[_Part]) -> sparse.csr_array:
        if not parts:
            return sparse.csr_array(self._shape)
        rows, there, weight = (np.concatenate(part) for part in zip(*parts, strict=True))
        return sparse.csr_array((weight, (rows, there)), shape=self._shape)


def hands_of(players: int, most: int) -> Ints:
    """[hands, player]: all ways to hold a die or more each and at most so many together, by how
    many these are."""
    hands = np.argwhere(np.ones((most,) * players)) + 1
    total = hands.sum(axis=1)
    return np.asarray(hands[total.argsort(kind="stable")][: np.count_nonzero(total <= most)])


def _arenas(effect: Effect, most: int) -> list[Arena]:
    """What can lie beside a die for every player; nothing first."""
    specials = most + 1 if effect is Effect.SWAMP else 2
    return [(s, o) for s in range(specials) for o in range(OTHERS + 1) if s + o <= most]


def _greedily(actions: list[Values], policy: Actions) -> Values:
    """What the best actions are worth, which the policy takes on."""
    policy[:] = best_actions([action[:, 0] for action in actions])
    return np.asarray(np.stack(actions)[policy, np.arange(len(policy))])


def _responding(actions: list[Values], policy: Actions) -> Values:
    """What the policy is worth, and to the active player its best response."""
    stacked = np.stack(actions)
    value = np.asarray(stacked[policy, np.arange(len(policy))])
    value[:, 0] = stacked[:, :, 0].max(axis=0)
    return value
