"""States: set up, and what they say about themselves."""

from typing import Any

import pytest

from kessel.errors import BadValue, UnknownOption
from kessel.rules.edition import Effect
from kessel.rules.faces import all_faces, as_piece, count_dice, matches, top, visible, without
from kessel.rules.moves import ALL, ONE, die_of_pile, pile
from kessel.rules.options import Options
from kessel.rules.positions import read_state
from kessel.rules.setup import Hand, new_game, position
from kessel.rules.state import GameState, Phase, as_seen, seen_supplies

# --- Games and positions that are set up ----------------------------------------------------------

OUT = Hand(eliminated=True)


def test_a_preset_may_stand_in_the_edition() -> None:
    assert new_game("harry-potter:fr", 2).options.relashio_throwers == "others"


def test_the_power_element_cannot_be_given() -> None:
    with pytest.raises(BadValue, match="the starting die decides"):
        new_game("impact-power", 2, elements=["fire"])


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: position("strike-2020", [0, 3], ("2",)), "must have a die"),
        (lambda: position("strike-2020", [3, OUT], ("2",)), "at least two players"),
        (lambda: position("harry-potter", [3, 3], (("accio",),)), "two faces or more"),
        (lambda: position("harry-potter", [3, 3], ((),)), "not an empty one"),
        (lambda: position("strike-2020", [3, 3], ("2",), direction=2), "1 .clockwise. or -1"),
        (lambda: position("strike-2020", [3, 3], ("X",)), "a visible X never lies"),
        (lambda: position("strike-2020", [3, 3], (("2", "3"),)), "has no towers"),
        (lambda: position("impact-power", [3, 3], ("fire",)), "exactly one active element"),
    ],
)
def test_impossible_positions_are_refused(make: Any, reason: str) -> None:
    with pytest.raises(BadValue, match=reason):
        make()


def test_options_may_be_given_ready_made() -> None:
    options = new_game("strike-2020", 2, {"supply": "hidden"}).options
    assert new_game("strike-2020", 2, options).options.supply == "hidden"


@pytest.mark.parametrize("arena", ["4,5", (4, 5), [("4", 5)], None, ("4", ["5"])], ids=repr)
def test_an_arena_is_faces_and_towers(arena: Any) -> None:
    with pytest.raises(BadValue, match="an arena is faces and towers"):
        position("strike-2020", [2, 3], arena)


def test_ready_made_options_have_values_that_the_edition_knows() -> None:
    for options in (Options(supply="zzz"), Options(cocked=5)):  # type: ignore[arg-type]
        with pytest.raises(BadValue, match="in strike-2020 it is"):
            new_game("strike-2020", 2, options)
    with pytest.raises(BadValue, match="start_die='placed': in impact-power it is thrown"):
        new_game("impact-power", 2, Options())
    with pytest.raises(UnknownOption, match="there is no option 5"):
        new_game("strike-2020", 2, {5: "x"})  # type: ignore[dict-item]


# --- What a state says about itself, counted by hand ----------------------------------------------
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


# --- faces, towers and matches --------------------------------------------------------------------


ARENA = ("2", ("5", "3", "2"), "X", "X", "6")


def test_only_the_top_of_a_tower_is_visible() -> None:
    assert visible(ARENA) == ["2", "2", "X", "X", "6"]
    assert top(("5", "3")) == "3"
    assert count_dice(ARENA) == 7
    assert all_faces(ARENA) == ["2", "5", "3", "2", "X", "X", "6"]


def test_a_match_is_two_visible_dice_and_never_the_null_face() -> None:
    assert matches(ARENA) == {"2": 2}
    assert matches(("2", ("2", "3"))) == {}


def test_a_tower_loses_a_die_anywhere() -> None:
    assert without(("a", "b", "c"), 1) == ("a", "c")
    assert without(("a", "b"), 0) == "b"
    assert without("a", 0) is None
    assert as_piece(()) is None


# --- hidden supplies (C-59) -----------------------------------------------------------------------


HANDS = (Hand(4), Hand(0), Hand(3))


def test_a_hidden_supply_is_seen_by_its_owner_alone() -> None:
    state = position("strike-2020", HANDS, ("2",), {"supply": "hidden"})
    assert seen_supplies(state, 0) == (4, 0, None)
    assert seen_supplies(state, 2) == (None, 0, 3)
    assert seen_supplies(state, None) == (None, 0, None)


def test_an_open_supply_is_seen_by_all() -> None:
    state = position("strike-2020", HANDS, ("2",), {"supply": "open"})
    assert seen_supplies(state, None) == (4, 0, 3)


def test_hidden_dice_are_imagined_evenly_and_none_is_lost() -> None:
    state = position("strike-2020", (Hand(4), Hand(7), Hand(2)), ("2",), {"supply": "hidden"})
    assert as_seen(state, 0).hands == (4, 5, 4)
    assert as_seen(state, 1).hands == (3, 7, 3)
    opened = position("strike-2020", HANDS, ("2",), {"supply": "open"})
    assert as_seen(opened, 0) == opened
