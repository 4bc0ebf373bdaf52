"""Strike 2012: an arena that only dice flying out left empty is a position of its own.

Small games are solved once more by brute force on the rules themselves: every landing, one by one.
"""

from functools import cache
from itertools import product
from random import Random

import pytest

from kessel.bots.bot import Sight
from kessel.bots.exact import Exact
from kessel.bots.valuation import Valuation
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import ALL, ONE, EndTurn, Landing, Throw
from kessel.rules.positions import read_state
from kessel.rules.state import GameState, Phase
from kessel.rules.turn import must_throw_all
from kessel.solver.base import Solution
from kessel.solver.base.odds import base_position, lying_in
from kessel.solver.base.policy_text import policy_text
from kessel.solver.base.position import LYING, arenas, dice_in, positions
from kessel.solver.base.solving import solve
from kessel.solver.chance import BARE, POUR, THROW, IdealChance, base_outcomes

OLD, NEW = find_edition("strike-2012"), find_edition("strike-2020")
STRIKE, LOSS = 0.4, 0.3
MODEL = IdealChance(STRIKE, LOSS)
OUT, REST = "out", "rest"
SETTLED = 1e-13

Key = tuple[int, tuple[int, ...], int, Phase, bool]


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(OLD, 2, MODEL)


class BruteForce:
    """The chance of player 0 in every position that can follow one, by sweeping over them all."""

    def __init__(self, start: GameState) -> None:
        self._states: dict[Key, GameState] = {}
        self._actions: dict[Key, list[dict[Key, float]]] = {}
        self._value: dict[Key, float] = {}
        waiting = [self._known(start)]
        while waiting:
            key = waiting.pop()
            if key in self._actions:
                continue
            self._actions[key] = [self._after(key, action) for action in self._open(key)]
            waiting += [there for action in self._actions[key] for there in action]
        self._value = dict.fromkeys(self._actions, 0.5)
        while self._sweep() > SETTLED:
            pass

    def value(self, state: GameState) -> float:
        return self._value[_key(state)]

    def _known(self, state: GameState) -> Key:
        return _key(self._states.setdefault(_key(state), state))

    def _open(self, key: Key) -> list[str]:
        state = self._states[key]
        if state.phase is Phase.OVER:
            return []
        if state.phase is Phase.CHOICE:
            return ["end", ONE]
        return [ALL] if must_throw_all(state) else [ONE]

    def _after(self, key: Key, action: str) -> dict[Key, float]:
        state = self._states[key]
        if action == "end":
            return {self._known(apply(state, EndTurn()).state): 1.0}
        thrown = state.supply(state.active) if action == ALL else 1
        found: dict[Key, float] = {}
        for landing, chance in _landings(tuple(state.arena), thrown):
            there = self._known(apply(state, Throw(action, landing)).state)
            found[there] = found.get(there, 0.0) + chance
        return found

    def _sweep(self) -> float:
        change = 0.0
        for key, actions in self._actions.items():
            state = self._states[key]
            if not actions:
                best = float(state.winners == (0,))
            else:
                worth = [
                    sum(chance * self._value[there] for there, chance in action.items())
                    for action in actions
                ]
                best = max(worth) if state.active == 0 else min(worth)
            change = max(change, abs(best - self._value[key]))
            self._value[key] = best
        return change


def _key(state: GameState) -> Key:
    """Symbols are interchangeable, and nothing but these matters."""
    bare = not state.arena and not must_throw_all(state)
    active = state.winners[0] if state.phase is Phase.OVER else state.active
    return len(state.arena), tuple(state.hands), active, state.phase, bare


@cache
def _landings(arena: tuple[str, ...], thrown: int) -> list[tuple[Landing, float]]:
    """Every way the dice can come to lie, die by die."""
    faces = OLD.faces
    falls = [(OUT, LOSS), *((face, (1.0 - LOSS) / len(faces)) for face in faces)]
    struck = [(REST, 1.0 - STRIKE), *((what, STRIKE * chance) for what, chance in falls)]
    found: dict[tuple[tuple[str, ...], int], float] = {}
    for ways in product(*[struck] * len(arena), *[falls] * thrown):
        chance, left, out = 1.0, [], 0
        for at, (what, share) in enumerate(ways):
            chance *= share
            if what == OUT:
                out += 1
            else:
                left.append(arena[at] if what == REST else what)
        key = (tuple(sorted(left)), out)
        found[key] = found.get(key, 0.0) + chance
    return [(Landing(dice, out), chance) for (dice, out), chance in found.items()]


