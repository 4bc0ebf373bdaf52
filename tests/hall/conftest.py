"""Solutions for tests, and time that nobody waits for."""

import os
from collections.abc import Iterator

import pytest
from no_waiting import without_waiting


@pytest.fixture(scope="session", autouse=True)
def _solutions_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Solutions made in tests stay out of the user's cache."""
    before = os.environ.get("KESSEL_CACHE")
    os.environ["KESSEL_CACHE"] = str(tmp_path_factory.mktemp("solutions"))
    yield
    if before is None:
        del os.environ["KESSEL_CACHE"]
    else:
        os.environ["KESSEL_CACHE"] = before


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a hall in memory is in one thread."""
    without_waiting(monkeypatch)
