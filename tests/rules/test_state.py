"""What a state says about itself, counted by hand."""

import pytest

from kessel.rules.edition import Effect
from kessel.rules.moves import ALL, ONE, die_of_pile, pile
from kessel.rules.positions import read_state
from kessel.rules.setup import Hand, new_game, position
from kessel.rules.state import GameState, Phase


@pytest.fixture
def state() -> GameState:
    """Player 0 has two loose dice, piles of three and four; a tower of two and a die lie there."""
    hands = [Hand(2, (3, 4)), Hand(1), Hand(0, (), True)]
    arena = (("fire", "air"), "water")
    options = {"accidental_stack": "top_counts"}
    return position("impact-avatar", hands, arena, options, elements=["stone", "fire"])


def test_supplies_and_units_count_dice(state: GameState) -> None:
    assert [state.supply(player) for player in range(state.players)] == [9, 1, 0]
    units = (ONE, die_of_pile(0), pile(0), pile(1), ALL)
    assert [state.unit_size(0, unit) for unit in units] == [1, 1, 3, 4, 9]


def test_who_is_in_the_game(state: GameState) -> None:
    assert [state.in_game(player) for player in range(3)] == [True, True, False]
    assert not state.is_over
    assert state._replace(phase=Phase.OVER).is_over


def test_only_active_elements_have_an_effect(state: GameState) -> None:
    assert set(state.effects.values()) == {Effect.BOULDERS, Effect.COLUMN}


def test_every_die_is_counted_wherever_it_is(state: GameState) -> None:
    assert state.total_dice() == 9 + 1 + 3
    removed = state._replace(arena=(("fire", "air"),), removed=1)
    assert removed.total_dice() == state.total_dice()


def test_the_start_die_is_in_play_before_it_lies() -> None:
    started = new_game("strike-2020", 2)
    assert (started.hands, started.arena) == ((8, 8), ())
    assert started.total_dice() == started.edition.dice


def test_its_repr_gives_it_back(state: GameState) -> None:
    assert repr(state) == f"read_state({str(state)!r})"
    assert read_state(str(state)) == state


def test_towers_are_stacked_by_a_spell_or_count_by_a_house_rule(state: GameState) -> None:
    assert state.knows_towers
    assert new_game("harry-potter", 2).knows_towers
    assert not new_game("impact-avatar", 2).knows_towers
