"""Solutions made in tests stay out of the user's cache."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def solutions_elsewhere(folders: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever runs meanwhile, in this process or those it starts, keeps solutions elsewhere."""
    before = os.environ.get("KESSEL_CACHE")
    os.environ["KESSEL_CACHE"] = str(folders.mktemp("solutions"))
    yield
    if before is None:
        del os.environ["KESSEL_CACHE"]
    else:
        os.environ["KESSEL_CACHE"] = before
