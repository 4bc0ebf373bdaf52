"""The exact solution of the editions without effects, for two to five players.

Symbols are interchangeable there, so a position is the number of different dice lying and the
dice each seat holds. Fewer players are solved first, then layers of more and more dice.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.rules.edition import Edition, find_edition
from kessel.rules.options import Options, differences, resolve_options
from kessel.solver.base.equilibrium import solve_layer
from kessel.solver.base.hands import HandIndex
from kessel.solver.base.layers import LYING, Kernels, Layer, LayerShape, ValueTable
from kessel.solver.base.sweeps import CHOICE, TURN, Node, Policy, Response, settle
from kessel.solver.chance import ChanceModel

START_LYING = 1
"""The start die: thrown or placed, always one symbol and never lost."""

MATTERLESS = frozenset(
    (
        "start_die",
        "start_die_x",
        "zero_elimination",
        "double_ko",
        "simultaneous_points",
        "cocked",
        "rim_is_out",
        "accidental_stack",
        "premove",
        "supply",
        "tournament_tie",
        "tournament_start",
    )
)
"""Options that change nothing in the decisions of an edition without effects."""

Progress = Callable[[int, int], None]
"""Told how much of how much is done."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Values and policy of one edition, number of players and chance model."""

    edition: Edition
    players: int
    model: str
    kinds: tuple[str, ...]
    exploitability: float
    seconds: float
    tables: tuple[ValueTable, ...]
    """By number of players, from two on."""
    policies: tuple[Policy, ...]

    @property
    def most_dice(self) -> int:
        """Dice in play at the start."""
        return self.players * self.edition.hand(self.players) + 1

    @property
    def seats(self) -> tuple[float, ...]:
        """The chance of each seat to win, in order of play, the starter first."""
        return self.turn_value(START_LYING, (self.edition.hand(self.players),) * self.players)

    @property
    def states(self) -> int:
        """Positions (different dice lying, dice per seat) of that number of players."""
        return positions(self.players, self.most_dice)

    @property
    def mixed(self) -> int:
        """Decisions at which a player has to mix."""
        return sum(len(policy.mixed) for policy in self.policies)

    def turn_value(self, lying: int, hands: tuple[int, ...]) -> tuple[float, ...]:
        """The chances at the start of a turn; hands in playing order, the active player's first."""
        if len(hands) == 1:
            return (1.0,)
        row = self._row(lying, hands)
        return tuple(map(float, self.tables[len(hands) - 2].turn[lying, row]))

    def choice_value(self, lying: int, hands: tuple[int, ...]) -> tuple[float, ...]:
        """The chances where the active player may stop or go on."""
        row = self._row(lying, hands)
        return tuple(map(float, self.tables[len(hands) - 2].choice[lying, row]))

    def policy(self, lying: int, hands: tuple[int, ...], *, may_stop: bool) -> dict[str, float]:
        """What to do: `stop` and the kinds of throw, each with the share it is chosen with."""
        point = CHOICE if may_stop else TURN
        policy = self.policies[len(hands) - 2]
        node = Node(point, lying, self._row(lying, hands))
        names = ("stop", *self.kinds) if may_stop else self.kinds
        shares = policy.mixed.get(node)
        if shares is None:
            return {names[int(policy.at(point)[lying, node.row])]: 1.0}
        return {name: share for name, share in zip(names, shares, strict=True) if share > 0.0}

    def knows(self, lying: int, hands: tuple[int, ...]) -> bool:
        """Whether a position lies within the tables."""
        return (
            2 <= len(hands) <= self.players
            and min(hands) > 0
            and 0 <= lying < LYING
            and lying + sum(hands) <= self.most_dice
        )

    def _row(self, lying: int, hands: tuple[int, ...]) -> int:
        if not self.knows(lying, hands):
            raise BadValue(
                f"{lying} lying and hands {hands} are not in the solution of {self.edition.id} "
                f"for {self.players}: at most {self.most_dice} dice, every seat at least one, "
                f"at most {LYING - 1} different dice lying"
            )
        return hand_index(len(hands), self.most_dice).row(hands)


def positions(players: int, dice: int) -> int:
    """How many positions have so many players and at most so many dice."""
    return sum(len(HandIndex.of(players, dice - lying)) for lying in range(LYING))


def solve(
    edition: Edition | str,
    players: int,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
) -> Solution:
    """The exact values and an equilibrium policy, with its exploitability."""
    box = find_edition(edition) if isinstance(edition, str) else edition
    check_base(box, options)
    started = time.perf_counter()
    dice = players * box.hand(players) + 1
    kernels = Kernels.of(model, dice)
    counted = _Counted(progress, sum(positions(number, dice) for number in range(2, players + 1)))
    tables: list[ValueTable] = []
    policies: list[Policy] = []
    gain = 0.0
    best: ValueTable | None = None
    for number in range(2, players + 1):
        fewer = tables[-1] if tables else None
        table, policy, best = _solve_players(number, dice, kernels, (fewer, best), counted)
        tables.append(table)
        policies.append(policy)
        gain = max(gain, _most(best.turn - table.turn), _most(best.choice - table.choice))
    seconds = time.perf_counter() - started
    return Solution(
        box, players, model.name, model.kinds, gain, seconds, tuple(tables), tuple(policies)
    )


def check_base(edition: Edition, options: Options | None) -> None:
    """Raise unless the edition has no effects and its options leave its decisions as they are."""
    if edition.effects:
        raise BadValue(
            f"{edition.id} has effects; the solver of interchangeable symbols is for strike-2012, "
            "strike-2020 and impact"
        )
    changed = differences(edition, options or resolve_options(edition))
    for name in changed:
        if name not in MATTERLESS:
            raise BadValue(f"{name}={changed[name]} is not solved; only the edition's default is")


class _Counted:
    """Adds up finished positions and tells whoever wants to know."""

    def __init__(self, tell: Progress | None, total: int) -> None:
        self._tell = tell
        self._total = total
        self._done = 0

    def add(self, positions: int) -> None:
        self._done += positions
        if self._tell is not None:
            self._tell(self._done, self._total)


def _solve_players(
    players: int,
    dice: int,
    kernels: Kernels,
    fewer: tuple[ValueTable | None, ValueTable | None],
    counted: _Counted,
) -> tuple[ValueTable, Policy, ValueTable]:
    """Values, policy, and what each seat could reach by leaving the policy, from there for good.

    `fewer` holds the values and those reachable ones for one player fewer.
    """
    index, smaller = hand_index(players, dice), hand_index(players - 1, dice)
    table, policy, best = ValueTable.empty(index), Policy.empty(index), ValueTable.empty(index)
    for total in range(players, dice + 1):
        shape = LayerShape(index, total, kernels)
        layer = shape.over(table, fewer[0], smaller)
        solve_layer(layer, table, policy)
        _copy(layer, table, best)
        settle(shape.over(best, fewer[1], smaller), best, Response(policy))
        counted.add(len(layer))
    return table, policy, best


def _copy(layer: Layer, table: ValueTable, to: ValueTable) -> None:
    for block in layer.blocks:
        to.turn[block.lying, block.rows] = table.turn[block.lying, block.rows]
        to.choice[block.lying, block.rows] = table.choice[block.lying, block.rows]


def _most(gains: NDArray[np.float64]) -> float:
    return float(gains.max())


@lru_cache(maxsize=64)
def hand_index(players: int, dice: int) -> HandIndex:
    """The numbering of hands that tables of so many dice use."""
    return HandIndex.of(players, dice)
