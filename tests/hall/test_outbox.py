"""Nothing is sent before it is kept, everything in order, and nothing after a failure."""

import asyncio

import pytest
from hall.in_memory import MemoryStore, Meters

from kessel.hall.attendee import Attendee, Payload
from kessel.hall.outbox import Outbox, Parcel
from kessel.hall.store import NotSaved, Writing


class Fixture:
    """An outbox over a store with one table, and somebody to send to."""

    def __init__(self) -> None:
        self.store, self.metrics = MemoryStore(), Meters()
        self.store.logs[1] = []
        self.failures = 0
        self.outbox = Outbox(self.store, self.metrics, self._fail)
        self.who = Attendee(100)

    def _fail(self, error: Exception) -> None:
        assert isinstance(error, NotSaved | ZeroDivisionError)
        self.failures += 1

    def put(self, entry: str) -> None:
        """Keep an entry, then send it."""
        first = sum(1 for name in self.entries if name)
        self.entries.append(entry)
        writing = Writing(1, first, [entry]) if entry else None
        self.outbox.put(Parcel(writing, [(self.who, [entry or "-"])]))

    entries: list[str]

    def sent(self) -> list[Payload | None]:
        return [self.who.unsent.get_nowait() for _ in range(self.who.unsent.qsize())]


def fixture() -> Fixture:
    made = Fixture()
    made.entries = []
    return made


async def test_nothing_is_sent_before_it_is_kept() -> None:
    one = fixture()
    one.store.held_back = asyncio.Event()
    one.put("a")
    one.put("")
    one.put("b")
    await asyncio.sleep(0.01)
    assert one.outbox.is_busy
    assert one.sent() == []
    one.store.held_back.set()
    await one.outbox.settle()
    assert not one.outbox.is_busy
    assert one.sent() == ["a", "-", "b"]
    assert one.store.logs[1] == ["a", "b"]
    assert sum(one.metrics.sent.values) == 3
    assert len(one.metrics.write_seconds.values) == 2


async def test_a_store_that_refuses_stops_it_for_good(caplog: pytest.LogCaptureFixture) -> None:
    one = fixture()
    one.put("a")
    await one.outbox.settle()
    one.store.refuses = True
    one.put("b")
    one.put("c")
    await one.outbox.settle()
    assert one.outbox.failed
    assert one.failures == 1
    one.store.refuses = False
    one.put("d")
    await one.outbox.settle()
    assert one.sent() == ["a"]
    assert one.store.logs[1] == ["a"]
    assert one.failures == 1
    (told,) = caplog.records
    assert (told.message, told.exc_info) == ("write failed", None), "one line for the operator"


async def test_a_fault_of_ours_stops_it_too_and_is_told_with_its_trace(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = fixture()
    monkeypatch.setattr(one.store, "write", lambda _: 1 // 0)
    one.put("a")
    await one.outbox.settle()
    assert (one.outbox.failed, one.failures, one.sent()) == (True, 1, [])
    (told,) = caplog.records
    assert told.exc_info
