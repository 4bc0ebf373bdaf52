"""The exact solution of the editions without effects, for two to five players.

Symbols are interchangeable there, so a position is the number of different dice lying and the
dice each seat holds; in Strike 2012 also whether it was flying dice alone that left the arena
empty. How it is found is in `solving.py`; to ask it takes no numpy.
"""

from dataclasses import dataclass
from operator import index

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.options import Options
from kessel.solver.actions import STOP
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.position import (
    LYING,
    START_LYING,
    arenas,
    dice_at_start,
    dice_in,
    hand_row,
    positions,
)
from kessel.solver.options import solved_rules


@dataclass(frozen=True, slots=True)
class Solution:
    """Values and policy of one edition, number of players and chance model.

    >>> from kessel import solve
    >>> solution = solve("strike-2020", 2, "ideal")
    >>> solution.policy(2, (1, 5), may_stop=True)
    {'throw': 1.0}
    """

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
        return dice_at_start(self.edition, self.players)

    @property
    def arenas(self) -> int:
        """How many arenas are told apart: by dice lying, and by why none lies if that matters."""
        return arenas(self.edition)

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each player to win, in order of play, the starter first."""
        return self.turn_value(START_LYING, (self.edition.hand(self.players),) * self.players)

    @property
    def states(self) -> int:
        """Positions (different dice lying, dice per seat) with all players in the game."""
        return positions(self.players, self.most_dice, self.arenas)

    @property
    def mixed(self) -> int:
        """Decisions at which a player has to mix."""
        return sum(len(policy.mixed) for policy in self.policies)

    def turn_value(self, lying: int, hands: tuple[int, ...]) -> tuple[float, ...]:
        """The chances at the start of a turn; hands in playing order, the active player's first."""
        if isinstance(hands, tuple) and len(hands) == 1:
            return (1.0,)
        row, turn = self._row(lying, hands), self.tables[len(hands) - 2].turn
        return tuple(float(turn[lying, row, seat]) for seat in range(len(hands)))

    def choice_value(self, lying: int, hands: tuple[int, ...]) -> tuple[float, ...]:
        """The chances where the active player may stop or go on."""
        row, choice = self._row(lying, hands), self.tables[len(hands) - 2].choice
        return tuple(float(choice[lying, row, seat]) for seat in range(len(hands)))

    def policy(self, lying: int, hands: tuple[int, ...], *, may_stop: bool) -> dict[str, float]:
        """What to do: `stop` and kinds of throw, each with the probability it is chosen with."""
        point = Point.CHOICE if may_stop else Point.TURN
        node = PolicyNode(point, lying, self._row(lying, hands))
        policy = self.policies[len(hands) - 2]
        names = (STOP, *self.kinds) if may_stop else self.kinds
        shares = policy.mixed.get(node)
        if shares is None:
            return {names[int(policy.at(point)[lying, node.row])]: 1.0}
        return {name: share for name, share in zip(names, shares, strict=True) if share > 0.0}

    def knows(self, lying: int, hands: tuple[int, ...]) -> bool:
        """Whether a position lies within the tables."""
        try:
            return (
                2 <= len(hands) <= self.players
                and min(map(index, hands)) > 0
                and 0 <= index(lying) < self.arenas
                and dice_in(lying) + sum(hands) <= self.most_dice
            )
        except TypeError:  # not whole numbers at all
            return False

    def _row(self, lying: int, hands: tuple[int, ...]) -> int:
        if not self.knows(lying, hands):
            raise BadValue(
                "{lying} lying and hands {hands} are not in the solution of {edition} for "
                "{players}: at most {most} dice, every player at least one, at most {different} "
                "different dice lying",
                lying=repr(lying),
                hands=repr(hands),
                edition=self.edition.id,
                players=self.players,
                most=self.most_dice,
                different=LYING - 1,
            )
        return hand_row(hands)


def check_base(edition: Edition, options: Options | None) -> None:
    """Raise unless the edition has no effects and its options leave its decisions as they are."""
    if edition.effects:
        raise BadValue(
            "{edition} has effects; the solver of interchangeable symbols is for strike-2012, "
            "strike-2020 and impact",
            edition=edition.id,
        )
    solved_rules(edition, options)
