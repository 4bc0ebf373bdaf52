"""Games with effects by the million win what the exact solutions say, and what the rules say."""

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from games import land

from kessel.bots.trial import shared_step
from kessel.errors import BadValue, KesselError
from kessel.fast import simulate_effects
from kessel.rules.engine import apply
from kessel.rules.moves import EndTurn, StartDie, Throw
from kessel.rules.setup import new_game
from kessel.rules.state import Phase
from kessel.solver import ChanceModel, IdealChance
from kessel.solver.base.strategies import Habit
from kessel.solver.dice import ModelDice
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.measured import shipped

if TYPE_CHECKING:
    from kessel.fast.effect_tables import EffectStrategy

pytestmark = pytest.mark.long  # compiling the effects takes its time

GAMES = 100_000
BOUND = 4.0
"""Standard errors; seeds are fixed, so a test that passes once passes always."""
IDEAL = IdealChance(0.3, 0.02)
RULE = Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0))
WRONG: Any = 5


@pytest.fixture(scope="module")
def water() -> ImpactTable:
    return ImpactTable.solve("impact-power", "water", 2, IDEAL)


@pytest.mark.parametrize("element", ["water", "air"])
def test_it_agrees_with_the_exact_solution(element: str, water: ImpactTable) -> None:
    """Swamps and hurricanes of two; with water the starter wins 0.472, so even chances do not."""
    table = water if element == "water" else ImpactTable.solve("impact-power", element, 2, IDEAL)
    found = simulate_effects("impact-power", IDEAL, [table] * 2, GAMES, 1, elements=(element,))
    assert found.games == GAMES
    for rate, chance, error in zip(found.rates, table.about.chances, found.errors, strict=True):
        assert abs(rate - chance) < BOUND * error
    if element == "water":
        assert abs(found.rates[0] - 0.5) > BOUND * found.errors[0]


def test_a_table_beats_a_habit_from_either_seat(water: ImpactTable) -> None:
    for seat in (0, 1):
        pair: list[EffectStrategy] = [water, RULE] if seat == 0 else [RULE, water]
        found = simulate_effects("impact-power", IDEAL, pair, 50_000, 2, elements=("water",))
        assert found.rates[seat] > water.about.chances[seat] + BOUND * found.errors[seat]


def test_it_wins_what_games_on_the_rules_win() -> None:
    """One element, five players, dice as measured: seat by seat, over 300 games on the rules."""
    model = shipped("cauldron")
    firm = Habit(RULE.go_on, (0.0, 1.0, 0.0))
    found = simulate_effects("impact-power", model, [firm] * 5, 100_000, 3, elements=("fire",))
    wins = [0.0] * 5
    games = 300
    for number in range(games):
        for seat in (winners := on_the_rules(model, number)):
            wins[seat] += 1.0 / len(winners)
    for won, rate in zip(wins, found.rates, strict=True):
        assert abs(won / games - rate) < BOUND * (rate * (1.0 - rate) / games) ** 0.5


def on_the_rules(model: ChanceModel, seed: int) -> tuple[int, ...]:
    chance, dice = Random(seed), ModelDice(model)
    state = apply(new_game("impact-power", 5), StartDie("fire")).state
    while not state.is_over:
        if state.phase in (Phase.EXTRA, Phase.COLUMN):
            state = shared_step(state, "firm", dice, chance)
        elif state.phase is Phase.CHOICE and len(state.arena) < 2:
            state = apply(state, EndTurn()).state
        else:
            everything = not state.arena and state.phase is Phase.THROW
            unit = "all" if everything else "1"
            landing = land(dice, state, {state.active: unit}, chance, "firm")
            state = apply(state, Throw(unit, landing)).state
    return state.winners


def test_a_seed_gives_the_same_games_whatever_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("kessel.fast.simulate"), "CHUNK", 1000)

    def play(seed: int, threads: int) -> tuple[float, ...]:
        return simulate_effects("harry-potter", IDEAL, [RULE] * 3, 3500, seed, threads).wins

    assert play(7, 1) == play(7, 2)
    assert play(7, 1) != play(8, 1)


def test_agreed_elements_and_chance_s_element() -> None:
    """Elements that are not at work do nothing: a swamp makes longer games."""
    everything = simulate_effects("impact-avatar", IDEAL, [RULE] * 2, 20_000)
    dry = simulate_effects("impact-avatar", IDEAL, [RULE] * 2, 20_000, elements=("air", "fire"))
    assert everything.throws != dry.throws
    any_one = simulate_effects("impact-power", IDEAL, [RULE] * 2, 20_000)
    assert any_one.games == 20_000


@pytest.mark.parametrize(
    ("edition", "players", "games", "elements", "why"),
    [
        ("strike-2020", 2, 10, None, "has no effects"),
        ("harry-potter", 6, 10, None, "2 to 5 players"),
        ("harry-potter", 2, 0, None, "at least one"),
        ("impact-power", 2, 10, ("fire", "air"), "one element, not 2"),
        ("impact-power", 2, 10, ("mud",), "not a face of impact-power"),
        ("impact-avatar", 2, 10, ("fire",), "at least"),
    ],
)
def test_what_cannot_be_simulated_is_told(
    edition: str, players: int, games: int, elements: tuple[str, ...] | None, why: str
) -> None:
    with pytest.raises(BadValue, match=why):
        simulate_effects(edition, IDEAL, [RULE] * players, games, elements=elements)


@pytest.mark.parametrize("wrong", [None, 2.5, {}, b"x", ["x"], "rule", Habit], ids=repr)
def test_whatever_is_refused_is_refused_in_a_sentence(wrong: Any) -> None:
    uses: list[Any] = [
        lambda: simulate_effects(wrong, IDEAL, [RULE] * 2, 10),
        lambda: simulate_effects("impact-power", wrong, [RULE] * 2, 10),
        lambda: simulate_effects("impact-power", IDEAL, wrong, 10),
        lambda: simulate_effects("impact-power", IDEAL, [RULE, wrong], 10),
        lambda: simulate_effects("impact-power", IDEAL, [RULE] * 2, wrong),
        lambda: simulate_effects("impact-power", IDEAL, [RULE] * 2, 10, threads=wrong),
        lambda: simulate_effects("impact-power", IDEAL, [RULE] * 2, 10, elements=wrong or WRONG),
    ]
    for use in uses:
        with pytest.raises(KesselError, match=" "):
            use()


def test_models_by_name_and_seeds_of_any_kind_mean_the_same() -> None:
    given = simulate_effects("harry-potter", IDEAL, [RULE] * 2, 100, seed=7)
    assert simulate_effects("harry-potter", "ideal", [RULE] * 2, 100, seed="7") == given


def test_a_table_of_another_game_is_refused(water: ImpactTable) -> None:
    for elements in (("fire",), None):
        with pytest.raises(BadValue, match="with that element"):
            simulate_effects("impact-power", IDEAL, [water] * 2, 10, elements=elements)
    with pytest.raises(BadValue, match="with that element"):
        simulate_effects("impact-power", IDEAL, [water] * 3, 10, elements=("water",))
    stone = ImpactTable.solve("impact-power", "stone", 2, IdealChance(0.3, 0.4), 8)
    with pytest.raises(BadValue, match="piles of boulders"):
        simulate_effects("impact-power", IdealChance(0.3, 0.4), [stone] * 2, 10, elements=["stone"])
    with pytest.raises(BadValue, match="is not one over"):
        simulate_effects("impact-power", IdealChance(0.1, 0.0), [water] * 2, 10, elements=["water"])
