"""What a state awaits, and what is legal in it."""

import pytest

from kessel.errors import BadValue
from kessel.rules.allowed import WAITS_FOR, active_units, await_in, extra_units, moves_in
from kessel.rules.awaits import AwaitChoice, AwaitThrow, Over
from kessel.rules.moves import ALL, EndTurn, Throw
from kessel.rules.positions import read_state
from kessel.rules.state import Phase


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("strike-2020 hands=0,3 arena=2", "must have a die"),
        ("strike-2020 hands=2,3,1 arena=2 eliminated=A:0", "A is out, so without dice"),
        ("strike-2020 hands=0,3,1 arena=2 eliminated=A:0", "must have a die"),
        ("strike-2020 hands=1,0 arena=2 eliminated=B", "at least two players still"),
        ("strike-2020 hands=0,3 phase=start", "must have a die"),
        ("strike-2020 hands=2,5 arena=2 phase=start_again", "into an empty arena"),
        ("strike-2020 hands=1,2 phase=accio", "nobody can move: .* Accio"),
        ("strike-2020 hands=1,2 arena=2,3 phase=stack", "nobody can move: .* tower"),
        ("harry-potter hands=1,2 arena=accio phase=stack", "nobody can move: .* tower"),
        ("strike-2020 hands=1,2 arena=2 phase=column", "nobody can move: .* column"),
        ("strike-2020 hands=1,2 arena=2,2 phase=collect", "nobody can move: .* sets"),
        ("strike-2020 hands=1,2 arena=2 phase=extra", "nobody can move: .* several players"),
        ("strike-2020 hands=2,3 arena=2,2 phase=choice", "equal dice lie"),
        (
            "harry-potter hands=2,3 phase=accio options=accio_optional:false",
            "nobody can move: .* Accio",
        ),
        ("harry-potter hands=0,0 arena=accio phase=extra", "nobody can move"),
    ],
)
def test_a_position_in_which_nobody_can_move_is_refused(line: str, said: str) -> None:
    with pytest.raises(BadValue, match=said):
        read_state(line)


def test_every_phase_says_what_it_waits_for() -> None:
    assert set(WAITS_FOR) == set(Phase)


def test_in_mid_turn_one_may_end_it_and_at_its_start_not() -> None:
    choice = read_state("strike-2020 hands=3,4 arena=2,5 phase=choice")
    assert await_in(choice) == AwaitChoice(0, ("1",))
    assert list(moves_in(choice)) == [EndTurn(), Throw("1")]
    start = read_state("strike-2020 hands=3,4 arena=2,5")
    assert await_in(start) == AwaitThrow(0, ("1",))
    assert list(moves_in(start)) == [Throw("1")]


def test_into_an_empty_arena_all_dice_are_thrown() -> None:
    assert active_units(read_state("strike-2020 hands=3,4")) == (ALL,)


def test_in_a_storm_all_who_have_dice_throw() -> None:
    storm = read_state("impact-avatar hands=3,4,2 arena=lightning,lightning phase=extra")
    assert extra_units(storm) == {1: ("1",), 2: ("1",)}


def test_nothing_is_legal_once_it_is_over() -> None:
    over = read_state("strike-2020 hands=3,0 phase=over winners=A eliminated=B")
    assert await_in(over) == Over((0,))
    assert list(moves_in(over)) == []
