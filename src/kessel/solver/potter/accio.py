"""What an Accio is worth: the die that its player takes, or leaves."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from kessel.solver.arrays import Bools, Ints, Values
from kessel.solver.memo import memo
from kessel.solver.potter.arena import TOPS, Loose, Spell
from kessel.solver.potter.layer import Axes, by_tower
from kessel.solver.potter.rules import PotterRules
from kessel.solver.potter.towers import SPELL_LYING, towers

IMPOSSIBLE = -1.0
"""Less than any chance: what cannot be chosen."""


@dataclass(frozen=True, slots=True)
class Summonable:
    """What can lie loose when an Accio works."""

    ways: Ints
    less: Ints
    """[way, option]: what is left of it; -1 where there are no more options."""
    symbols: tuple[int, ...]
    """Those of a tower that may be taken."""

    @property
    def there(self) -> Bools:
        """[way, option]: whether there is one."""
        return np.asarray(self.less >= 0)

    @classmethod
    def of(cls, loose: Loose, few: int, *, immobulus: bool) -> "Summonable":
        """Among the first ways; whether an Immobulus may be taken."""
        ways = [
            way
            for way in range(few)
            if loose.immobulus[way] < 2 and not loose.lies(way, Spell.ACCIO)
        ]
        options = [
            list(loose.one_less(way))[0 if immobulus or not loose.immobulus[way] else 1 :]
            for way in ways
        ]
        padded = [one + [-1] * (SPELL_LYING - len(one)) for one in options]
        symbols = [n for n, spell in enumerate(TOPS) if immobulus or spell != Spell.IMMOBULUS]
        return cls(np.array(ways), np.array(padded), tuple(symbols))


class Accio:
    """The choices of all positions, as the rules allow them."""

    def __init__(self, loose: Loose, rules: PotterRules) -> None:
        self._loose, self._rules = loose, rules

    def worth(self, turn: list[Values], height: int) -> Values:
        """The best of taking a loose die, one of the tower, or none."""
        shape = Axes(*turn[height].shape)
        few = min(self._loose.up_to(SPELL_LYING), shape.loose)
        value = np.zeros(shape._replace(loose=few))
        able = self._able(few)
        declined = turn[height][:, able.ways]
        best = declined.copy() if self._rules.may_decline else np.full_like(declined, IMPOSSIBLE)
        for option, there in zip(able.less.T, able.there.T, strict=True):
            best[:, there] = np.maximum(best[:, there], turn[height][:, option[there]])
        if height:
            lower = by_tower(turn[height - 1])
            lower = np.concatenate([lower, np.full((*lower.shape[:2], 1), IMPOSSIBLE)], axis=2)
            beside = lower[able.ways, : shape.other]
            for symbol, above in product(able.symbols, range(height)):
                there = towers(height).without(symbol, above).reshape(len(TOPS), -1)
                for top in range(len(TOPS)):
                    best[top] = np.maximum(best[top], beside[:, :, there[top]])
        value[:, able.ways] = np.where(best == IMPOSSIBLE, declined, best)
        return value

    @memo
    def _able(self, few: int) -> Summonable:
        return Summonable.of(self._loose, few, immobulus=self._rules.accio_takes_immobulus)
