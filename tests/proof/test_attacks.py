"""What dishonest servers did in reviews, and what else no honest server does, each as a change of
an honest story: the auditor says what is wrong, or counts what it cannot prove."""

import asyncio
import copy
import json
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
from proof.changes import (
    Change,
    again,
    asked_for,
    at,
    changed,
    entries,
    heard,
    rewritten,
    said,
    shown,
    told,
    unsaid,
    verdict,
    without,
)
from proof.evenings import ANN, BEN, CLEO, consent, races
from proof.evenings import told as evening
from proof.stories import Line, played

from kessel.messages.fields import PushedDie
from kessel.messages.playing import AnswerPush, KeepPiles
from kessel.physics.version import PORTABLE_NAME
from kessel.proof.agreed import Own
from kessel.proof.auditor import Auditor
from kessel.proof.following import Follower
from kessel.proof.spoken import Spoken
from kessel.proof.verdict import Contradiction
from kessel.table import Seat, log

TWO = "two games"
BOT = {"seat": 1, "name": "Ben", "bot": "rule"}


def place_of(story: list[Line], text: str) -> int:
    """Where in a story a line of the log was told first."""
    return next(n for n, one in enumerate(story) if text in one.get("heard", {}).get("lines", []))


def another_die(entry: Line) -> None:
    die = entry["at_rest"][0][0] if entry["at_rest"] else entry
    die["face"] = "3" if die.get("face") != "3" else "4"


def another_face(story: list[Line]) -> None:
    """The first die that is shown to lie there."""
    steps = (one["game"]["arena"] for one in heard(story, "step"))
    next(arena for arena in steps if arena)[0]["dice"][0]["face"] = "x"


def without_end(story: list[Line]) -> None:
    """The person is not shown that they may stop: a choice is shown as a throw."""
    kinds = ((one, one["game"]["awaited"]) for one in heard(story, "step"))
    step, choice = next((one, waits) for one, waits in kinds if waits["kind"] == "choice")
    step["game"]["awaited"] = {**choice, "kind": "throw"}


def looked_for(edition: str) -> Change:
    def apply(story: list[Line]) -> None:
        said = story[0]["shown"]["said"]
        wish = {"type": "seek", "name": "Ben", "editions": [edition]}
        story[0]["shown"]["said"] = wish | {name: said[name] for name in ("tip", "signer")}

    return apply


def chosen_for_us(story: list[Line]) -> None:
    place = at(story, "snapshot")
    box = {"type": "box", "next": story[place]["heard"]["next"]}
    story.insert(place + 1, {"heard": box})


def shown_twice(story: list[Line]) -> None:
    """The box that the host chose is shown again, when it suits."""
    place = at(story, "box")
    story.insert(place + 1, copy.deepcopy(story[place]))


def refused_first(story: list[Line]) -> None:
    """The first throw that was sent is refused, and stands in the log all the same."""
    place = at(story, "throw", who="said")
    refusal = {
        "type": "error",
        "code": "illegal",
        "message": "",
        "ref": story[place]["said"]["ref"],
    }
    story.insert(place + 1, {"heard": refusal})


def left_out(story: list[Line]) -> None:
    """A throw is accepted, and another stands in the log."""
    place = at(story, "throw", who="said")
    other = copy.deepcopy(story[place]["said"]) | {"sign": "x" * 86, "ref": 999}
    story[place:place] = [{"said": other}, {"heard": {"type": "done", "ref": 999}}]


def chain_again(whose: str | int) -> Change:
    """The last game begins with a chain of the first."""

    def apply(story: list[Line]) -> None:
        first = json.loads(entries(story, "game")[0])

        def change(last: Line) -> None:
            if isinstance(whose, str):
                last[whose] = first[whose]
            else:
                devices = (
                    next(d for d in g["devices"] if d["seats"] == [whose]) for g in (last, first)
                )
                new, old = devices
                new["tip"] = old["tip"]

        rewritten("game", change, -1)(story)

    return apply


def back(frame: Line) -> Change:
    """Somebody comes back, and hears this first."""

    def apply(story: list[Line]) -> None:
        again()(story)
        story.append({"heard": frame})

    return apply


def to_the_lobby(**changed: Any) -> Change:
    """Whoever comes back is shown the table as it gathered, before or behind the game."""

    def apply(story: list[Line]) -> list[Line]:
        head = {name: one for name, one in story[0].items() if name != "story"}
        lobby = {"heard": next(heard(story, "snapshot")) | changed}
        return [*(story[:3] if changed else story), {"again": head}, story[1], lobby]

    return apply


