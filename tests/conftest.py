"""Tests hear English, whatever the system they run on speaks, and see the same examples every time,
however slow the machine is."""

import gc
import os

from hypothesis import HealthCheck, settings

os.environ["LANGUAGE"] = "en"
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

gc.disable()  # nothing that is collected goes away again


def pytest_collection_finish() -> None:
    """Let the garbage collector look at what tests make, not again and again at the tests."""
    gc.freeze()
    gc.enable()
