"""Games by the million win what the exact solution says, and what exact strategies say."""

import re
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kessel.errors import BadValue, KesselError
from kessel.fast import Simulated, simulate
from kessel.rules.edition import find_edition
from kessel.solver import ChanceModel, IdealChance
from kessel.solver.base.evaluation import win_chances
from kessel.solver.base.hands import hand_index
from kessel.solver.base.policy import Point, PolicyNode
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import Habit, SolvedPolicy
from kessel.solver.measured import shipped

GAMES = 1_000_000
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "library.md"
BOUND = 4.0
"""Standard errors; seeds are fixed, so a test that passes once passes always."""
IDEAL = IdealChance(0.3, 0.02)
RULE = Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0))
SHY = Habit((0.0, 0.0, 0.3, 0.5, 1.0, 1.0), keep_last=True)


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


def test_a_seed_gives_the_same_games_whatever_the_threads() -> None:
    def wins(seed: int, threads: int) -> Simulated:
        return simulate("strike-2020", IDEAL, [RULE] * 3, 250_000, seed, threads)

    assert wins(7, 1) == wins(7, 3)
    assert wins(7, 1) != wins(8, 1)


def test_errors_are_those_of_a_share() -> None:
    found = Simulated((300, 700), 5000)
    assert found.games == 1000
    assert found.rates == (0.3, 0.7)
    assert found.errors == pytest.approx((0.01449, 0.01449), abs=1e-5)


@pytest.mark.parametrize(
    ("edition", "players", "games", "why"),
    [
        ("harry-potter", 2, 10, "has effects"),
        ("strike-2020", 6, 10, "2 to 5 players"),
        ("strike-2020", 2, 0, "at least one"),
    ],
)
def test_what_cannot_be_simulated_is_told(edition: str, players: int, games: int, why: str) -> None:
    with pytest.raises(BadValue, match=why):
        simulate(edition, IDEAL, [RULE] * players, games)


@pytest.mark.parametrize(("hands", "lying"), [((3,), 1), ((3, 0), 1), ((3, 3), 6), ((9, 9), 1)])
def test_a_position_that_cannot_be_is_refused(hands: tuple[int, ...], lying: int) -> None:
    with pytest.raises(BadValue, match="lying: "):
        simulate("strike-2020", IDEAL, [RULE] * 2, 10, hands=hands, lying=lying)


def test_refusals_say_what_would_be_right() -> None:
    rule = Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0))
    with pytest.raises(BadValue, match="`simulate_effects` plays it"):
        simulate("harry-potter", IdealChance(), [rule, rule], 10)
    with pytest.raises(BadValue, match="0 threads: at least one"):
        simulate("strike-2020", IdealChance(), [rule, rule], 10, threads=0)


WRONG: Any = 5
NEITHER: list[Any] = [None, 2.5, {}, b"x", ["x"], "nonsense", Habit]


@pytest.mark.parametrize("wrong", NEITHER, ids=repr)
def test_whatever_is_refused_is_refused_in_a_sentence(wrong: Any) -> None:
    uses: list[Any] = [
        lambda: simulate(wrong, IDEAL, [RULE] * 2, 10),
        lambda: simulate("strike-2020", wrong, [RULE] * 2, 10),
        lambda: simulate("strike-2020", IDEAL, wrong, 10),
        lambda: simulate("strike-2020", IDEAL, [RULE, wrong], 10),
        lambda: simulate("strike-2020", IDEAL, [RULE] * 2, wrong),
        lambda: simulate("strike-2020", IDEAL, [RULE] * 2, 10, threads=wrong),
        lambda: simulate("strike-2020", IDEAL, [RULE] * 2, 10, lying=wrong),
        lambda: simulate("strike-2020", IDEAL, [RULE] * 2, 10, hands=wrong or WRONG),
        lambda: simulate("strike-2020", IDEAL, [RULE] * 2, 10, hands=[wrong, 5]),
    ]
    for use in uses:
        with pytest.raises(KesselError, match=" "):
            use()
    if not isinstance(wrong, str | bytes | None):
        with pytest.raises(BadValue, match="a seed is a whole number, text or bytes"):
            simulate("strike-2020", IDEAL, [RULE] * 2, 10, seed=wrong)


def test_a_bot_by_name_is_told_where_it_plays() -> None:
    with pytest.raises(BadValue, match=r"'rule' is not a strategy.*kessel.tournament"):
        simulate("strike-2020", "ideal", ["rule", "rule"], 10)  # type: ignore[list-item]


def test_a_solution_of_a_smaller_game_is_refused() -> None:
    policy = SolvedPolicy(solve("strike-2020", 2, IDEAL))
    with pytest.raises(BadValue, match="says nothing of"):
        simulate("strike-2020", IDEAL, [policy] * 3, 10)
    with pytest.raises(BadValue, match=r"2 players with \d\d"):
        simulate("strike-2012", IDEAL, [policy] * 2, 10)


def test_models_by_name_and_seeds_of_any_kind_mean_the_same() -> None:
    given = simulate("strike-2020", IDEAL, [RULE] * 2, 1000, seed=7)
    assert simulate("strike-2020", "ideal", [RULE] * 2, 1000, seed="7") == given
    habit = Habit(RULE.go_on, (0.0, 1.0, 0.0))
    given = simulate("impact", shipped("cauldron"), [habit] * 2, 1000, seed=b"x")
    assert simulate("impact", "measured", [habit] * 2, 1000, seed=b"x".hex()) == given


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(example.replace("1_000_000", "100_000"), {})
    exact, rule, *errors = map(float, re.findall(r"0\.\d+", capsys.readouterr().out))
    assert exact + rule == pytest.approx(1.0)
    assert errors == pytest.approx([0.00158, 0.00158], abs=1e-5)