def of_seat(name: str, value: Any, which: int = 1) -> Change:
    return shown("seats", lambda one: one["seats"][which].update({name: value}), -1)


def changed_as(what: str, **game: Any) -> Change:
    """A change is told that was none."""

    def apply(story: list[Line]) -> None:
        place = at(story, "step", 1)
        view = story[place]["heard"]["game"] | game
        story.insert(place + 1, {"heard": {"type": "changed", "what": what, "game": view}})

    return apply


def shown_before(story: list[Line]) -> None:
    """A change is shown as the game stood a move before."""
    game = list(heard(story, "step"))[-2]["game"]
    story.append({"heard": {"type": "changed", "what": "ready", "game": game}})


def with_a_clock(first_line: Line) -> None:
    behind = {name: first_line.pop(name) for name in ("dice", "server", "devices")}
    first_line.update(clock="fast", **behind)


def another_hand(step: Line) -> None:
    step["game"]["hands"][0]["dice"] = 1


def with_hidden_supplies(first_line: Line) -> None:
    first_line["options"].update(HIDDEN)


def with_chains_of_none(first_line: Line) -> None:
    for device in first_line["devices"]:
        device["tip"] = "0" * 64


def thrown_at_once(flight: Line) -> None:
    flight["casts"][0]["unit"] = "all"


def flies_too_early(story: list[Line]) -> None:
    story.insert(at(story, "changed") - 1, {"heard": next(heard(story, "thrown"))})


def answered_otherwise(story: list[Line]) -> None:
    next(one for one in heard(story, "lines") if "ref" in one)["first"] = 1


def without_first_line(story: list[Line]) -> list[Line]:
    firsts = [one for one in heard(story, "lines") if one["first"] == 0]
    return [one for one in story if one.get("heard") not in firsts]


def begun_in_the_middle(story: list[Line]) -> None:
    """The second game begins while the first is played."""
    del story[at(story, "step", 2) + 1 : at(story, "snapshot", 2)]


def begun_twice(story: list[Line]) -> None:
    """A game begins again, by the same line."""
    for message in heard(story, "lines"):
        if message["first"] == 2:
            message["lines"][0] = entries(story, "game")[0]


def only_seats(story: list[Line]) -> list[Line]:
    return [one for one in story if one.get("heard", {}).get("type") == "seats"]


def told_otherwise(story: list[Line]) -> None:
    """A line is told again, in another version."""
    game = json.loads(entries(story, "game")[0])["game"]
    lines = {"type": "lines", "game": game, "first": 1, "lines": [entries(story, "game")[0]]}
    story.insert(at(story, "step", 1) + 1, {"heard": lines})


def told_too_early(story: list[Line]) -> None:
    lines = copy.deepcopy(next(heard(story, "lines"))) | {"first": 99}
    story.insert(at(story, "step", 1) + 1, {"heard": lines})


LINES: Line = {"type": "lines", "game": "nobody's", "first": 3, "lines": ["{}"]}
STOOD = {
    "games": 2,
    "played": 0,
    "starters": [],
    "points": [0, 0],
    "winners": None,
    "playoff": None,
}
SCORE: Line = {"type": "tournament", "tournament": STOOD}
BOX: Line = {"edition": "impact", "preset": None, "options": {}, "elements": None, "clock": "off"}
BOX |= {"public": False, "tournament": False}
THROWN: Line = {"type": "thrown", "game": "x", "throw": 0, "casts": [], "bytes": 0}
JOINED: Line = {"type": "joined", "table": "", "seats": [], "host": False}
HIDDEN, OPEN, BOB = {"supply": "hidden"}, {"kind": "open"}, {"name": "Bob"}
TO_COME = {"lines": 99, "digest": "0" * 64}


def game(which: int = 0, **changes: Any) -> Change:
    """Another first line of a game."""
    return rewritten("game", lambda one: one.update(changes), which)


def player(which: int = 0, **changes: Any) -> Change:
    """Another second player."""
    return rewritten("game", lambda one: one["players"][1].update(changes), which)


def other_key(which: int = 0) -> Change:
    """The second player has the key of the first."""

    def change(first_line: Line) -> None:
        host, guest = first_line["players"]
        guest["key"] = host["key"]

    return rewritten("game", change, which)


