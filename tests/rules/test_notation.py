"""Text forms, positions among them, and what is said of texts that are none."""

from itertools import islice
from pathlib import Path
from typing import Any, get_args

import pytest

from kessel.errors import BadValue, KesselError, ParseError
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply, awaited, legal_moves
from kessel.rules.events import Collected, Event
from kessel.rules.moves import (
    ALL,
    ONE,
    Collect,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    WinColumn,
    die_of_pile,
    faces_meant,
    pile,
)
from kessel.rules.notation import event_text, move_text, read_move
from kessel.rules.positions import read_state, state_text
from kessel.rules.setup import Hand, new_game, position

MOVES: list[tuple[Move, str]] = [
    (StartDie("4"), "start 4"),
    (StartDie("out"), "start out"),
    (Throw("1"), "throw 1"),
    (Throw("all", Landing((), 3)), "throw all: -; out 3"),
    (Throw("pile:0", Landing(("2", ("5", "3")), 1, 2)), "throw pile:0: 2 5/3; out 1; cocked 2"),
    (Throw("1", Landing(("2",), 0, 1)), "throw 1: 2; cocked 1"),
    (ExtraThrow({1: "1", 0: "pile:1"}), "extra A=pile:1 B=1"),
    (ExtraThrow({2: "1"}, Landing(("air",))), "extra C=1: air"),
    (WinColumn(1), "column B"),
    (WinColumn(1, ((0, 0), (2, 1))), "column B keep A0 C1"),
    (Collect(("5", "6")), "collect 5 6"),
    (Collect(()), "collect -"),
    (TakeAccio("confundo"), "accio confundo"),
    (TakeAccio(None), "accio -"),
    (TakeAccio("confundo", (2, 0)), "accio confundo 2.0"),
    (StackTower(("accio", "confundo")), "stack accio/confundo"),
    (EndTurn(), "end"),
]


@pytest.mark.parametrize(("move", "text"), MOVES, ids=[text for _, text in MOVES])
def test_moves(move: Move, text: str) -> None:
    assert move_text(move) == text
    assert read_move(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "", "roll 1", "throw 1:2", "throw 1: 2;out 1", "throw 1: 2; out x", "throw 1: 2/",
        "throw 1: 2; out 1; out 1", "throw 1: 2; cocked 1; out 1", "throw 1: 2; lost 1",
        "throw 1: 2; out 99999", "extra Z=1", "extra B=1 A=1", "column", "column B keep",
        "column B keep A", "column B keep A٣", "end now",
    ],
)  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(ParseError):
        read_move(text)


def test_events_as_text() -> None:
    started = apply(new_game("strike-2020", 2), StartDie("4"))
    assert [event_text(event) for event in started.events] == ["start 4 -"]


def test_readers_take_what_they_read() -> None:
    state = read_state("strike-2020 hands=2,3 arena=2,2 phase=choice options=collecting:optional")
    assert read_state(state) is state
    assert read_move(EndTurn()) == read_move("end")
    assert find_edition(state.edition) is state.edition
    with pytest.raises(ParseError, match="not 4"):
        read_state(4)  # type: ignore[arg-type]
    assert apply(str(state), "end") == apply(state, EndTurn())
    assert awaited(str(state)) == awaited(state)
    assert list(legal_moves(str(state))) == list(legal_moves(state))
    chosen = new_game("strike-2020", 2, "supply:hidden")
    assert chosen == new_game("strike-2020", 2, {"supply": "hidden"})


ODD: Any = 5


@pytest.mark.parametrize(
    "move",
    [WinColumn(7), WinColumn(-1), Throw("1", ODD), Collect(ODD), ExtraThrow(ODD)],
    ids=repr,
)
def test_a_move_made_of_something_else_has_no_text(move: Move) -> None:
    with pytest.raises(BadValue, match=r"is not a move|there is no player"):
        move_text(move)


# --- units have names, and equal moves and events are equal however they were written -------------


def test_units_are_named_by_the_pile_they_come_from() -> None:
    assert (ONE, ALL, pile(0), die_of_pile(2)) == ("1", "all", "pile:0", "die:2")


def test_a_throw_is_a_decision_until_it_lands() -> None:
    decided = Throw(pile(1))
    landed = decided.lands(Landing(("2", "2"), out=1))
    assert decided.landing is None
    assert landed == Throw(pile(1), Landing(("2", "2"), out=1))


def test_who_throws_along_has_no_order() -> None:
    one, other = ExtraThrow({0: ONE, 2: pile(0)}), ExtraThrow({2: pile(0), 0: ONE})
    assert one == other
    assert hash(one) == hash(other)
    assert hash(one) != hash(one.lands(Landing(("3",))))
    assert len({one.lands(Landing(("3",))), other.lands(Landing(("3",)))}) == 1


def test_dice_are_meant_one_by_one_by_an_accio_and_by_a_tower() -> None:
    assert faces_meant(TakeAccio("accio")) == ("accio",)
    assert faces_meant(TakeAccio(None)) == ()
    assert faces_meant(StackTower(("protego", "accio"))) == ("protego", "accio")
    assert faces_meant(Collect(("accio",))) == (), "a set, whichever dice"


def test_equal_collections_have_one_hash() -> None:
    assert hash(Collected(0, {"2": 2})) == hash(Collected(0, {"2": 2}))
    assert len({Collected(0, {"2": 2}), Collected(0, {"2": 2}), Collected(1, {"2": 2})}) == 2


def test_no_two_kinds_share_a_name() -> None:
    kinds = [kind.kind for kind in get_args(Event)]
    assert len(set(kinds)) == len(kinds) > 20


# --- Positions ------------------------------------------------------------------------------------
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
