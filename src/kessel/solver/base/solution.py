"""The exact solution of the editions without effects, for two to five players.

Symbols are interchangeable there, so a position is the number of different dice lying and the
dice each seat holds. Fewer players are solved first, then layers of more and more dice.
"""

import time
from dataclasses import dataclass
from functools import lru_cache

from kessel.errors import BadValue
from kessel.rules.edition import Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.actions import STOP
from kessel.solver.base.equilibrium import solve_layer
from kessel.solver.base.hands import HandIndex
from kessel.solver.base.layers import LYING, Kernels, Layer, LayerShape, ValueTable
from kessel.solver.base.policy import Node, Point, Policy
from kessel.solver.base.sweeps import BestResponse, settle
from kessel.solver.chance import ChanceModel
from kessel.solver.options import check_solved_with
from kessel.solver.progress import Progress

START_LYING = 1
"""The start die: thrown or placed, always one symbol and never lost."""


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
        """Positions (different dice lying, dice per seat) with all players in the game."""
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
        """What to do: `stop` and kinds of throw, each with the probability it is chosen with."""
        point = Point.CHOICE if may_stop else Point.TURN
        policy = self.policies[len(hands) - 2]
        node = Node(point, lying, self._row(lying, hands))
        names = (STOP, *self.kinds) if may_stop else self.kinds
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
    """How many positions there are with this many players and at most `dice` dice."""
    held = (dice - lying for lying in range(LYING))
    return sum(len(HandIndex.of(players, total)) for total in held if total >= players)


def solve(
    edition: Edition | str,
    players: int,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
) -> Solution:
    """The exact values and an equilibrium policy, with its exploitability."""
    edition = find_edition(edition) if isinstance(edition, str) else edition
    check_base(edition, options)
    started = time.perf_counter()
    dice = players * edition.hand(players) + 1
    kernels = Kernels.of(model, dice)
    counter = _Counter(progress, sum(positions(number, dice) for number in range(2, players + 1)))
    tables: list[ValueTable] = []
    policies: list[Policy] = []
    gain = 0.0
    best: ValueTable | None = None
    for number in range(2, players + 1):
        fewer = tables[-1] if tables else None
        table, policy, best = _solve_players(number, dice, kernels, (fewer, best), counter)
        tables.append(table)
        policies.append(policy)
        gain = max(gain, _gain(best, table))
    seconds = time.perf_counter() - started
    return Solution(
        edition, players, model.name, model.kinds, gain, seconds, tuple(tables), tuple(policies)
    )


def check_base(edition: Edition, options: Options | None) -> None:
    """Raise unless the edition has no effects and its options leave its decisions as they are."""
    if edition.effects:
        raise BadValue(
            f"{edition.id} has effects; the solver of interchangeable symbols is for strike-2012, "
            "strike-2020 and impact"
        )
    check_solved_with(edition, options)


class _Counter:
    """Adds up finished positions and reports them."""

    def __init__(self, report: Progress | None, total: int) -> None:
        self._report = report
        self._total = total
        self._done = 0

    def add(self, positions: int) -> None:
        self._done += positions
        if self._report is not None:
            self._report(self._done, self._total)


def _solve_players(
    players: int,
    dice: int,
    kernels: Kernels,
    fewer: tuple[ValueTable | None, ValueTable | None],
    counter: _Counter,
) -> tuple[ValueTable, Policy, ValueTable]:
    """Values, policy, and every seat's values under its best response to the policy.

    `fewer` holds the values and the best-response values for one player fewer.
    """
    index, smaller = hand_index(players, dice), hand_index(players - 1, dice)
    table, policy, best = ValueTable.empty(index), Policy.empty(index), ValueTable.empty(index)
    for total in range(players, dice + 1):
        shape = LayerShape(index, total, kernels)
        layer = shape.over(table, fewer[0], smaller)
        solve_layer(layer, table, policy)
        _copy(layer, table, best)
        settle(shape.over(best, fewer[1], smaller), best, BestResponse(policy))
        counter.add(len(layer))
    return table, policy, best


def _copy(layer: Layer, table: ValueTable, to: ValueTable) -> None:
    for block in layer.blocks:
        to.turn[block.lying, block.rows] = table.turn[block.lying, block.rows]
        to.choice[block.lying, block.rows] = table.choice[block.lying, block.rows]


def _gain(best: ValueTable, table: ValueTable) -> float:
    """The most that a best response gains anywhere."""
    turn, choice = best.turn - table.turn, best.choice - table.choice
    return max(float(turn.max()), float(choice.max()))


@lru_cache(maxsize=64)
def hand_index(players: int, dice: int) -> HandIndex:
    """The numbering of hands in tables of at most `dice` dice; made once."""
    return HandIndex.of(players, dice)
