"""A server, two browsers and the pages that the tests play on.

`arena` draws in 3D (in software, so small and plain); `plain` has no 3D at all, which the page
must bear, and is much quicker.
"""

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.player import Player
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

HERE = Path(__file__).parent
PATIENCE = 40.0
"""s. Software drawing on a busy machine is slow; nothing here depends on real time."""

expect.set_options(timeout=PATIENCE * 1000)

NewPlayer = Callable[..., Player]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """One server process on its own folder; it can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, str(HERE / "quick_server.py"), str(self.port), str(self._folder)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            self._wait()
        except TimeoutError:
            self.stop()
            raise

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(20)
            self._process = None

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError(f"no answer from {self.url} within {PATIENCE} s")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of this test process."""
    one = Server(tmp_path_factory.mktemp("server"))
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


def launch(playwright: Playwright, *flags: str) -> Browser:
    path = shutil.which("chromium")
    assert path, "there is no chromium: `make test` installs it (apt-get install chromium)"
    return playwright.chromium.launch(executable_path=path, args=list(flags))


@pytest.fixture(scope="session")
def drawing_browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def plain_browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright, "--disable-3d-apis", "--disable-gpu")
    yield browser
    browser.close()


def _maker(browser: Browser, server: Server, size: tuple[int, int]) -> Iterator[NewPlayer]:
    contexts: list[BrowserContext] = []

    def new(**options: Any) -> Player:
        width, height = options.pop("size", size)
        settings = {"speed": options.pop("speed", 0), "taught": options.pop("taught", True)}
        language = options.pop("language", "en-GB")
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=language, **options
        )
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        return Player(context, server.url, settings)

    yield new
    for context in contexts:
        context.close()


@pytest.fixture()
def arena(drawing_browser: Browser, server: Server) -> Iterator[NewPlayer]:
    """Makes players whose page draws the arena."""
    yield from _maker(drawing_browser, server, (420, 560))


@pytest.fixture()
def plain(plain_browser: Browser, server: Server) -> Iterator[NewPlayer]:
    """Makes players whose browser cannot draw in 3D."""
    yield from _maker(plain_browser, server, (420, 700))
