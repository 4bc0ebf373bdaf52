"""Friends on a train: what a page does and says while its line is bad."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browser.player import LOST_LINE, PATIENCE, Player
from browser.server import NewPlayer, Server, players
from browser.test_opening import LOADED, held_back
from browser.test_together import invited_table
from net.line import PROFILES, Line, Profile, line_to
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

NETWORK, DEVICE = "Waiting for the network…", "Waiting for a device: Ben"
LEAVE_HAND = """
() => new Promise((moved) => {
  const before = performance.now();
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver((_, watching) => {
    watching.disconnect();
    moved(performance.now() - before);
  }).observe(document.querySelector('.arena'), all);
  document.querySelector('.throw').click();
})
"""
"""Presses Throw; the milliseconds until the picture of the arena changes."""


@pytest.fixture
def bad(plain_browser: Browser, server: Server) -> Iterator[tuple[Line, NewPlayer]]:
    """A line that is good until it is told otherwise, and players behind it."""
    with behind(plain_browser, server, PROFILES["LAN"]) as both:
        yield both


@contextmanager
def behind(browser: Browser, server: Server, profile: Profile) -> Iterator[tuple[Line, NewPlayer]]:
    with line_to(server.port, profile) as line, players(browser, line.url, (420, 700)) as new:
        yield line, new


def seated(ann: Player, ben: Player) -> None:
    """Both sit at a table; the die that starts it lies there, and Ann is to throw."""
    path = invited_table(ann)
    ben.open(path[path.index("/t/") :])  # the server's own address does not go over the line
    ben.sit_down("Ben")
    ann.start_with("Ben")
    for one in (ann, ben):
        expect(one.page.locator(".tag")).to_have_count(2)
    ann.throw_start_die()
    expect(ann.page.locator(".throw")).to_be_enabled()


def test_in_a_tunnel_the_dice_leave_the_hand_and_the_page_says_what_it_waits_for(
    plain: NewPlayer, bad: tuple[Line, NewPlayer]
) -> None:
    line, behind_it = bad
    ann, ben = behind_it(speed=1), plain()
    seated(ann, ben)
    state = ann.page.evaluate("document.documentElement.dataset.state")
    line.stall()
    assert ann.page.evaluate(LEAVE_HAND), "something moves before anything is heard"
    expect(ann.page.get_by_text(NETWORK)).to_be_visible()
    assert ann.page.evaluate("document.documentElement.dataset.state") == state
    line.go_on()
    expect(ann.page.get_by_text(NETWORK)).to_be_hidden()
    gone_on = "(before) => document.documentElement.dataset.state !== before"
    ann.page.wait_for_function(gone_on, arg=state)
    expect(ann.page.locator(".notice.error")).to_have_count(0)


def test_whoever_waits_for_another_device_reads_whose_it_is(
    plain: NewPlayer, bad: tuple[Line, NewPlayer]
) -> None:
    line, behind_it = bad
    ann, ben = plain(), behind_it()
    seated(ann, ben)
    line.stall()
    ann.page.locator(".throw").click()
    expect(ann.page.get_by_text(DEVICE)).to_be_visible()
    line.go_on()
    expect(ann.page.get_by_text(DEVICE)).to_be_hidden()
    ann.wait_settled()


def test_an_answer_given_on_a_dead_line_is_carried_out_once_it_is_back(
    plain: NewPlayer, bad: tuple[Line, NewPlayer], server: Server
) -> None:
    line, behind_it = bad
    ann, ben = behind_it(bears=LOST_LINE), plain()
    server.script(["4"], ["4", "6"])
    seated(ann, ben)
    ann.page.locator(".throw").click()
    end = ann.button("End turn")
    expect(end).to_be_visible()
    line.stall()
    end.click()
    expect(ann.page.get_by_text(NETWORK)).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_contain_text("Connection lost")
    expect(ann.page.locator(".throw")).to_have_count(0)  # the question does not return
    line.cut()
    line.go_on()
    expect(ben.page.locator(".throw")).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    expect(ann.page.locator(".notice.error")).to_have_count(0)


def test_a_throw_into_a_dead_line_goes_out_over_another_one_and_a_dial_that_hangs_holds_none_up(
    plain: NewPlayer, bad: tuple[Line, NewPlayer], server: Server
) -> None:
    """Browsers begin one dial at a time: one that waits for another never comes to the network."""
    line, behind_it = bad
    ann, ben = behind_it(bears=LOST_LINE), plain()
    server.script(["4"], ["4", "6"])
    seated(ann, ben)
    tries: list[object] = []
    ann.page.on("websocket", lambda one: tries.append(one))
    before = line.dials
    line.swallow()
    ann.page.locator(".throw").click()
    deadline = time.monotonic() + PATIENCE
    while len(tries) < 5 and time.monotonic() < deadline:
        ann.page.wait_for_timeout(100)
    line.let_through()
    expect(ann.button("End turn")).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    expect(ann.page.locator(".notice.error")).to_have_count(0)
    assert len(tries) >= 5
    assert line.dials - before > len(tries) / 2


@pytest.mark.parametrize("name", ["3G", pytest.param("64 kbit/s", marks=pytest.mark.long)])
def test_a_slow_line_accuses_nobody(
    plain: NewPlayer, plain_browser: Browser, server: Server, name: str
) -> None:
    with behind(plain_browser, server, PROFILES[name]) as (_, behind_it):
        ann, ben = plain(), behind_it()
        seated(ann, ben)
        ann.throw()
        for one in (ann, ben):
            expect(one.page.locator(".seal-button")).not_to_have_class(re.compile(r"\bred\b"))
            expect(one.page.locator(".notice.error")).to_have_count(0)
        slow = ann.page.locator(".tag:has(.tag-slow) .tag-name")
        if name == "3G":
            expect(slow).to_have_text("Ben")


def test_the_settings_tell_how_long_the_way_to_the_server_and_back_is(
    plain_browser: Browser, server: Server
) -> None:
    """Their own delay makes a line that slow; how much more it is depends on the machine."""
    profile = PROFILES["far"]
    with behind(plain_browser, server, profile) as (_, behind_it):
        ann = behind_it()
        ann.open().button("Settings").click()
        told = ann.page.get_by_text(
            re.compile(r"^Connection to the server: \d+ ms there and back$")
        )
        expect(told).to_be_visible()
        (milliseconds,) = re.findall(r"\d+", told.inner_text())
        assert int(milliseconds) >= 2000 * profile.delay
        assert not ann.troubles


MOST_BYTES = 170_000
"""That a guest's device loads before it asks for the name, letters and all."""
NAMING = ".gathering > h1 + button"


