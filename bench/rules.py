"""How many steps a second `apply` makes in pure Python, per edition, on one core.

Games are played beforehand with ideal dice; only `apply` is timed, over the same moves again.
"""

import json
import random
import time

from kessel.rules.awaits import (
    AwaitAccio,
    AwaitChoice,
    AwaitColumn,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
)
from kessel.rules.edition import EDITIONS
from kessel.rules.engine import apply, awaited, new_game
from kessel.rules.faces import Face, all_faces
from kessel.rules.moves import (
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    Seat,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    Unit,
    WinColumn,
)
from kessel.rules.state import GameState

STEPS = 20_000
ROUNDS = 5
STRIKE = 0.3
"""Chance that a lying die falls anew."""


def answer(state: GameState, chance: random.Random) -> Move:
    """A move for whatever is awaited, with dice thrown by `chance`."""
    match awaited(state):
        case AwaitStartDie():
            return StartDie(chance.choice(state.edition.symbols))
        case AwaitThrow(player, units):
            return throw(state, player, chance.choice(units), chance)
        case AwaitChoice(player, units):
            stops = chance.random() < 0.5
            return EndTurn() if stops else throw(state, player, chance.choice(units), chance)
        case AwaitExtra(allowed):
            units_of = {seat: chance.choice(units) for seat, units in allowed.items()}
            dice = sum(size(state, seat, unit) for seat, unit in units_of.items())
            return ExtraThrow(units_of, Landing(fall(state, dice, chance)))
        case AwaitColumn(players):
            return WinColumn(chance.choice(players))
        case AwaitAccio(_, faces, _):
            return TakeAccio(chance.choice(faces))
        case AwaitStack(_, faces):
            return StackTower(tuple(chance.sample(faces, len(faces))))
        case other:
            raise AssertionError(other)


def throw(state: GameState, seat: Seat, unit: Unit, chance: random.Random) -> Throw:
    return Throw(unit, Landing(fall(state, size(state, seat, unit), chance)))


def size(state: GameState, seat: Seat, unit: Unit) -> int:
    """How many dice a unit has."""
    if unit == "all":
        return state.supply(seat)
    kind, _, index = unit.partition(":")
    return state.piles[seat][int(index)] if kind == "pile" else 1


def fall(state: GameState, dice: int, chance: random.Random) -> tuple[Face, ...]:
    """The arena after a throw of that many ideal dice."""
    faces = state.edition.faces
    lying = all_faces(state.arena)
    kept = [chance.choice(faces) if chance.random() < STRIKE else face for face in lying]
    return (*kept, *(chance.choice(faces) for _ in range(dice)))


def played(edition: str, chance: random.Random) -> list[tuple[GameState, Move]]:
    """At least `STEPS` pairs of a state and the move made in it."""
    pairs: list[tuple[GameState, Move]] = []
    while len(pairs) < STEPS:
        state = new_game(edition, chance.randint(2, 5))
        while not state.is_over:
            move = answer(state, chance)
            pairs.append((state, move))
            state = apply(state, move).state
    return pairs


def steps_per_second(pairs: list[tuple[GameState, Move]]) -> float:
    """By CPU time, the best of a few rounds: noise on a shared machine only ever slows."""
    best = 0.0
    for _ in range(ROUNDS):
        begin = time.process_time()
        for state, move in pairs:
            apply(state, move)
        best = max(best, len(pairs) / (time.process_time() - begin))
    return best


def main() -> None:
    table = {}
    for edition in EDITIONS:
        table[edition] = round(steps_per_second(played(edition, random.Random(edition))))
    print(f"{'edition':<15}{'apply, steps/s':>16}{'against strike-2020':>22}")
    for edition, rate in table.items():
        print(f"{edition:<15}{rate:>16,}{rate / table['strike-2020']:>22.2f}")
    print(json.dumps({"bench": "rules", "steps_per_second": table}))


if __name__ == "__main__":
    main()
