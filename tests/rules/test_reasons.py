"""One reason for each event, with its rules; and what did not happen, each for its own reason."""

from typing import Any, get_args

import pytest
from games import Setup, setups
from hypothesis import given, settings

from kessel.rules.engine import apply
from kessel.rules.events import Event
from kessel.rules.faces import Piece
from kessel.rules.moves import (
    OUT,
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
from kessel.rules.reasons import NOTES, REASONS, Reason, reasons
from kessel.rules.setup import Hand, new_game, position
from kessel.rules.state import GameState


def lying(edition: str, *arena: Piece, hands: tuple[int, ...] = (3, 3), **given: Any) -> GameState:
    elements = given.pop("elements", None)
    return position(edition, [Hand(dice) for dice in hands], arena, given, elements=elements)


def throw(*arena: Piece, unit: str = "1", out: int = 0, cocked: int = 0) -> Throw:
    return Throw(unit, Landing(arena, out, cocked))


def extra(*arena: Piece, players: tuple[int, ...] = (0, 1), out: int = 0) -> ExtraThrow:
    return ExtraThrow(dict.fromkeys(players, "1"), Landing(arena, out))


def why(state: GameState, *moves: Move) -> dict[str, Reason]:
    """The reasons for the events of the last of these moves, by the kind of event."""
    *before, last = moves
    for move in before:
        state = apply(state, move).state
    step = apply(state, last)
    return dict(zip([one.kind for one in step.events], reasons(state, last, step), strict=True))


def notes(state: GameState, *moves: Move) -> list[tuple[str, tuple[str, ...]]]:
    """What the last of these moves did not lead to."""
    return [(note.key, note.faces) for one in why(state, *moves).values() for note in one.notes]


@pytest.mark.parametrize(
    ("edition", "face", "options", "kind", "key"),
    [
        ("strike-2020", "X", {}, "start_again", "start_null"),
        ("strike-2020", OUT, {}, "start_again", "start_out"),
        ("strike-2020", "4", {}, "start", "thrown"),
        ("strike-2012", "4", {}, "start", "placed"),
    ],
)
def test_the_start_die(
    edition: str, face: str, options: dict[str, str], kind: str, key: str
) -> None:
    assert why(new_game(edition, 2, options), StartDie(face))[kind].key == key


@pytest.mark.parametrize(
    ("state", "move", "kind", "key"),
    [
        (lying("strike-2020", "2"), throw("2", "5", cocked=1), "cocked", "nudge"),
        (lying("strike-2012", "2"), throw("2", "5", cocked=1), "cocked", "reroll_outside"),
        (lying("strike-2020", "2"), throw("2", out=1), "out", "left_arena"),
        (lying("strike-2012", "2"), throw("2", out=1), "out", "left_arena"),
        (lying("strike-2020", "2"), throw("2", "X"), "x", "null_face"),
        (lying("strike-2020", "2"), throw("2", "2"), "collect", "match"),
        (lying("strike-2020", "2"), throw("2", "2"), "end", "collected"),
        (lying("strike-2020", "2"), throw("2", "2"), "next", "arena_empty"),
        (lying("strike-2020", "2", "3"), throw("2", "2", "3"), "next", "in_turn"),
        (lying("strike-2020", "2"), throw("2", "3"), "choice", "no_match"),
        (lying("strike-2020", "2", hands=(1, 3, 3)), throw("2", "3"), "end", "hand_empty"),
        (lying("strike-2020", "2", hands=(1, 3, 3)), throw("2", "3"), "elim", "no_dice"),
        (lying("strike-2020", "2", hands=(1, 3)), throw("2", "3"), "over", "last_with_dice"),
    ],
)
def test_a_throw(state: GameState, move: Move, kind: str, key: str) -> None:
    reason = why(state, move)[kind]
    assert reason.key == key
    known = REASONS[kind][key]
    no_rim = tuple(rule for rule in known if rule != "B-05")
    assert reason.rules == (known if state.options.rim_is_out else no_rim)


def test_stopping() -> None:
    assert why(lying("strike-2020", "2"), throw("2", "3"), EndTurn())["end"].key == "stopped"


def test_matches_left_lying() -> None:
    state = lying("strike-2020", "2", collecting="optional")
    assert why(state, throw("2", "2"), Collect(()))["choice"].key == "left_lying"
    assert why(state, throw("2", "2"), Collect(("2",)))["collect"].key == "match"


@pytest.mark.parametrize(
    ("state", "arena"),
    [
        (
            lying("harry-potter", "immobulus", immobulus_only_ends_turn=False),
            ("immobulus", "immobulus"),
        ),
        (lying("impact-power", "water", elements=["water"]), ("water", "water")),
    ],
)
def test_dice_that_must_stay(state: GameState, arena: tuple[str, str]) -> None:
    told = why(state, throw(*arena))
    assert told["lock"].key == ("freeze" if arena[0] == "immobulus" else "swamp")
    assert told["choice"].key == "only_locked"
    assert told["choice"].rules == ("P1", "B-15" if arena[0] == "immobulus" else "C-30")
    assert notes(state, throw(*arena)) == []


def test_bound_dice_alone_end_the_turn() -> None:
    state = lying("harry-potter", "immobulus")
    told = why(state, throw("immobulus", "immobulus"))
    assert told["end"].key == "only_locked"
    assert told["lock"].notes == ()


def test_who_is_called_to_throw() -> None:
    storm = lying("impact-power", "lightning", elements=["lightning"])
    assert why(storm, throw("lightning", "lightning"))["extra"].key == "storm"
    salvo = lying("harry-potter", "relashio")
    assert why(salvo, throw("relashio", "relashio"))["extra"].key == "salvo"
    alone = lying("impact-power", "lightning", hands=(3, 0), elements=["lightning"])
    assert why(alone, throw("lightning", "lightning"))["extra"].key == "nobody_can"


@pytest.mark.parametrize(("ending", "kind"), [("continue", "choice"), ("end", "end")])
def test_an_extra_throw_that_breaks_every_match(ending: str, kind: str) -> None:
    state = lying("harry-potter", "relashio", extra_throw_no_match=ending)
    broken = extra("relashio", "accio", "confundo", "wingardium")
    assert why(state, throw("relashio", "relashio"), broken)[kind].key == "extra_broke"


def test_the_column() -> None:
    state = lying("impact-power", "fire", elements=["fire"])
    told = why(state, throw("fire", "fire"), WinColumn(1))
    assert (told["column"].key, told["collect"].key) == ("fastest", "column_winner")
    assert told["collect"].notes == ()


def test_the_column_when_matches_may_be_left() -> None:
    state = lying("impact-power", "fire", elements=["fire"], collecting="optional")
    built = (throw("fire", "fire"), WinColumn(1))
    taken = why(state, *built, Collect(("fire",)))
    assert (taken["collect"].key, taken["collect"].notes) == ("column_winner", ())
    assert why(state, *built, Collect(()))["end"].key == "column_over"


def test_accio() -> None:
    state = lying("harry-potter", "accio", "confundo")
    cast = throw("accio", "accio", "confundo")
    assert why(state, cast, TakeAccio("confundo"))["accio"].key == "taken"
    declined = why(state, cast, TakeAccio(None))
    assert (declined["accio"].key, declined["end"].key) == ("declined", "collected")
    bare = why(lying("harry-potter", "accio"), throw("accio", "accio"))
    assert bare["accio"].key == "nothing_left"


def test_a_tower_that_rises() -> None:
    state = lying("harry-potter", "wingardium", "accio", "confundo")
    told = why(
        state,
        throw("wingardium", "wingardium", "accio", "confundo"),
        StackTower(("accio", "confundo")),
    )
    assert (told["stack"].key, told["end"].key) == ("tower", "collected")


@pytest.mark.parametrize(
    ("ruling", "key"),
    [("shared", "all_without_dice"), ("active_loses", "active_loses"), ("replay", "replay")],
)
def test_nobody_has_a_die_left(ruling: str, key: str) -> None:
    state = lying("strike-2020", hands=(1, 0), double_ko=ruling)
    assert why(state, throw("X", unit="all"))["over"].key == key


def test_the_others_are_out_at_once() -> None:
    state = lying("harry-potter", "relashio", hands=(3, 1), zero_elimination="immediate")
    told = why(
        state,
        throw("relashio", "relashio"),
        extra("relashio", "relashio", "accio", "confundo", players=(0, 1)),
    )
    assert told["over"].key == "last_with_dice"


# --- what did not happen ---------------------------------------------------------------------


def test_a_null_face_on_a_tower_uncovers_the_die_below() -> None:
    state = lying("harry-potter", ("accio", "confundo"))
    assert notes(state, throw(("accio", "X"), "wingardium")) == [("uncovered", ("accio", "X"))]
    assert notes(state, throw(("accio", "confundo"), "X")) == []


CAST = ("relashio", "relashio", "accio", "confundo")


@pytest.mark.parametrize(
    ("ruling", "before", "after", "said"),
    [
        ("intact", CAST[:3], (*CAST, "accio"), [("made_by_extra", ("accio",))]),
        ("intact", (*CAST[:3], "accio"), (*CAST, "X", "X"), [("broken_by_extra", ("accio",))]),
        ("locked", (*CAST[:3], "accio"), (*CAST, "X", "X"), []),
        ("intact", (*CAST[:3], "accio"), (*CAST, "accio", "X"), []),
        ("void", (*CAST[:3], "accio"), (*CAST, "accio", "X"), [("void", ("accio",))]),
    ],
)
def test_spells_lost_to_an_extra_throw(
    ruling: str, before: tuple[str, ...], after: tuple[str, ...], said: list[Any]
) -> None:
    state = lying("harry-potter", *before[1:], relashio_pending=ruling)
    assert notes(state, throw(*before), extra(*after)) == said


def test_no_tower_of_fewer_than_two_dice() -> None:
    state = lying("harry-potter", "wingardium", "accio")
    alone = throw("wingardium", "wingardium", "accio")
    assert notes(state, alone) == [("no_tower", ())]
    void = lying("harry-potter", "relashio", "wingardium", "wingardium", relashio_pending="void")
    both = ("relashio", "relashio", "wingardium", "wingardium")
    assert notes(void, throw(*both), extra(*both, out=2)) == [("void", ("wingardium",))]


def test_no_tower_once_accio_has_taken_the_second_die() -> None:
    pairs = ("wingardium", "wingardium", "accio", "accio")
    two = lying("harry-potter", "wingardium", "accio", "accio", "confundo", "relashio")
    cast = throw(*pairs, "confundo", "relashio")
    assert notes(two, cast, TakeAccio("confundo")) == [("no_tower", ())]
    assert notes(two, cast, TakeAccio(None)) == []


def test_muted_spells_are_told_by_the_event_itself() -> None:
    state = lying("harry-potter", "immobulus", "immobulus", "wingardium")
    told = why(state, throw("immobulus", "immobulus", "wingardium", "wingardium"))
    assert told["suppressed"].key == "muted"
    assert told["collect"].notes == ()


POWERS = ["lightning", "fire", "stone", "air"]


@pytest.mark.parametrize("element", POWERS[1:])
def test_elements_that_matched_only_after_the_storm(element: str) -> None:
    storm = throw("lightning", "lightning", element)
    after = extra("lightning", "lightning", element, element, players=(1,))
    late = lying("impact-avatar", "lightning", element, elements=POWERS, storm_recheck="initial")
    assert notes(late, storm, after) == [("only_before_storm", (element,))]
    now = lying("impact-avatar", "lightning", element, elements=POWERS)
    assert notes(now, storm, after) == []


def test_a_column_that_nobody_can_build() -> None:
    state = lying("impact-avatar", "lightning", "fire", hands=(1, 1), elements=POWERS)
    told = notes(
        state,
        throw("lightning", "lightning", "fire"),
        extra("lightning", "lightning", "fire", "fire", players=(1,)),
    )
    assert told == [("nobody_builds", ())]


# --- all of them -----------------------------------------------------------------------------


@given(setups())
@settings(max_examples=100, deadline=None)
def test_every_event_of_every_game_has_one_of_its_reasons(setup: Setup) -> None:
    for state, move, step in setup.play():
        told = reasons(state, move, step)
        assert len(told) == len(step.events)
        for event, reason in zip(step.events, told, strict=True):
            assert set(reason.rules) <= set(REASONS[event.kind][reason.key])
            assert reason.rules
            assert all(NOTES[note.key] == note.rules for note in reason.notes)


def test_every_kind_of_event_has_its_reasons() -> None:
    kinds = {event.kind for event in get_args(Event)}
    assert set(REASONS) == kinds
    assert all(REASONS.values())
