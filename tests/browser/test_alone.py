"""The referee without a server: on a static page, and on a served one that has the engine."""

import runpy
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser.house import NewPlayer, players
from browser.test_referee import begin, play_until_ann_is_out, tap
from browser.test_together import Line
from playwright.sync_api import Browser, Route, expect

pytestmark = pytest.mark.long

ENGINE = Path(__file__).parents[2] / "build" / "engine"
IS_KEPT = "caches.open('engine').then((it) => it.put('/engine/engine.json', new Response()))"
MAY_COMPILE = "default-src 'self'; script-src 'self' 'unsafe-eval'"
CLIENT = Path(__file__).parents[2] / "client"


@pytest.fixture
def files() -> Iterator[ThreadingHTTPServer]:
    """A plain file server with the page that `make static` builds."""
    program = runpy.run_path(str(CLIENT / "serve_static.py"))
    assert (program["STATIC"] / "index.html").is_file(), "the page is not built: make static"
    with program["server"]() as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


@pytest.fixture
def alone(plain_browser: Browser, files: ThreadingHTTPServer) -> Iterator[NewPlayer]:
    """Makes players on a page that no server knows."""
    with players(plain_browser, f"http://127.0.0.1:{files.server_port}", (390, 844)) as new:
        yield new


def test_a_whole_game_with_the_network_gone(alone: NewPlayer) -> None:
    player = alone()
    begin(player, path="/#/referee")
    ask = player.page.locator(".ask")
    expect(ask).to_contain_text("Throw the starting die")  # the engine is there
    player.context.set_offline(True)
    play_until_ann_is_out(player)
    expect(player.page.locator(".score")).to_contain_text("Ann")
    player.button("Undo").click()
    expect(ask).to_contain_text("Ann throws one die")
    expect(player.page.get_by_role("alert")).to_have_count(0)
    assert not player.troubles


def serve_engine(route: Route) -> None:
    """The engine's files beside a page that has a server, and its worker with leave to compile."""
    name = urlsplit(route.request.url).path.removeprefix("/engine/")
    if (ENGINE / name).is_file():
        route.fulfill(path=ENGINE / name)
    else:
        answer = route.fetch()
        headers = answer.headers | {"content-security-policy": MAY_COMPILE}
        route.fulfill(response=answer, headers=headers)


def test_a_served_page_with_an_engine_goes_on_without_the_server(plain: NewPlayer) -> None:
    player = plain(service_workers="block")
    line = Line(player)
    player.page.route("**/engine/**", serve_engine)
    begin(player)
    tap(player, "5")
    expect(player.page.locator(".ask")).to_contain_text("Ann throws one die")
    screen = player.page.locator("main")
    expect(screen).to_have_attribute("data-judge", "house")  # nothing is fetched unasked
    player.page.evaluate(IS_KEPT)
    player.page.reload()
    expect(screen).to_have_attribute("data-judge", "device")
    line.cut()
    for name, face in (("Ann", "3"), ("Ben", "4")):
        tap(player, face)
        player.button(f"{name} ends the turn").click()
    expect(player.page.locator(".ask")).to_contain_text("Ann throws one die")
    expect(player.page.locator(".die-place.told")).to_have_count(3)
    expect(player.page.locator(".offline, .line.bad")).to_have_count(0)
    assert not player.troubles
