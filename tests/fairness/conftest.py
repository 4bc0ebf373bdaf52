"""The page's own device, one for each module of tests."""

from collections.abc import Callable, Iterator

import pytest
from fairness.page_device import PageDevice, page_devices


@pytest.fixture(scope="module")
def devices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], PageDevice]]:
    """A maker of them."""
    with page_devices(tmp_path_factory.mktemp("device")) as new:
        yield new


@pytest.fixture(scope="module")
def page(devices: Callable[[], PageDevice]) -> PageDevice:
    """One that begins anew with each game."""
    return devices()
