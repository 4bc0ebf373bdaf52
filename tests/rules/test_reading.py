"""Plain words: why a die stays, why a spell had no effect, which rule says so."""

from typing import Any, get_args

import pytest

from kessel.rules import events as e
from kessel.rules.engine import apply
from kessel.rules.faces import Piece
from kessel.rules.moves import ExtraThrow, Landing, Move, StartDie, Throw
from kessel.rules.reading import (
    PersonalKey,
    PlainKey,
    explain,
    read_position,
    remarks,
    what_is_asked,
    why_it_lies,
)
from kessel.rules.reasons import Reason
from kessel.rules.setup import Hand, new_game, position
from kessel.rules.state import GameState
from kessel.words import Speaker
from kessel.words.catalogue import catalogue


def lying(edition: str, *arena: Piece, hands: tuple[int, ...] = (3, 3), **given: Any) -> GameState:
    elements = given.pop("elements", None)
    return position(edition, [Hand(dice) for dice in hands], arena, given, elements=elements)


def keys(state: GameState, *moves: Move) -> list[str]:
    """The keys of all remarks on these moves."""
    told: list[str] = []
    for move in moves:
        step = apply(state, move)
        told += [remark.key for remark in explain(state, move, step)]
        state = step.state
    return told


def throw(*arena: Piece, unit: str = "1", out: int = 0) -> Throw:
    return Throw(unit, Landing(arena, out))


@pytest.mark.parametrize(
    ("state", "piece", "key", "rule"),
    [
        (lying("strike-2020", "2", "5"), "2", "lies.single", "A.0"),
        (lying("harry-potter", ("accio", "confundo")), ("accio", "confundo"), "lies.tower", "C-40"),
        (lying("harry-potter", "immobulus", "immobulus"), "immobulus", "why.freeze", "B-16"),
        (lying("harry-potter", "accio", "accio"), "accio", "lies.uncovered", "C-42"),
        (lying("impact-power", "water", elements=["water"]), "water", "why.swamp", "C-30"),
    ],
)
def test_why_a_piece_lies_there(state: GameState, piece: Piece, key: str, rule: str) -> None:
    remark = why_it_lies(state, piece)
    assert remark.key == key
    assert rule in remark.rules


def test_a_match_that_waits() -> None:
    state = lying("impact-power", "lightning", elements=["lightning"])
    state = apply(state, throw("lightning", "lightning")).state
    assert why_it_lies(state, "lightning").key == "lies.waiting"
    assert what_is_asked(state).key == "asked.extra.one"
    three = lying("impact-power", "lightning", hands=(3, 2, 2), elements=["lightning"])
    three = apply(three, throw("lightning", "lightning")).state
    assert what_is_asked(three).key == "asked.extra"


def test_what_is_asked() -> None:
    assert read_position(lying("strike-2020", "2"))[0].key == "asked.throw"
    all_in = what_is_asked(lying("strike-2020"))
    assert (all_in.key, "P2" in all_in.rules) == ("say.nextAll", True)
    mid_turn = apply(
        lying("strike-2020", "2", allin_trigger="also_mid_turn"), throw("X", out=1)
    ).state
    asked = what_is_asked(mid_turn)
    assert (asked.key, "C-05" in asked.rules) == ("asked.choice_all", True), "one may stop, too"
    assert read_position(lying("strike-2020"))[0].key == "why.arena_empty"


@pytest.mark.parametrize(
    ("state", "thrown", "key", "params"),
    [
        (lying("strike-2020", "2"), ("2", "5"), "say.choice", {"name": 0}),
        (
            lying("strike-2020", "2", collecting="optional"),
            ("2", "2"),
            "asked.collect",
            {"name": 0, "faces": ("2",)},
        ),
        (
            lying("impact-power", "fire", elements=["fire"]),
            ("fire", "fire"),
            "asked.column",
            {"names": (0, 1)},
        ),
    ],
)
def test_what_is_asked_after_a_throw(
    state: GameState, thrown: tuple[str, ...], key: str, params: dict[str, Any]
) -> None:
    asked = what_is_asked(apply(state, throw(*thrown)).state)
    assert (asked.key, asked.params) == (key, params)


def test_of_dice_that_the_answer_takes_or_stacks_nothing_is_said() -> None:
    for pair, asked in (("accio", "asked.accio"), ("wingardium", "asked.stack")):
        there = ("relashio", "confundo", pair)
        state = apply(lying("harry-potter", *there), throw(*there, pair)).state
        assert [one.key for one in read_position(state)] == [asked]


def test_the_turn_goes_on_with_bound_dice() -> None:
    bound = lying("harry-potter", "immobulus", immobulus_only_ends_turn=False)
    told = keys(bound, throw("immobulus", "immobulus"))
    assert told == ["say.lock", "say.choice"]
    swamp = lying("impact-power", "water", elements=["water"])
    assert keys(swamp, throw("water", "water"))[:2] == ["say.lock", "say.choice"]


def test_why_a_covered_die_counts() -> None:
    told = keys(lying("harry-potter", ("accio", "confundo")), throw(("accio", "X"), "accio"))
    assert told[:3] == ["say.x", "why.uncovered", "say.collect"]


def test_why_no_tower_rises() -> None:
    state = lying("harry-potter", "wingardium", "accio")
    assert "why.no_tower" in keys(state, throw("wingardium", "wingardium", "accio"))


AFTER = ("relashio", "relashio", "accio", "confundo")