def bot_plays(which: int = -1) -> Change:
    return rewritten("game", lambda one: one["players"].__setitem__(1, BOT), which)


def frame(kind: str, which: int = 0, **changes: Any) -> Change:
    """Another message that was heard."""
    return shown(kind, lambda one: one.update(changes), which)


def wished(change: Callable[[list[Line]], object]) -> Change:
    """Whoever made the table asked for other seats."""
    return lambda story: change(story[0]["shown"]["said"]["seats"]) and None


def doubled(kind: str) -> Change:
    return lambda story: story.insert(at(story, kind) + 1, story[at(story, kind)])


RED: dict[str, tuple[int, Change, str]] = {
    "A1: the server lays a die": (ANN, rewritten("land", another_die, 3), "line"),
    "A2: a choice is shown as a throw": (BEN, without_end, "view"),
    "A2: another hand": (BEN, shown("step", another_hand, 3), "view"),
    "A2: another die on the table": (BEN, another_face, "view"),
    "A4: another number": (ANN, game(number=2), "begins"),
    "A4: another name": (ANN, player(name="Bob"), "begins"),
    "A4: another option": (ANN, rewritten("game", with_hidden_supplies), "begins"),
    "A5: another key in the next game": (ANN, other_key(-1), "begins"),
    "A5: a bot in between": (ANN, bot_plays(), "begins"),
    "A5: another key at our seat": (BEN, other_key(), "begins"),
    "A6: somebody else begins": (BEN, game(-1, first=0), "begins"),
    "A6: a number is skipped": (BEN, game(-1, number=3), "begins"),
    "A7: physics instead of ideal dice": (ANN, game(dice=PORTABLE_NAME), "begins"),
    "A8: another edition than was asked for": (ANN, asked_for("edition", "impact"), "begins"),
    "A8: another clock than was asked for": (ANN, asked_for("clock", "fast"), "begins"),
    "A8: another rule than was asked for": (ANN, asked_for("options", HIDDEN), "begins"),
    "A8: a tournament that was not asked for": (ANN, asked_for("tournament", True), "begins"),
    "A8: fewer seats than asked for": (ANN, wished(lambda seats: seats.append(OPEN)), "begins"),
    "A8: another name than asked for": (ANN, wished(lambda seats: seats[0].update(BOB)), "begins"),
    "A8: another table than was asked for": (BEN, asked_for("table", "abcdefghijkl"), "begins"),
    "A8: another seat than was asked for": (BEN, asked_for("seat", 0), "begins"),
    "A8: another game than was looked for": (BEN, looked_for("impact"), "begins"),
    "A8: a box that its host did not choose": (ANN, chosen_for_us, "view"),
    "A10: refused and kept": (ANN, refused_first, "refused"),
    "A10: accepted and left out": (ANN, left_out, "left_out"),
    "B2: the server's chain of an earlier game": (BEN, chain_again("server"), "chain"),
    "B2: our own chain of an earlier game": (BEN, chain_again(BEN), "chain"),
    "a chain of ours that was never offered": (ANN, asked_for("tip", None), "not_said"),
    "a throw that was never said": (ANN, unsaid("throw"), "not_said"),
    "another throw than ours": (ANN, said("throw", seat=1), "not_said"),
    "a story of another version": (ANN, lambda s: s[0].update(story=2), "reads"),
    "a line of no kind": (ANN, lambda s: s.insert(2, {"thought": {}}), "reads"),
    "a message of no kind": (ANN, told({"type": "sang"}, "snapshot"), "reads"),
    "a field of no kind": (ANN, frame("done", more=1), "reads"),
    "another table": (ANN, again(table="abcdefghijkl"), "reads"),
    "another key": (ANN, again(key="x" * 43), "reads"),
    "one seat twice": (ANN, again(seats=[0, 0]), "reads"),
    "another signer": (ANN, asked_for("signer", "x"), "reads"),
    "no table is joined": (ANN, back({"type": "done"}), "not_shown"),
    "another's seat": (ANN, back(JOINED), "view"),
    "nothing is shown at first": (ANN, without("snapshot"), "not_shown"),
    "nothing was shown": (ANN, only_seats, "not_shown"),
    "the game is not shown": (ANN, without("snapshot", 1), "not_shown"),
    "shown twice": (ANN, doubled("snapshot"), "view"),
    "another table is shown": (ANN, frame("snapshot", table="x"), "view"),
    "a seat that is none begins": (ANN, frame("snapshot", first=7), "view"),
    "a table that gathers is another": (ANN, to_the_lobby(public=True), "view"),
    "a table that does not gather": (ANN, to_the_lobby(stage="over"), "view"),
    "a game that was is none": (ANN, to_the_lobby(), "view"),
    "seats of another stage": (ANN, frame("seats", stage="over"), "view"),
    "seats in disorder": (ANN, shown("seats", lambda one: one["seats"].reverse()), "view"),
    "a seat of ours": (ANN, of_seat("yours", True), "view"),
    "nobody at our seat": (ANN, of_seat("kind", "open", 0), "view"),
    "a box in a game": (ANN, told({"type": "box", "next": BOX}, "step"), "view"),
    "a score without a tournament": (ANN, told(SCORE, "step"), "view"),
    "a flight of nothing": (ANN, told(THROWN, "step"), "view"),
    "a flight not shown": (ANN, without("thrown", 2), "not_shown"),
    "a flight of another throw": (ANN, frame("thrown", throw=7), "not_shown"),
    "a throw that nobody made": (ANN, shown("thrown", thrown_at_once), "view"),
    "a move not shown": (ANN, without("step", 2), "not_shown"),
    "a move of nothing": (ANN, doubled("step"), "view"),
    "a view of before": (ANN, lambda s: s.append(s[at(s, "step")]), "view"),
    "a change of before": (ANN, shown_before, "view"),
    "a change of what is to come": (ANN, changed_as("ready", proof=TO_COME), "view"),
    "a change of nothing": (ANN, changed_as("stuck"), "view"),
    "a push of nothing": (ANN, changed_as("pushed"), "view"),
    "a seat that does not play is ready": (ANN, changed_as("ready", ready=[7]), "view"),
    "who does not throw is ready": (ANN, changed_as("ready", ready=[0, 1]), "view"),
    "a line not told": (BEN, lambda s: s.pop(at(s, "thrown", 1) + 1), "not_shown"),
    "a line told otherwise": (ANN, told_otherwise, "told_twice"),
    "a line before its turn": (ANN, told_too_early, "not_shown"),
    "a line of no game": (ANN, told(LINES, "step"), "not_shown"),
    "an answer to nothing": (ANN, frame("lines", 4, ref=999), "not_shown"),
    "other lines than asked for": (BEN, answered_otherwise, "not_shown"),
    "a game of another table": (ANN, game(table="x"), "begins"),
    "a game by another code": (ANN, game(game="x"), "begins"),
    "a game without its first line": (ANN, without_first_line, "line"),
    "a game begun in the middle of another": (ANN, begun_in_the_middle, "begins"),
    "a game begun twice": (ANN, begun_twice, "begins"),
    "a chain that is none": (ANN, rewritten("game", with_chains_of_none), "line"),
    "a seat that is not there plays": (ANN, player(seat=7), "begins"),
}
ELSEWHERE: dict[str, tuple[str, int, Change, str]] = {
    "A4: a bot that the host did not ask for": ("filled", ANN, said("start", fill=False), "begins"),
    "A4: another begins than the host said": ("filled", ANN, said("start", first=0), "begins"),
    "A4: another begins, of whom nothing was said": ("filled", ANN, unsaid("start"), "begins"),
    "A8: a box that its host chose once": ("sleeps", ANN, shown_twice, "view"),
    "we never went": ("hides", BEN, said("away", type="offer", tip="0" * 64), "not_said"),
    "somebody else sits there": ("sleeps", ANN, of_seat("name", "Bob"), "view"),
    "a push not shown": ("pushes", ANN, without("changed"), "not_shown"),
    "a flight before no landing": ("pushes", ANN, flies_too_early, "view"),
    "another bot than was shown": ("with a bot", ANN, player(bot="beginner"), "begins"),
    "a bot plays, where not all games were heard": ("looks in", CLEO, bot_plays(), "begins"),
    "another clock, of a game that had begun": (
        "looks in",
        CLEO,
        rewritten("game", with_a_clock),
        "begins",
    ),
}
CASES = {name: (TWO, *case) for name, case in RED.items()} | ELSEWHERE


