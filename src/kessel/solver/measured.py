"""The chance model fitted to the physics: read from the file that `kessel calibrate` wrote.

For each kind of throw and number of lying dice the file has the distribution of how many dice
fell again and how many left, with the number of throws; how it was measured is not known here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from kessel.errors import BadValue, ParseError
from kessel.solver.chance import POUR, Movement, binomial, check_throw
from kessel.throws.aim import KINDS

FORMAT = 1
SHIPPED = "measured.json"

Key = tuple[str, int]
"""(kind of throw, dice lying); of a pour (`all`, dice poured)."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The distribution of movements, estimated from a number of throws."""

    throws: int
    movements: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class MeasuredChance:
    """Dice as the physics moves them, as measured.

    >>> from kessel import shipped
    >>> measured = shipped("oval")
    >>> isinstance(measured, MeasuredChance), measured.kinds
    (True, ('gentle', 'firm', 'wild'))
    """

    arena: str
    physics: str
    """Version of the physics that was measured."""
    digest: str
    """Tells two measurements apart."""
    counts: Mapping[Key, Counts]

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def name(self) -> str:
        """`measured` with arena, physics and measurement."""
        return f"measured {self.arena} physics={self.physics} {self.digest}"

    @property
    def kinds(self) -> tuple[str, ...]:
        """Three ways to throw a die."""
        return KINDS

    def movements(self, kind: str, thrown: int, lying: int) -> tuple[Movement, ...]:
        """As measured; beyond the largest number of dice measured, as with that number."""
        check_throw(KINDS, kind, thrown, lying)
        if kind == POUR:
            return self._poured(thrown)
        known = [dice for name, dice in self.counts if name == kind]
        nearest = min(lying, max(known))
        # Dice beyond the most that were measured are not reached.
        found = self.counts[kind, nearest].movements
        return found if thrown == 1 else _thrown_together(found, thrown)

    def _poured(self, thrown: int) -> tuple[Movement, ...]:
        """Losses of a handful, die by die: measured together they are rare and independent."""
        known = sorted(dice for name, dice in self.counts if name == POUR)
        nearest = min(known, key=lambda dice: abs(dice - thrown))
        found = self.counts[POUR, nearest].movements
        lost = sum(m.probability * (nearest - m.staying) for m in found) / nearest
        return tuple(
            Movement(chance, 0, 0, thrown - gone) for gone, chance in binomial(thrown, lost)
        )


def shipped(arena: str) -> MeasuredChance:
    """The measured model that comes with the package, for one arena.

    >>> shipped("oval").name
    'measured oval physics=1 cf7b18188b42'
    """
    if not isinstance(arena, str):
        raise BadValue(f"an arena is named by text, such as oval, not by {arena!r}")
    return _shipped(arena)


@lru_cache(maxsize=8)
def _shipped(arena: str) -> MeasuredChance:
    file = resources.files("kessel.solver").joinpath("data", SHIPPED)
    if not file.is_file():
        raise BadValue("no measured model comes with this version; `kessel calibrate` makes one")
    return read_measured(file.read_text("utf-8"), arena)


def read_measured(text: str, arena: str) -> MeasuredChance:
    """One arena's model out of the text of a measurement."""
    try:
        data: dict[str, Any] = json.loads(text)
        if data["format"] != FORMAT:
            raise ParseError(f"a measurement of format {data['format']}; this reads {FORMAT}")
        if arena not in data["arenas"]:
            raise BadValue(f"arena {arena!r} was not measured; {' '.join(data['arenas'])} were")
        rows = data["arenas"][arena]
        counts = {(row["kind"], int(row["dice"])): _read_counts(row) for row in rows}
    except (ValueError, KeyError, TypeError) as error:
        raise ParseError(f"this is not a measurement of throws: {error!r}") from None
    return MeasuredChance(arena, str(data["physics"]), str(data["digest"]), counts)


def _read_counts(row: dict[str, Any]) -> Counts:
    return Counts(
        int(row["throws"]),
        tuple(
            Movement(float(chance), int(struck), int(gone), int(staying))
            for struck, gone, staying, chance in row["movements"]
        ),
    )


def _thrown_together(found: tuple[Movement, ...], thrown: int) -> tuple[Movement, ...]:
    """A pile of dice: it strikes as one die would; its dice are lost as often as a single one."""
    lost = sum(m.probability for m in found if m.staying == 0)
    moves: dict[tuple[int, int, int], float] = {}
    for move in found:
        for gone, chance in binomial(thrown, lost):
            key = (move.struck, move.knocked_out, thrown - gone)
            moves[key] = moves.get(key, 0.0) + move.probability * chance
    return tuple(Movement(chance, *key) for key, chance in sorted(moves.items()))
