"""Impact with one element active: the exact values agree with games on the real rules."""

from math import sqrt
from random import Random

import pytest
from games import land

from kessel.bots.trial import column_winner
from kessel.errors import BadValue
from kessel.rules.engine import Hand, apply, awaited, position
from kessel.rules.moves import ALL, ONE, EndTurn, ExtraThrow, Throw, WinColumn
from kessel.rules.state import GameState, Phase
from kessel.solver.chance import THROW, IdealChance, base_outcomes
from kessel.solver.impact.powers import PowerSolution, power_outcomes, solve_power
from kessel.throws.ideal import IdealFaces

STRIKE, LOSS = 0.2, 0.1
HAND = 4
"""Fewer dice than the booklet's make short games and a quick solution."""
GAMES = 1500


@pytest.mark.long
@pytest.mark.parametrize("element", ["water", "air", "fire", "lightning"])
def test_games_on_the_real_rules_agree(element: str) -> None:
    """Within four standard errors of 1,500 games."""
    solution = solve_power(element, IdealChance(STRIKE, LOSS), HAND)
    assert solution.about.exploitability < 1e-9
    assert sum(solution.about.seats) == pytest.approx(1.0, abs=1e-10)
    chance = Random(7)
    won = sum(play(element, solution, chance) for _ in range(GAMES))
    expected = solution.about.seats[0]
    assert abs(won / GAMES - expected) < 4 * sqrt(expected * (1 - expected) / GAMES)


def play(element: str, solution: PowerSolution, chance: Random) -> float:
    """What the starter wins in a game of two who play the solution."""
    dice = IdealFaces(STRIKE, LOSS)
    state = position("impact-power", [Hand(HAND)] * 2, (element,), elements=[element])
    while state.phase is not Phase.OVER:
        state = apply(state, move(state, element, solution, dice, chance)).state
    return (0 in state.winners) / len(state.winners)


def move(
    state: GameState, element: str, solution: PowerSolution, dice: IdealFaces, chance: Random
) -> Throw | EndTurn | ExtraThrow | WinColumn:
    own, other = state.hands[state.active], state.hands[1 - state.active]
    if state.phase is Phase.COLUMN:
        return WinColumn(column_winner(state, awaited(state).players, chance))  # type: ignore[union-attr]
    if state.phase is Phase.EXTRA:
        along = {1 - state.active: ONE}
        return ExtraThrow(along, land(dice, state, along, chance))
    if state.phase is Phase.CHOICE:
        if not other:  # thrown away in a storm: out as soon as this turn ends
            return EndTurn()
        special = state.arena.count(element)
        if not solution.goes_on(special, len(state.arena) - special, own, other):
            return EndTurn()
    everything = not state.arena and state.phase is Phase.THROW
    unit = ALL if everything else ONE
    return Throw(unit, land(dice, state, {state.active: unit}, chance))


def test_without_its_effect_the_element_is_a_symbol_like_the_others() -> None:
    """Adding up over the element gives what the base game sees."""
    model = IdealChance(0.3, 0.1)
    added: dict[tuple[int, int], float] = {}
    for (special, once, more), chance in power_outcomes(model, THROW, 1, 1, 2).items():
        key = (once + (special == 1), more + (special if special > 1 else 0))
        added[key] = added.get(key, 0.0) + chance
    assert added == pytest.approx(dict(base_outcomes(model, THROW, 1, 3)), abs=1e-12)


def test_stone_is_not_one_of_those_without_piles() -> None:
    with pytest.raises(BadValue, match="not solved exactly"):
        solve_power("stone", IdealChance())
