"""Writes that fail at every single point of a game: nothing is lost, nothing is changed.

Every place of the log fails when it is first written. Each time everybody is told and comes back to
a table that stands where the log ends; the game is played to its end, and its record proves itself.
The control is a room that goes on after a failed write, as it once did."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hall.in_memory import FAST, UNLIMITED, Hall, MemoryStore, Visitor
from hall.saying import KINDS, fitting, tag
from hall.test_daily import CommonWorkers, RunningTable
from hall.test_whole_games import check_archive

from kessel.errors import KesselError
from kessel.hall.attendee import Attendee
from kessel.hall.room import Room
from kessel.hall.store import NotSaved, Writing
from kessel.hall.tokens import new_key
from kessel.table.log import read_entry
from kessel.table.state import TableState

PATIENCE = 240.0
"""s: a busy machine that counts branches needs many times what a quiet one does."""

PATIENT = replace(FAST, links=PATIENCE, links_awake=PATIENCE)
"""Waits for whoever would be late."""


class FailingStore(MemoryStore):
    """Fails at every place of a log once, or only at one; and keeps holes where it may."""

    def __init__(self, only: int | None = None, checks: bool = True) -> None:
        super().__init__()
        self.failed: set[int] = set()
        self._only, self._checks = only, checks

    async def write(self, writing: Writing) -> None:
        await asyncio.sleep(0)
        due = self._only is None or writing.first >= self._only > max(self.failed, default=-1)
        if due and writing.first not in self.failed:
            self.failed.add(writing.first)
            raise NotSaved("database or disk is full", disk_is_full=True)
        if self._checks:
            await super().write(writing)
        else:
            self.append(writing.table, *writing.bodies)


def stands(store: MemoryStore) -> TableState:
    """The last table that was made, as its log has it; raises where the log makes no sense."""
    return TableState.from_log(map(read_entry, store.logs[max(store.logs)]))


class Stubborn(Visitor):
    """Comes back whenever it is disconnected, and looks where the table stands then."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.returns = self.looks = 0

    async def play_on(self) -> None:
        while True:
            try:
                await self.play()
                return
            except ConnectionError:
                await self.come_back()

    async def come_back(self) -> None:
        assert self.errors[-1]["code"] == "disk_full", "told at once"
        seen = self.game["state"] if self.game else 0
        with contextlib.suppress(ConnectionError):
            self.returns += 1
            await self.open()
            room = await self.hall.hub.find(self.table)
            if not room.is_busy:
                self.looks += 1
                assert room.table.state == stands(self.hall.store)
            await self.resume()
            assert self.game is not None
            assert self.game["state"] >= seen, "what was seen is lost"
            return
        await self.come_back()


MORE = ("strike-2020", "impact-avatar")
"""What is written knows no edition; these differ in how many entries are written together."""


@pytest.mark.parametrize(
    "edition",
    ["harry-potter", *(pytest.param(one, marks=pytest.mark.series) for one in MORE)],
)
async def test_every_write_of_a_game_may_fail(edition: str) -> None:
    store = FailingStore()
    hall = Hall(store, pace=PATIENT)
    ann = Stubborn(hall)
    await ann.open()
    with pytest.raises(ConnectionError):
        await ann.create(edition, "pb")  # nobody was told of it, so it is made again
    await ann.open()
    await ann.create(edition, "pb")
    await ann.play_on()
    places = len(store.logs[2])
    assert ann.returns >= len(store.failed) - 1 > places / 3, "many entries are written together"
    assert ann.looks > ann.returns / 2
    assert stands(store).stage == "over"
    assert not any('"type":"late"' in body for body in store.logs[2]), (
        "a device shows its link again when it comes back"
    )
    await check_archive(hall, [ann])
    await hall.hub.close()


# --- the control ----------------------------------------------------------------------------------