@pytest.mark.parametrize("name", CASES)
def test_an_attack_is_red(name: str) -> None:
    where, who, change, code = CASES[name]
    honest = evening(where)[who]
    attacked = changed(honest, change)
    assert attacked != honest
    assert [one.code for one in verdict(attacked).wrong] == [code]


def test_control_what_was_asked_for_is_found() -> None:
    for change in (asked_for("seat", 1), looked_for("strike-2020"), chosen_for_us):
        assert not verdict(changed(evening(TWO)[BEN], change)).wrong


def test_control_a_die_is_seen_only_by_throwing_again() -> None:
    """The line itself may stand in a log: the next view, which does not follow, comes behind it."""
    attacked = changed(evening(TWO)[ANN], RED["A1: the server lays a die"][1])
    place = place_of(attacked, entries(attacked, "land")[3])
    assert verdict(attacked[: place + 1]).wrong
    assert not verdict(attacked[: place + 1], throws_again=False).wrong


def test_what_reads_nowhere_is_red_and_nothing_behind_it_counts() -> None:
    """A page hears what it is sent: none of it goes by unjudged."""
    auditor = Auditor()
    auditor.feed_text("\n".join(map(json.dumps, evening(TWO)[ANN][:3])))
    assert not auditor.verdict.wrong
    deep = '{"heard":{"type":"changed","more":' + "[" * 99_999 + "]" * 99_999 + "}}"
    auditor.feed_text(deep)
    assert [one.code for one in auditor.verdict.wrong] == ["reads"]


