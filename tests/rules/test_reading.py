"""Why everything happened, and what did not: `reasons.txt` has a position, moves with what is said
of each (`-`: a sentence, what fills it, its reason and rules), and how it is read then (`?`)."""

from pathlib import Path
from typing import get_args

import pytest
from games import Setup, setups
from hypothesis import given, settings

from kessel.rules import events as e
from kessel.rules.engine import apply
from kessel.rules.positions import read_state
from kessel.rules.reading import (
    PersonalKey,
    PlainKey,
    Remark,
    explain,
    read_position,
    remarks,
    what_is_asked,
)
from kessel.rules.reasons import NOTES, REASONS, Reason, reasons
from kessel.words import Speaker
from kessel.words.catalogue import catalogue

CASES = (Path(__file__).parent / "reasons.txt").read_text(encoding="utf-8").split("\n\n")


def told(sign: str, remark: Remark) -> str:
    filled = "".join(f" {name}={value}" for name, value in remark.params.items())
    why = f": {remark.why.removeprefix('why.')}" if remark.why else ""
    return f"{sign} {remark.key}{filled}{why} [{', '.join(remark.rules)}]"


def played(case: str) -> str:
    """The same case, with what is said of it."""
    title, start, *lines = case.splitlines()
    state, said = read_state(start), [title, start]
    for move in (line for line in lines if line[0] not in "-?"):
        step = apply(state, move)
        said += [move, *(told("-", remark) for remark in explain(state, move, step))]
        state = step.state
    return "\n".join([*said, *(told("?", remark) for remark in read_position(state))])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.partition("\n")[0])
def test_why(case: str) -> None:
    assert played(case) == case.rstrip("\n")


def test_a_reason_that_is_told_otherwise_is_found() -> None:
    """The control."""
    case = "# A match\nstrike-2020 hands=3,3 arena=2\nthrow 1: 2 2\n- say.collect: no_match [P1]"
    assert "- say.collect name=0 faces={'2': 2}: match [" in played(case)


def test_who_is_asked_for_all_dice_hears_so() -> None:
    """The position itself is read as an empty arena."""
    asked = what_is_asked(read_state("strike-2020 hands=3,3"))
    assert (asked.key, "P2" in asked.rules) == ("say.nextAll", True)


def test_the_end_is_a_sentence() -> None:
    speaker = Speaker("strike-2020", ("Ann", "Ben"))
    state, move = read_state("strike-2020 hands=1,1 arena=3,4"), "throw 1: 3 4 X"
    step = apply(state, move)
    said = [speaker.say(remark) for remark in explain(state, move, step)]
    assert said == [
        "X: a die goes up in smoke.",
        "Ann’s turn is over.",
        "Ann is eliminated.",
        "Ben wins!",
    ]
    assert speaker.say(what_is_asked(step.state)) == "Ben wins!"


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
    kinds = {event.kind for event in get_args(e.Event)}
    assert set(REASONS) == kinds
    assert all(REASONS.values())


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
