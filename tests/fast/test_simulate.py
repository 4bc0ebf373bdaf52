"""Games by the million win what exact solutions say, exact strategies, and the rules."""

import re
from dataclasses import replace
from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from games import land

from kessel.bots.trial import shared_step
from kessel.errors import BadValue, KesselError
from kessel.fast import Simulated, simulate
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import EndTurn, StartDie, Throw
from kessel.rules.setup import new_game
from kessel.rules.state import Phase
from kessel.solver import ChanceModel, IdealChance
from kessel.solver.base.evaluation import win_chances
from kessel.solver.base.hands import hand_index
from kessel.solver.base.policy import Point, PolicyNode
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import Habit, SolvedPolicy
from kessel.solver.dice import ModelDice
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.measured import shipped

GAMES = 1_000_000
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "library.md"
BOUND = 4.0
"""Standard errors; seeds are fixed, so a test that passes once passes always."""
IDEAL = IdealChance(0.3, 0.02)
RULE = Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0))
SHY = Habit((0.0, 0.0, 0.3, 0.5, 1.0, 1.0), keep_last=True)
compiles_effects = pytest.mark.long  # which takes its time


def deviation(found: Simulated, chances: tuple[float, ...]) -> float:
    """The largest difference from the exact chances, in standard errors."""
    pairs = zip(found.rates, chances, strict=True)
    errors = (sqrt(chance * (1.0 - chance) / found.games) for chance in chances)
    return max(
        abs(rate - chance) / error for (rate, chance), error in zip(pairs, errors, strict=True)
    )


@pytest.mark.parametrize(
    ("edition", "players", "model"),
    [
        ("strike-2020", 2, IDEAL),
        ("strike-2012", 2, IDEAL),
        ("strike-2020", 2, shipped("oval")),
        pytest.param("strike-2012", 2, IdealChance(0.3, 0.3), marks=pytest.mark.long),
        pytest.param("strike-2012", 3, IdealChance(0.3, 0.3), marks=pytest.mark.long),
        pytest.param("strike-2020", 3, IDEAL, marks=pytest.mark.long),
        pytest.param("impact", 2, shipped("cauldron"), marks=pytest.mark.long),
    ],
)
def test_it_agrees_with_the_exact_solution(edition: str, players: int, model: ChanceModel) -> None:
    solution = solve(edition, players, model)
    found = simulate(edition, model, [SolvedPolicy(solution)] * players, GAMES, seed=1)
    assert found.games == GAMES
    assert deviation(found, solution.chances) < BOUND


@pytest.mark.parametrize(("hands", "lying"), [((2, 9), 3), ((9, 2), 0), ((1, 1), 4), ((3, 7), 1)])
def test_it_agrees_far_from_an_even_start(hands: tuple[int, ...], lying: int) -> None:
    """A fresh game is nearly even whatever the dice do; positions like these are not."""
    solution = solve("strike-2020", 2, IDEAL)
    policies = [SolvedPolicy(solution)] * 2
    chances = solution.turn_value(lying, hands)
    found = simulate("strike-2020", IDEAL, policies, GAMES, seed=6, hands=hands, lying=lying)
    assert deviation(found, chances) < BOUND
    other = IdealChance(0.45, 0.02)
    moved = simulate("strike-2020", other, policies, GAMES, seed=6, hands=hands, lying=lying)
    assert deviation(moved, chances) > BOUND, "dice that strike more often are to be noticed"


def test_different_strategies_win_what_they_should() -> None:
    """One seat plays a rule, the other mixes and keeps its last die."""
    edition = find_edition("strike-2020")
    mine = win_chances(edition, 2, IDEAL, RULE, SHY)
    first = simulate(edition, IDEAL, [RULE, SHY], GAMES, seed=2)
    second = simulate(edition, IDEAL, [SHY, RULE], GAMES, seed=3)
    assert deviation(first, (mine[0], 1.0 - mine[0])) < BOUND
    assert deviation(second, (1.0 - mine[1], mine[1])) < BOUND
    assert deviation(first, (1.0 - mine[0], mine[0])) > BOUND  # the wrong way round is noticed


def test_habits_know_an_arena_that_dice_flew_out_of() -> None:
    """In Strike 2012 such an arena is a position of its own, and many dice fly out here."""
    edition, model = find_edition("strike-2012"), IdealChance(0.5, 0.4)
    mine = win_chances(edition, 2, model, RULE, SHY)
    won = simulate(edition, model, [RULE, SHY], GAMES, seed=9)
    assert deviation(won, (mine[0], 1.0 - mine[0])) < BOUND
    other = replace(edition, defaults={**edition.defaults, "allin_cause": "any"})
    theirs = win_chances(other, 2, model, RULE, SHY)
    assert deviation(won, (theirs[0], 1.0 - theirs[0])) > BOUND, "the rule is to be noticed"


