"""Tests hear English, whatever the system they run on speaks, and see the same examples every time,
however slow the machine is."""

import os

from hypothesis import HealthCheck, settings

os.environ["LANGUAGE"] = "en"
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
