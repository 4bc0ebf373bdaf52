"""Long work in slices."""

import asyncio
import time
from itertools import count

import pytest

from kessel.hall.slices import in_slices


@pytest.mark.parametrize(("seconds", "turns"), [(1.0, [0, 1, 2, 3]), (0.0, [0])])
async def test_after_each_slice_everything_else_gets_its_turn(
    monkeypatch: pytest.MonkeyPatch, seconds: float, turns: list[int]
) -> None:
    """Each look at the clock costs so many seconds; where none passes nobody else is let in."""
    done: list[int] = []
    seen: list[int] = []

    async def other() -> None:
        while len(done) < 4:
            seen.append(len(done))
            await asyncio.sleep(0)

    beside = asyncio.create_task(other())
    await asyncio.sleep(0)
    clock = count()
    monkeypatch.setattr(time, "monotonic", lambda: next(clock) * seconds)
    async for step in in_slices(range(4)):
        done.append(step)
    await beside
    assert (done, seen) == ([0, 1, 2, 3], turns)
