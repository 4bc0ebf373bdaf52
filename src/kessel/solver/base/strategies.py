"""Strategies: a share for every action at every decision of the base game.

Making one needs the standard library alone; numpy comes when its shares are asked for. What they
win against each other: `evaluation.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kessel.errors import BadValue
from kessel.solver.base.policy import STOP_ACTION, Point, PolicyNode, Shares
from kessel.solver.base.position import LYING, dice_in, hand_row
from kessel.solver.base.solution import Solution

if TYPE_CHECKING:
    from kessel.solver.arrays import Values
    from kessel.solver.base.hands import Hands

EXACT = 1e-9
"""Shares of a decision have to add up to one this well."""


class Strategy(Protocol):
    """A share for every action: at a turn one per kind of throw, at a choice `stop` before them."""

    def shares(self, point: Point, lying: int, hands: "Hands", actions: int) -> "Values":
        """[position, action] for all these hands, in playing order from the active player on."""
        ...


@dataclass(frozen=True, slots=True)
class SolvedPolicy:
    """The solution's own policy.

    >>> from kessel import Game, play, solve
    >>> exact = SolvedPolicy(solve("strike-2020", 2, "ideal"))
    >>> play(Game("strike-2020"), [exact, "rule"], seed=1)
    (1,)
    """

    solution: Solution

    def __post_init__(self) -> None:
        if not isinstance(self.solution, Solution):
            raise BadValue(f"the policy of a solution of `solve`, not of {self.solution!r}")

    def shares(self, point: Point, lying: int, hands: "Hands", actions: int) -> "Values":
        """One for the policy's action, or its mixture."""
        import numpy as np

        from kessel.solver.base.hands import hand_index

        _check_kinds(self.solution.kinds, point, actions)
        players = hands.shape[1]
        self._check(players, int(hands[0].sum()) + dice_in(lying))
        policy = self.solution.policies[players - 2]
        rows = hand_index(players, self.solution.most_dice).rows(hands)
        shares = np.eye(actions)[policy.at(point)[lying, rows]]
        for node, mixture in policy.mixed.items():
            if node.point is point and node.lying == lying:
                shares[rows == node.row] = mixture
        return np.asarray(shares)

    def at(self, point: Point, lying: int, hands: tuple[int, ...], actions: int) -> Shares:
        """The same in one position, at a quarter of the cost."""
        self._check(len(hands), sum(hands) + dice_in(lying))
        policy, row = self.solution.policies[len(hands) - 2], hand_row(hands)
        mixture = policy.mixed.get(PolicyNode(point, lying, row)) if policy.mixed else None
        chosen = policy.at(point)[lying, row]
        return mixture or tuple([float(number == chosen) for number in range(actions)])

    def _check(self, players: int, dice: int) -> None:
        known = self.solution
        if players > known.players or dice > known.most_dice:
            raise BadValue(
                f"a solution of {known.edition.id} for {known.players} players and up to "
                f"{known.most_dice} dice says nothing of {players} players with {dice}"
            )


@dataclass(frozen=True, slots=True)
class Habit:
    """Goes on with a chance that depends only on how many dice lie; throws by fixed shares.

    >>> Habit(go_on=(0, 0, 1, 1, 1, 1), keep_last=True)
    Habit(go_on=(0, 0, 1, 1, 1, 1), kinds=(1.0,), keep_last=True)
    >>> Habit(go_on=(0, 1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kessel.errors.BadValue: a habit has 6 chances to go on, by how many dice lie, from none ...
    """

    go_on: tuple[float, ...]
    """[different dice lying, from none to five]"""
    kinds: tuple[float, ...] = (1.0,)
    """The share of each kind of throw."""
    keep_last: bool = False
    """Never throws the last die by choice."""

    def __post_init__(self) -> None:
        given: tuple[Any, ...] = (self.go_on, self.kinds)
        for shares in given:
            if not isinstance(shares, tuple | list):
                raise BadValue(f"a habit is made of lists of chances, not of {shares!r}")
        wrong = [
            chance
            for chance in (*self.go_on, *self.kinds)
            if not isinstance(chance, int | float) or not 0.0 <= chance <= 1.0
        ]
        if wrong:
            raise BadValue(f"a chance is a number from 0 to 1, not {wrong[0]!r}")
        if not self.kinds or abs(sum(self.kinds) - 1.0) > EXACT:
            raise BadValue(
                "the shares of the kinds of throw are one or more that add up to 1, not "
                f"{self.kinds!r}"
            )
        if len(self.go_on) < LYING:
            raise BadValue(
                f"a habit has {LYING} chances to go on, by how many dice lie, from none to "
                f"{LYING - 1}; not {len(self.go_on)}"
            )

    def shares(self, point: Point, lying: int, hands: "Hands", actions: int) -> "Values":
        """The same for all hands, but for a last die."""
        import numpy as np

        _check_kinds(self.kinds, point, actions)
        if point is Point.TURN:
            return np.tile(np.array(self.kinds), (len(hands), 1))
        chance = np.full(len(hands), self.go_on[dice_in(lying)])
        if self.keep_last:
            chance[hands[:, 0] == 1] = 0.0
        return np.column_stack([1.0 - chance, chance[:, None] * np.array(self.kinds)])


def _check_kinds(known: Sequence[object], point: Point, actions: int) -> None:
    """Raise unless the dice know as many kinds of throw as a strategy does."""
    kinds = actions - (point is Point.CHOICE)
    if len(known) != kinds:
        raise BadValue(f"a strategy for {len(known)} kinds of throw; these dice know {kinds}")


def throw_shares(point: Point, go_on: "Values", kind: int, actions: int) -> "Values":
    """The shares of a player with one kind of throw: `go_on` at choices, always at turns."""
    import numpy as np

    shares = np.zeros((len(go_on), actions))
    if point is Point.TURN:
        shares[:, min(kind, actions - 1)] = 1.0
    else:
        shares[:, STOP_ACTION] = 1.0 - go_on
        shares[:, 1 + kind] = go_on
    return shares
