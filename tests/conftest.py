"""Tests hear English, whatever the system they run on speaks, and see the same examples every time,
however slow the machine is."""

import gc
import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

os.environ["LANGUAGE"] = "en"
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


@pytest.fixture(autouse=True, scope="session")
def _solutions_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Solutions made in tests, and by what they start, stay out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KESSEL_CACHE", str(tmp_path_factory.mktemp("solutions")))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: the garbage collector need not look at it again and again."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected
