"""Garbage is collected as sockets are closed, seldom otherwise, and never because memory grows."""

import asyncio
import gc
from collections.abc import Iterator
from typing import Any

import pytest

from kessel.server import garbage
from kessel.server.garbage import (
    ALL,
    LONGEST_SECONDS,
    MANY_SOCKETS,
    REST_SECONDS,
    SOCKETS,
    YOUNG,
    Bin,
    collect_garbage,
)

GROWTH = 100_000


@pytest.fixture
def collected() -> Iterator[list[int]]:
    """The generations that are collected, beyond the youngest; Python is as before afterwards."""
    seen: list[int] = []
    before = gc.get_threshold()

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop" and info["generation"]:
            seen.append(info["generation"])

    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.set_threshold(*before)
    gc.unfreeze()


def test_what_is_new_is_collected_after_some_sockets() -> None:
    one = Bin(0, 0, 0.0)
    assert one.due(SOCKETS - 1, 10.0) is None
    assert one.due(SOCKETS, 20.0) == YOUNG
    assert one.due(2 * SOCKETS - 1, 30.0) is None
    assert one.due(2 * SOCKETS, 40.0) == YOUNG


def test_everything_is_collected_after_many_sockets_but_not_too_often() -> None:
    one = Bin(0, 0, 0.0)
    assert one.due(MANY_SOCKETS, REST_SECONDS - 1.0) == YOUNG
    assert one.due(MANY_SOCKETS, REST_SECONDS) == ALL
    assert one.due(2 * MANY_SOCKETS, REST_SECONDS + 1.0) == YOUNG
    assert one.due(2 * MANY_SOCKETS, 2 * REST_SECONDS) == ALL
    assert one.due(2 * MANY_SOCKETS + SOCKETS - 1, 3 * REST_SECONDS) is None


def test_everything_is_collected_once_in_a_while_whoever_comes() -> None:
    one = Bin(0, 0, 0.0)
    assert one.due(0, LONGEST_SECONDS - 1.0) is None
    assert one.due(0, LONGEST_SECONDS) == ALL
    assert one.due(0, LONGEST_SECONDS + 1.0) is None


def grow() -> None:
    kept = [[] for _ in range(GROWTH)]  # type: ignore[var-annotated]
    assert len(kept) == GROWTH


async def test_memory_that_grows_is_not_looked_through(collected: list[int]) -> None:
    grow()
    assert collected  # the control: as Python has it
    collecting = asyncio.create_task(collect_garbage(lambda: 0))
    await asyncio.sleep(0)
    collected.clear()
    grow()
    assert not collected
    collecting.cancel()


async def test_garbage_goes_as_sockets_are_closed(
    collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "LOOK_SECONDS", 0.001)
    closed = 0
    collecting = asyncio.create_task(collect_garbage(lambda: closed))
    await asyncio.sleep(0)
    collected.clear()
    await asyncio.sleep(0.05)
    assert not collected
    closed = SOCKETS
    while not collected:
        await asyncio.sleep(0.001)
    assert collected == [YOUNG]
    collecting.cancel()
