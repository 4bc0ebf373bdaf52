"""Strike 2012: an arena that only dice flying out left empty is a position of its own.

Small games are solved once more by brute force on the rules themselves: every landing, one by one.
"""

from random import Random

import pytest
from solver.brute_force import BruteForce

from kessel.bots.bot import Sight
from kessel.bots.exact import Exact
from kessel.bots.valuation import Valuation
from kessel.rules.edition import find_edition
from kessel.rules.moves import ALL, ONE, Throw
from kessel.rules.positions import read_state
from kessel.rules.state import Phase
from kessel.solver.base import Solution
from kessel.solver.base.odds import base_position, lying_in, movement_value
from kessel.solver.base.policy_text import policy_text
from kessel.solver.base.position import LYING, arenas, dice_in, positions
from kessel.solver.base.solving import solve
from kessel.solver.chance import BARE, POUR, THROW, IdealChance, Movement, base_outcomes

OLD, NEW = find_edition("strike-2012"), find_edition("strike-2020")
STRIKE, LOSS = 0.4, 0.3
MODEL = IdealChance(STRIKE, LOSS)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(OLD, 2, MODEL)


def by_brute_force(text: str) -> float:
    """The chance of the first player."""
    (chances,) = BruteForce([read_state(f"strike-2012 {text}")], STRIKE, LOSS).starts
    return float(chances[0])


SMALL = [
    "hands=1,2 arena=2 phase=throw",
    "hands=2,1 arena=2 phase=throw",
    "hands=2,1 arena=2 phase=choice",
    "hands=2,1 arena=- phase=throw emptied=out",
    "hands=2,2 arena=- phase=choice emptied=out",
    "hands=2,1 arena=- phase=throw emptied=x",
    "hands=2,1 arena=- phase=choice emptied=x",
    "hands=3,1 arena=- phase=choice emptied=x",
]


@pytest.mark.parametrize("text", SMALL)
def test_brute_force_on_the_rules_finds_the_same(text: str, solution: Solution) -> None:
    state = read_state(f"strike-2012 {text}")
    lying, hands = base_position(state)
    value = solution.choice_value if state.phase is Phase.CHOICE else solution.turn_value
    assert by_brute_force(text) == pytest.approx(value(lying, hands)[0], abs=1e-10)


def test_brute_force_by_the_other_rule_finds_something_else(solution: Solution) -> None:
    other = by_brute_force("hands=2,2 arena=- phase=choice emptied=out options=allin_cause:any")
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


def test_what_emptied_the_arena_decides() -> None:
    for emptied, lying in (("out", BARE), ("x", 0), ("collect", 0)):
        text = f"hands=3,3 arena=- phase=choice emptied={emptied}"
        assert lying_in(read_state(f"strike-2012 {text}")) == lying
        assert lying_in(read_state(f"strike-2020 {text}")) == 0


def test_dice_that_fly_out_do_not_change_what_an_x_has_emptied(solution: Solution) -> None:
    """After an X, a throw that misses leaves all the dice to the next player; after a miss, one."""
    missed = Movement(1.0, struck=0, knocked_out=0, staying=0)
    for lying in (0, BARE):
        worth = movement_value(solution, missed, 1, lying, (3, 3))
        assert worth == solution.choice_value(lying, (2, 3))[0]


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
