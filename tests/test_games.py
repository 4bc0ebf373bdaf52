"""Games played on by chance: they end, every move is legal, and every kind of move comes up."""

from itertools import pairwise
from random import Random

import pytest
from games import play_out, random_move

from kessel.rules.edition import EDITIONS
from kessel.rules.moves import Throw
from kessel.rules.setup import new_game


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_game_ends_and_can_be_played_again(edition: str) -> None:
    start = new_game(edition, 3)
    first, again = (list(play_out(start, Random(edition))) for _ in range(2))
    assert first == again
    assert first[-1][2].state.is_over
    for (_, _, step), (state, _, _) in pairwise(first):
        assert step.state == state


def test_every_kind_of_move_comes_up() -> None:
    """40 games each of the two editions with effects that ask for most."""
    kinds = {
        type(move).__name__
        for edition in ("harry-potter", "impact-avatar")
        for seed in range(40)
        for _, move, _ in play_out(
            new_game(edition, 2, elements=["fire", "lightning"] if "impact" in edition else None),
            Random(seed),
        )
    }
    assert kinds >= {"StartDie", "Throw", "EndTurn", "ExtraThrow", "WinColumn"}
    assert kinds >= {"TakeAccio", "StackTower"}


def test_dice_are_lost_and_cocked_now_and_then() -> None:
    landings = [
        move.landing
        for seed in range(60)
        for _, move, _ in play_out(new_game("strike-2020", 4), Random(seed))
        if isinstance(move, Throw) and move.landing is not None
    ]
    assert any(landing.out for landing in landings)
    assert any(landing.cocked for landing in landings)


def test_after_the_end_there_is_no_move() -> None:
    *_, (_, _, last) = play_out(new_game("strike-2020", 2), Random(1))
    with pytest.raises(AssertionError, match="over"):
        random_move(last.state, Random(1))
