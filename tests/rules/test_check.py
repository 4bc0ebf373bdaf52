"""The check after a throw: what is removed, what matches, and who goes on."""

from typing import Any

import pytest

from kessel.errors import BadValue, DiceDoNotAddUp, KesselError
from kessel.rules.check import check, checked_landing, collectable, land
from kessel.rules.events import Cocked, Collected, MayGoOn, NullRemoved, WentOut
from kessel.rules.moves import Landing
from kessel.rules.setup import Hand, position
from kessel.rules.state import Emptied, Pending, Phase
from kessel.rules.turn import Turn


@pytest.fixture
def turn() -> Turn:
    """A 2 and a 3 lie there; one die is in the air."""
    opened = Turn(position("strike-2020", [Hand(4), Hand(5)], ("2", "3")))
    opened.hands[0] -= 1
    return opened


def test_nothing_equal_is_no_match(turn: Turn) -> None:
    assert land(turn, Landing(("2", "3", "4")), 1) == {}
    assert (turn.arena, turn.emptied, turn.events) == (("2", "3", "4"), Emptied.NOT, [])


def test_cocked_lost_and_null_dice_are_told_in_that_order(turn: Turn) -> None:
    assert land(turn, Landing(("X", "2"), out=1, cocked=1), 1) == {}
    assert turn.events == [Cocked(1), WentOut(1), NullRemoved(1)]
    assert (turn.arena, turn.removed) == (("2",), 2)


@pytest.mark.parametrize(
    ("landing", "emptied"),
    [
        (Landing((), out=3), Emptied.BY_OUT),
        (Landing(("X",), out=2), Emptied.BY_NULL),
    ],
)
def test_what_emptied_the_arena(turn: Turn, landing: Landing, emptied: Emptied) -> None:
    land(turn, landing, 1)
    assert turn.emptied is emptied


@pytest.mark.parametrize("landing", [Landing(("2", "3")), Landing(("2", "3", "4"), out=1)])
def test_dice_add_up_or_the_throw_is_refused(turn: Turn, landing: Landing) -> None:
    with pytest.raises(DiceDoNotAddUp):
        land(turn, landing, 1)


def test_a_face_of_another_game_is_refused(turn: Turn) -> None:
    with pytest.raises(KesselError, match="fire"):
        land(turn, Landing(("2", "3", "fire")), 1)


def test_a_tower_shows_its_top_and_loses_null_faces_on_it() -> None:
    wizards = Turn(position("harry-potter", [Hand(3), Hand(3)], (("accio", "confundo"),)))
    wizards.hands[0] -= 1
    matched = land(wizards, Landing((("accio", "X"), "accio")), 1)
    assert (matched, wizards.arena) == ({"accio": 2}, ("accio", "accio"))


ODD: Any = "23"


@pytest.mark.parametrize(
    "landing",
    [None, ("2", "3"), Landing(ODD), Landing(("2",), ODD), Landing(("2",), cocked=ODD)],
    ids=repr,
)
def test_what_is_no_landing_is_refused_in_a_sentence(landing: Any) -> None:
    with pytest.raises(BadValue, match=r"landing|whole numbers"):
        checked_landing(landing)


def test_equal_dice_are_taken_and_the_turn_is_over(turn: Turn) -> None:
    before = turn.arena
    check(turn, land(turn, Landing(("2", "3", "3")), 1), before)
    assert turn.events[0] == Collected(0, {"3": 2})
    assert (turn.arena, turn.hands, turn.active) == (("2",), [5, 5], 1)


def test_without_a_match_one_may_go_on(turn: Turn) -> None:
    before = turn.arena
    check(turn, land(turn, Landing(("2", "3", "4")), 1), before)
    assert (turn.phase, turn.events) == (Phase.CHOICE, [MayGoOn(0)])


def test_bound_dice_and_a_swamp_stay_where_they_are() -> None:
    wizards = position("harry-potter", [Hand(3), Hand(3)], ("immobulus",) * 2 + ("accio",) * 2)
    assert collectable(wizards, Pending()) == {"immobulus": 2, "accio": 2}
    assert collectable(wizards, Pending(bound=True)) == {"accio": 2}
    swamp = position("impact-power", [Hand(3), Hand(3)], ("water", "water"), elements=["water"])
    assert collectable(swamp, Pending()) == {}
