"""The auditor: honest stories are never red, and any change of one is, but for what is listed."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from proof import changes, evenings
from proof.changes import verdict
from proof.stories import ELSEWHERE, Line, played
from series import SEED

from kessel.messages import server
from kessel.physics.version import PORTABLE_NAME
from kessel.proof.audit import check_kept
from kessel.proof.auditor import Auditor
from kessel.proof.comparing import NOT_COMPARED, NOT_JUDGED
from kessel.proof.counts import UnprovenCounts
from kessel.proof.story import judged
from kessel.proof.verdict import Verdict
from kessel.rules.edition import EDITIONS
from kessel.table import log
from kessel.table.dice import dice_named
from kessel.table.play import begin
from kessel.throws.ideal import IdealDice

ALL = list(EDITIONS)
CHANGES, SERIES = 120, 5000
KINDS: dict[str, dict[str, Any]] = {
    "with a bot": {"edition": "strike-2020", "guests": 0, "seats": "pb"},
    "of three": {"edition": "impact-power", "guests": 2},
    "with hidden supplies": {"edition": "strike-2020", "options": {"supply": "hidden"}},
    "of a tournament": {"edition": "strike-2012", "tournament": True},
    "with a watcher": {"edition": "impact-avatar", "watches": True},
    "with towers by chance": {"edition": "harry-potter", "options": {"tower_builder": "random"}},
}


@cache
def stories(edition: str) -> list[list[Line]]:
    """Those of the two at a table, one for each edition."""
    return [one.story for one in asyncio.run(played(edition))]


@pytest.mark.parametrize("edition", ALL)
def test_an_honest_story_is_proven_to_the_last_view(edition: str) -> None:
    for story in stories(edition):
        found = verdict(story)
        assert (found.wrong, found.unproven) == ((), ())
        assert found.checked["throws"] == found.checked["again"] > 0
        assert found.checked["views"] > found.checked["throws"]


@pytest.mark.parametrize("kind", KINDS)
def test_no_honest_story_is_red(kind: str) -> None:
    for teller in asyncio.run(played(**KINDS[kind])):
        found = verdict(teller.story)
        assert not found.wrong, found
        assert {one.code for one in found.unproven} <= (set() if teller.tokens else {"not_there"})


def made(edition: str, chance: Random) -> tuple[list[Line], str] | None:
    """An honest story with one change, and which it is."""
    story = chance.choice(stories(edition))
    other = chance.choice(stories(chance.choice(ALL)))
    ways: list[Callable[[], tuple[list[Line], str] | None]] = [
        *[lambda: changes.with_field_changed(story, chance)] * 6,
        *[lambda: changes.with_line_changed(story, chance)] * 2,
        lambda: changes.with_frame_dropped(story, chance),
        lambda: changes.with_frame_doubled(story, chance),
        lambda: changes.with_frames_swapped(story, chance),
        lambda: changes.with_frame_of_another(story, other, chance),
    ]
    return chance.choice(ways)()


@pytest.mark.parametrize(
    "number", [CHANGES, pytest.param(SERIES, marks=[pytest.mark.long, pytest.mark.series])]
)
def test_any_change_of_an_honest_story_is_red(number: int) -> None:
    """But for what cannot be compared or missed, which is listed; of lines that never came, nothing
    that follows can be judged, which is counted."""
    chance, tried = Random(SEED + number), 0
    while tried < number:
        change = made(chance.choice(ALL), chance)
        if change is not None:
            tried += 1
            found = verdict(change[0])
            lacks = change[1] == "lines dropped" and {one.code for one in found.unproven}
            assert found.wrong or (lacks and "unheard" in lacks), change[1]


def test_control_what_is_listed_may_differ() -> None:
    """The list is no longer than it has to be: an honest game shows other values there, and no
    field that is not on it is left out."""
    story = json.loads(json.dumps(stories("strike-2020")[0]))
    for line in story:
        shown = line.get("heard", {})
        if "watchers" in shown:
            shown["watchers"] += 1
    assert not verdict(story).wrong
    assert "game.hands" not in NOT_COMPARED


def test_every_message_at_a_table_is_judged_or_on_the_list() -> None:
    kinds = {one.__struct_config__.tag for one in get_args(server.ServerMessage)}
    judged = {"joined", "snapshot", "lines", "step", "changed", "seats", "thrown", "box"}
    judged |= {"tournament", "done", "superseded", "left"}
    assert kinds - ELSEWHERE - judged == NOT_JUDGED | {"referee"}


def test_a_story_is_read_from_its_file() -> None:
    text = "\n".join(map(json.dumps, stories("strike-2020")[0]))
    assert judged(text, dice_named).unproven == ()
    without = judged(text)
    assert {one.code for one in without.unproven} == {"not_thrown"}


def test_a_restart_with_other_dice_is_counted() -> None:
    """F1: honest, and never red: a server may have no physics any more."""
    counts, play = UnprovenCounts(), begin(started(PORTABLE_NAME))
    fixed = log.ThrowFixed(throw=0, attempt=0, casts=[], devices=[], dice=IdealDice().name)
    check_kept(play, fixed)
    counts.enter(play, fixed)
    assert [one.code for one in counts.all()] == ["other_dice"]
    none = log.Links(server="", devices=[], signs=[])
    check_kept(
        play, log.DiceLanded(throw=0, at_rest=(), out=[], cocked=0, dice=fixed.dice, links=none)
    )


def started(dice: str) -> log.GameStarted:
    texts = [one for line in stories(ALL[0])[0] for one in line.get("heard", {}).get("lines", [])]
    first = log.read_line(texts[0])
    assert isinstance(first, log.GameStarted)
    return msgspec.structs.replace(first, dice=dice)


class Elsewhere(IdealDice):
    """Dice that fall alike, under another name."""

    @property
    def name(self) -> str:
        return "elsewhere"


def judged_by(dice: IdealDice) -> Verdict:
    auditor = Auditor(lambda _: dice)
    for line in stories("strike-2020")[0]:
        auditor.feed(line)
    return auditor.verdict


def test_throws_of_another_machine_are_compared_and_counted() -> None:
    found = judged_by(Elsewhere())
    assert not found.wrong
    assert [one.code for one in found.unproven] == ["near"]


def test_control_throws_that_fall_otherwise_are_too_unlikely() -> None:
    found = judged_by(Elsewhere(strike=0.9, loss=0.0))
    assert [one.code for one in found.wrong] == ["unlikely"]


def test_what_nothing_proves_is_counted_by_name() -> None:
    counts, play = UnprovenCounts(), begin(started(IdealDice().name))
    bare = [msgspec.structs.replace(one, key="") for one in play.started.players]
    unsigned = replace(play, started=msgspec.structs.replace(play.started, players=bare))
    alone = replace(play, fixed=log.ThrowFixed(throw=0, attempt=0, casts=[], devices=[]))
    links = log.Links(server="", devices=[], signs=[])
    counts.enter(play, log.DevicesLate(throw=0, attempt=0, devices=[0]))
    counts.enter(play, log.DevicesAway(devices=[0, 1], signs=["", "signed"]))
    counts.enter(play, log.Answered(player=0, move="end", by="table"))
    counts.enter(play, log.Answered(player=1, move="end", by="bot"))
    counts.enter(unsigned, log.DicePushed(player=1, dice=[]))
    counts.enter(alone, log.Answered(player=0, move="", links=links))
    found = [(one.code, one.count) for one in counts.all()]
    codes = ("away", "late", "by_table", "by_bot", "unsigned", "unwitnessed")
    assert found == [(code, 1) for code in codes]


# --- What honest people do, and what happens to them, is never red; what is not proven is counted.
@pytest.mark.parametrize("times", [1, pytest.param(12, marks=[pytest.mark.series])])
@pytest.mark.parametrize("name", evenings.ALL)
def test_an_honest_evening_is_never_red_and_what_is_not_proven_is_counted(
    name: str, times: int
) -> None:
    """No two evenings are the same: chance is fresh."""
    for again in range(times):
        stories = evenings.told(name, again)
        for story, codes in zip(stories, evenings.ALL[name].unproven, strict=True):
            found = verdict(story)
            assert not found.wrong, found
            assert {one.code for one in found.unproven} == codes


@pytest.mark.parametrize(
    "spend",
    [evenings.sets_up, evenings.sleeps_in_the_lobby, evenings.consent, evenings.races],
)
def test_at_a_table_with_a_course_of_its_own_nothing_is_red(
    spend: Callable[[], Awaitable[list[list[Line]]]],
) -> None:
    async def spent() -> list[list[Line]]:
        return await asyncio.wait_for(spend(), 60)

    for story in asyncio.run(spent()):
        assert not verdict(story, throws_again=False).wrong
