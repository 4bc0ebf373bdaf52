"""Every page of every test is listened to: an error there fails its test."""

import pytest
from browser.player import NOTHING
from browser.server import NewPlayer, Server, players
from playwright.sync_api import Browser

SAID = "said on purpose"
SAY = f"console.error('{SAID}')"
THROW = f"setTimeout(() => {{ throw new Error('{SAID}'); }})"
ASK = f"fetch('/api/{SAID.replace(' ', '-')}').then(() => undefined)"


def complaining(browser: Browser, server: Server, script: str, bears: str) -> list[str]:
    """A page that does so is opened, and looked at, and left; what was borne."""
    with players(browser, server.url, (420, 700)) as new:
        player = new(bears=bears)
        player.page.goto(f"{server.url}/healthz")
        player.page.evaluate(script)
        player.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true)))")
    return player.borne


@pytest.mark.parametrize("script", [SAY, THROW, ASK])
def test_an_error_of_a_page_fails_its_test(
    plain_browser: Browser, server: Server, script: str
) -> None:
    words = "said.on.purpose"
    with pytest.raises(AssertionError, match=words):
        complaining(plain_browser, server, script, NOTHING)
    (borne,) = complaining(plain_browser, server, script, words)
    assert borne


def test_a_warning_does_not(plain: NewPlayer) -> None:
    plain().page.evaluate("console.warn('said on purpose')")


def test_the_other_tabs_of_a_player_are_heard(plain_browser: Browser, server: Server) -> None:
    with (
        pytest.raises(AssertionError, match=SAID),
        players(plain_browser, server.url, (420, 700)) as new,
    ):
        new().context.new_page().evaluate(SAY)
