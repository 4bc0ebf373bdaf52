"""Time that nobody waits for."""

import pytest
from no_waiting import without_waiting


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a hall in memory is in one thread."""
    without_waiting(monkeypatch)
