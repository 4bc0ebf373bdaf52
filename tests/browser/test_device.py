"""Games of this device: friends, tournament, referee and check without a server; storage that ends.

One page with a warm engine serves most of the tests: nothing but what stands behind the # changes,
so it is not loaded again.
"""

import re
from collections.abc import Iterator

import pytest
from browser.player import LOST_LINE, Player
from browser.server import NewPlayer, players
from browser.static_site import site
from browser.test_effects import start, supply, two_friends
from browser.test_referee import begin, tap, win
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.long

PLAYING = "html[data-game]:not([data-game=''])"
KEEPS_NOTHING = "keeps-nothing"
"""What a browser calls itself that has no storage for this page."""
NO_ROOM = "no room"
"""Said on this channel to take the storage's room away, or to give it back."""
SET_ROOM = f"""(full) => new Promise((heard) => {{
  const channel = new BroadcastChannel("{NO_ROOM}");
  channel.onmessage = heard;
  channel.postMessage(full);
}}).then(() => undefined)"""
"""Comes back when the engine has heard of it."""
WORSE = f"""
if (navigator.userAgent === "{KEEPS_NOTHING}")
  IDBFactory.prototype.open = () => {{ throw new DOMException("refused", "SecurityError"); }};
let full = false;
const channel = new BroadcastChannel("{NO_ROOM}");
channel.onmessage = ({{ data }}) => {{ full = data; channel.postMessage("heard"); }};
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...what) {{
  if (full) throw new DOMException("full", "QuotaExceededError");
  return put.apply(this, what);
}};
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page lies."""
    with site(tmp_path_factory.mktemp("host"), WORSE) as url:
        yield url


@pytest.fixture(scope="module")
def visitors(plain_browser: Browser, address: str) -> Iterator[NewPlayer]:
    """Makes players whose browser cannot draw in 3D."""
    with players(plain_browser, address, (420, 700)) as new:
        yield new


@pytest.fixture(scope="module")
def warm(visitors: NewPlayer) -> Player:
    """A page whose engine runs, and which is kept: it is used without a network, too."""
    player = visitors(keeps=True, bears=LOST_LINE).open()
    player.wait_for_service_worker()
    expect(player.button("Play together")).to_be_enabled()
    return player


@pytest.fixture
def player(warm: Player) -> Iterator[Player]:
    """The same page, at its first screen."""
    warm.page.evaluate("history.pushState(null, '', '#'); dispatchEvent(new Event('popstate'))")
    yield warm
    assert not warm.troubles


def test_friends_with_hidden_supplies(player: Player) -> None:
    two_friends(player, "strike-2020")
    player.page.get_by_label("Hidden supplies: only you see your dice").check()
    start(player)
    for name in ("Ann", "Ben"):
        expect(supply(player, name)).to_have_text("hidden")
    player.button(re.compile("^I am (Ann|Ben)$"), exact=False).click()
    expect(player.page.locator(".tag-count", has_text="8")).to_have_count(1)
    expect(player.page.locator(".tag-count", has_text="hidden")).to_have_count(1)
    player.button("Leave the table").click()


def test_the_referee_for_a_whole_game_with_the_network_gone(player: Player) -> None:
    player.context.set_offline(True)
    try:
        begin(player, path="/#/referee")
        win(player, "Ann", "Ben")
        expect(player.page.locator(".ask")).to_contain_text("Won by Ann!")
        player.button(re.compile("^Next game, "), exact=False).click()
        expect(player.page.locator(".ask")).to_contain_text("Throw the starting die")
        tap(player, "5")
        expect(player.page.locator(".ask")).to_contain_text("throws one die")
        player.button("Undo").click()
        expect(player.page.locator(".ask")).to_contain_text("Throw the starting die")
        expect(player.page.get_by_role("alert")).to_have_count(0)
    finally:
        player.context.set_offline(False)


def test_a_tournament_goes_on_after_a_reload_in_a_throw_and_its_games_can_be_checked(
    player: Player,
) -> None:
    two_friends(player, "strike-2020", "tournament")
    start(player)
    player.throw_start_die()
    seen = int(player.mark("state"))
    player.page.evaluate("document.querySelector('.throw').click()")
    player.page.reload()
    player.page.wait_for_selector(PLAYING, state="attached")
    assert int(player.mark("state")) >= seen
    player.play_to_the_end()
    podium = player.see_more()
    expect(podium.locator(".tournament")).to_contain_text("Game 1 of 2")
    player.button("Check now").click()
    seal = podium.locator(".sealed")
    expect(seal.locator(".seal-state")).to_have_class(re.compile("green|amber"))
    expect(seal, "a chain dies with its page").to_contain_text("of which thrown again")
    player.button("Next game").click()
    expect(player.page.locator(".tournament")).to_contain_text("Game 2 of 2")
    player.button("Leave the table").click()


def test_storage_that_is_full_is_told_and_the_game_goes_on_when_there_is_room(
    player: Player,
) -> None:
    player.play_against(1)
    player.throw_start_die()
    player.page.evaluate(SET_ROOM, True)
    wait_until_told = player.watch_for(".notices", "There’s no room left on this device")
    player.page.evaluate("document.querySelector('.throw').click()")
    wait_until_told()
    player.page.evaluate(SET_ROOM, False)
    player.throw()
    player.button("Leave the table").click()


def test_storage_that_is_refused_is_told_and_games_are_played(visitors: NewPlayer) -> None:
    player = visitors(user_agent=KEEPS_NOTHING).open()
    expect(player.page.get_by_text("This browser keeps nothing for this page")).to_be_visible()
    player.play_against(1)
    player.throw_start_die()
    assert not player.troubles
