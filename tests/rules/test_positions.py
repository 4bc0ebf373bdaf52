"""Positions as text."""

from itertools import islice

import pytest

from kessel.errors import BadValue, KesselError, ParseError, UnknownOption
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


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("  ", ParseError),
        ("strike-2020", ParseError),
        ("strike-2020 hands=3", BadValue),
        ("strike-2020 hands=3,x", ParseError),
        ("strike-2020 hands=3,4 hands=3,4", ParseError),
        ("strike-2020 hands=3,4 hand=3", ParseError),
        ("strike-2020 hands=3,4 arena", ParseError),
        ("strike-2020 hands=3,4 eliminated=A:many", ParseError),
        ("strike-2020 hands=3,4 eliminated=C", ParseError),
        ("strike-2020 hands=3,4 options=colour:red", UnknownOption),
        ("harry-potter hands=3,4 phase=accio spells=hocus", BadValue),
        ("harry-potter hands=3,4 phase=accio spells=confundo,confundo", ParseError),
    ],
)
def test_what_is_no_position(text: str, error: type[KesselError]) -> None:
    with pytest.raises(error):
        read_state(text)


@pytest.mark.parametrize(
    ("part", "right"),
    [
        ("turn=A", "turn is one of A> A< B> B<"),
        ("turn=C>", "turn is one of A> A< B> B<"),
        ("phase=lunch", "phase is one of start start_again throw choice"),
        ("emptied=cat", "emptied is one of not out x collect"),
        ("muted=perhaps", "muted is one of yes no"),
    ],
)
def test_a_wrong_part_says_what_would_be_right(part: str, right: str) -> None:
    with pytest.raises(ParseError, match=f"^{part} is not part of a position; {right}"):
        read_state(f"strike-2020 hands=3,4 {part}")


def test_the_tallest_tower_can_be_built_in_any_order() -> None:
    lying = ",".join(["accio"] * 498 + ["relashio"] * 499)
    state = read_state(f"harry-potter hands=1,1 phase=stack arena={lying}")
    first, second = islice(legal_moves(state), 2)
    assert isinstance(first, StackTower)
    assert isinstance(second, StackTower)
    assert first.tower < second.tower
    assert sorted(first.tower) == sorted(second.tower) == sorted(lying.split(","))


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
        ("strike-2020 hands=1,2 arena=2,2 phase=collect", "nobody can move: .* matches"),
        ("strike-2020 hands=1,2 arena=2 phase=extra", "nobody can move: .* several players"),
        ("strike-2020 hands=2,3 arena=2,2 phase=choice", "equal dice lie"),
        (
            "harry-potter hands=2,3 phase=accio options=accio_optional:false",
            "nobody can move: .* Accio",
        ),
        ("harry-potter hands=0,0 arena=accio phase=extra", "nobody can move"),
        ("strike-2020 hands=3,3 arena=fire", "'fire' is not a face"),
        ("strike-2020 hands=3+2,3 arena=2", "no piles of boulders in strike-2020"),
        ("impact-avatar hands=8,7+0 arena=fire", "B holds 7 loose dice and piles of 0: .*two dice"),
        ("impact-avatar hands=8,7+1 arena=fire", "B holds 7 loose dice and piles of 1: .*two dice"),
        ("strike-2020 hands=998,3 arena=2", "at most 999 dice"),
    ],
)
def test_a_position_that_cannot_be_is_refused(line: str, said: str) -> None:
    with pytest.raises(BadValue, match=said):
        read_state(line)