# --- counted --------------------------------------------------------------------------------------


def counts(story: list[Line]) -> dict[str, int]:
    found = verdict(story)
    assert not found.wrong, found
    return {one.code: one.count for one in found.unproven}


def test_a_used_chain_of_somebody_else_is_counted() -> None:
    """B2: nobody turns another's page red by showing an old chain; the server refuses it."""
    story = changed(evening(TWO)[ANN], chain_again(BEN))
    found = verdict(story[: place_of(story, entries(story, "game")[-1]) + 1])
    assert "chain" not in {one.code for one in found.wrong}
    assert ("used_chain", 1) in {(one.code, one.count) for one in found.unproven}


def test_who_looks_on_took_part_in_nothing() -> None:
    """A9: towers by chance are counted like throws."""
    tellers = asyncio.run(played("harry-potter", watches=True, options={"tower_builder": "random"}))
    watcher = tellers[1].story
    towers = sum("links" in json.loads(one) for one in entries(watcher, "answered"))
    assert counts(watcher) == {"not_there": verdict(watcher).checked["throws"] + towers}


def test_an_invitation_names_its_host_and_a_story_that_was_cut_says_so() -> None:
    """F5: a host who left is counted, not called a cheat."""
    story = copy.deepcopy(evening(TWO)[BEN])
    story[0]["shown"]["host"] = "0000-0000-0000-0000"
    assert counts([*story, {"cut": "size"}]) == {"unseen": 1, "cut": 1}


def one_game() -> list[Line]:
    """Whoever made the table, to the end of the first game."""
    story = evening(TWO)[ANN]
    steps = [n for n, one in enumerate(story) if one.get("heard", {}).get("type") == "step"]
    kinds = [story[n]["heard"]["game"]["awaited"]["kind"] for n in steps]
    return story[: steps[kinds.index("over")] + 1]


ASK: Line = {"said": {"type": "lines", "ref": 1, "first": 0}}


def resumed(frames: int = 0, lines: int | None = None) -> list[Line]:
    """The story of another device, which comes in the middle of the second throw of a game: it
    hears so many frames before the lines it asked for, of which only the first may be told."""
    story = copy.deepcopy(one_game())
    place = at(story, "thrown", 1)
    before, after = story[:place], [one for one in story[place:] if "heard" in one]
    view = list(heard(before, "step"))[-1]["game"]
    texts = entries(before + after[:frames])
    said = {name: one for name, one in story[0]["shown"]["said"].items() if name == "signer"}
    head = story[0] | {"shown": {"said": said | {"type": "resume"}, "host": None}}
    game = next(one for one in heard(before, "snapshot") if one["game"] is not None)
    answer = {"type": "lines", "ref": 1, "game": view["game"], "first": 0, "lines": texts[:lines]}
    come = [head, {"heard": next(heard(story, "joined"))}, {"heard": game | {"game": view}}, ASK]
    return [*come, *after[:frames], {"heard": answer}, *after[frames:]]


