"""Time that nobody waits for, and a hall."""

from collections.abc import Coroutine

import pytest
from hall.in_memory import Hall
from no_waiting import without_waiting


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a hall in memory is in one thread."""
    without_waiting(monkeypatch)


@pytest.fixture
def hall() -> Coroutine[None, None, Hall]:
    """With its usual limits and pace, made in the loop of the test."""

    async def made() -> Hall:
        return Hall()

    return made()
