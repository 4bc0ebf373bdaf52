"""Rules to remember: what they say, how they read, and that the best ones are found."""

from pathlib import Path

import pytest
from solver.base.tiny import tiny

from kessel.rules.edition import find_edition
from kessel.solver.base.evaluation import edge
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import SolvedPolicy
from kessel.solver.base.thumb import MEASURES, Rule, best_rules
from kessel.solver.chance import IdealChance

MODEL = IdealChance(0.3, 0.02)


@pytest.mark.parametrize(
    ("lying", "hands", "goes_on"),
    [
        (4, (1, 1), True),
        (3, (1, 1), False),
        (3, (1, 2), True),
        (2, (2, 3), False),
        (2, (3, 3), True),
        (1, (8, 8), False),
    ],
)
def test_a_rule_of_three_numbers(lying: int, hands: tuple[int, ...], goes_on: bool) -> None:
    """With four dice always; with three if three are held, with two if six are."""
    rule = Rule(4, "all together hold", 3, 6)
    assert rule.goes_on(lying, hands) == goes_on
    assert rule.numbers == 3


@pytest.mark.parametrize(
    ("measure", "goes_on"),
    [("you hold", False), ("the next player holds", True), ("all together hold", True)],
)
def test_what_a_person_counts(measure: str, goes_on: bool) -> None:
    assert measure in MEASURES
    assert Rule(3, measure, 4).goes_on(2, (2, 5, 1)) == goes_on


def test_a_rule_in_words() -> None:
    rule = Rule(3, "you hold", 5, kind=1)
    assert rule.words(("soft", "hard")) == (
        "Go on while at least 3 dice lie; with 2, if you hold at least 5; else stop. Throw hard."
    )
    assert Rule(2).words(("throw",)) == "Go on while at least 2 dice lie; else stop."


@pytest.mark.long
def test_more_numbers_never_cost_more_and_the_best_of_one_number_is_found() -> None:
    edition = tiny(4)
    solution = solve(edition, 2, MODEL)
    rated = best_rules(edition, 2, MODEL, solution)
    prices = [one.price for one in rated]
    assert prices == sorted(prices, reverse=True)
    assert prices[-1] > -1e-12, "nothing beats the solution"
    exact = SolvedPolicy(solution)
    tried = [-edge(edition, 2, MODEL, Rule(lying), exact) for lying in range(1, 6)]
    assert rated[0].price == min(tried)
    assert rated[0].rule.numbers == 1


def test_the_page_says_what_rules_give_away() -> None:
    edition = find_edition("strike-2020")
    exact = SolvedPolicy(solve(edition, 2, MODEL))
    page = (Path(__file__).parents[3] / "docs/explanation/solver.md").read_text("utf-8")
    for rule, told in (
        (Rule(2), "| Go on while at least 2 dice lie. | "),
        (Rule(3, "all together hold", 6), "with 2, if all together hold at least 6. | "),
    ):
        price = -edge(edition, 2, MODEL, rule, exact)
        assert f"{told}{price:.2%} |" in page
    best = Rule(4, "all together hold", 3, 6)
    assert edge(edition, 2, MODEL, best, exact) == pytest.approx(0.0, abs=1e-12)