def slept() -> list[Line]:
    """Somebody sleeps in the lobby and comes back behind the game: who is there is told again
    before the lines are."""
    story = copy.deepcopy(one_game())
    lobby, over = [*heard(story, "snapshot")][-1], [*heard(story, "step")][-1]["game"]
    seats = {"type": "seats", **{name: lobby[name] for name in ("host", "seats", "watchers")}}
    head = {name: one for name, one in story[0].items() if name != "story"}
    lines = {"type": "lines", "ref": 1, "game": over["game"], "first": 0, "lines": entries(story)}
    told = [
        lobby | {"stage": "over", "game": over},
        copy.deepcopy(seats) | {"stage": "over"},
        lines,
    ]
    return [*story[:3], {"again": head}, story[1], ASK, *({"heard": one} for one in told)]


@pytest.mark.parametrize("frames", [0, 2, 3])
def test_another_device_is_told_of_and_judged_from_its_lines(frames: int) -> None:
    """A11, A12: it signed nothing here before it came."""
    assert {"moved", "elsewhere"} <= counts(resumed(frames)).keys()


def test_who_sleeps_over_a_game_hears_who_is_there_before_its_lines() -> None:
    assert {"elsewhere", "not_there"} <= counts(slept()).keys()


@pytest.mark.parametrize(
    ("told", "kind", "change"),
    [
        (lambda: resumed(2), "thrown", lambda one: one["casts"][0].update(unit="x")),
        (slept, "seats", lambda one: one["seats"][1].update(name="Bob")),
    ],
)
def test_what_is_shown_before_its_lines_is_judged_with_them(
    told: Callable[[], list[Line]], kind: str, change: Callable[[Line], object]
) -> None:
    story = told()
    change(list(heard(story, kind))[-1 if kind == "seats" else 0])
    assert [one.code for one in verdict(story).wrong] == ["view"]


def comes_back_as_it_begins(story: list[Line]) -> None:
    """The line of whoever starts the game is lost just then."""
    head = {name: one for name, one in story[0].items() if name != "story"}
    place = at(story, "snapshot", 1)
    story[place:place] = [{"again": head}, copy.deepcopy(story[1])]


def test_who_begins_otherwise_than_was_said_while_the_line_was_lost_is_counted() -> None:
    back = changed(evening(TWO)[ANN], comes_back_as_it_begins)
    assert counts(back) == {}
    assert counts(changed(back, said("start", first=1))) == {"unseen": 1}


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (log.DeviceJoined(device=1, seats=[Seat(0)], tip="ab" * 32), "chain"),
        (log.ServerChainRenewed(tip="ab" * 32), "chain"),
        (log.DeviceJoined(device=1, seats=[Seat(1)], tip="ab" * 32), ""),
    ],
)
def test_a_chain_that_joins_was_used_before(entry: log.DeviceJoined, code: str) -> None:
    """B2: ours, the server's, and somebody else's, which is counted."""
    following = Follower(None)
    following.own, players = (
        Own("", frozenset({Seat(0)}), ""),
        [SimpleNamespace(seat=1, name="Ben")],
    )
    play: Any = SimpleNamespace(started=SimpleNamespace(players=players))
    following._joins(play, log.DeviceJoined(device=2, seats=[Seat(2)], tip="ab" * 32))
    assert not following.counts.all()
    with pytest.raises(Contradiction, match=code) if code else nullcontext():
        following._joins(play, entry)
    assert [one.code for one in following.counts.all()] == ([] if code else ["used_chain"])


@pytest.mark.parametrize("kind", ["changed", "thrown"])
def test_what_is_shown_before_a_line_is_lost_and_never_judged_is_counted(kind: str) -> None:
    """Other hands are shown, or a flight, of lines that never come; then the truth again."""
    story, head = one_game(), {name: one for name, one in one_game()[0].items() if name != "story"}
    view = next(heard(story, "step"))["game"]
    ahead = view["proof"] | {"lines": view["proof"]["lines"] + 9}
    false = {
        "changed": {
            "type": "changed",
            "what": "ready",
            "game": view | {"hands": [], "proof": ahead},
        },
        "thrown": THROWN | {"game": view["game"], "throw": 99},
    }
    place = at(story, "step") + 1
    said = [{"heard": false[kind]}, {"again": head}, story[1]]
    shown = {"heard": list(heard(story, "snapshot"))[-1] | {"game": view, "stage": "playing"}}
    assert counts([*story[:place], *said, shown]) == {"unheard": 1}
    assert counts([*story[:place], *said[1:], shown]) == {}


