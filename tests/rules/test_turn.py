"""The end of a turn, eliminations and supplies, on the turn itself."""

from typing import Any

import pytest

from kessel.rules.events import Eliminated, GameOver, NextTurn, NoDice, TurnEnded
from kessel.rules.moves import ALL, ONE, die_of_pile, pile
from kessel.rules.setup import Hand, position
from kessel.rules.state import Emptied, Phase
from kessel.rules.turn import Turn, must_throw_all, players_from, units_of


def turn(*hands: int, active: int = 0, direction: int = 1, **options: Any) -> Turn:
    """A turn of strike-2020 in which these hands are left; those below zero are out."""
    held = [Hand(max(0, dice), (), dice < 0) for dice in hands]
    state = position("strike-2020", held, ("2", "3"), options, active=active, direction=direction)
    return Turn(state)


def stones(loose: int, *piles: int, **options: Any) -> Turn:
    """A turn of Impact in which player 0 has boulder piles."""
    hands = [Hand(loose, piles), Hand(3)]
    state = position("impact-power", hands, ("fire",), options, active=1, elements=["stone"])
    return Turn(state)


def test_a_frozen_turn_is_the_state_it_was_opened_on() -> None:
    state = turn(3, 4).freeze()
    assert Turn(state).freeze() == state


def test_players_go_round_both_ways_and_leave_out_who_is_gone() -> None:
    one = turn(2, -1, 4, 5, direction=-1)
    assert list(players_from(one, 2)) == [2, 3, 0]
    assert list(players_from(one, 2, -1)) == [2, 0, 3]
    assert one.next_after(2) == 0
    assert one.next_after(0) == 3
    assert one.players_left() == 3


def test_one_die_comes_from_the_hand_and_all_from_everywhere() -> None:
    one = stones(2, 3, 4)
    assert one.take(0, ONE) == 1
    assert (one.hands[0], one.piles[0]) == (1, (3, 4))
    assert one.take(0, ALL) == 8
    assert (one.hands[0], one.piles[0]) == (0, ())


def test_a_pile_is_thrown_whole_or_split() -> None:
    one = stones(0, 3, 4)
    assert one.take(0, pile(1)) == 4
    assert one.piles == ((3,), ())
    assert one.take(0, die_of_pile(0)) == 1
    assert (one.hands, one.piles) == ([0, 3], ((2,), ()))
    assert one.take(0, die_of_pile(0)) == 1
    assert one.hands == [1, 3], "a pile of one is a loose die"
    assert not any(one.piles)


@pytest.mark.parametrize(
    ("given", "units"),
    [
        (stones(0), ()),
        (stones(1), ("1",)),
        (stones(1, 2, 3), ("1", "pile:0", "pile:1")),
        (stones(0, 2), ("pile:0",)),
        (stones(0, 2, pile_throw="may_split"), ("1", "pile:0", "die:0")),
    ],
)
def test_what_may_be_thrown(given: Turn, units: tuple[str, ...]) -> None:
    assert units_of(given, 0) == units


def test_after_a_turn_the_next_with_dice_throws() -> None:
    one = turn(3, -1, 2)
    one.end(0)
    assert one.events == [TurnEnded(0), NextTurn(2, "one")]
    assert (one.active, one.phase) == (2, Phase.THROW)


def test_who_has_no_dice_at_the_end_of_a_turn_is_out() -> None:
    """Two of four leave together: two are left, so both get two points."""
    one = turn(3, 2, 4, 1)
    one.hands[1] = one.hands[3] = 0
    one.end(0)
    assert one.events == [
        TurnEnded(0), Eliminated(1, 2), Eliminated(3, 2), NextTurn(2, "one"),
    ]  # fmt: skip


def test_in_turn_order_the_one_who_leaves_later_gets_more() -> None:
    one = turn(3, 2, 4, 1, simultaneous_points="turn_order")
    one.hands[1] = one.hands[3] = 0
    one.end(0)
    assert one.points == (None, 3, None, 2)


def test_only_one_is_left() -> None:
    one = turn(3, 2)
    one.hands[1] = 0
    one.end(0)
    assert one.events == [TurnEnded(0), Eliminated(1, 1), GameOver((0,))]
    assert (one.phase, one.winners) == (Phase.OVER, (0,))


def test_where_one_leaves_only_in_ones_own_turn() -> None:
    """Player 1 has nothing left, and is told so when the turn comes."""
    one = turn(3, 2, 4, zero_elimination="own_turn")
    one.hands[1] = 0
    one.end(0)
    assert one.events == [TurnEnded(0), NoDice(1), Eliminated(1, 2), NextTurn(2, "one")]


@pytest.mark.parametrize(
    ("ruling", "winners", "points"),
    [
        ("replay", (), (None, None)),
        ("active_loses", (0,), (None, 1)),
        ("shared", (0, 1), (0, 0)),
    ],
)
def test_all_run_out_together(
    ruling: str, winners: tuple[int, ...], points: tuple[int | None, ...]
) -> None:
    one = turn(3, 2, active=1, double_ko=ruling)
    one.hands[:] = [0, 0]
    one.end(1)
    assert (one.winners, one.points) == (winners, points)


@pytest.mark.parametrize(
    ("cause", "emptied", "everything"),
    [
        ("any", Emptied.BY_OUT, True),
        ("not_by_out_only", Emptied.BY_OUT, False),
        ("not_by_out_only", Emptied.BY_NULL, True),
        ("collected_only", Emptied.BY_NULL, False),
        ("collected_only", Emptied.BY_COLLECTING, True),
    ],
)
def test_an_empty_arena_asks_for_everything(cause: str, emptied: Emptied, everything: bool) -> None:
    one = turn(3, 2, allin_cause=cause)
    assert not must_throw_all(one), "something lies there"
    one.arena, one.emptied = (), emptied
    assert must_throw_all(one) == everything
