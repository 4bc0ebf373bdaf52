"""Frames that no honest server sends, and heads that no page writes, each in an honest story."""

import copy
import json
from typing import Any

import pytest
from proof.stories import Line
from proof.test_attacks import ANN, BEN, Change, evening, heard, rewritten, shown, verdict

from kessel.proof.auditor import Auditor


def at(story: list[Line], kind: str, which: int = 0) -> int:
    """Where in a story a kind of message was heard."""
    places = [n for n, one in enumerate(story) if one.get("heard", {}).get("type") == kind]
    return places[which]


def told(frame: Line, after: str, which: int = 0) -> Change:
    """One more frame, behind one of a kind."""
    return lambda story: story.insert(at(story, after, which) + 1, {"heard": frame})


def without(kind: str, which: int = 0) -> Change:
    return lambda story: story.pop(at(story, kind, which))


def again(**changed: Any) -> Change:
    """Somebody comes back; a part of the new head is not as it was."""

    def apply(story: list[Line]) -> None:
        head = {name: one for name, one in story[0].items() if name != "story"}
        story.append({"again": copy.deepcopy(head) | changed})

    return apply


def back(frame: Line) -> Change:
    """Somebody comes back, and hears this first."""

    def apply(story: list[Line]) -> None:
        again()(story)
        story.append({"heard": frame})

    return apply


def begins(story: list[Line]) -> None:
    """Whoever starts the game says who begins, and another does."""
    (start,) = (one["said"] for one in story if one.get("said", {}).get("type") == "start")
    start["first"] = 1


def seat(name: str, value: Any, which: int = 1) -> Change:
    return shown("seats", lambda one: one["seats"][which].update({name: value}), -1)


def of_the_game(name: str, value: Any) -> Change:
    return shown("step", lambda one: one["game"].update({name: value}), 1)


def changed_as(what: str, **game: Any) -> Change:
    """A change is told that was none."""

    def apply(story: list[Line]) -> None:
        place = at(story, "step", 1)
        view = story[place]["heard"]["game"] | game
        story.insert(place + 1, {"heard": {"type": "changed", "what": what, "game": view}})

    return apply


def requested(story: list[Line]) -> None:
    """An answer brings other lines than were asked for."""
    answer = next(one for one in heard(story, "lines") if "ref" in one)
    answer["first"] += 1


