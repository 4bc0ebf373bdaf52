"""Garbage is collected as sockets are closed, seldom otherwise, and never because memory grows."""

import asyncio
import gc
from collections.abc import Iterator
from typing import Any

import pytest
from no_waiting import without_waiting

from kessel.server.garbage import (
    ALL,
    LOOK_SECONDS,
    MANY_SOCKETS,
    REST_SECONDS,
    SOCKETS,
    YOUNG,
    collect_garbage,
)

GROWTH = 100_000


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The generations that are collected, beyond the youngest; Python is as before afterwards, and
    nobody waits."""
    seen: list[int] = []
    before = gc.get_threshold()

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop" and info["generation"]:
            seen.append(info["generation"])

    without_waiting(monkeypatch)
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.set_threshold(*before)
    gc.unfreeze()


def grow() -> None:
    kept = [[] for _ in range(GROWTH)]  # type: ignore[var-annotated]
    assert len(kept) == GROWTH


async def test_garbage_goes_as_sockets_are_closed_and_not_as_memory_grows(
    collected: list[int],
) -> None:
    grow()
    assert collected, "the control: as Python has it"
    closed = 0
    collecting = asyncio.create_task(collect_garbage(lambda: closed))
    await asyncio.sleep(LOOK_SECONDS / 2)
    for more, waits, generations in (
        (SOCKETS - 1, 0.0, []),
        (1, 0.0, [YOUNG]),
        (SOCKETS - 1, 0.0, []),
        (MANY_SOCKETS, 0.0, [YOUNG]),
        (1, REST_SECONDS, [ALL]),
        (MANY_SOCKETS, 0.0, [YOUNG]),  # everything not too often, however many come and go
        (0, REST_SECONDS, [ALL]),
        (SOCKETS - 1, 2 * REST_SECONDS, []),
    ):
        collected.clear()
        grow()
        await asyncio.sleep(waits)
        closed += more
        await asyncio.sleep(LOOK_SECONDS)
        assert collected == generations
    collecting.cancel()
