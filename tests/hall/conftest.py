"""Solutions for tests, and time that nobody waits for."""

from collections.abc import Iterator

import pytest
from cache import solutions_elsewhere
from no_waiting import without_waiting


@pytest.fixture(scope="session", autouse=True)
def _solutions_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Solutions made in tests stay out of the user's cache."""
    with solutions_elsewhere(tmp_path_factory):
        yield


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a hall in memory is in one thread."""
    without_waiting(monkeypatch)