def test_three_players_with_kinds_of_throws() -> None:
    edition, model = find_edition("strike-2020"), shipped("oval")
    wild, mixed = replace(RULE, kinds=(0.0, 0.0, 1.0)), replace(SHY, kinds=(0.5, 0.5, 0.0))
    mine = win_chances(edition, 3, model, wild, mixed)
    for seat in range(3):
        strategies = [wild if place == seat else mixed for place in range(3)]
        won = simulate(edition, model, strategies, GAMES // 4, seed=4)
        share = mine[seat]
        error = sqrt(share * (1.0 - share) / won.games)
        assert abs(won.rates[seat] - share) < BOUND * error


def test_a_mixed_node_of_a_solution_is_played_as_it_says() -> None:
    solution = solve("strike-2020", 2, IDEAL)
    start = (solution.edition.hand(2) - 1, solution.edition.hand(2))
    row = hand_index(2, solution.most_dice).rows(np.array([start]))[0]
    (policy,) = solution.policies
    policy.mixed[PolicyNode(Point.CHOICE, 2, row)] = (0.5, 0.5)
    pure = solve("strike-2020", 2, IDEAL)
    one, other = (
        simulate("strike-2020", IDEAL, [SolvedPolicy(which)] * 2, 50_000, seed=5)
        for which in (pure, solution)
    )
    assert one.throws != other.throws


# --- effects -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def water() -> ImpactTable:
    return ImpactTable.solve("impact-power", "water", 2, IDEAL)


@compiles_effects
@pytest.mark.parametrize("element", ["water", "air"])
def test_effects_agree_with_the_exact_solution(element: str, water: ImpactTable) -> None:
    """Swamps and hurricanes of two; with water the starter wins 0.472, so even chances do not."""
    table = water if element == "water" else ImpactTable.solve("impact-power", element, 2, IDEAL)
    found = simulate("impact-power", IDEAL, [table] * 2, 100_000, 1, elements=(element,))
    assert found.games == 100_000
    assert deviation(found, table.about.chances) < BOUND
    if element == "water":
        assert deviation(found, (0.5, 0.5)) > BOUND


@compiles_effects
@pytest.mark.parametrize("seat", [0, 1])
def test_a_table_beats_a_habit_from_either_seat(seat: int, water: ImpactTable) -> None:
    pair: list[Habit | ImpactTable] = [RULE, RULE]
    pair[seat] = water
    found = simulate("impact-power", IDEAL, pair, 50_000, 2, elements=("water",))
    assert found.rates[seat] > water.about.chances[seat] + BOUND * found.errors[seat]


@compiles_effects
def test_it_wins_what_games_on_the_rules_win() -> None:
    """One element, five players, dice as measured: seat by seat, over 300 games on the rules."""
    model, games = shipped("cauldron"), 300
    firm = Habit(RULE.go_on, (0.0, 1.0, 0.0))
    found = simulate("impact-power", model, [firm] * 5, 100_000, 3, elements=("fire",))
    wins = [0.0] * 5
    for number in range(games):
        for seat in (winners := on_the_rules(model, number)):
            wins[seat] += 1.0 / len(winners)
    assert deviation(Simulated(tuple(wins), 0), found.rates) < BOUND


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


@compiles_effects
def test_agreed_elements_and_chance_s_element() -> None:
    """Elements that are not at work do nothing: a swamp makes longer games."""
    everything = simulate("impact-avatar", IDEAL, [RULE] * 2, 20_000)
    dry = simulate("impact-avatar", IDEAL, [RULE] * 2, 20_000, elements=("air", "fire"))
    assert everything.throws != dry.throws
    any_one = simulate("impact-power", IDEAL, [RULE] * 2, 20_000)
    assert any_one.games == 20_000


# --- seeds, and what is refused ----------------------------------------------------------------

EACH = pytest.mark.parametrize(
    "edition", ["strike-2020", pytest.param("harry-potter", marks=compiles_effects)]
)
"""One edition without effects and one with them."""


@EACH
def test_a_seed_gives_the_same_games_whatever_the_threads(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("kessel.fast.simulate"), "CHUNK", 1000)

    def wins(seed: int, threads: int) -> Simulated:
        return simulate(edition, IDEAL, [RULE] * 3, 3500, seed, threads)

    assert wins(7, 1) == wins(7, 3)
    assert wins(7, 1) != wins(8, 1)


@EACH
def test_models_by_name_and_seeds_of_any_kind_mean_the_same(edition: str) -> None:
    given = simulate(edition, IDEAL, [RULE] * 2, 100, seed=7)
    assert simulate(edition, "ideal", [RULE] * 2, 100, seed="7") == given
    firm = Habit(RULE.go_on, (0.0, 1.0, 0.0))
    measured = shipped(find_edition(edition).arena)
    given = simulate(edition, measured, [firm] * 2, 100, seed=b"x")
    assert simulate(edition, "measured", [firm] * 2, 100, seed=b"x".hex()) == given


def test_errors_are_those_of_a_share() -> None:
    found = Simulated((300, 700), 5000)
    assert found.games == 1000
    assert found.rates == (0.3, 0.7)
    assert found.errors == pytest.approx((0.01449, 0.01449), abs=1e-5)


REFUSED: list[tuple[str, int, dict[str, Any], str]] = [
    ("strike-2020", 6, {}, "2 to 5 players"),
    ("harry-potter", 6, {}, "2 to 5 players"),
    ("strike-2020", 2, {"games": 0}, "at least one"),
    ("strike-2020", 2, {"threads": 0}, "0 threads: at least one"),
    ("strike-2020", 2, {"hands": (3,)}, "lying: "),
    ("strike-2020", 2, {"hands": (3, 0)}, "lying: "),
    ("strike-2020", 2, {"hands": (3, 3), "lying": 6}, "lying: "),
    ("strike-2020", 2, {"hands": (9, 9)}, "lying: "),
    ("strike-2020", 2, {"elements": ("fire",)}, "it has none"),
    ("harry-potter", 2, {"hands": (3, 3)}, "for games without effects"),
    ("harry-potter", 2, {"lying": 2}, "for games without effects"),
    ("impact-power", 2, {"elements": ("fire", "air")}, "one element, not 2"),
    ("impact-power", 2, {"elements": ("mud",)}, "not a face of impact-power"),
    ("impact-avatar", 2, {"elements": ("fire",)}, "at least"),
]


@pytest.mark.parametrize(("edition", "players", "more", "why"), REFUSED)
def test_what_cannot_be_simulated_is_told(
    edition: str, players: int, more: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadValue, match=why):
        simulate(edition, IDEAL, [RULE] * players, **{"games": 10} | more)


WRONG: Any = 5
NEITHER: list[Any] = [None, 2.5, {}, b"x", ["x"], "nonsense", Habit]


@pytest.mark.parametrize("edition", ["strike-2020", "impact-power"])
@pytest.mark.parametrize("wrong", NEITHER, ids=repr)
def test_whatever_is_refused_is_refused_in_a_sentence(edition: str, wrong: Any) -> None:
    uses: list[Any] = [
        lambda: simulate(wrong, IDEAL, [RULE] * 2, 10),
        lambda: simulate(edition, wrong, [RULE] * 2, 10),
        lambda: simulate(edition, IDEAL, wrong, 10),
        lambda: simulate(edition, IDEAL, [RULE, wrong], 10),
        lambda: simulate(edition, IDEAL, [RULE] * 2, wrong),
        lambda: simulate(edition, IDEAL, [RULE] * 2, 10, threads=wrong),
        lambda: simulate(edition, IDEAL, [RULE] * 2, 10, lying=wrong),
        lambda: simulate(edition, IDEAL, [RULE] * 2, 10, hands=wrong or WRONG),
        lambda: simulate(edition, IDEAL, [RULE] * 2, 10, hands=[wrong, 5]),
        lambda: simulate(edition, IDEAL, [RULE] * 2, 10, elements=wrong or WRONG),
    ]
    for use in uses:
        with pytest.raises(KesselError, match=" "):
            use()
    if not isinstance(wrong, str | bytes | None):
        with pytest.raises(BadValue, match="a seed is a whole number, text or bytes"):
            simulate(edition, IDEAL, [RULE] * 2, 10, seed=wrong)


@pytest.mark.long  # solving three games
def test_a_table_of_another_game_is_refused(water: ImpactTable) -> None:
    for players, elements in ((2, ("fire",)), (2, None), (3, ("water",))):
        with pytest.raises(BadValue, match="with that element"):
            simulate("impact-power", IDEAL, [water] * players, 10, elements=elements)
    with pytest.raises(BadValue, match="is not a strategy"):
        simulate("strike-2020", IDEAL, [water] * 2, 10)
    stone = ImpactTable.solve("impact-power", "stone", 2, IdealChance(0.3, 0.4), 8)
    with pytest.raises(BadValue, match="piles of boulders"):
        simulate("impact-power", IdealChance(0.3, 0.4), [stone] * 2, 10, elements=["stone"])
    with pytest.raises(BadValue, match="is not one over"):
        simulate("impact-power", IdealChance(0.1, 0.0), [water] * 2, 10, elements=["water"])


def test_a_bot_by_name_is_told_where_it_plays() -> None:
    with pytest.raises(BadValue, match=r"'rule' is not a strategy.*kessel.tournament"):
        simulate("strike-2020", "ideal", ["rule", "rule"], 10)  # type: ignore[list-item]


def test_a_solution_of_a_smaller_game_is_refused() -> None:
    policy = SolvedPolicy(solve("strike-2020", 2, IDEAL))
    with pytest.raises(BadValue, match="says nothing of"):
        simulate("strike-2020", IDEAL, [policy] * 3, 10)
    with pytest.raises(BadValue, match=r"2 players with \d\d"):
        simulate("strike-2012", IDEAL, [policy] * 2, 10)


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(example.replace("1_000_000", "100_000"), {})
    exact, rule, *errors = map(float, re.findall(r"0\.\d+", capsys.readouterr().out))
    assert exact + rule == pytest.approx(1.0)
    assert errors == pytest.approx([0.00158, 0.00158], abs=1e-5)
