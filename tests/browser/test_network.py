"""Friends in the same room: links for this computer only, and phones that are let in."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser.player import PATIENCE
from browser.server import BROWSER, PLAIN, NewPlayer, launch, players
from browser.test_together import invited_table
from net.spaces import forbidden, spaces
from playwright.sync_api import Browser, Playwright, expect

ONLY_HERE = "This link works on this computer only."


def test_a_link_that_others_cannot_open_says_so_and_is_not_to_be_scanned(plain: NewPlayer) -> None:
    host = plain()
    said = json.dumps({"origin": None})
    host.page.route("**/api/invitation", lambda route: route.fulfill(body=said))
    invited_table(host)
    told = host.page.get_by_text(ONLY_HERE)
    expect(told).to_contain_text("kessel --lan")
    expect(host.page.locator(".qr")).to_have_count(0)


@contextmanager
def kessel(space: str, folder: Path) -> Iterator[str]:
    """`kessel` as somebody starts it, in a network of its own; the page that it opens there."""
    opened, browser = folder / "opened", folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{opened}\n')
    browser.chmod(0o755)
    subprocess.run(["ip", "-n", space, "route", "add", "default", "dev", "people"], check=True)
    command = ["ip", "netns", "exec", space, sys.executable, "-m", "kessel"]
    command += ["--data", str(folder), "--workers", "1", "--dice", "ideal"]
    environment = os.environ | {"BROWSER": f"{browser} %s"}
    with (folder / "told").open("w") as told:
        process = subprocess.Popen(command, stdout=told, env=environment)
        try:
            end = time.monotonic() + PATIENCE
            while not (opened.exists() and opened.read_text().strip()):
                assert time.monotonic() < end
                time.sleep(0.1)
            yield opened.read_text().strip()
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


@pytest.mark.skipif(bool(forbidden()), reason=f"no network of its own here: {forbidden()}")
def test_phones_come_in_once_the_computer_lets_them(
    playwright: Playwright, plain_browser: Browser, tmp_path: Path
) -> None:
    with spaces(1) as [home], kessel(home.name, tmp_path) as page:
        inside = tmp_path / "chromium"
        real = BROWSER or playwright.chromium.executable_path
        inside.write_text(f'#!/bin/sh\nexec ip netns exec {home.name} {real} "$@"\n')
        inside.chmod(0o755)
        laptop = launch(playwright, *PLAIN, executable=str(inside))
        here, key = page.split("/#")
        origin = f"http://{home.page}:8000"
        with (
            players(laptop, here, (1280, 800)) as at_home,
            players(plain_browser, origin, (390, 844)) as phones,
        ):
            host = at_home().open(f"/#{key}")
            assert key not in host.page.url
            assert not answers(origin)
            invited_table(host)
            host.button("Let phones on this network join").click()
            expect(host.page.locator(".qr")).to_be_visible()
            link = host.shared("Share the link")
            assert re.search(rf"^{re.escape(origin)}/t/[a-z2-7]{{12}}#[0-9A-Z-]{{19}}$", link)
            assert f"Friends in the same network open {origin}" in (tmp_path / "told").read_text()
            guest = phones().open(link.removeprefix(origin))
            assert not guest.page.evaluate("isSecureContext")
            guest.sit_down("Ben")
            host.start_with("Ben")
            for player in (host, guest):
                expect(player.page.locator(".tag")).to_have_count(2)
            for player in (host, guest):
                player.play_along()
            for player in (host, guest):
                player.see_podium()
                player.button("Leave").click()
            expect(host.page.locator(".same-people")).to_contain_text("1\u00a0:\u00a00")
            assert not guest.button("Sit down", exact=False).count(), "nobody waits yet"
            host.button("Tonight again", exact=False).click()
            guest.button("’s table is waiting", exact=False).click()
            host.button(re.compile("^Start with .*Ben")).click()
            for player in (host, guest):
                expect(player.page.locator(".tag")).to_have_count(2)
        laptop.close()
    assert not answers(origin)


def answers(origin: str) -> bool:
    """Whether a phone finds anything there."""
    try:
        with urllib.request.urlopen(origin, timeout=5):
            return True
    except OSError:
        return False