class Twice:
    """A network over which a page is answered twice: for itself, and for all that it asks for
    before its script has come. What is asked for after that is held back."""

    def __init__(self, page: Page) -> None:
        self.held: list[Route] = []
        self._script: Route | None = None
        self._open = True
        page.route(re.compile("/assets/"), self._take)

    def _take(self, one: Route) -> None:
        if re.search(r"/index-[^/]+\.js$", one.request.url) and self._script is None:
            self._script = one
        elif self._open:
            one.continue_()
        else:
            self.held.append(one)

    def answer(self, page: Page) -> None:
        """Once the page is read and has asked for everything that it names."""
        page.wait_for_function("document.readyState === 'interactive'")
        self._open = False
        assert self._script
        self._script.continue_()

    def go_on(self) -> None:
        """Everything comes through."""
        self._open = True
        while self.held:
            self.held.pop().continue_()


def test_a_guest_may_throw_after_two_answers_in_every_language(plain: NewPlayer) -> None:
    host = plain()
    path = invited_table(host)
    for language in ("en-GB", "de-AT", "fr-FR", "es-MX", "it-IT", "nl-BE"):
        page = plain(language=language).page
        network = Twice(page)
        page.goto(f"{host.url}{path}", wait_until="commit")
        network.answer(page)
        expect(page.locator(NAMING)).to_be_visible()
        spoken = page.evaluate("document.documentElement.lang")
        assert spoken == language[:2]
        assert 50_000 < page.evaluate(LOADED) < MOST_BYTES, language
        network.go_on()


def test_control_a_language_that_only_the_device_knows_takes_one_answer_more(
    plain: NewPlayer,
) -> None:
    host, page = plain(), plain().page
    path = invited_table(host)
    page.add_init_script("localStorage.setItem('kessel.language', '\"fr\"')")
    network = Twice(page)
    page.goto(f"{host.url}{path}", wait_until="commit")
    with page.expect_request(re.compile("/words-fr-")):
        network.answer(page)
    expect(page.locator(NAMING)).to_be_hidden()
    network.go_on()
    expect(page.locator(NAMING)).to_be_visible()


def test_before_its_script_has_come_a_page_dials_and_while_a_guest_comes_it_loads_the_picture(
    plain: NewPlayer,
) -> None:
    host, page = plain(), plain().page
    path = invited_table(host)
    dialled: list[list[str | bytes]] = []

    def take(socket: WebSocketRoute) -> None:
        """Nothing is answered, so no table is known."""
        said: list[str | bytes] = []
        dialled.append(said)
        socket.on_message(lambda one: said.append(one))

    page.route_web_socket("**/ws", take)
    network = Twice(page)
    page.goto(f"{host.url}{path}", wait_until="commit")
    page.wait_for_function("() => window.kesselSocket")
    with page.expect_request(re.compile("/assets/arena-")):
        network.answer(page)
    expect(page.locator(NAMING)).to_be_visible()
    assert "hello" in str(dialled[0][0]), "the script has not dialled another one"
    network.go_on()


@pytest.mark.parametrize("place", ["t", "hand"])
def test_a_guest_gives_a_name_before_the_server_has_answered(plain: NewPlayer, place: str) -> None:
    """Beside the host, or with a phone that is a hand."""
    ann, ben = plain(), plain()
    path = invited_table(ann).replace("/t/", f"/{place}/")
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    holding = True

    def hold(page: WebSocketRoute) -> None:
        wire = page.connect_to_server()
        wire.on_message(lambda said: held.append((page, said)) if holding else page.send(said))

    ben.page.route_web_socket("**/ws", hold)
    needed = "dial|index|words" if place == "t" else "dial|index|words|hand|awake|arena|rolldown"
    let_through = held_back(ben.page, rf"/(?!{needed})[^/]*\.js$")
    ben.page.goto(f"{ben.url}{path}")
    name, sit = ben.page.get_by_label("Your name"), ben.button("Sit down")
    if place == "t":
        ben.button("Flick the die").click()
    expect(name).to_be_visible()
    expect(sit).to_be_disabled()
    let_through()
    name.fill("Ben")
    holding = False
    for wire, said in held:
        wire.send(said)
    expect(sit).to_be_enabled()
    expect(name).to_be_focused()
    sit.click()
    ann.start_with("Ben")