LINES: Line = {"type": "lines", "game": "nobody's", "first": 3, "lines": ["{}"]}
SCORE: Line = {
    "games": 2,
    "played": 0,
    "starters": [],
    "points": [0, 0],
    "winners": None,
    "playoff": None,
}
BOX: Line = {
    "edition": "impact",
    "preset": None,
    "options": {},
    "elements": None,
    "clock": "off",
    "public": False,
    "tournament": False,
}
THROWN: Line = {"type": "thrown", "game": "x", "throw": 0, "casts": [], "bytes": 0}
FRAMES: dict[str, tuple[int, Change, str]] = {
    "a story of another version": (ANN, lambda s: s[0].update(story=2), "reads"),
    "a line of no kind": (ANN, lambda s: s.insert(2, {"thought": {}}), "reads"),
    "a message of no kind": (ANN, told({"type": "sang"}, "snapshot"), "reads"),
    "another table": (ANN, again(table="abcdefghijkl"), "reads"),
    "another key": (ANN, again(key="x" * 43), "reads"),
    "one seat twice": (ANN, again(seats=[0, 0]), "reads"),
    "another signer": (ANN, lambda s: s[0]["shown"]["said"].update(signer="x"), "reads"),
    "no table is joined": (ANN, back({"type": "done"}), "not_shown"),
    "another's seat": (
        ANN,
        back({"type": "joined", "table": "", "seats": [], "host": False}),
        "view",
    ),
    "nothing is shown at first": (ANN, without("snapshot"), "not_shown"),
    "the game is not shown": (ANN, without("snapshot", 1), "not_shown"),
    "shown twice": (ANN, lambda s: s.insert(at(s, "snapshot"), s[at(s, "snapshot")]), "view"),
    "another table is shown": (ANN, shown("snapshot", lambda one: one.update(table="x")), "view"),
    "another who begins": (ANN, begins, "begins"),
    "seats of another stage": (
        ANN,
        shown("seats", lambda one: one.update(stage="over")),
        "view",
    ),
    "seats in disorder": (ANN, shown("seats", lambda one: one["seats"].reverse()), "view"),
    "a seat of ours": (ANN, seat("yours", True), "view"),
    "nobody at our seat": (ANN, seat("kind", "open", 0), "view"),
    "a box in a game": (ANN, told({"type": "box", "next": BOX}, "step"), "view"),
    "a score without a tournament": (
        ANN,
        told({"type": "tournament", "tournament": SCORE}, "step"),
        "view",
    ),
    "a flight of nothing": (ANN, told(THROWN, "step"), "view"),
    "a flight not shown": (ANN, without("thrown", 2), "not_shown"),
    "a move not shown": (ANN, without("step", 2), "not_shown"),
    "a line not told": (BEN, lambda s: s.pop(at(s, "thrown", 1) + 1), "not_shown"),
    "a line of no game": (ANN, told(LINES, "step"), "not_shown"),
    "other lines than asked for": (BEN, requested, "not_shown"),
    "a move of nothing": (ANN, lambda s: s.insert(at(s, "step") + 1, s[at(s, "step")]), "view"),
    "a view of before": (ANN, lambda s: s.append(s[at(s, "step")]), "view"),
    "a change of what is to come": (
        ANN,
        changed_as("ready", proof={"lines": 99, "digest": "0" * 64}),
        "view",
    ),
    "an answer to nothing": (ANN, shown("lines", lambda one: one.update(ref=999), 4), "not_shown"),
    "a field of no kind": (ANN, shown("done", lambda one: one.update(more=1)), "reads"),
    "a flight of another throw": (
        ANN,
        shown("thrown", lambda one: one.update(throw=7)),
        "not_shown",
    ),
    "a throw that nobody made": (
        ANN,
        shown("thrown", lambda one: one["casts"][0].update(unit="all")),
        "view",
    ),
    "a change of nothing": (ANN, changed_as("stuck"), "view"),
    "a push of nothing": (ANN, changed_as("pushed"), "view"),
    "a seat that does not play is ready": (ANN, changed_as("ready", ready=[7]), "view"),
    "who does not throw is ready": (ANN, changed_as("ready", ready=[0, 1]), "view"),
    "another digest": (ANN, of_the_game("proof", {"lines": 4, "digest": "0" * 64}), "view"),
    "a game of another table": (
        ANN,
        rewritten("game", lambda one: one.update(table="x")),
        "begins",
    ),
    "a game by another code": (ANN, rewritten("game", lambda one: one.update(game="x")), "begins"),
    "a chain of ours that is none": (
        ANN,
        rewritten("game", lambda one: [d.update(tip="0" * 64) for d in one["devices"]]),
        "line",
    ),
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_that_no_honest_server_sends_is_red(name: str) -> None:
    who, change, code = FRAMES[name]
    story = copy.deepcopy(evening()[who])
    change(story)
    assert [one.code for one in verdict(story).wrong] == [code]


def test_what_reads_nowhere_is_red_and_nothing_behind_it_counts() -> None:
    """A page hears what it is sent: none of it goes by unjudged."""
    auditor = Auditor()
    auditor.feed_text("\n".join(map(json.dumps, evening()[ANN][:3])))
    assert not auditor.verdict.wrong
    deep = '{"heard":{"type":"changed","more":' + "[" * 99_999 + "]" * 99_999 + "}}"
    auditor.feed_text(deep)
    assert [one.code for one in auditor.verdict.wrong] == ["reads"]


def test_a_story_that_was_cut_is_counted() -> None:
    assert [one.code for one in verdict([*evening()[ANN], {"cut": "size"}]).unproven] == ["cut"]
