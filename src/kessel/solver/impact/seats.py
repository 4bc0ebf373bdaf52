"""Impact with water, air or fire active, two or three players, exactly.

A position is that of `powers` with the dice of every player, in playing order from the active one
on. Where throws lead is kept as sparse matrices over positions; values are [position, seat]. With
three players greedy sweeps can cycle. Some cycles end when not all switch at once; where one does
not, nothing is claimed, and solving fails.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from kessel.errors import BadValue
from kessel.rules.edition import Effect, find_edition
from kessel.solver.arrays import Actions, Ints, Values
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.effect_table import Cycles
from kessel.solver.fixed_point import SETTLED, fixed_point
from kessel.solver.greedy import best_actions
from kessel.solver.impact.places import Arena, Places
from kessel.solver.impact.powers import EDITION, POWERS, Seen, power_outcomes

ELEMENTS = ("water", "air", "fire")
MOST_PLAYERS = 3
SWEEPS = {1.0: 500, 0.1: 500}
"""The chance that a player switches to a better action in a sweep, and for how many sweeps."""

_Part = tuple[Ints, Ints, Values]
"""From positions to positions, with which probabilities."""
_Decided = Callable[[list[Values], Actions], Values]
"""What positions are worth, by what every action is, and a policy."""


@dataclass(frozen=True, slots=True)
class SeatsSolution:
    """What every seat wins, and how much a best response to the policy gains at the most."""

    seats: tuple[float, ...]
    exploitability: float
    states: int
    """Positions at the start of a turn, of all numbers of players."""
    games: tuple["SeatsGame", ...] = field(repr=False, compare=False)
    """Of two players, then of more."""


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
    games: list[SeatsGame] = []
    for number in range(2, players + 1):
        places = Places(POWERS[element], number, players * held + 1)
        games.append(SeatsGame(places, model, games[-1] if games else None))
        games[-1].solve()
    last = games[-1]
    start = last.turn[last.at.row((1, 0), (held,) * players)]
    # Who deviates may gain again when one player fewer is left.
    gain = sum(game.gain() for game in games)
    states = sum(len(game.at) for game in games)
    return SeatsSolution(tuple(map(float, start)), gain, states, tuple(games))


class SeatsGame:
    """All positions of a number of players, over those of one player fewer."""

    def __init__(self, at: Places, model: ChanceModel, fewer: "SeatsGame | None") -> None:
        self.at, self._model, self._fewer = at, model, fewer
        self._effect, self._players = at.effect, at.players
        count = len(at)
        self.turn = np.zeros((count, at.players))
        self.choice = np.zeros((count, at.players))
        self.policy: Actions = np.zeros(count, dtype=np.int8)
        """At choices: stopping, then every kind of throw."""
        self.first: Actions = np.zeros(count, dtype=np.int8)
        """The kind of throw that begins a turn."""
        self._throws = [self._thrown(kind) for kind in model.kinds]
        self._pour = self._poured()
        self._stop = np.concatenate(
            [at.rows(arena, np.roll(hands, -1, axis=1)) for arena, hands in at.hands.items()]
        )

    def throws(self) -> Values:
        """[kind, position, seat]: what every kind of throw is worth."""
        return np.stack([links.worth(self.choice, self.turn) for links in self._throws])

    # --- solving --------------------------------------------------------------------------

    def solve(self) -> None:
        """Sweep until nothing changes, every player taking the best action."""
        for share, sweeps in SWEEPS.items():
            greedy = _Greedy(share)
            for _ in range(sweeps):
                greedy.held_back = 0
                if self._sweep(greedy) < SETTLED and not greedy.held_back:
                    return
        most = sum(SWEEPS.values())
        raise Cycles(
            f"{most} sweeps found no equilibrium of {self._players} players with the "
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
        bare = slice(0, len(self.at.hands[0, 0]))
        self.turn[bare] = self._pour.worth(self.choice, before)[bare]
        stop = np.roll(self.turn[self._stop], 1, axis=1)
        self.choice = decided([stop, *throws], self.policy)
        return float(np.abs(self.turn - before).max())

    # --- where throws lead ----------------------------------------------------------------

    def _thrown(self, kind: str) -> "_Links":
        links = _Links(len(self.at), self._players)
        for arena, hands in self.at.hands.items():
            left = hands.copy()
            left[:, 0] -= 1
            rows = self.at.first[arena] + np.arange(len(hands))
            for seen, chance in power_outcomes(self._model, kind, 1, *arena).items():
                self._follow(links, rows, left, seen, chance)
        return links.made()

    def _poured(self) -> "_Links":
        links = _Links(len(self.at), self._players)
        everybody = self.at.hands[0, 0]
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
                links.stay(rows[holding], self.at.rows(arena, hands[holding]), weight[holding])
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
            there = self.at.rows(arena, np.roll(hands[alive], -on, axis=1))
            links.end(on, rows[alive], there, weight[alive])
        if alive.all():
            return
        rest = [seat for seat in np.roll(range(self._players), -on).tolist() if seat]
        values: Values = np.ones((int((~alive).sum()), 1))
        if self._fewer is not None:
            values = self._fewer.turn[self._fewer.at.rows(arena, hands[~alive][:, rest])]
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


class _Greedy:
    """Everybody takes the best action, at once or with some chance; the policy takes it on."""

    def __init__(self, share: float) -> None:
        self.held_back = 0
        """How many did not switch to a better action."""
        self._share, self._chance = share, np.random.default_rng(0)

    def __call__(self, actions: list[Values], policy: Actions) -> Values:
        best = best_actions([action[:, 0] for action in actions])
        stays = (best != policy) & (self._chance.random(len(best)) >= self._share)
        self.held_back += int(stays.sum())
        policy[:] = np.where(stays, policy, best)
        return np.asarray(np.stack(actions)[policy, np.arange(len(policy))])


def _responding(actions: list[Values], policy: Actions) -> Values:
    """What the policy is worth, and to the active player its best response."""
    stacked = np.stack(actions)
    value = np.asarray(stacked[policy, np.arange(len(policy))])
    value[:, 0] = stacked[:, :, 0].max(axis=0)
    return value
