"""People who come, go, hide and move between devices: honest stories and what is counted of them,
and each with one thing changed, which is red."""

import asyncio
import copy
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import cache
from secrets import token_bytes
from types import SimpleNamespace
from typing import Any

import pytest
from hall.in_memory import Hall
from proof.stories import Line, Teller
from proof.test_attacks import (
    ANN,
    BEN,
    BOT,
    Change,
    changed,
    evening,
    heard,
    log_lines,
    rewritten,
    shown,
    verdict,
)

from kessel.fairness import Chain
from kessel.messages.fields import PushedDie
from kessel.messages.playing import AnswerPush, KeepPiles
from kessel.proof.auditor import Auditor
from kessel.proof.spoken import Spoken
from kessel.proof.verdict import Contradiction
from kessel.table import Seat, log

Told = list[list[Line]]
Spent = Callable[[Teller, Teller, Teller], Awaitable[None]]
CLEO = 2
BOX = {"edition": "strike-2012"}


async def both(*tellers: Teller) -> None:
    await asyncio.gather(*(one.play() for one in tellers))


async def next_game(ann: Teller, *others: Teller) -> None:
    await ann.send(type="rematch")
    for one in (ann, *others):
        await one.until("snapshot")


async def hides(ann: Teller, ben: Teller, _: Teller) -> None:
    """A page is hidden, and a throw is made without it."""
    await ben.hear_all()
    await ben.send(type="away", sign=ben.device.away())
    await ann.hear_all()
    await ann.act()
    await ann.until("step")
    ben.device.renew(Chain(token_bytes(32)))
    await both(ann, ben)


async def sleeps(ann: Teller, ben: Teller, _: Teller) -> None:
    """A phone sleeps between two games, while another box is chosen."""
    await both(ann, ben)
    ben.desk.leave()
    await ann.send(type="choose_box", **BOX)
    await ann.until("box")
    await ben.open()
    await ben.resume()
    await next_game(ann, ben)
    await both(ann, ben)


async def third(ann: Teller, ben: Teller, cleo: Teller) -> None:
    """Two play, with a seat that nobody has; between two games somebody takes it."""
    await both(ann, ben)
    await cleo.join(ann.table, name="Cleo")
    await next_game(ann, ben, cleo)
    await both(ann, ben, cleo)


async def looks_in(ann: Teller, ben: Teller, cleo: Teller) -> None:
    """Somebody comes to look on in the second game of a tournament, and stays for another."""
    await both(ann, ben)
    await next_game(ann, ben)
    await cleo.ask("snapshot", type="watch", table=ann.table)
    await both(ann, ben, cleo)
    await cleo.until("tournament")
    await next_game(ann, ben, cleo)
    await both(ann, ben, cleo)


async def fills(ann: Teller, ben: Teller, _: Teller) -> None:
    """A bot takes the seat that is free, and the guest begins."""
    await both(ann, ben)


EVENINGS: dict[str, tuple[Spent, dict[str, Any]]] = {
    "hides": (hides, {}),
    "sleeps": (sleeps, {}),
    "third": (third, {"seats": "poo"}),
    "looks in": (looks_in, {"tournament": True}),
    "with a bot": (lambda a, b, _: both(a, b), {"seats": "pbo"}),
    "fills": (fills, {"seats": "poo", "start": {"fill": True, "first": 1}}),
}


@cache
def told(name: str) -> Told:
    """The stories of all who were there."""
    return evening() if name == "two games" else asyncio.run(asyncio.wait_for(_told(name), 60))


async def _told(name: str) -> Told:
    spent, settings = EVENINGS[name][0], dict(EVENINGS[name][1])
    hall = Hall()
    tellers = [Teller(hall) for _ in range(3)]
    for one in tellers:
        await one.open()
    ann, ben, _ = tellers
    start = settings.pop("start", {})
    await ann.create("strike-2020", **{"seats": "po", **settings})
    await ben.join(ann.table)
    await ann.send(type="start", **start)
    await ben._arrive()
    await spent(*tellers)
    return [one.story for one in tellers if one.story]


@pytest.mark.parametrize("name", EVENINGS)
def test_what_honest_people_do_is_never_red(name: str) -> None:
    for story in told(name):
        assert not verdict(story).wrong, verdict(story)


# --- counted --------------------------------------------------------------------------------------