def test_lines_that_were_there_are_told() -> None:
    assert [one.code for one in verdict(resumed(lines=1)).wrong] == ["not_shown"]


def test_nothing_is_owed_or_refused_that_was_not_asked() -> None:
    """Answers to no question, and links that are sent without waiting for an answer."""
    story = copy.deepcopy(one_game())
    story.insert(3, {"heard": {"type": "done", "ref": 999}})
    story.insert(3, {"heard": {"type": "error", "code": "stale", "message": ""}})
    for line in story:
        if line.get("said", {}).get("type") == "link":
            del line["said"]["ref"]
    assert counts(story) == {}


# --- what no line tells, or nobody signs ----------------------------------------------------------


def of_change(what: str, change: Callable[[Line], object]) -> Change:
    """Changes the game in the last change of a kind that was heard."""

    def apply(story: list[Line]) -> None:
        change([one for one in heard(story, "changed") if one["what"] == what][-1]["game"])

    return apply


SHOWN: dict[str, tuple[Callable[[], Awaitable[list[list[Line]]]], Change, str]] = {
    "nobody agreed": (consent, rewritten("push", lambda one: one.pop("agreed")), "line"),
    "nobody is asked": (
        consent,
        of_change("push_asked", lambda game: game["push"]["asked"].clear()),
        "view",
    ),
    "too many taps": (
        races,
        of_change("tapped", lambda game: [one.update(done=9) for one in game["race"]["racers"]]),
        "view",
    ),
    "a race that is run for ever": (
        races,
        of_change("tapped", lambda game: game["race"].update(heat=10**9)),
        "view",
    ),
    "a winner who did not race": (
        races,
        rewritten("column", lambda one: one.update(winner=2), -1),
        "line",
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_no_line_tells_is_held_against_what_can_be(name: str) -> None:
    spend, change, code = SHOWN[name]

    async def spent() -> list[list[Line]]:
        return await asyncio.wait_for(spend(), 60)

    for story in asyncio.run(spent()):
        assert not verdict(story, throws_again=False).wrong
        found = verdict(changed(story, change), throws_again=False).wrong
        assert [one.code for one in found] == [code], found


@pytest.mark.parametrize(("x", "code"), [(0.1, ""), (0.2, "not_said")])
def test_nobody_agrees_to_another_push(x: float, code: str) -> None:
    auditor = Auditor()
    for line in one_game():
        auditor.feed(line)
    follower = auditor._follower
    assert follower.play is not None
    said = PushedDie(die=3, x=x, y=0.0)
    sign = "s" * 86
    follower.spoken.say(AnswerPush(seat=Seat(0), state=1, agree=True, dice=[said], sign=sign))
    push = log.DicePushed(player=1, dice=[(3, 0.1, 0.0)], agreed=[(0, sign)])
    with pytest.raises(Contradiction, match=code) if code else nullcontext():
        assert follower.spoken.entered(follower.play, push, frozenset({0})) == 0


@pytest.mark.parametrize(
    ("said", "kept", "unknown"),
    [
        ([], [], 0),
        ([], [1], 1),
        ([("done", [0])], [0], 0),
        ([("done", [0])], [], 1),
        ([("", [0])], [], 0),
        ([("done", [0]), ("", [1])], [1], 0),
        ([("done", [0]), ("done", [1])], [0], 1),
        ([("done", [0]), ("error", [1])], [1], 1),
    ],
)
def test_the_piles_are_kept_that_were_said_last(
    said: list[tuple[str, list[int]]], kept: list[int], unknown: int
) -> None:
    play: Any = SimpleNamespace(seat_of=lambda player: player + 1)
    spoken = Spoken()
    for ref, (answer, piles) in enumerate(said):
        spoken.say(KeepPiles(seat=Seat(1), state=1, piles=piles, ref=ref))
        spoken.say(KeepPiles(seat=Seat(2), state=1, piles=[2]))
        if answer == "error":
            spoken.refused(ref)
        elif answer:
            spoken.accepted(ref, play)
    won = log.RaceWon(winner=0, keep=[(0, pile) for pile in kept])
    assert spoken.entered(play, won, frozenset({0})) == unknown
    assert spoken.entered(play, log.RaceWon(winner=0, keep=[]), frozenset({0})) == 0
