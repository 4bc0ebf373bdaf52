"""Text forms, and what is said of texts that are none."""

import pytest

from kessel.errors import BadValue, KesselError, ParseError, UnknownOption
from kessel.rules.edition import find_edition
from kessel.rules.engine import Hand, apply, awaited, legal_moves, new_game, position
from kessel.rules.moves import (
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
)
from kessel.rules.notation import event_text, move_text, read_move, read_state, state_text

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
        ("strike-2020", ParseError),
        ("strike-2020 hands=3,4 arena=fire", BadValue),
        ("strike-2020 hands=3", BadValue),
        ("strike-2020 hands=3,x", ParseError),
        ("strike-2020 hands=3,4 hands=3,4", ParseError),
        ("strike-2020 hands=3,4 hand=3", ParseError),
        ("strike-2020 hands=3,4 arena", ParseError),
        ("strike-2020 hands=3,4 turn=A", ParseError),
        ("strike-2020 hands=3,4 turn=C>", ParseError),
        ("strike-2020 hands=3,4 phase=lunch", ParseError),
        ("strike-2020 hands=3,4 emptied=cat", ParseError),
        ("strike-2020 hands=3,4 eliminated=A:many", ParseError),
        ("strike-2020 hands=3,4 eliminated=C", ParseError),
        ("strike-2020 hands=3,4 options=colour:red", UnknownOption),
        ("harry-potter hands=3,4 phase=accio spells=hocus", BadValue),
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


def test_nothing_at_all_is_no_position() -> None:
    with pytest.raises(ParseError):
        read_state("  ")


def test_events_as_text() -> None:
    started = apply(new_game("strike-2020", 2), StartDie("4"))
    assert [event_text(event) for event in started.events] == ["start 4 -"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("strike-2020 hands=0,3 arena=2", "must have a die"),
        ("strike-2020 hands=2,3,1 arena=2 eliminated=A:0", "must have a die"),
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


@pytest.mark.parametrize(("hands", "piles"), [("8,7+0", "0"), ("8,7+1", "1")])
def test_a_pile_of_no_dice_or_one_is_refused(hands: str, piles: str) -> None:
    with pytest.raises(BadValue, match=f"B holds 7 loose dice and piles of {piles}: .*two dice or"):
        read_state(f"impact-avatar hands={hands} arena=fire")
