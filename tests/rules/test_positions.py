"""Positions as text."""

from itertools import islice
from pathlib import Path

import pytest

from kessel.errors import KesselError
from kessel.rules.engine import legal_moves
from kessel.rules.moves import StackTower
from kessel.rules.positions import read_state, state_text
from kessel.rules.setup import Hand, position


def test_a_short_position_does() -> None:
    state = read_state("strike-2020 hands=3,4 arena=2,5")
    assert (state.hands, state.arena, state.active) == ((3, 4), ("2", "5"), 0)


def test_a_long_position_reads_back() -> None:
    text = (
        "impact-avatar hands=2+3,0,4 arena=fire,water turn=C< phase=throw elements=fire,stone "
        "removed=2 aside=4 eliminated=B:2 "
        "options=storm_unit:loose_first,hurricane_keeps_piles:false"
    )
    state = read_state(text)
    assert state.piles == ((3,), (), ())
    assert state.options.hurricane_keeps_piles is False
    assert state_text(state) == text
    hand_made = position("strike-2020", [Hand(1), Hand(eliminated=True), Hand(1)], ("2",))
    assert read_state(state_text(hand_made)) == hand_made


def test_the_tallest_tower_can_be_built_in_any_order() -> None:
    lying = ",".join(["accio"] * 498 + ["relashio"] * 499)
    state = read_state(f"harry-potter hands=1,1 phase=stack arena={lying}")
    first, second = islice(legal_moves(state), 2)
    assert isinstance(first, StackTower)
    assert isinstance(second, StackTower)
    assert first.tower < second.tower
    assert sorted(first.tower) == sorted(second.tower) == sorted(lying.split(","))


REFUSED = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", REFUSED)
def test_what_is_no_position_is_refused(row: str) -> None:
    """`refused.txt` has lines, and after `=>` the error and what it says."""
    line, _, told = row.partition(" => ")
    with pytest.raises(KesselError) as refused:
        read_state(line)
    assert f"{type(refused.value).__name__}: {refused.value}" == told
