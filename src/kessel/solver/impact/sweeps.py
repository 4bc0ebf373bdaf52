"""BoardSweeps over a layer of a game of Impact: what everything is worth, by what players do.

Decisions are numbered: choices at all positions, then turns. At a choice the first action is to
stop; all others, and all of a turn, are throws.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from kessel.solver.arrays import Actions, Ints, Values
from kessel.solver.greedy import best_actions
from kessel.solver.impact.layer import BoardLayer

SMALL = 20_000
"""Positions of a layer without storms up to which throws are followed as matrices: quicker, where
these are not too large."""


Decided: TypeAlias = Callable[[Values, slice], Values]
"""How decisions are made in a sweep: [decision, seat], what these are worth, by [decision, action,
seat]."""


@dataclass(slots=True)
class BoardPolicy:
    """What is done at every decision of a layer."""

    taken: Actions
    mixed: dict[int, tuple[float, ...]] = field(default_factory=dict)
    """Shares of the actions, where more than one is taken."""

    def values(self, actions: Values, decisions: slice) -> Values:
        """[decision, seat]: what these are worth, by [decision, action, seat]."""
        found = actions[np.arange(len(actions)), self.taken[decisions]]
        for decision, shares in self.mixed.items():
            if decisions.start <= decision < decisions.stop:
                at = decision - decisions.start
                found[at] = np.array(shares) @ actions[at, : len(shares)]
        return np.asarray(found)

    def greedy(self, actions: Values, decisions: slice) -> Values:
        """The same where everybody takes the best action, which the policy takes on."""
        self.taken[decisions] = own_best(actions)
        return self.values(actions, decisions)

    def response(self, actions: Values, decisions: slice) -> Values:
        """What the policy is worth to the others, and the best action to the active player."""
        value = self.values(actions, decisions)
        value[:, 0] = actions[:, :, 0].max(axis=1)
        return value


class BoardSweeps:
    """The values of a layer, renewed in place."""

    def __init__(self, layer: BoardLayer, players: int) -> None:
        self.layer = layer
        positions = len(layer.turns)
        self.values: Values = np.zeros((2 * positions, players))
        self._choices, self._turns = slice(0, positions), slice(positions, 2 * positions)
        self.choice, self.turn = self.values[self._choices], self.values[self._turns]
        self.throws: Values = np.zeros((0, players))
        small = positions <= SMALL and not layer.has_storms
        self._steps = layer.steps()[0].rows(layer.thrown) if small else None

    def sweep(self, decided: Decided) -> float:
        """Renew all values; the largest change."""
        before = self.values.copy()
        layer = self.layer
        if self._steps is None:
            self.throws = layer.worth(self.choice, self.turn)
        else:
            self.throws = self._steps.worth(self.values)
        self.turn[:] = decided(self.throws[layer.first], self._turns)
        self.turn[~layer.turns] = 0.0
        self.choice[:] = decided(self._at_choices(), self._choices)
        self.choice[~layer.choices] = 0.0
        return float(np.abs(self.values - before).max(initial=0.0))

    def actions(self) -> Values:
        """[decision, action, seat]: what all actions are worth by the last sweep."""
        return np.concatenate([self._at_choices(), self.throws[self.layer.first]])

    def _at_choices(self) -> Values:
        stop = self.layer.stopping(self.turn)
        return np.concatenate([stop[:, None], self.throws[self.layer.going]], axis=1)


def own_best(actions: Values) -> Ints:
    """The active player's best action at every decision."""
    return np.asarray(best_actions(list(np.moveaxis(actions[..., 0], 1, 0))))
