"""A browser and a device of another make at one table while the server is killed, hangs and has a
full disk: play goes on by itself, and everything anybody was told is kept. In full size: bench."""

import asyncio
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from browser.player import LOST_LINE, PATIENCE, WHOLE_GAME
from browser.server import Server, players, running
from clusters import check
from history import History
from playwright.sync_api import Browser, expect
from returning import Pinging

SILENCE = 1.0
"""s for which the server says nothing; the same for a full disk."""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="stops processes as Linux does"),
    pytest.mark.long,
]


class Beside:
    """Somebody who plays with a program of their own, in a thread."""

    def __init__(self, server: Server) -> None:
        self.history = History()
        self._who = Pinging([server], self.history, Counter())
        self._sits = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()), daemon=True)
        self._thread.start()

    @property
    def table(self) -> str:
        """Where they sit, with a bot and a free seat; the dice need no physics."""
        assert self._sits.wait(PATIENCE)
        return str(self._who.table)

    async def _play(self) -> None:
        await self._who.sit_down()
        self._sits.set()
        await self._who.play_on()
        await self._who.close_line()

    def see_end(self) -> None:
        """The game is over for this device, too."""
        self._thread.join(WHOLE_GAME)
        assert self._who.is_over


def test_play_goes_on_beside_a_device_of_another_make_whatever_the_server_does(
    plain_browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path) as server, players(plain_browser, server.url, (390, 844)) as new:
        ann, ben = new(bears=LOST_LINE), Beside(server)
        table = ben.table
        ann.open(f"/t/{table}")
        ann.sit_down("Ann")
        expect(ann.page.locator(".tag")).to_have_count(3)
        ann.play_along()
        struck = 0
        for fault in (None, server.full, server.silent, None):
            if ann.page.locator(".podium").is_visible():
                break
            before = ann.mark("state")
            if fault is None:
                server.kill()
            else:
                with fault():
                    ann.page.wait_for_timeout(SILENCE * 1000)
            struck += 1
            ann.page.wait_for_function(
                "(old) => document.documentElement.dataset.state !== old"
                " || document.querySelector('.podium')",
                arg=before,
            )
        ann.see_podium()
        ben.see_end()
        assert struck >= 2
    found = check(server, {table: ben.history}, {})
    assert found.wrong == []
    assert found.lines > 5
