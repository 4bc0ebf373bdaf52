"""The page without a server: played from plain files, in a sub-folder, with real physics."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from browser.player import LOST_LINE, PATIENCE, Player
from browser.server import BROWSER, ONE_TIER, PLAIN, NewPlayer, players, running
from browser.static_site import site, with_engine
from browser.test_referee import begin, tap, throws_out
from playwright.sync_api import Browser, BrowserContext, Error, Playwright, expect

pytestmark = pytest.mark.long

SETTINGS = {"speed": 0, "taught": True, "opponents": 1}
RESOURCES = "performance.getEntriesByType('resource').map((one) => one.name)"
MOVES = 3


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page lies."""
    with site(tmp_path_factory.mktemp("host")) as url:
        yield url


@pytest.fixture
def visitors(plain_browser: Browser, address: str) -> Iterator[NewPlayer]:
    """Makes players whose browser cannot draw in 3D."""
    with players(plain_browser, address, (420, 700)) as new:
        yield new


@contextmanager
def at_home(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    """A browser that keeps what it is told to keep, until it is killed."""
    context = playwright.chromium.launch_persistent_context(
        str(profile),
        executable_path=BROWSER,
        args=[ONE_TIER, *PLAIN],
        locale="en-GB",
        timeout=PATIENCE * 1000,
    )
    context.set_default_timeout(PATIENCE * 1000)
    try:
        yield context
    finally:
        with suppress(Error):  # it may have been killed
            context.close()


def kill(profile: Path) -> None:
    """End the browser of a profile without a word."""
    subprocess.run(["pkill", "-KILL", "-f", f"user-data-dir={profile}"], check=True)


WHOLE, MORE_BOXES = "strike-2020", ("impact-avatar", "harry-potter")


def test_every_box_and_a_whole_game_and_nothing_that_needs_a_server(visitors: NewPlayer) -> None:
    player = visitors().open()
    player.open_table()
    for served in (player.page.get_by_label("Code"), player.button("Show it on a TV")):
        expect(served).to_have_count(0)
    player.button("Computer").click()
    expect(player.page.locator(".seat-names option")).to_have_text(
        [
            "Alba: very easy, shy",
            "Bruno: easy, a daredevil",
            "Cleo: medium, careful",
            "Dario: medium, steady",
            "Edda: hard, does the maths",
        ]
    )
    player.button("Leave the table").click()
    for edition in MORE_BOXES:
        player.choose_edition(edition)
        player.play_against(1)
        go_on(player, 0)
        player.button("Leave the table").click()
    player.choose_edition(WHOLE)
    player.play_against(1)
    player.play_to_the_end()
    podium = player.see_more()
    expect(podium.locator(".place")).to_have_count(2)
    player.button("Check now").click()
    expect(podium.locator(".sealed .seal-state")).to_have_class(re.compile("green"))


def test_the_throw_of_the_day_falls_as_on_a_server(visitors: NewPlayer, plain: NewPlayer) -> None:
    thrown = []
    for new in (visitors, plain):
        player = new()
        player.page.clock.set_fixed_time("2026-11-18T12:00:00Z")
        player.open("/#today")
        player.page.locator(".throw").click()
        expect(player.button("Send the result")).to_be_visible()
        thrown.append(player.page.evaluate("JSON.parse(localStorage['kessel.memory.days']).kept"))
        player.page.locator(".day-result summary").click()
        player.button("See it again").click()
        expect(player.page.get_by_text("it falls the same")).to_be_visible()
    assert thrown[0] == thrown[1]


def test_a_game_survives_a_killed_browser_and_its_replay_is_there(
    playwright: Playwright, address: str, tmp_path: Path
) -> None:
    """Once."""
    profile = tmp_path / "profile"
    with at_home(playwright, profile) as context:
        player = Player(context, address, SETTINGS).open()
        player.play_against(1)
        player.throw_start_die()
        player.reload()
        seen = go_on(player, 0)
        kill(profile)
    with at_home(playwright, profile) as context:
        player = Player(context, address, SETTINGS).open()
        player.waiting_table().click()
        go_on(player, seen)
        player.play_to_the_end()
        expect(player.see_more().locator(".sealed")).to_contain_text("Game record")
        player.button("Watch the replay").click()
        expect(player.page).to_have_url(re.compile("#/r/"))
        expect(player.page.locator("main.replay .hint")).to_contain_text("of")
        assert not player.troubles


def go_on(player: Player, seen: int) -> int:
    """Play a little, into the middle of a throw; nothing that was seen before is lost."""
    player.page.wait_for_selector("html[data-game]:not([data-game=''])", state="attached")
    assert int(player.mark("state")) >= seen
    player.play_a_little(MOVES)
    seen = int(player.mark("state"))
    player.page.evaluate("document.querySelector('.throw:enabled')?.click()")
    return seen


def test_two_tabs_do_not_fight_and_the_referee_works_in_either(visitors: NewPlayer) -> None:
    player = visitors().open()
    player.play_against(1)
    player.throw_start_die()
    referee = Player(player.context, player.url, SETTINGS)
    begin(referee, path="/#/referee")
    tap(referee, "5")
    throws_out(referee, "Ann")
    expect(referee.button("End turn")).to_be_visible()
    expect(referee.page.get_by_role("alert")).to_have_count(0)
    go_on(player, int(player.mark("state")))
    referee.page.close()
    other = player.context.new_page()
    other.goto(f"{player.url}/?quality=low")
    expect(other.get_by_role("alert")).to_contain_text("open in another tab")
    other.get_by_role("button", name="Continue here").click()
    other.locator(".waiting-go").click()
    expect(player.page.get_by_role("alert")).to_contain_text("open in another tab")
    expect(other.locator("html[data-game]:not([data-game=''])")).to_be_attached()


def test_once_kept_it_plays_without_any_host(plain_browser: Browser, tmp_path: Path) -> None:
    with players(plain_browser, "", (420, 700)) as new:
        player = new(keeps=True, bears=LOST_LINE)
        with site(tmp_path) as address:
            player.url = address
            player.open()
            player.keep_offline()
        player.open()
        player.play_against(1)
        go_on(player, 0)


def test_a_served_page_plays_on_this_device_while_its_server_is_away(
    plain_browser: Browser, tmp_path: Path
) -> None:
    with (
        running(with_engine(tmp_path)) as server,
        players(plain_browser, server.url, (420, 700)) as new,
    ):
        player = new(keeps=True, bears=LOST_LINE).open()
        player.wait_for_service_worker()
        loaded = player.page.evaluate(RESOURCES)
        assert not [name for name in loaded if "/engine/" in name and "engine.json" not in name]
        player.keep_offline()
        server.stop()
        player.reload()
        expect(player.page.get_by_label("Code")).to_have_count(0)
        player.play_against(1)
        player.throw_start_die()
        server.start()
        player.reload()
        player.page.wait_for_selector("html[data-game]:not([data-game=''])", state="attached")
        seen = player.mark("game")
        player.button("Leave the table").click()
        expect(player.page.get_by_label("Code")).to_be_visible()
        player.button("Continue your game on this device").click()
        player.page.wait_for_selector(f"html[data-game='{seen}']", state="attached")
        player.play_to_the_end()
        player.see_podium()
        player.button("Leave the table").click()
        expect(player.page.get_by_label("Code")).to_be_visible()
        player.reload()
        expect(player.button("Play")).to_be_enabled()
        expect(player.button("Continue your game on this device")).to_have_count(0)
        expect(player.page.locator(".offline-offer")).to_have_text(re.compile("Ready to play"))