SMALL = [
    "hands=1,2 arena=2 phase=throw",
    "hands=2,1 arena=2 phase=throw",
    "hands=2,1 arena=2 phase=choice",
    "hands=2,1 arena=- phase=throw emptied=out",
    "hands=2,2 arena=- phase=choice emptied=out",
    "hands=2,1 arena=- phase=throw emptied=x",
    "hands=2,1 arena=- phase=choice emptied=x",
]


@pytest.mark.parametrize("text", SMALL)
def test_brute_force_on_the_rules_finds_the_same(text: str, solution: Solution) -> None:
    state = read_state(f"strike-2012 {text}")
    lying, hands = base_position(state)
    value = solution.choice_value if state.phase is Phase.CHOICE else solution.turn_value
    assert BruteForce(state).value(state) == pytest.approx(value(lying, hands)[0], abs=1e-10)


def test_brute_force_by_the_other_rule_finds_something_else(solution: Solution) -> None:
    text = "hands=2,2 arena=- phase=choice emptied=out options=allin_cause:any"
    state = read_state(f"strike-2012 {text}")
    other = BruteForce(state).value(state)
    assert other == pytest.approx(solve(NEW, 2, MODEL).choice_value(0, (2, 2))[0], abs=1e-10)
    assert abs(other - solution.choice_value(BARE, (2, 2))[0]) > 1e-3


def test_only_strike_2012_tells_empty_arenas_apart() -> None:
    assert (arenas(OLD), arenas(NEW)) == (LYING + 1, LYING)
    assert [dice_in(lying) for lying in range(LYING + 1)] == [0, 1, 2, 3, 4, 5, 0]
    assert positions(2, 19, LYING + 1) - positions(2, 19) == positions(2, 19, 1)


@pytest.mark.parametrize(("kind", "thrown", "lying"), [(THROW, 1, 0), (THROW, 1, 3), (POUR, 4, 0)])
def test_an_arena_is_bare_when_every_die_flew_out(kind: str, thrown: int, lying: int) -> None:
    merged = base_outcomes(MODEL, kind, thrown, lying)
    apart = base_outcomes(MODEL, kind, thrown, lying, bare=True)
    assert apart[BARE, 0] == pytest.approx(LOSS**thrown * (STRIKE * LOSS) ** lying)
    assert apart[BARE, 0] + apart.get((0, 0), 0.0) == pytest.approx(merged[0, 0])


def test_the_last_throw_decides() -> None:
    for emptied, lying in (("out", BARE), ("x", 0), ("collect", 0)):
        text = f"hands=3,3 arena=- phase=choice emptied={emptied}"
        assert lying_in(read_state(f"strike-2012 {text}")) == lying
        assert lying_in(read_state(f"strike-2020 {text}")) == 0


def test_nobody_gains_by_leaving_the_policy(solution: Solution) -> None:
    assert solution.exploitability < 1e-9
    assert solution.knows(BARE, (10, 9))
    assert not solve(NEW, 2, MODEL).knows(BARE, (4, 4))


def test_the_policy_is_told_for_both_empty_arenas(solution: Solution) -> None:
    lines = policy_text(solution)
    assert lines[0].startswith("nothing lies: ")
    assert lines[BARE].startswith("nothing lies, dice flew out: ")
    assert len(policy_text(solve(NEW, 2, MODEL))) == LYING


@pytest.mark.parametrize(("emptied", "unit"), [("out", ONE), ("x", ALL)])
def test_the_exact_bot_throws_what_the_rule_says(
    emptied: str, unit: str, solution: Solution
) -> None:
    bot = Exact(lambda *_: (solution, MODEL))
    state = read_state(f"strike-2012 hands=4,5 arena=- phase=throw emptied={emptied}")
    move = bot.answer(Sight(0, state), Random(1)).move
    assert isinstance(move, Throw)
    assert move.unit == unit


def test_a_valuation_tells_them_apart_only_where_the_table_does(solution: Solution) -> None:
    text = "hands=4,5 arena=- phase=throw emptied=out"
    values = Valuation(lambda *_: (solution, MODEL))
    assert (
        values.value(read_state(f"strike-2012 {text}"), 0) == solution.turn_value(BARE, (4, 5))[0]
    )
    new = solve(NEW, 2, MODEL)
    borrowed = Valuation(lambda *_: (new, MODEL))
    state = read_state(f"strike-2020 {text} options=allin_cause:not_by_out_only")
    assert borrowed.value(state, 0) == new.turn_value(0, (4, 5))[0]
