"""Honest evenings in which somebody misses something: never red, and what nobody saw is counted.
Next to each kind a change that no honest evening has."""

import asyncio
import copy
from collections.abc import Awaitable, Callable
from dataclasses import replace
from secrets import token_bytes
from typing import Any

import pytest
from hall.in_memory import FAST, FLIGHT, Hall, InlineWorkers
from proof.stories import Line, Teller
from proof.test_attacks import ANN, Change, asked_for, entries, evening, heard, rewritten, verdict
from proof.test_evenings import may_push
from proof.test_frames import at

from kessel.fairness import Chain
from kessel.throws.at_rest import LyingDie, flat
from kessel.throws.dice import ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice

Evening = Callable[[Hall, Teller, Teller], Awaitable[list[Teller]]]
FREE = {"premove": "free"}


class Patient(Teller):
    """Does not ask at once for the lines that it missed."""

    async def _catch_up(self, game: Line) -> None:
        pass

    async def _arrive(self) -> Line:
        return await self.until("snapshot")


async def both(ann: Teller, ben: Teller) -> None:
    await asyncio.gather(ann.play(), ben.play())


async def on_move(ann: Teller, ben: Teller) -> None:
    """Play until the first may push; the other has heard as much."""
    other = asyncio.create_task(ben.play())
    while not may_push(ann):
        await ann.act()
        await ann.receive()
    assert ann.game is not None
    while ben.game is None or ben.game["state"] < ann.game["state"]:
        await asyncio.sleep(0)
    other.cancel()


async def push(ann: Teller) -> None:
    assert ann.game is not None
    die = ann.game["arena"][0]["dice"][0]
    moved = {"die": die["id"], "x": die["pose"][0] + 0.001, "y": die["pose"][1]}
    await ann.send(type="push", seat=0, state=ann.game["state"], dice=[moved])
    await ann.until("changed")
    await ann.hear_all()


async def comes_back(ben: Teller) -> None:
    await ben.open()
    ben.device.renew(Chain(token_bytes(32)))
    await ben.resume()


async def tab_of(ben: Teller, kind: type[Teller] = Teller) -> Teller:
    """The same seat in another tab, with the same key."""
    tab = kind(ben.hall)
    await tab.open()
    tab.device.key, tab.tokens, tab.table = ben.device.key, dict(ben.tokens), ben.table
    await tab.resume()
    return tab


async def line_before_answer(hall: Hall, ann: Teller, ben: Teller) -> list[Teller]:
    """Somebody comes back, and hears a new line before those that they missed."""
    await on_move(ann, ben)
    ben.desk.leave()
    await push(ann)
    await comes_back(ben)
    await push(ann)
    await both(ann, ben)
    return [ann, ben]


async def line_before_all(hall: Hall, ann: Teller, ben: Teller) -> list[Teller]:
    """Another page is opened, and hears a new line before the first."""
    await on_move(ann, ben)
    tab = await tab_of(ben, Patient)
    await push(ann)
    await both(ann, tab)
    return [ann, tab]


async def looked_on(hall: Hall, ann: Teller, ben: Teller) -> list[Teller]:
    """Somebody looks in while a throw waits for a link."""
    await on_move(ann, ben)
    assert ann.game is not None
    unit = ann.game["awaited"]["units"][0]
    aim = {"x": 0.01, "y": 0.0, "side": 1.0, "speed": 1.1, "height": 0.1, "spin": 14.0}
    await ann.send(type="throw", seat=0, state=ann.game["state"], unit=unit, aim=aim)
    while ann.device.play is None or ann.device.play.fixed is None:
        await ann.receive()
    eve = Teller(hall)
    await eve.open()
    await eve.ask("snapshot", type="watch", table=ann.table)
    await asyncio.gather(ann.play(), ben.play(), eve.play())
    return [ann, ben, eve]