def resumed(story: list[Line], frames: int = 0, lines: int | None = None) -> list[Line]:
    """The story of another device, which comes in the middle of the second throw of a game: it
    hears so many frames before the lines it asked for, of which only the first may be told."""
    places = [n for n, one in enumerate(story) if one.get("heard", {}).get("type") == "thrown"]
    at = places[1]
    before, after = story[:at], [one for one in story[at:] if "heard" in one]
    view = list(heard(before, "step"))[-1]["game"]
    texts = list(
        dict.fromkeys(lines[number] for lines, number in log_lines(before + after[:frames]))
    )
    said = {name: one for name, one in story[0]["shown"]["said"].items() if name == "signer"}
    head = story[0] | {"shown": {"said": said | {"type": "resume"}, "host": None}}
    game = next(one for one in heard(before, "snapshot") if one["game"] is not None)
    answer = {"type": "lines", "ref": 1, "game": view["game"], "first": 0}
    return [
        head,
        {"heard": next(heard(story, "joined"))},
        {"heard": game | {"game": view}},
        {"said": {"type": "lines", "ref": 1, "first": 0}},
        *after[:frames],
        {"heard": answer | {"lines": texts[:lines]}},
        *after[frames:],
    ]


@cache
def one_game() -> list[Line]:
    """Whoever made the table, to the end of the first game."""
    story = evening()[ANN]
    steps = [n for n, one in enumerate(story) if one.get("heard", {}).get("type") == "step"]
    games = [story[n]["heard"]["game"] for n in steps]
    kinds = [one["awaited"]["kind"] for one in games]
    return story[: steps[kinds.index("over")] + 1]


def slept() -> list[Line]:
    """Somebody sleeps in the lobby and comes back behind the game: who is there is told again
    before the lines are."""
    story = one_game()
    came, lobby = story[:3], [*heard(story, "snapshot")][-1]
    over = [*heard(story, "step")][-1]["game"]
    seats = {"type": "seats", **{name: lobby[name] for name in ("host", "seats", "watchers")}}
    texts = list(dict.fromkeys(lines[number] for lines, number in log_lines(story)))
    head = {name: one for name, one in story[0].items() if name != "story"}
    told = [
        lobby | {"stage": "over", "game": over},
        seats | {"stage": "over"},
        {"type": "lines", "ref": 1, "game": over["game"], "first": 0, "lines": texts},
    ]
    ask = {"said": {"type": "lines", "ref": 1, "first": 0}}
    return [*came, {"again": head}, story[1], ask, *({"heard": one} for one in told)]


@pytest.mark.parametrize("frames", [0, 2, 3])
def test_another_device_is_told_of_and_judged_from_its_lines(frames: int) -> None:
    """A11, A12: it signed nothing here before it came."""
    found = verdict(resumed(one_game(), frames))
    assert not found.wrong, found
    assert {"moved", "elsewhere"} <= {one.code for one in found.unproven}


@pytest.mark.parametrize(
    ("told", "kind", "change"),
    [
        (lambda: resumed(one_game(), 2), "thrown", lambda one: one["casts"][0].update(unit="x")),
        (slept, "seats", lambda one: one["seats"][1].update(name="Bob")),
    ],
)
def test_what_is_shown_before_its_lines_is_judged_with_them(
    told: Callable[[], list[Line]], kind: str, change: Callable[[Line], object]
) -> None:
    story = copy.deepcopy(told())
    change(list(heard(story, kind))[-1 if kind == "seats" else 0])
    assert [one.code for one in verdict(story).wrong] == ["view"]


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


def test_who_sleeps_over_a_game_hears_who_is_there_before_its_lines() -> None:
    found = verdict(slept())
    assert not found.wrong, found
    assert {"elsewhere", "not_there"} <= {one.code for one in found.unproven}


def test_nothing_is_owed_or_refused_that_was_not_asked() -> None:
    """Answers to no question, and links that are sent without waiting for an answer."""
    story = copy.deepcopy(one_game())
    story.insert(3, {"heard": {"type": "done", "ref": 999}})
    story.insert(3, {"heard": {"type": "error", "code": "stale", "message": ""}})
    for line in story:
        if line.get("said", {}).get("type") == "link":
            del line["said"]["ref"]
    found = verdict(story)
    assert (found.wrong, found.unproven) == ((), ())


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


