"""Tests hear English, whatever the system they run on speaks, and see the same examples every time,
however slow the machine is."""

import asyncio
import gc
import inspect
import os
import time
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

os.environ["LANGUAGE"] = "en"
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


CLOCK = time.monotonic
PATIENCE = 300.0
"""s: what an async test may take."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """An async test runs in a loop of its own, made by its fixture `loop_factory` if it has one, in
    which what its fixtures promise is made. Where time is not the machine's (`no_waiting`), it is
    not limited either."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}

    async def run() -> None:
        made = {name: await it if inspect.iscoroutine(it) else it for name, it in given.items()}
        await test(**made)

    limit = PATIENCE if time.monotonic is CLOCK else None
    factory: Any = pyfuncitem.funcargs.get("loop_factory")
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(asyncio.wait_for(run(), limit))
    return True


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