async def next_game(ann: Teller, *others: Teller) -> None:
    await ann.send(type="rematch")
    for one in (ann, *others):
        await one.until("snapshot")


async def other_box_meanwhile(hall: Hall, ann: Teller, ben: Teller) -> list[Teller]:
    """A box is chosen, and a game of it begins, while a page is away."""
    await both(ann, ben)
    ben.desk.leave()
    await ann.send(type="choose_box", edition="strike-2012")
    await next_game(ann)
    await comes_back(ben)
    await both(ann, ben)
    return [ann, ben]


async def game_missed(hall: Hall, ann: Teller, ben: Teller) -> list[Teller]:
    """The first game of a tournament is played in another tab."""
    tab = await tab_of(ben)
    await ben.until("superseded")
    await both(ann, tab)
    await next_game(ann, tab)
    await comes_back(ben)
    await both(ann, ben)
    return [ann, ben]


async def without_physics(hall: Hall, ann: Teller, ben: Teller) -> list[Teller]:
    """A server that has no physics begins with other dice."""
    await both(ann, ben)
    return [ann, ben]


EVENINGS: dict[str, tuple[Evening, dict[str, Any], list[set[str]]]] = {
    "a line before those that were missed": (line_before_answer, {"options": FREE}, [set()]),
    "a line before all others": (
        line_before_all,
        {"options": FREE},
        [{"elsewhere", "late", "moved", "not_there"}],
    ),
    "a look at a throw that waits": (looked_on, {"options": FREE}, [set(), {"not_there"}]),
    "another box meanwhile": (other_box_meanwhile, {}, [{"unseen"}]),
    "a game that was missed": (game_missed, {"tournament": True}, [{"unseen"}]),
    "no physics": (without_physics, {"dice": "physics"}, [{"other_dice"}]),
}


@pytest.mark.parametrize("name", EVENINGS)
def test_who_misses_something_is_told_what_is_not_proven(name: str) -> None:
    spend, settings, counted = EVENINGS[name]

    async def spent() -> list[Teller]:
        hall = Hall()
        hall.workers.dice = {"physics": IdealDice().name, "ideal": IdealDice().name}
        ann = Teller(hall)
        ben = (Patient if spend is line_before_answer else Teller)(hall)
        await ann.open()
        await ann.create("strike-2020", "po", **settings)
        await ben.open()
        await ben.sit_with(ann)
        return await asyncio.wait_for(spend(hall, ann, ben), 60)

    for teller, codes in zip(asyncio.run(spent())[1:], counted, strict=True):
        found = verdict(teller.story)
        assert not found.wrong, found
        assert {one.code for one in found.unproven} == codes


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


def throw_forgotten(story: list[Line]) -> None:
    """A throw in our name, by our key, of which the story knows nothing."""
    story.remove(next(one for one in story if one.get("said", {}).get("type") == "throw"))


CHANGES: dict[str, tuple[Change, str]] = {
    "a game without its first line": (without_first_line, "line"),
    "a game begun in the middle of another": (begun_in_the_middle, "begins"),
    "a game begun twice": (begun_twice, "begins"),
    "a chain of ours that was never offered": (asked_for("tip", None), "not_said"),
    "a throw that was never said": (throw_forgotten, "not_said"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_evening_is_red(name: str) -> None:
    change, code = CHANGES[name]
    story = copy.deepcopy(evening()[ANN])
    story = change(story) or story  # type: ignore[assignment]
    assert [one.code for one in verdict(story).wrong] == [code]


class AtTheWall(InlineWorkers):
    """All dice show the same, and lie near the wall: they may be pushed away, or are raced for."""

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        dice = [die for hand in order.handfuls for die in hand.dice]
        face, first = order.edition.symbols[0], len(order.at_rest)
        fallen = [
            (LyingDie(die, face, flat(order.edition, face, 0.066, 0.02 * n)),)
            for n, die in enumerate(dice, start=first)
        ]
        return ThrowResult((*order.at_rest, *fallen), trajectory=order.seed, seconds=FLIGHT)


class Watchful(Teller):
    """Takes no part in a race."""

    async def act(self) -> None:
        if self.game is not None and self.game["race"] is None:
            await super().act()


def told(one: Teller, what: str) -> bool:
    """Whether a change of this kind was heard."""
    return any(message.get("what") == what for message in one.heard)


async def one_step(one: Teller) -> Line:
    return dict((await one.until("step"))["game"])


async def consent() -> list[list[Line]]:
    """Somebody asks to push a die away from the wall, and the other agrees."""
    hall = Hall()
    hall.hub.workers = hall.workers = AtTheWall()
    ann, ben = Teller(hall), Teller(hall)
    await ann.open()
    await ann.create("strike-2020", "po")
    await ben.open()
    await ben.sit_with(ann)
    game, _ = await asyncio.gather(ann.hear_all(), ben.hear_all())
    while game["awaited"]["kind"] == "start_die":
        await asyncio.gather(ann.act(), ben.act())
        game, _ = await asyncio.gather(one_step(ann), one_step(ben))
    seat = game["awaited"]["seat"]
    mover, other = (ann, ben) if seat == 0 else (ben, ann)
    die = game["arena"][0]["dice"][0]
    moved = {"die": die["id"], "x": 0.04, "y": die["pose"][1]}
    await mover.send(type="push", seat=seat, state=game["state"], dice=[moved])
    _, asked = await asyncio.gather(mover.until("changed"), other.until("changed"))
    shown = asked["game"]
    yes = {"agree": True, "dice": shown["push"]["dice"]}
    await other.send(type="agree", seat=1 - seat, state=shown["state"], **yes)
    await asyncio.gather(mover.until("changed"), other.until("changed"))
    return [mover.story, other.story]


async def races() -> list[list[Line]]:
    """Two of three tie in a race, and run again; then only one of them taps."""
    hall = Hall(pace=replace(FAST, race_tie=0.3))
    hall.hub.workers = hall.workers = AtTheWall()
    ann, ben, eve = Teller(hall), Teller(hall), Watchful(hall)
    await ann.open()
    await ann.create("impact-avatar", "poo", elements=["fire", "stone"])
    for one in (ben, eve):
        await one.open()
        await one.join(ann.table, name=f"{one is ben}")
    playing = [asyncio.create_task(one.play()) for one in (ann, ben, eve)]
    while not told(ben, "again"):
        await asyncio.sleep(0.001)
    playing[1].cancel()
    before = len(ann.seen)
    while len(ann.seen) == before:
        await asyncio.sleep(0.001)
    for task in playing:
        task.cancel()
    return [ann.story]


def of_change(what: str, change: Callable[[Line], object]) -> Change:
    """Changes the game in the last change of a kind that was heard."""
    return lambda story: change(
        [one for one in heard(story, "changed") if one["what"] == what][-1]["game"]
    )


SHOWN: dict[str, tuple[Callable[[], Awaitable[list[list[Line]]]], Change]] = {
    "nobody is asked": (
        consent,
        of_change("push_asked", lambda game: game["push"]["asked"].clear()),
    ),
    "too many taps": (
        races,
        of_change("tapped", lambda game: [one.update(done=9) for one in game["race"]["racers"]]),
    ),
    "a race that was run for ever": (
        races,
        of_change("tapped", lambda game: game["race"].update(heat=10**9)),
    ),
    "a winner who did not race": (races, rewritten("column", lambda one: one.update(winner=2), -1)),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_no_line_tells_is_held_against_what_can_be(name: str) -> None:
    spend, change = SHOWN[name]
    stories = asyncio.run(asyncio.wait_for(spend(), 60))
    for story in stories:
        assert not verdict(story, throws_again=False).wrong
        change(story)
        found = verdict(story, throws_again=False).wrong
        assert [one.code for one in found] == ["line" if "winner" in name else "view"], found