# --- red ------------------------------------------------------------------------------------------


def asked(change: Callable[[list[Line]], object]) -> Change:
    return lambda story: change(story[0]["shown"]["said"]["seats"])


def said(kind: str, **changed: Any) -> Change:
    """The first thing of a kind that was said was another one."""

    def apply(story: list[Line]) -> None:
        first = next(one for one in story if one.get("said", {}).get("type") == kind)
        first["said"].update(changed)

    return apply


def unsaid(kind: str) -> Change:
    return lambda story: [one for one in story if one.get("said", {}).get("type") != kind]


def behind(frame: Callable[[list[Line]], Line]) -> Change:
    return lambda story: story.append({"heard": frame(story)})


def to_the_lobby(**changed: Any) -> Change:
    """Whoever comes back is shown the table as it gathered, before or behind the game."""

    def apply(story: list[Line]) -> list[Line]:
        head = {name: one for name, one in story[0].items() if name != "story"}
        lobby = {"heard": next(heard(story, "snapshot")) | changed}
        return [*(story[:3] if changed else story), {"again": head}, story[1], lobby]

    return apply


def with_a_clock(first_line: Line) -> None:
    behind = {name: first_line.pop(name) for name in ("dice", "server", "devices")}
    first_line.update(clock="fast", **behind)


RED: dict[str, tuple[str, int, Change, str]] = {
    "fewer seats than asked for": (
        "two games",
        ANN,
        asked(lambda seats: seats.append({"kind": "open"})),
        "begins",
    ),
    "another name than asked for": (
        "two games",
        ANN,
        asked(lambda seats: seats[0].update(name="Bob")),
        "begins",
    ),
    "another bot than was shown": (
        "with a bot",
        ANN,
        rewritten("game", lambda one: one["players"][1].update(bot="beginner")),
        "begins",
    ),
    "a table that gathers is another": ("two games", ANN, to_the_lobby(public=True), "view"),
    "a table that does not gather": ("two games", ANN, to_the_lobby(stage="over"), "view"),
    "a game that was is none": ("two games", ANN, to_the_lobby(), "view"),
    "somebody else sits there": (
        "sleeps",
        ANN,
        shown("seats", lambda one: one["seats"][1].update(name="Bob"), -1),
        "view",
    ),
    "a seat that is not there plays": (
        "two games",
        ANN,
        rewritten("game", lambda one: one["players"][1].update(seat=7)),
        "begins",
    ),
    "another key at our seat": (
        "two games",
        BEN,
        rewritten("game", lambda one: one["players"][1].update(key=one["players"][0]["key"])),
        "begins",
    ),
    "a change of before": (
        "two games",
        ANN,
        behind(
            lambda s: {
                "type": "changed",
                "what": "ready",
                "game": list(heard(s, "step"))[-2]["game"],
            }
        ),
        "view",
    ),
    "nothing was shown": (
        "two games",
        ANN,
        lambda story: [one for one in story if one.get("heard", {}).get("type") == "seats"],
        "not_shown",
    ),
    "a bot that the host did not ask for": ("fills", ANN, said("start", fill=False), "begins"),
    "another begins than the host said": ("fills", ANN, said("start", first=0), "begins"),
    "another begins, of whom the host said nothing": ("fills", ANN, unsaid("start"), "begins"),
    "another throw than ours": ("two games", ANN, said("throw", seat=1), "not_said"),
    "a bot plays, in a tournament of which not all was heard": (
        "looks in",
        CLEO,
        rewritten("game", lambda one: one["players"].__setitem__(1, BOT), -1),
        "begins",
    ),
    "another clock, in a game that began before": (
        "looks in",
        CLEO,
        rewritten("game", with_a_clock),
        "begins",
    ),
    "we never went": ("hides", BEN, said("away", type="offer", tip="0" * 64), "not_said"),
}


@pytest.mark.parametrize("name", RED)
def test_what_is_not_so_is_red(name: str) -> None:
    where, who, change, code = RED[name]
    assert [one.code for one in verdict(changed(told(where)[who], change)).wrong] == [code]


def test_lines_that_were_there_are_told() -> None:
    found = verdict(resumed(one_game(), lines=1))
    assert [one.code for one in found.wrong] == ["not_shown"]
