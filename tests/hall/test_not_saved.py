"""Whoever hears that the store failed is disconnected at once, whatever they asked for, and nobody
waits for an answer: every kind of message, said to a hall whose store does nothing any more. A new
kind is said without anyone adding it here. `server/test_not_saved.py` does it over real sockets."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hall.in_memory import UNLIMITED, Hall, MemoryStore, Visitor
from hall.saying import KINDS, fitting, tag
from hall.test_dayboard import CommonWorkers, RunningTable

from kessel.hall.attendee import Attendee
from kessel.hall.store import NotSaved

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
