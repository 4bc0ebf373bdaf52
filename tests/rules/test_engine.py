"""Single rules, each as small as it can be shown: `single_rules.txt` has a position, moves with
what comes of them, how it stands then, and what may be done next."""

from pathlib import Path
from typing import Any

import pytest

from kessel.errors import BadValue, IllegalMove, KesselError
from kessel.rules.awaits import AwaitStartDie
from kessel.rules.check import checked_landing
from kessel.rules.engine import apply, awaited, column_tie, legal_moves
from kessel.rules.faces import Piece
from kessel.rules.moves import Landing, StackTower, StartDie, Throw
from kessel.rules.notation import event_text, move_text
from kessel.rules.positions import read_state, state_text
from kessel.rules.setup import new_game

CASES = (Path(__file__).parent / "single_rules.txt").read_text(encoding="utf-8").split("\n\n")


def played(case: str) -> str:
    """The same case, with what the engine says."""
    title, start, *lines = case.splitlines()
    state, said = read_state(start), [title, start]
    for line in lines:
        move, is_move, _ = line.partition(" => ")
        if not is_move:
            continue
        try:
            step = apply(state, move)
            told = "; ".join(map(event_text, step.events)) or "-"
            state = step.state
        except KesselError as error:
            told = f"{type(error).__name__}: {error}"
        said.append(f"{move} => {told}")
    may = "; ".join(map(move_text, legal_moves(state))) or "-"
    return "\n".join([*said, f"= {state_text(state)}", f"? {may}"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.partition("\n")[0])
def test_a_single_rule(case: str) -> None:
    assert played(case) == case.rstrip("\n")


def test_a_rule_that_is_told_otherwise_is_found() -> None:
    """The control."""
    case = "# A match\nstrike-2020 hands=3,3 arena=2\nthrow 1: 2 2 => collect A 2×3\n= x\n? end"
    assert "=> collect A 2×2; end A" in played(case)


def test_after_an_x_the_die_may_be_turned_where_the_booklet_says_so() -> None:
    state = new_game("strike-2020", 2, {"start_die_x": "choose_face"})
    assert awaited(state) == AwaitStartDie(0, "thrown", False)
    assert awaited(apply(state, StartDie("X")).state) == AwaitStartDie(0, "thrown", True)
    assert awaited(apply(state, StartDie("out")).state) == AwaitStartDie(0, "thrown", False)
    assert awaited(new_game("strike-2012", 2)) == AwaitStartDie(0, "placed", True)
    with pytest.raises(BadValue, match="players are 0 to 3"):
        new_game("strike-2020", 4, first=4)


def test_a_decision_to_throw_lands_later() -> None:
    (decision,) = legal_moves("strike-2020 hands=3,3 arena=2")
    assert isinstance(decision, Throw)
    landed = apply("strike-2020 hands=3,3 arena=2", decision.lands(Landing(("2", "3"))))
    assert landed == apply("strike-2020 hands=3,3 arena=2", "throw 1: 2 3")


@pytest.mark.parametrize(
    ("turned", "tied", "first"), [("", (0, 2), None), (",", (0, 2), 2), (",", (0, 1), 1)]
)
def test_a_tie_is_built_again_or_goes_by_order_of_play(
    turned: str, tied: tuple[int, ...], first: int | None
) -> None:
    options = " options=column_tie:turn_order" if turned else ""
    state = read_state(f"impact-power hands=3,2,3 arena=fire turn=B> elements=fire{options}")
    assert column_tie(state, tied) == first


@pytest.mark.parametrize(
    ("arena", "out", "reason"),
    [
        (("2", "3", "4"), -1, "neither is below 0"),
        ((("2",), "3"), 0, "a tower of at least two"),
        ((7, "3"), 0, "cannot lie in the arena"),
    ],
)
def test_what_nobody_can_write(arena: tuple[Piece, ...], out: int, reason: str) -> None:
    with pytest.raises(BadValue, match=reason):
        apply("strike-2020 hands=3,3 arena=2", Throw("1", Landing(arena, out)))


def test_a_tower_is_built_of_something() -> None:
    before = "harry-potter hands=3,3 arena=wingardium,accio/relashio,accio"
    stacks = apply(before, "throw 1: wingardium wingardium accio/relashio accio").state
    with pytest.raises(IllegalMove, match="not of nothing"):
        apply(stacks, StackTower(()))


ODD: Any = "23"


@pytest.mark.parametrize(
    "landing",
    [None, ("2", "3"), Landing(ODD), Landing(("2",), ODD), Landing(("2",), cocked=ODD)],
    ids=repr,
)
def test_what_is_no_landing_is_refused_in_a_sentence(landing: Any) -> None:
    with pytest.raises(BadValue, match=r"landing|whole numbers"):
        checked_landing(landing)
