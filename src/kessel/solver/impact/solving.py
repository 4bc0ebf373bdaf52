"""Impact with any effects at work, solved exactly: layer by layer, fewest dice first.

For two players value iteration has one fixed point. With more, greedy sweeps can cycle; then
`cycles` looks for an equilibrium, a mixed one if need be.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from kessel.errors import BadValue
from kessel.rules.edition import Effect
from kessel.solver.arrays import Actions, Ints, Values
from kessel.solver.chance import ChanceModel
from kessel.solver.fixed_point import (
    SETTLED,
    accelerated_fixed_point,
    exploitability_bound,
    fixed_point,
)
from kessel.solver.impact.board import Board
from kessel.solver.impact.cycles import solve_cycle
from kessel.solver.impact.layer import BoardLayer, Dynamics
from kessel.solver.impact.sweeps import BoardPolicy, BoardSweeps
from kessel.solver.progress import Progress

SWEEPS = 300
"""BoardSweeps before a layer is taken to cycle."""


@dataclass(frozen=True, slots=True)
class SolvedLayer:
    """What everything is worth in a layer, and what players do."""

    throws: Values
    """[throw, seat]"""
    choice: Values
    """[position, seat]"""
    turn: Values
    policy: BoardPolicy
    extra: Actions
    """What the other throws in a storm of two, as `BoardLayer.extra` has it."""


class ImpactGame:
    """A game of so many players with these effects, over that of one player fewer."""

    def __init__(
        self,
        effects: tuple[Effect, ...],
        players: int,
        most: int,
        model: ChanceModel,
        fewer: "ImpactGame | None" = None,
    ) -> None:
        if players > 2 and {Effect.STORM, Effect.BOULDERS} <= {*effects}:
            raise BadValue("in a storm of more than two players with piles, several choose at once")
        symbols = None if fewer is None else fewer.board.symbols
        self.board: Board = Board(effects, players, most, symbols)
        self.layers: list[SolvedLayer] = []
        self._model, self._fewer = model, fewer
        self._residual = 0.0

    def solve(self, progress: Progress | None = None) -> None:
        """All layers; raises `Cycles` where no equilibrium is found."""
        for layer in self._layers():
            self.layers.append(self._solve(layer))
            if progress is not None:
                progress(layer.number + 1, self.board.most + 1)

    def turns(self, dice: int, lying: int, places: Ints, hands: Ints) -> Values:
        """What turns of a layer are worth, for every place and then all hands."""
        return self.layers[dice].turn[self.board.at(dice, lying, places, hands)]

    def gain(self, progress: Progress | None = None) -> float:
        """The most that a player gains anywhere who deviates from the policy, or with two players
        an upper bound of it. Who deviates may gain again when one player fewer is left."""
        if self._fewer is None:
            return exploitability_bound(self._residual, self.board.most)
        most = 0.0
        for layer, found in zip(self._layers(), self.layers, strict=True):
            sweeps = BoardSweeps(layer, self.board.players)
            fixed_point(partial(sweeps.sweep, found.policy.response), "the best response")
            layer.worth(sweeps.choice, sweeps.turn)
            gains = sweeps.values - np.concatenate([found.choice, found.turn])
            most = max(most, float(gains.max(initial=0.0)))
            if progress is not None:
                progress(layer.number + 1, self.board.most + 1)
        return most + self._fewer.gain()

    def chances(self, hand: int) -> tuple[float, ...]:
        """What every player wins where all hold so many dice, the starter first: of the elements at
        work, the starting die shows any alike."""
        dice, held = self.board.players * hand + 1, self.board.supplies.number[hand, ()]
        ways = self.board.symbols.ways[1][self.board.lying[1]]
        shows = np.flatnonzero(ways[:, : len(self.board.effects)].any(axis=1))
        worth = self.turns(dice, 1, shows, np.array([[held] * self.board.players]))
        return tuple(map(float, worth.mean(axis=0)))

    def written(self) -> tuple[Values, Values, Values, Actions]:
        """Throws, turns, mixed decisions and extra throws, as `WrittenGame` has them."""
        rows: list[list[float]] = []
        first = 0
        for layer in self.layers:
            positions = len(layer.turn)
            for decision, shares in sorted(layer.policy.mixed.items()):
                turn, position = divmod(decision, positions)
                rows.append([turn, first + position, *shares])
            first += positions
        width = max(map(len, rows), default=2)
        mixed = np.array([row + [0.0] * (width - len(row)) for row in rows]).reshape(-1, width)
        return (
            np.concatenate([layer.throws[:, :-1] for layer in self.layers]),
            np.concatenate([layer.turn[:, :-1] for layer in self.layers]),
            mixed,
            np.concatenate([layer.extra for layer in self.layers]),
        )

    def _layers(self) -> Iterator[BoardLayer]:
        dice = Dynamics(self.board, self._model)
        fewer = None if self._fewer is None else self._fewer.turns
        for number in range(self.board.most + 1):
            yield BoardLayer(dice, number, fewer)

    def _solve(self, layer: BoardLayer) -> SolvedLayer:
        sweeps = BoardSweeps(layer, self.board.players)
        policy = BoardPolicy(np.zeros(len(sweeps.values), dtype=np.int8))
        if self._fewer is None:
            residual = accelerated_fixed_point(
                sweeps.values.reshape(-1),
                lambda: sweeps.sweep(policy.greedy),
                "a layer of two players",
            )
            self._residual = max(self._residual, residual)
        elif not any(sweeps.sweep(policy.greedy) < SETTLED for _ in range(SWEEPS)):
            solve_cycle(sweeps, policy)
        throws = layer.worth(sweeps.choice, sweeps.turn)  # which layers of more dice need as well
        extra = layer.extra(sweeps.choice, sweeps.turn)
        return SolvedLayer(throws[:-1], sweeps.choice, sweeps.turn, policy, extra)


def solve_game(
    effects: tuple[Effect, ...],
    players: int,
    hand: int,
    model: ChanceModel,
    progress: Progress | None = None,
) -> list[ImpactGame]:
    """The game of two players and those of more, up to so many, who hold so many dice each."""
    games: list[ImpactGame] = []
    for number in range(2, players + 1):
        game = ImpactGame(effects, number, players * hand + 1, model, games[-1] if games else None)
        game.solve(progress if number == players else None)
        games.append(game)
    return games