def _goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms as they once were: people are disconnected, but jobs and clocks go on and write."""
    carry_out = Room.carry_out

    def carried_out(room: Room, *arguments: Any, **more: Any) -> None:
        outbox = room._outbox
        failed, outbox.failed = outbox.failed, False
        carry_out(room, *arguments, **more)
        outbox.failed = failed

    def disconnect(room: Room, error: Exception) -> None:
        for who in room.attendees:
            who.close()

    monkeypatch.setattr(Room, "carry_out", carried_out)
    monkeypatch.setattr(Room, "_fail", disconnect)


async def test_a_table_whose_beginning_was_not_kept_begins_when_its_maker_asks_again() -> None:
    hall = Hall(FailingStore(only=1))
    ann, key = Stubborn(hall), new_key()
    await ann.open()
    with pytest.raises(ConnectionError):
        await ann.create("strike-2020", "ppb", key=key)
    await ann.open()
    await ann.create("strike-2020", "ppb", key=key)
    await ann.play_on()
    assert list(hall.store.logs) == [1]
    await check_archive(hall, [ann])


async def _broken_after_one_failure(only: int) -> bool:
    """Whether a log makes no sense any more after one write of a game failed.

    Without a device whose link is waited for, so that a throw lands right after its hand.
    """
    hall = Hall(FailingStore(only, checks=False))
    ann = await Visitor(hall).open()
    await ann.create("strike-2020", "pb", tip=None)
    with contextlib.suppress(ConnectionError, TimeoutError):
        await asyncio.wait_for(ann.play(), 2.0)
    await asyncio.sleep(0.05)
    await hall.hub.close()
    try:
        stands(hall.store)
    except KesselError:
        return True
    return False


def _any_broken(rounds: int) -> bool:
    """Chance decides which failures tear a log: about one in seven where a room goes on."""
    failures = [only for _ in range(rounds) for only in range(4, 16)]
    return any(asyncio.run(_broken_after_one_failure(only)) for only in failures)


def test_a_room_that_goes_on_breaks_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    _goes_on(monkeypatch)
    assert _any_broken(rounds=12), "missed by chance once in 10^9 runs"


def test_a_room_that_stops_does_not_even_without_the_check() -> None:
    assert not _any_broken(rounds=3), "the room above is found in 99.6% of such runs"


# --- Whoever hears that the store failed is disconnected at once, whatever they asked for, and
# nobody waits for an answer: every kind of message, said to a hall whose store does nothing any
# more. A new kind is said without anyone adding it here. `server/test_games.py` does it over
# real sockets.

REFUSALS = {"not_saved", "disk_full"}
NEED_IT = {
    "waiting": {"create", "join", "resume", "watch", "standing", "start", "best", "post_daily"},
    "playing": {"create", "join", "resume", "watch", "standing", "throw", "resign", "best"},
}
"""What cannot be answered without a store, at a table that waits and in a game."""


class Gone:
    """A store, or a book of days, that does nothing any more once it has failed."""

    def __init__(self, whole: object) -> None:
        self._whole = whole
        self.fault: NotSaved | None = None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def answer(*given: Any) -> Any:
            if self.fault is not None:
                raise self.fault
            return await getattr(self._whole, name)(*given)

        return answer


async def told(ann: Visitor) -> list[str]:
    """The refusals that somebody hears until they are disconnected, or until a ping is answered;
    after one that is the store's nothing may come but the end."""
    await ann.send(type="ping", ref=7)
    heard = list[str]()
    while True:
        try:
            message = await ann.receive()
        except ConnectionError:
            return heard
        assert not REFUSALS & set(heard), f"{message} after the last word"
        if message["type"] == "error":
            heard.append(message["code"])
        elif message["type"] == "pong" and message.get("ref") == 7:
            return heard


async def halls_that_fail(situation: str, fault: NotSaved) -> dict[str, list[str]]:
    """What is told to whoever says a message of each kind, by kinds."""
    heard = {}
    for kind in KINDS:
        store = Gone(MemoryStore())
        hall, book = Hall(over=store), Gone(RunningTable())
        hall.hub.workers, hall.hub.day_lists = CommonWorkers(), book
        asleep = await hall.host()
        hall.hub.abandon()
        ann = await hall.host("po" if situation == "waiting" else "pb")
        game = ann.game or {"state": 0, "game": "a" * 16}
        store.fault = book.fault = fault
        where = {"table": asleep.table, "tokens": list(asleep.tokens.values())}
        await ann.send(**fitting(kind, Random(7), **where, state=game["state"]))
        heard[tag(kind)] = await told(ann)
    return heard


@pytest.mark.parametrize("situation", NEED_IT)
@pytest.mark.parametrize("is_full", [False, True])
def test_what_the_store_did_not_do_is_the_last_word(situation: str, is_full: bool) -> None:
    fault = NotSaved("the store is told to refuse", disk_is_full=is_full)
    heard = asyncio.run(halls_that_fail(situation, fault))
    refused = {kind for kind, codes in heard.items() if fault.code in codes}
    assert refused >= NEED_IT[situation]
    assert not {code for codes in heard.values() for code in codes} & (REFUSALS - {fault.code})


def test_a_connection_that_stays_open_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    monkeypatch.setattr(Attendee, "close", lambda _: None)
    with pytest.raises(AssertionError, match="after the last word"):
        asyncio.run(halls_that_fail("waiting", NotSaved("gone")))


async def test_those_who_look_for_a_game_are_told_too() -> None:
    store = Gone(MemoryStore())
    hall = Hall(limits=replace(UNLIMITED, match_seconds=0.01), over=store)
    store.fault = NotSaved("gone")
    both = [await hall.visit(), await hall.visit()]
    for one in both:
        await one.send(type="seek", name="Ann", editions=["impact"])
    for one in both:
        with pytest.raises(ConnectionError):
            await one.until("joined")
        assert one.errors[-1]["code"] == "not_saved"
