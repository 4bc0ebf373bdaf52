"""Chance models, effects and strategies of games with effects as arrays for the compiled loop."""

from collections.abc import Sequence
from itertools import product
from math import isclose

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.fast.effect_kernel import Players
from kessel.fast.tables import UNITS, as_array, each_once
from kessel.fast.throws import EffectDice
from kessel.rules.edition import Effect, find_edition
from kessel.rules.setup import Hand, position
from kessel.rules.state import Phase
from kessel.solver.actions import STOP, best_action
from kessel.solver.base.position import LYING
from kessel.solver.base.strategies import Habit
from kessel.solver.chance import POUR, ChanceModel, Movement, leaving
from kessel.solver.impact.tables import ImpactTable

EffectStrategy = Habit | ImpactTable
"""How a seat plays: by how many pieces lie, or by the solved table of a game of two."""
TOGETHER = 2
"""Dice thrown together to see whether they strike as one and are lost one by one."""


def effect_dice(model: ChanceModel, most: int) -> EffectDice:
    """Every throw there can be in a game of that many dice."""
    cases = [[_cases(model, kind, lying) for lying in range(most + 1)] for kind in model.kinds]
    lost = [[_lost(model, kind, lying) for lying in range(most + 1)] for kind in model.kinds]
    leaves = [
        [leaving(model.movements(kind, 1, lying)) for lying in range(most + 1)]
        for kind in model.kinds
    ]
    return EffectDice(
        as_array(cases),
        np.rint(np.array(lost) * UNITS).astype(np.int64),
        np.rint(np.array(leaves) * UNITS).astype(np.int64),
        _poured(model, most),
    )


def _cases(model: ChanceModel, kind: str, lying: int) -> list[list[int]]:
    moves = sorted(model.movements(kind, 1, lying), key=lambda move: -move.probability)
    limits = np.rint(np.cumsum([move.probability for move in moves]) * UNITS).astype(int)
    limits[np.searchsorted(limits, limits[-1]) :] = UNITS
    return [
        [int(limit), move.struck, move.knocked_out, move.staying]
        for limit, before, move in zip(limits, [0, *limits[:-1]], moves, strict=True)
        if limit > before
    ]


def _lost(model: ChanceModel, kind: str, lying: int) -> float:
    """How often a thrown die is lost, the same for several that are thrown together."""
    lost = sum(move.probability * (1 - move.staying) for move in model.movements(kind, 1, lying))
    one, both = _struck(model.movements(kind, 1, lying)), model.movements(kind, TOGETHER, lying)
    kept = sum(move.probability for move in both if move.staying == TOGETHER)
    together = _struck(both)
    alike = one.keys() == together.keys() and all(
        isclose(one[key], together[key], abs_tol=1e-9) for key in one
    )
    if not alike or not isclose(kept, (1.0 - lost) ** TOGETHER, abs_tol=1e-9):
        raise BadValue(
            f"{model.name}: dice thrown together have to strike as one does and to be lost "
            "independently of each other"
        )
    return lost


def _struck(moves: Sequence[Movement]) -> dict[tuple[int, int], float]:
    found: dict[tuple[int, int], float] = {}
    for move in moves:
        key = (move.struck, move.knocked_out)
        found[key] = found.get(key, 0.0) + move.probability
    return found


def _poured(model: ChanceModel, most: int) -> NDArray[np.int64]:
    found = np.full((most + 1, most + 1, 2), UNITS, np.int64)
    for thrown in range(1, most + 1):
        staying = np.zeros(thrown + 1)
        for move in model.movements(POUR, thrown, 0):
            staying[move.staying] += move.probability
        order = np.argsort(-staying)
        limits = np.rint(np.cumsum(staying[order]) * UNITS).astype(np.int64)
        limits[-1] = UNITS
        found[thrown, : thrown + 1, 0], found[thrown, : thrown + 1, 1] = limits, order
    return found


def effect_players(model: ChanceModel, strategies: Sequence[EffectStrategy]) -> Players:
    """Strategies as arrays."""
    different, of_seat = each_once(strategies)
    kinds = len(model.kinds)
    nothing = Habit((0.0,) * LYING, (1.0,) + (0.0,) * (kinds - 1))
    habits = [one if isinstance(one, Habit) else nothing for one in different]
    for habit in habits:
        if len(habit.kinds) != kinds:
            raise BadValue(f"{len(habit.kinds)} kinds of throw: {model.name} has {kinds}")
    return Players(
        of_seat,
        _limits([habit.go_on for habit in habits]),
        _limits([np.cumsum(habit.kinds) for habit in habits]),
        np.array([int(habit.keep_last) for habit in habits]),
        np.array([int(isinstance(one, ImpactTable)) for one in different]),
        _policies(model, different),
    )


def _limits(shares: Sequence[Sequence[float] | NDArray[np.float64]]) -> NDArray[np.int64]:
    return np.asarray(np.rint(np.array(shares, float) * UNITS), np.int64)


def _policies(model: ChanceModel, strategies: Sequence[EffectStrategy]) -> NDArray[np.int8]:
    tables = [one for one in strategies if isinstance(one, ImpactTable)]
    if not tables:
        return np.zeros((len(strategies), 2, 0, 0, 0, 0), np.int8)
    shape = np.max([_shape(one) for one in tables], axis=0)
    found = np.zeros((len(strategies), 2, *shape), np.int8)
    for number, one in enumerate(strategies):
        if isinstance(one, ImpactTable):
            if one.about.model != model.name:
                raise BadValue(f"a table over {one.about.model} is not one over {model.name}")
            _fill(found[number], one)
    return found


def _shape(table: ImpactTable) -> tuple[int, int, int, int]:
    """Dice of the element and others that can lie, and those that both can hold."""
    edition, most = find_edition(table.about.edition), 2 * table.about.hand + 1
    swamp = edition.effects[table.about.element or ""] is Effect.SWAMP
    return most if swamp else 2, len(edition.symbols), most + 1, most + 1


def _fill(actions: NDArray[np.int8], table: ImpactTable) -> None:
    """The best actions; where the other has no dice left, to stop."""
    actions[1] = -1
    element = table.about.element or ""
    edition = find_edition(table.about.edition)
    plain = [face for face in edition.symbols if face != element]
    most = 2 * table.about.hand + 1
    names = (STOP, *table.about.kinds)
    for special, others in product(range(_shape(table)[0]), range(len(plain) + 1)):
        arena = (*[element] * special, *plain[:others])
        for own, other in product(range(1, most), repeat=2):
            if len(arena) + own + other > most:
                continue
            state = position(edition, (Hand(own), Hand(other)), arena, elements=(element,))
            for number, phase in enumerate((Phase.THROW, Phase.CHOICE)):
                asked = state._replace(phase=phase)
                if (arena or number) and table.knows(asked):
                    best = names.index(best_action(table.actions(asked)))
                    actions[number, special, others, own, other] = best - 1
