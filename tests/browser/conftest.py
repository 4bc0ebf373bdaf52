"""A server, two browsers and the pages that the tests play on.

`arena` draws in 3D (in software, so small and plain); `plain` has no 3D at all, which the page
must bear, and is much quicker.
"""

from collections.abc import Iterator

import pytest
from browser.player import PATIENCE
from browser.server import ONE_TIER, PLAIN, NewPlayer, Server, launch, players, running
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of this test process."""
    with running(tmp_path_factory.mktemp("server")) as one:
        yield one


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of the browsers."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def drawing_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that draws in software."""
    browser = launch(playwright, ONE_TIER)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def plain_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser without 3D."""
    browser = launch(playwright, ONE_TIER, *PLAIN)
    yield browser
    browser.close()


@pytest.fixture
def stage(server: Server) -> Iterator[Server]:
    """The server, for one test after another: what one wrote down ends with it."""
    yield server
    server.end_script()


@pytest.fixture
def arena(drawing_browser: Browser, stage: Server) -> Iterator[NewPlayer]:
    """Makes players whose page draws the arena."""
    with players(drawing_browser, stage.url, (320, 480)) as new:
        yield new


@pytest.fixture
def plain(plain_browser: Browser, stage: Server) -> Iterator[NewPlayer]:
    """Makes players whose browser cannot draw in 3D."""
    with players(plain_browser, stage.url, (420, 700)) as new:
        yield new
