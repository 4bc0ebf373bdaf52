"""The referee of a served page without its server, once it is on the device."""

import re
from collections.abc import Iterator

import pytest
from browser.player import LOST_LINE, Player
from browser.server import NewPlayer, Server, players, running
from browser.static_site import with_engine
from browser.test_referee import begin, tap, win
from browser.test_together import Line
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.long

RESOURCES = "performance.getEntriesByType('resource').map((one) => one.name)"
OFFER = re.compile(r"needs (no connection|none): \d\sMB")
"""Said otherwise if the line was lost for a moment."""


@pytest.fixture(scope="module")
def engine_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the engine beside its page."""
    with running(with_engine(tmp_path_factory.mktemp("engine_server"))) as server:
        yield server


@pytest.fixture
def served_page(plain_browser: Browser, engine_server: Server) -> Iterator[NewPlayer]:
    """Makes players on a page of that server."""
    with players(plain_browser, engine_server.url, (390, 844)) as new:
        yield new


class Told:
    """What a page says to its server about the referee."""

    def __init__(self, player: Player) -> None:
        self.frames: list[str] = []
        player.page.on("websocket", lambda it: it.on("framesent", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        if "referee_" in str(frame):
            self.frames.append(str(frame))


def seen(player: Player) -> str:
    """How the game stands, what happened and what is asked, as it is read."""
    text = player.page.locator(".judging").inner_text()
    return text.replace(" · on this device", "")


def test_it_comes_to_the_device_in_a_game_and_needs_no_server_from_then_on(
    served_page: NewPlayer, engine_server: Server
) -> None:
    player = served_page(keeps=True, bears=LOST_LINE)
    told, screen = Told(player), player.page.locator("main")
    begin(player)
    player.wait_for_service_worker()
    expect(player.page.locator(".ask")).to_contain_text("Throw the starting die")
    expect(screen).to_have_attribute("data-judge", "server")
    loaded = player.page.evaluate(RESOURCES)
    assert not [name for name in loaded if "/engine/" in name and "engine.json" not in name]
    assert told.frames, "the server judges, and we would hear it"
    expect(player.page.get_by_text(OFFER)).to_be_visible()
    before = seen(player)
    player.button("Download").click()
    expect(screen).to_have_attribute("data-judge", "device")
    expect(player.button("Download")).to_have_count(0)
    assert seen(player) == before
    told.frames.clear()
    with engine_server.silent():
        win(player, "Ann", "Ben")
        expect(player.page.locator(".score")).to_have_text(re.compile(r"Ann\s*0\s*Ben\s*1"))
        player.page.reload()
        expect(player.page.locator(".ask")).to_contain_text("Won by Ann!")
        player.button("Next game, Ben begins").click()
        tap(player, "4")
        expect(player.page.locator(".ask")).to_contain_text("Ben throws one die")
        expect(player.page.locator(".judging-bar, .line.bad")).to_have_count(0)
    player.page.reload()
    tap(player, "4")
    expect(player.page.locator(".verdict")).to_contain_text("Ben takes 2 × 4.")
    assert not told.frames, "nothing is asked behind our back"


def test_who_declines_is_judged_by_the_server_and_may_change_their_mind_when_it_is_gone(
    served_page: NewPlayer,
) -> None:
    player = served_page()
    line, screen = Line(player), player.page.locator("main")
    player.open("/referee")
    player.button("Not now").click()
    offered = player.button(re.compile("^Download the referee: \\d\\sMB$"), exact=False)
    expect(offered).to_be_visible()
    begin(player)
    tap(player, "5")
    expect(player.page.locator(".ask")).to_contain_text("Ann throws one die")
    player.page.reload()
    expect(player.page.locator(".ask")).to_contain_text("Ann throws one die")
    expect(player.button("Not now")).to_have_count(0)
    for gone in (True, False, True):
        line.cut() if gone else line.mend()
        words = "your taps are kept" if gone else "The connection was gone for a moment"
        expect(player.page.get_by_text(words)).to_be_visible()
    tap(player, "5")
    expect(screen).to_have_attribute("data-judge", "server")
    offered.click()  # the files can still be had
    expect(player.page.locator(".verdict")).to_contain_text("Ann takes 2 × 5.")
    expect(screen).to_have_attribute("data-judge", "device")
    expect(player.page.locator(".judging-bar, .line.bad")).to_have_count(0)
