"""The positions of a game of Impact, numbered: what lies, and what every player holds.

Positions with as many dice in play are a layer. In a layer they stand by how many dice lie, by what
these show, then by hands. A player is a seat, counted in playing order from the active one on.
"""

from collections.abc import Iterator

import numpy as np

from kessel.rules.edition import Effect
from kessel.solver.arrays import Ints
from kessel.solver.chance import POUR, SYMBOLS
from kessel.solver.impact.supplies import NONE, Supplies

Throw = tuple[str, int, int]
"""The kind of a throw, dice that lie, dice thrown as one."""


Shown = tuple[int, ...]
"""Dice that show each symbol."""


class Symbols:
    """All ways for up to `most` dice to show symbols, of which so many have an effect; numbered.

    Symbols with an effect come first and are told apart. The others are interchangeable: their
    numbers of dice stand in falling order.
    """

    def __init__(self, effects: int, most: int) -> None:
        self.most = most
        self._effects = effects
        self._radix = (most + 1) ** np.arange(SYMBOLS)
        found = (np.array(list(_ways(effects, dice))) for dice in range(most + 1))
        self.ways = [ways[(ways @ self._radix).argsort()] for ways in found]
        """By dice: [number, symbol], how many show it."""
        self._codes = [ways @ self._radix for ways in self.ways]

    def numbers(self, dice: int, ways: Ints) -> Ints:
        """The numbers of these ways of so many dice."""
        plain = -np.sort(-ways[:, self._effects :], axis=1)
        codes = np.hstack([ways[:, : self._effects], plain]) @ self._radix
        return np.searchsorted(self._codes[dice], codes)


def _ways(effects: int, dice: int) -> Iterator[Shown]:
    def rest(symbol: int, left: int, largest: int) -> Iterator[Shown]:
        if symbol == SYMBOLS:
            if not left:
                yield ()
            return
        for count in range(min(left, largest) + 1):
            yield from (
                (count, *others)
                for others in rest(symbol + 1, left - count, largest if symbol < effects else count)
            )

    return rest(0, dice, dice)


class Board:
    """The numbers of everything in a game with these effects at work."""

    def __init__(
        self, effects: tuple[Effect, ...], players: int, most: int, symbols: Symbols | None = None
    ) -> None:
        """`symbols` are those of the same game with other players, if there are any."""
        self.effects, self.players, self.most = effects, players, most
        self.symbols = symbols or Symbols(len(effects), most)
        self.supplies = Supplies(players, most, piles=Effect.BOULDERS in effects)
        self.lying = [self._may_lie(dice) for dice in range(most + 1)]
        """By dice: which ways of so many can lie when somebody may throw: none that are taken."""
        self._place = [self._places(dice) for dice in range(most + 1)]
        self._first = [self._starts(dice) for dice in range(most + 1)]

    def symbol(self, effect: Effect) -> int | None:
        """The symbol with that effect, if it is at work."""
        return self.effects.index(effect) if effect in self.effects else None

    def places(self, dice: int, ways: Ints) -> Ints:
        """Where ways stand among those that can lie."""
        return self._place[dice][ways]

    def place(self, dice: int, way: int) -> int | None:
        """Where one way stands; None if it cannot lie."""
        place = int(self._place[dice][way])
        return None if place == NONE else place

    def positions(self, dice: int) -> int:
        """Positions of a layer, those in which somebody has no dice included."""
        return self._first[dice][-1]

    def first(self, dice: int, lying: int) -> int:
        """The first position of a layer in which so many dice lie."""
        return self._first[dice][lying]

    def at(self, dice: int, lying: int, places: Ints, hands: Ints) -> Ints:
        """Positions of a layer: for every place of what lies, one after another, those hands."""
        first = self.first(dice, lying) + places * len(self.supplies.hands[dice - lying])
        return np.asarray((first[:, None] + self.supplies.numbers(hands)).reshape(-1))

    def held(self, dice: int) -> Ints:
        """[position, seat]: dice held, in a layer."""
        return np.concatenate(
            [
                np.tile(self.supplies.dice[self.supplies.hands[dice - lying]], (len(places), 1))
                for lying, places in enumerate(self.lying[: dice + 1])
            ]
        )

    def throws(self, dice: int, kinds: tuple[str, ...]) -> tuple[dict[Throw, int], int]:
        """The first of all throws of a kind in a layer, for every place and hands left after it;
        and how many there are."""
        starts: dict[Throw, int] = {}
        count = 0
        for lying in range(dice):
            for unit in self.supplies.units(dice - lying):
                for kind in kinds:
                    starts[kind, lying, unit] = count
                    left = len(self.supplies.hands[dice - lying - unit])
                    count += len(self.lying[lying]) * left
        for unit in range(1, dice + 1):
            starts[POUR, 0, unit] = count
            count += len(self.supplies.hands[dice - unit])
        return starts, count

    def turns(self) -> int:
        """Positions at the start of a turn, of all layers."""
        layers = range(self.most + 1)
        return sum(int((self.held(dice) > 0).all(axis=1).sum()) for dice in layers)

    def seen(self, dice: int, lying: int | None = None) -> int:
        """Ways and hands of a layer, whatever lies; or those in which fewer than so many dice
        do."""
        below = dice + 1 if lying is None else lying
        hands = self.supplies.hands
        return sum(len(self.symbols.ways[n]) * len(hands[dice - n]) for n in range(below))

    def _may_lie(self, dice: int) -> Ints:
        single = self.symbols.ways[dice] <= 1
        swamp = self.symbol(Effect.SWAMP)
        if swamp is not None:
            single[:, swamp] = True
        return np.flatnonzero(single.all(axis=1))

    def _places(self, dice: int) -> Ints:
        places = np.full(len(self.symbols.ways[dice]), NONE)
        places[self.lying[dice]] = np.arange(len(self.lying[dice]))
        return places

    def _starts(self, dice: int) -> list[int]:
        sizes = [
            len(self.lying[lying]) * len(self.supplies.hands[dice - lying])
            for lying in range(dice + 1)
        ]
        return [0, *np.cumsum(sizes).tolist()]
