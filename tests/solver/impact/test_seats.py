"""Impact with one element, three players: two players as the other solver has them, and small games
of three once more by brute force on the rules."""

from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.rules.engine import Hand, apply, position
from kessel.rules.moves import ALL, ONE, EndTurn, Landing, Move, Throw, WinColumn
from kessel.rules.state import GameState, Phase
from kessel.rules.turn import must_throw_all
from kessel.solver.actions import TIE
from kessel.solver.chance import IdealChance
from kessel.solver.effect_table import Cycles
from kessel.solver.impact import seats
from kessel.solver.impact.column import column_weights
from kessel.solver.impact.powers import solve_power
from kessel.solver.impact.seats import ELEMENTS, solve_seats
from kessel.solver.measured import shipped

if TYPE_CHECKING:
    from kessel.solver.arrays import Values

STRIKE, LOSS = 0.4, 0.1
MODEL = IdealChance(STRIKE, LOSS)
FACES = find_edition("impact-power").faces
OUT, REST = "out", "rest"
SETTLED = 1e-13

Key = tuple[int, int, tuple[int, ...], int, Phase]


@pytest.mark.parametrize("element", ELEMENTS)
def test_two_players_are_solved_as_by_the_other_solver(element: str) -> None:
    ours, theirs = solve_seats(element, 2, MODEL, 3), solve_power(element, MODEL, 3).about
    assert ours.seats == pytest.approx(theirs.seats, abs=1e-13)
    assert ours.states == theirs.states
    assert ours.exploitability < 1e-12


@pytest.mark.parametrize("element", ELEMENTS)
def test_brute_force_on_the_rules_finds_the_same_of_three(element: str) -> None:
    start = position("impact-power", [Hand(1)] * 3, (element,), elements=[element])
    solution = solve_seats(element, 3, MODEL, 1)
    assert solution.seats == pytest.approx(BruteForce(element, start).start.tolist(), abs=1e-10)
    assert sum(solution.seats) == pytest.approx(1.0, abs=1e-12)
    assert solution.exploitability < 1e-12


def test_a_policy_that_can_be_exploited_is() -> None:
    """The control of the exploitability: players who never go on."""
    game = solve_seats("fire", 3, MODEL, 2).games[-1]
    assert game.gain() < 1e-12
    game.policy[:] = 0
    assert game.gain() > 0.01


def test_what_is_not_solved_is_refused() -> None:
    for element, players in (("lightning", 3), ("water", 4)):
        with pytest.raises(BadValue, match="water air fire are, with two and three"):
            solve_seats(element, players, MODEL)


def test_a_cycle_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "SWEEPS", {1.0: 3})
    with pytest.raises(Cycles, match="3 sweeps found no equilibrium of 2 players"):
        solve_seats("air", 3, MODEL, 1)


@pytest.mark.long
@pytest.mark.parametrize("element", [pytest.param("water", marks=pytest.mark.series), "fire"])
def test_the_page_has_the_values_of_three(element: str) -> None:
    solution = solve_seats(element, 3, IdealChance())
    assert solution.exploitability < 1e-13
    shares = " | ".join(f"{share:.6f}" for share in solution.seats)
    page = (Path(__file__).parents[3] / "docs/explanation/solver-effects.md").read_text("utf-8")
    assert f"| {element} | {shares} | {solution.states:,} | " in page


@pytest.mark.long
def test_a_cycle_ends_where_not_all_switch_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    model = shipped(find_edition("impact-power").arena)
    solution = solve_seats("fire", 3, model)
    assert solution.exploitability < 1e-13
    monkeypatch.setattr(seats, "SWEEPS", {1.0: 500})
    with pytest.raises(Cycles, match="500 sweeps found no equilibrium of 3"):
        solve_seats("fire", 3, model)


@pytest.mark.long
def test_air_cycles() -> None:
    with pytest.raises(Cycles, match="no equilibrium of 3 players with the hurricane"):
        solve_seats("air", 3, IdealChance())


class BruteForce:
    """What every player wins at the start, by sweeping over all positions that can follow it."""

    def __init__(self, element: str, start: GameState) -> None:
        self._element = element
        self._states: dict[Key, GameState] = {}
        self._actions: dict[Key, list[dict[Key, float]]] = {}
        waiting = [self._known(start)]
        while waiting:
            key = waiting.pop()
            if key in self._actions:
                continue
            self._actions[key] = self._after(self._states[key])
            waiting += [there for action in self._actions[key] for there in action]
        self._value: dict[Key, Values] = {key: np.zeros(3) for key in self._actions}
        while self._sweep() > SETTLED:
            pass
        self.start = self._value[self._key(start)]

    def _key(self, state: GameState) -> Key:
        special = state.arena.count(self._element)
        active = state.winners[0] if state.is_over else state.active
        return special, len(state.arena) - special, state.hands, active, state.phase

    def _known(self, state: GameState) -> Key:
        return self._key(self._states.setdefault(self._key(state), state))

    def _after(self, state: GameState) -> list[dict[Key, float]]:
        if state.phase is Phase.OVER:
            return []
        if state.phase is Phase.COLUMN:
            left = [player for player in range(3) if player not in state.eliminated]
            weights = column_weights([state.hands[player] for player in left])
            shares = [weight / sum(weights) for weight in weights]
            return [self._led(state, list(zip(map(WinColumn, left), shares, strict=True)))]
        unit = ALL if state.phase is Phase.THROW and must_throw_all(state) else ONE
        dice = state.hands[state.active] if unit == ALL else 1
        landings = _landings(tuple(map(str, state.arena)), dice)
        throw = self._led(state, [(Throw(unit, landing), share) for landing, share in landings])
        if state.phase is Phase.CHOICE:
            return [self._led(state, [(EndTurn(), 1.0)]), throw]
        return [throw]

    def _led(self, state: GameState, moves: list[tuple[Move, float]]) -> dict[Key, float]:
        found: dict[Key, float] = {}
        for move, share in moves:
            there = self._known(apply(state, move).state)
            found[there] = found.get(there, 0.0) + share
        return found

    def _sweep(self) -> float:
        change = 0.0
        for key, actions in self._actions.items():
            state = self._states[key]
            best = np.array([float(player in state.winners) for player in range(3)])
            for number, action in enumerate(actions):
                worth = np.sum([share * self._value[there] for there, share in action.items()], 0)
                if not number or worth[state.active] > best[state.active] + TIE:
                    best = worth
            change = max(change, float(np.abs(best - self._value[key]).max()))
            self._value[key] = best
        return change


@cache
def _landings(arena: tuple[str, ...], thrown: int) -> list[tuple[Landing, float]]:
    """Every way the dice can come to lie, die by die."""
    falls = [(OUT, LOSS), *((face, (1.0 - LOSS) / len(FACES)) for face in FACES)]
    struck = [(REST, 1.0 - STRIKE), *((what, STRIKE * chance) for what, chance in falls)]
    found: dict[tuple[tuple[str, ...], int], float] = {}
    for ways in product(*[struck] * len(arena), *[falls] * thrown):
        left = [
            arena[at] if what == REST else what for at, (what, _) in enumerate(ways) if what != OUT
        ]
        key = (tuple(sorted(left)), len(ways) - len(left))
        found[key] = found.get(key, 0.0) + float(np.prod([share for _, share in ways]))
    return [(Landing(dice, out), chance) for (dice, out), chance in found.items()]