@pytest.mark.parametrize(
    ("pending", "before", "after", "key"),
    [
        ("intact", AFTER[:3], (*AFTER, "confundo"), "why.made_by_extra"),
        (
            "intact",
            (*AFTER[:3], "accio"),
            (*AFTER, "wingardium", "immobulus"),
            "why.broken_by_extra",
        ),
        ("void", (*AFTER[:3], "accio"), (*AFTER, "accio", "immobulus"), "why.void"),
    ],
)
def test_why_a_spell_had_no_effect_after_relashio(
    pending: str, before: tuple[str, ...], after: tuple[str, ...], key: str
) -> None:
    state = lying("harry-potter", *before[1:], relashio_pending=pending)
    extra = ExtraThrow({0: "1", 1: "1"}, Landing(after, len(before) + 2 - len(after)))
    assert key in keys(state, throw(*before), extra)


def test_a_locked_spell_is_not_called_broken() -> None:
    state = lying("harry-potter", "relashio", "confundo", "confundo", relashio_pending="locked")
    told = keys(
        state,
        throw("relashio", "relashio", "confundo", "confundo"),
        ExtraThrow({0: "1", 1: "1"}, Landing(("relashio", "relashio", "confundo", "accio"), 2)),
    )
    assert "why.broken_by_extra" not in told
    assert "say.reverse.counter" in told


def test_why_no_column_is_built() -> None:
    state = lying(
        "impact-avatar", "lightning", "fire", hands=(1, 1), elements=["lightning", "fire"]
    )
    told = keys(
        state,
        throw("lightning", "lightning", "fire"),
        ExtraThrow({1: "1"}, Landing(("lightning", "lightning", "fire", "fire"))),
    )
    assert "why.nobody_builds" in told


@pytest.mark.parametrize("symbol", ["fire", "stone"])
def test_why_an_element_matched_by_the_storm_does_nothing(symbol: str) -> None:
    state = lying("impact-avatar", "lightning", symbol,
                  elements=["lightning", "fire", "stone"], storm_recheck="initial")  # fmt: skip
    told = keys(
        state,
        throw("lightning", "lightning", symbol),
        ExtraThrow({1: "1"}, Landing(("lightning", "lightning", symbol, symbol))),
    )
    assert "why.only_before_storm" in told


def test_the_end_in_words() -> None:
    speaker = Speaker("strike-2020", ("Ann", "Ben"))
    state = lying("strike-2020", "3", "4", hands=(1, 1))
    move = throw("3", "4", "X")
    step = apply(state, move)
    said = [speaker.say(remark) for remark in explain(state, move, step)]
    assert said == [
        "X: a die goes up in smoke.",
        "Ann’s turn is over.",
        "Ann is eliminated.",
        "Ben wins!",
    ]
    assert speaker.say(what_is_asked(step.state)) == "Ben wins!"


def test_nobody_to_throw_along_and_the_other_way_round() -> None:
    state = lying("impact-power", "lightning", hands=(3, 0), elements=["lightning"])
    assert "say.extraNobody" in keys(state, throw("lightning", "lightning"))
    turned = position(
        "harry-potter", [Hand(3), Hand(3), Hand(3)], ("confundo",), active=0, direction=-1
    )
    assert "say.reverse.clockwise" in keys(turned, throw("confundo", "confundo"))


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ("shared", "Shared win: Ann and Ben."),
        ("replay", "Nobody is left. The game is played again."),
        ("active_loses", "Ben wins!"),
    ],
)
def test_the_end_when_nobody_has_a_die(ruling: str, said: str) -> None:
    speaker = Speaker("strike-2020", ("Ann", "Ben"))
    state = lying("strike-2020", hands=(1, 0), double_ko=ruling)
    move = Throw("all", Landing(("X",)))
    step = apply(state, move)
    assert speaker.say(explain(state, move, step)[-1]) == said
    assert speaker.say(what_is_asked(step.state)) == said


def test_a_starting_die_that_showed_the_null_face_may_be_turned() -> None:
    options = {"start_die": "thrown", "start_die_x": "choose_face"}
    state = new_game("strike-2020", 2, options)
    assert what_is_asked(state).key != "asked.start_again"
    asked = what_is_asked(apply(state, StartDie("X")).state)
    assert asked.key == "asked.start_again"
    assert asked.rules == ("B-04",)


EVENTS: tuple[e.Event, ...] = (
    e.StartAgain(),
    e.Started("fire", ()),
    e.Started("fire", ("fire",)),
    e.Started("fire", ("fire", "air")),
    e.Cocked(1),
    e.WentOut(1),
    e.NullRemoved(1),
    e.Locked("water", 2),
    e.ExtraCalled((1,)),
    e.ExtraCalled(()),
    e.ColumnWon(0),
    e.PilesDissolved(),
    e.Collected(0, {"fire": 2}),
    e.Suppressed(("accio",)),
    e.AccioTaken(0, "accio"),
    e.AccioTaken(0, None),
    e.TowerStacked(("accio", "confundo")),
    e.Reversed(1),
    e.Reversed(-1),
    e.PileMade(0, 2),
    e.PassedLeft(),
    e.MayGoOn(0),
    e.TurnEnded(0),
    e.NoDice(0),
    e.Eliminated(0, 1),
    e.NextTurn(0, "one"),
    e.NextTurn(0, "all"),
    e.GameOver((0,)),
    e.GameOver((0, 1)),
    e.GameOver(()),
)


def test_every_event_has_a_sentence_and_what_is_said_of_one_player_can_be_said_to_them() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(e.Event))
    words, told = catalogue("en"), set()
    for event in EVENTS:
        for reason in ("storm", "salvo", "nothing_left"):
            (remark,) = remarks(event, Reason(reason, ("P1",)))
            told.add(remark.key)
            assert ("name" in remark.params) == (remark.key in get_args(PersonalKey))
    assert told == {*get_args(PersonalKey), *get_args(PlainKey)}
    for key in told:
        forms = [f"{key}.you", f"{key}.other"] if key in get_args(PersonalKey) else [key]
        assert all(form in words for form in forms), key
