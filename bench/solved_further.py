"""How large games with effects are, and how long they would take at the least.

Positions at the start of a turn are counted, nothing is solved but stone for two as a measure:
hours are its processor time for each position and seat, times the positions and seats of the
other. With three players sweeps are not accelerated and can cycle, which adds to that.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb

from kessel.rules.edition import find_edition
from kessel.solver.chance import IdealChance
from kessel.solver.impact.tables import ImpactTable

OTHERS = 4
"""Symbols beside one."""


@dataclass(frozen=True, slots=True)
class Size:
    """A game: what can lie, and what a supply is."""

    name: str
    edition: str
    players: int
    swamp: bool = False
    """Any number of one symbol lie, not at most one."""
    told_apart: bool = False
    """The other symbols have effects of their own, so which of them lie counts."""
    piles: bool = False
    """Dice of a supply lie in piles."""

    def arenas(self, dice: int) -> Iterator[tuple[int, int]]:
        """(dice that lie, ways in which they can lie)."""
        for special in range(dice + 1 if self.swamp else 2):
            for others in range(OTHERS + 1):
                yield special + others, comb(OTHERS, others) if self.told_apart else 1

    def positions(self) -> int:
        """At the start of a turn, by seats from the active one on, however many are left."""
        dice = self.players * find_edition(self.edition).hand(self.players) + 1
        return sum(
            ways * self._supplies(number, dice - lying)
            for number in range(2, self.players + 1)
            for lying, ways in self.arenas(dice)
        )

    def _supplies(self, players: int, most: int) -> int:
        """Ways in which so many hold at least a die each and at most so many together."""
        if players == 0:
            return 1
        of = partitions if self.piles else lambda _: 1
        return sum(
            of(held) * self._supplies(players - 1, most - held)
            for held in range(1, most - players + 2)
        )


@cache
def partitions(dice: int, largest: int | None = None) -> int:
    """Ways in which dice lie loose or in piles: a pile of one is a loose die."""
    most = dice if largest is None else min(dice, largest)
    return 1 if dice == 0 else sum(partitions(dice - k, k) for k in range(1, most + 1))


GAMES = (
    Size("water, two", "impact-power", 2, swamp=True),
    Size("air, fire or lightning, two", "impact-power", 2),
    Size("stone, two", "impact-power", 2, piles=True),
    Size("water, three", "impact-power", 3, swamp=True),
    Size("air, fire or lightning, three", "impact-power", 3),
    Size("stone, three", "impact-power", 3, piles=True),
    Size("Avatar with all five, two", "impact-avatar", 2, True, True, True),
    Size("Avatar with all five, three", "impact-avatar", 3, True, True, True),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    begin = time.process_time()
    known = ImpactTable.solve("impact-power", "stone", 2, IdealChance()).about
    each = (time.process_time() - begin) / (2 * known.states)
    print(f"stone, two: {known.states} positions, {each * 1e6:.0f} µs a position and seat\n")
    print("| game | positions | hours at least |\n|---|---|---|")
    for game in GAMES:
        hours = each * game.positions() * game.players / 3600
        print(f"| {game.name} | {game.positions():,} | {hours:.2g} |")
        if args.json:
            print(json.dumps({"game": game.name, "positions": game.positions(), "hours": hours}))


if __name__ == "__main__":
    main()
