"""What the coach says of a position, in the words of messages."""

import pytest

from kessel.hall.advice import action_view, chances
from kessel.messages.views import ActionView
from kessel.rules.positions import read_state
from kessel.solver.base import load_or_solve
from kessel.solver.library import best_model

CHOICE = "strike-2020 hands=3,2 arena=2,5 phase=choice"


@pytest.fixture(autouse=True)
def _solution() -> None:
    edition = read_state(CHOICE).edition
    load_or_solve(edition.base, 2, best_model(edition))


def test_stopping_and_every_strength_of_throw_have_their_chance() -> None:
    told = chances(read_state(CHOICE))
    assert told is not None
    assert told.stop is not None
    assert 0.0 < told.stop < 1.0
    assert {one.action.strength for one in told.throws} == {"gentle", "firm", "wild"}
    values = [one.chance for one in told.throws]
    assert values == sorted(values, reverse=True)
    assert not told.estimated


def test_other_rules_than_the_solved_ones_are_no_exact_answer() -> None:
    told = chances(read_state(CHOICE + " options=collecting:optional"))
    assert told is None or told.estimated


def test_where_nothing_is_to_be_chosen_nothing_is_said() -> None:
    assert chances(read_state("strike-2020 hands=8,8 arena=- phase=start")) is None


@pytest.mark.parametrize(
    ("name", "unit", "strength"),
    [
        ("stop", None, None),
        ("all", "all", None),
        ("firm", "1", "firm"),
        ("pile:0 gentle", "pile:0", "gentle"),
    ],
)
def test_actions_are_named_as_the_page_names_them(
    name: str, unit: str | None, strength: str | None
) -> None:
    assert action_view(name) == ActionView(unit=unit, strength=strength)
