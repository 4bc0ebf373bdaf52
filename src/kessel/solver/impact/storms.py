"""The lightning storm, two players, exactly: what lies before it and what the extra throw makes.

Two lightnings call the other player to throw one die onto everything that lies there, sets and
all, so here the number of dice of every symbol counts: lightnings, and the others in order.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb, prod

import numpy as np

from kessel.solver.arrays import Values
from kessel.solver.chance import ChanceModel, binomial

OTHERS = 4
"""Symbols besides the active element."""
Counts = tuple[int, ...]
"""Dice of each of the other symbols, in falling order."""
Stormy = tuple[int, Counts]
"""Two lightnings or more, and the others."""


def landings(
    model: ChanceModel, kind: str, thrown: int, special: int, others: int
) -> dict[Stormy, float]:
    """How the symbols lie after a throw onto `special` lightnings and `others` different others."""
    result: dict[Stormy, float] = {}
    for move in model.movements(kind, thrown, special + others):
        moved = move.struck + move.knocked_out
        ways = comb(special + others, moved)
        for hit in range(max(0, moved - others), min(special, moved) + 1):
            chance = move.probability * comb(special, hit) * comb(others, moved - hit) / ways
            resting = (1,) * (others - moved + hit)
            for (fresh, counts), share in _fallen(resting, move.struck + move.staying):
                key = (special - hit + fresh, counts)
                result[key] = result.get(key, 0.0) + chance * share
    return result


@lru_cache(maxsize=4096)
def _fallen(resting: Counts, falling: int) -> tuple[tuple[Stormy, float], ...]:
    found: dict[Stormy, float] = {}
    for kept, chance in binomial(falling, 5 / 6):
        for fresh, share in binomial(kept, 1 / 5):
            for counts, part in _filled(resting + (0,) * (OTHERS - len(resting)), kept - fresh):
                key = (fresh, counts)
                found[key] = found.get(key, 0.0) + chance * share * part
    return tuple(found.items())


@lru_cache(maxsize=4096)
def _filled(counts: Counts, dice: int) -> tuple[tuple[Counts, float], ...]:
    """What becomes of the counts when `dice` dice fall on the other symbols, all equally likely."""
    if not dice:
        return ((counts, 1.0),)
    found: dict[Counts, float] = {}
    for before, chance in _filled(counts, dice - 1):
        for symbol in range(OTHERS):
            grown = sorted((n + (i == symbol) for i, n in enumerate(before)), reverse=True)
            found[tuple(grown)] = found.get(tuple(grown), 0.0) + chance / OTHERS
    return tuple(found.items())


def after_extra_throw(model: ChanceModel, kind: str, stormy: Stormy, most: int) -> Values:
    """[lightnings, others seen once, dice of all others]: what lies after one more die."""
    special, counts = stormy
    lying = special + sum(counts)
    falls = _falls(model, kind, lying)
    result = np.zeros((most + 2, OTHERS + 1, most + 2))
    weights: dict[tuple[int, int, int, int, int], float] = {}
    for resting, left, ways in _resting(special, counts):
        rest = sum(left)
        moved = lying - resting - rest
        once, more = sum(n == 1 for n in left), sum(n > 1 for n in left)
        share = ways / comb(lying, moved)
        for falling, chance in falls[moved]:
            key = (resting, rest, once, more, falling)
            weights[key] = weights.get(key, 0.0) + share * chance
    for (resting, rest, once, more, falling), weight in weights.items():
        fallen = _fallen_classes(once, more, falling)
        result[resting : resting + falling + 1, :, rest : rest + falling + 1] += weight * fallen
    return result


def _falls(model: ChanceModel, kind: str, lying: int) -> list[list[tuple[int, float]]]:
    """By how many lying dice moved: (dice that fall and stay, probability)."""
    falls: list[dict[int, float]] = [{} for _ in range(lying + 1)]
    for move in model.movements(kind, 1, lying):
        found = falls[move.struck + move.knocked_out]
        falling = move.struck + move.staying
        found[falling] = found.get(falling, 0.0) + move.probability
    return [list(found.items()) for found in falls]


def _resting(special: int, counts: Counts) -> Iterator[tuple[int, Counts, int]]:
    """Which dice may stay where they lie: lightnings, others, and in how many ways."""
    held = (special, *counts)
    for left in product(*(range(n + 1) for n in held)):
        yield left[0], left[1:], prod(comb(n, k) for n, k in zip(held, left, strict=True))


@lru_cache(maxsize=4096)
def _fallen_classes(once: int, more: int, falling: int) -> Values:
    """[fresh lightnings, symbols seen once, dice of other symbols fallen]."""
    result = np.zeros((falling + 1, OTHERS + 1, falling + 1))
    for kept, chance in binomial(falling, 5 / 6):
        for fresh, share in binomial(kept, 1 / 5):
            for singles, part in _singles_beside(once, more, kept - fresh):
                result[fresh, singles, kept - fresh] += chance * share * part
    result.setflags(write=False)
    return result


@lru_cache(maxsize=4096)
def _singles_beside(once: int, more: int, falling: int) -> tuple[tuple[int, float], ...]:
    cells: dict[tuple[int, int], float] = {(once, more): 1.0}
    for _ in range(falling):
        grown: dict[tuple[int, int], float] = {}
        for (single, several), chance in cells.items():
            for key, ways in (
                ((single - 1, several + 1), single),
                ((single, several), several),
                ((single + 1, several), OTHERS - single - several),
            ):
                if ways:
                    grown[key] = grown.get(key, 0.0) + chance * ways / OTHERS
        cells = grown
    singles: dict[int, float] = {}
    for (single, _), chance in cells.items():
        singles[single] = singles.get(single, 0.0) + chance
    return tuple(singles.items())
