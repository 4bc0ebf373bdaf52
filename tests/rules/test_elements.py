"""Impact's powers, each alone on a turn."""

from typing import Any

import pytest

from kessel.rules import elements
from kessel.rules.effects import acting_in
from kessel.rules.events import ColumnWon, PassedLeft, PileMade, PilesDissolved
from kessel.rules.setup import Hand, position
from kessel.rules.turn import Turn


def turn(*hands: Hand, active: int = 0, **options: Any) -> Turn:
    state = position(
        "impact-avatar", hands, ("fire",), options, active=active, elements=["lightning", "fire"]
    )
    return Turn(state)


def test_everybody_else_with_a_die_throws_along_in_a_storm() -> None:
    one = turn(Hand(3), Hand(0, (2,)), Hand(0, (), True), Hand(1), active=1)
    assert elements.storm_throwers(one) == [3, 0]
    one.hands[3] = 0
    assert elements.storm_throwers(one) == [0]


@pytest.mark.parametrize(("option", "units"), [("loose_first", ("1",)), ("free", ("1", "pile:0"))])
def test_what_is_thrown_in_a_storm(option: str, units: tuple[str, ...]) -> None:
    one = turn(Hand(1, (2,)), Hand(3), storm_unit=option)
    assert elements.storm_units(one, 0) == units
    one.hands[0] = 0
    assert elements.storm_units(one, 0) == ("pile:0",)


@pytest.mark.parametrize(("option", "builders"), [("may_win", (1, 2, 0)), ("excluded", (2, 0))])
def test_who_builds_a_column(option: str, builders: tuple[int, ...]) -> None:
    one = turn(Hand(2), Hand(1), Hand(1), active=1, column_zero_dice=option)
    one.hands[1] = 0
    assert elements.column_builders(one) == builders


def test_piles_used_for_a_column_dissolve_but_for_those_kept() -> None:
    one = turn(Hand(1, (2, 3)), Hand(0, (4,)))
    elements.win_column(one, 1, keep=((0, 1),))
    assert (one.hands, one.piles) == ([3, 4], ((3,), ()))
    assert one.events == [ColumnWon(1), PilesDissolved()]


def test_where_all_piles_are_kept_none_dissolve() -> None:
    one = turn(Hand(1, (2,)), Hand(2))
    elements.win_column(one, 0, keep=((0, 0),))
    assert one.piles == ((2,), ())
    assert one.events == [ColumnWon(0)]


def test_after_a_storm_only_what_lay_there_before_works_unless_the_state_counts() -> None:
    matched_now, before = "stone", ("fire",)
    moment = turn(Hand(1), Hand(1), storm_recheck="initial")
    state = turn(Hand(1), Hand(1), storm_recheck="state")
    assert elements.works_after_storm(moment, matched_now, None)
    assert not elements.works_after_storm(moment, matched_now, before)
    assert elements.works_after_storm(moment, "fire", before)
    assert elements.works_after_storm(state, matched_now, before)


def test_stones_become_a_pile_before_everything_is_passed_left() -> None:
    """Player 0 took two stones and two of air: player 1 gets pile and hand."""
    one = turn(Hand(5), Hand(3), Hand(1), hurricane_keeps_piles=True)
    acting = acting_in(one.edition, frozenset({"stone", "air"}))
    elements.after_collecting(one, acting, {"stone": 2, "air": 2}, 0, None)
    assert (one.hands, one.piles) == ([1, 3, 3], ((), (2,), ()))
    assert one.events == [PileMade(0, 2), PassedLeft()]


def test_a_hurricane_may_scatter_the_piles() -> None:
    one = turn(Hand(1, (4,)), Hand(3), hurricane_keeps_piles=False)
    acting = acting_in(one.edition, frozenset({"air"}))
    elements.after_collecting(one, acting, {"air": 2}, 0, None)
    assert (one.hands, one.piles) == ([3, 5], ((), ()))


def test_an_element_that_was_not_taken_does_nothing() -> None:
    one = turn(Hand(5), Hand(3))
    acting = acting_in(one.edition, frozenset({"stone", "air"}))
    elements.after_collecting(one, acting, {"fire": 2}, 0, None)
    assert one.events == []
