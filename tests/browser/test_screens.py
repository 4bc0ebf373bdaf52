"""For everyone: axe on each screen, phone sizes, light and dark, a clear word when all is lost."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from browser.player import ASKED_IN_VAIN, LOST_LINE, NO_GAME, Player
from browser.server import NewPlayer, Server, players, running
from playwright.sync_api import Browser, expect

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = "(rules) => axe.run(document, {resultTypes: ['violations'], ...rules})"
TARGET = 44
"""CSS pixels: the smallest thing a thumb should have to hit."""


AT_REST = """() => document.getAnimations().every((one) =>
    one.playState === 'finished' || one.effect.getComputedTiming().iterations === Infinity)"""
"""What fades in is not as dark yet as it will be; what has ended is still listed."""


PLAIN_GROUND = """() => {
  const sheet = new CSSStyleSheet();
  sheet.insertRule("*, ::before, ::after { background-image: none !important }");
  sheet.insertRule(".arena > * { display: none !important }");
  sheet.insertRule("body { background: #2b1a10 !important }");
  sheet.insertRule(".home-play { background: var(--panel) !important }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""Axe judges no contrast over pictures and gradients, and the arena lies under every screen. It is
dark; a panel that fades into it is as light as the panel."""


def violations(player: Player) -> list[str]:
    """What axe finds in the dark; light changes nothing but colours."""
    if player.page.evaluate("!window.axe"):  # else still there from another screen of the page
        player.page.evaluate(AXE.read_text())
        player.page.evaluate(PLAIN_GROUND)
    found = _found(player, "dark", {})
    return found + _found(player, "light", {"runOnly": ["color-contrast"]})


def _found(player: Player, scheme: Literal["dark", "light"], rules: dict[str, Any]) -> list[str]:
    player.page.emulate_media(color_scheme=scheme)
    player.page.wait_for_function(AT_REST)
    result: dict[str, Any] = player.page.evaluate(RUN_AXE, rules)
    return [
        f"{scheme}: {one['id']}: {node['html'][:160]}"
        for one in result["violations"]
        for node in one["nodes"]
    ]


HARD_TO_READ = """() => {
  const sheet = new CSSStyleSheet();
  const ink = { dark: "#333", light: "#ddd" };
  for (const [scheme, colour] of Object.entries(ink))
    sheet.insertRule(
      `@media (prefers-color-scheme: ${scheme}) { .memory-sum { color: ${colour} !important } }`);
  document.adoptedStyleSheets.push(sheet);
}"""


def test_axe_finds_what_is_hard_to_read_in_one_light_only(plain: NewPlayer) -> None:
    """The control of the tests below."""
    player = plain().open("/#you")
    expect(player.page.locator(".memory-sum")).to_be_visible()
    player.page.evaluate(HARD_TO_READ)
    assert {one.partition(": ")[0] for one in violations(player)} == {"dark", "light"}


def test_axe_finds_nothing_before_the_game(plain: NewPlayer) -> None:
    player = plain(bears=ASKED_IN_VAIN)
    found: dict[str, list[str]] = {}
    for path in (
        "/",
        "/#you",
        "/#today",
        "/#lesson",
        "/referee",
        f"/r/{NO_GAME}",
    ):
        player.open(path)
        expect(player.page.locator("h1")).to_be_visible()
        if path == "/referee":
            player.page.locator(".house summary").click()
        found[path] = violations(player)
    player.open("/#today")
    player.page.locator(".throw").click()
    expect(player.button("Send the result")).to_be_visible()
    found["thrown today"] = violations(player)
    player.open()
    for name in ("Rules", "Settings"):
        player.button(name).click()
        expect(player.page.get_by_role("dialog")).to_be_visible()
        found[name] = violations(player)
        assert name != "Settings" or player.page.evaluate(SETTINGS) == [3, 3, 3]
        player.button("Close").click()
    assert {where: what for where, what in found.items() if what} == {}


SETTINGS = """() => [...document.querySelectorAll('.settings-group')]
    .map((one) => one.children.length)"""
"""How many controls each group has."""
ASK_ABOUT_A_SYMBOL = """() => {
  const symbol = document.querySelector(".caption-line .symbol");
  (symbol ?? document.querySelector(".throw:enabled"))?.click();
  return symbol !== null;
}"""
"""Throw until a sentence has a symbol in it, and touch that; not every sentence has one."""


@pytest.mark.long
def test_axe_finds_nothing_at_the_table(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    player = plain(taught=False)
    found: dict[str, list[str]] = {}
    player.open().open_table()
    expect(player.page.locator(".qr")).to_be_visible()
    player.button("Computer").click()
    player.open_terms()
    player.page.locator(".house summary").click()
    found["gathering"] = violations(player)
    player.button("Find others online").click()
    expect(player.button("Find players")).to_be_visible()  # the panel comes when it is asked for
    found["online"] = violations(player)
    player.button("Close").click()
    player.page.locator(".gathering > .primary").click()
    expect(player.page.locator(".throw")).to_be_visible()
    found["table"] = violations(player)
    player.page.wait_for_function(ASK_ABOUT_A_SYMBOL, polling=200)
    expect(player.page.locator(".explained p")).to_be_visible()
    found["explained"] = violations(player)
    player.menu("History")
    expect(player.page.get_by_role("dialog")).to_be_visible()
    found["history"] = violations(player)
    player.button("Close").click()
    player.play_to_the_end()
    player.see_more().locator(".box-fold summary").click()
    expect(player.page.locator("section.report")).to_be_visible()
    found["podium"] = violations(player)
    player.button("Watch the replay").click()
    expect(player.page.locator(".scrubber")).to_be_visible()
    found["replay"] = violations(player)
    player.open("/#you")
    expect(player.page.locator(".scores").first).to_be_visible()
    found["memory"] = violations(player)
    player.open("/#lesson")
    expect(player.page.locator(".first-game")).to_contain_text("These dice are yours")
    found["lesson"] = violations(player)
    player.open("/referee")
    player.button("Begin").click()
    player.button("One more: 5").click()
    expect(player.page.locator(".lying-dice")).to_be_visible()
    found["referee"] = violations(player)
    assert {where: what for where, what in found.items() if what} == {}


PHONES = ((360, 640), (390, 844), (740, 360))


def test_a_phone_has_room_for_everything(plain: NewPlayer) -> None:
    player = plain(has_touch=True).open()
    expect(player.button("Play")).to_be_enabled()
    for prepare in (None, player.open_table, player.open_terms):
        if prepare:
            prepare()
        for width, height in PHONES:
            player.page.set_viewport_size({"width": width, "height": height})
            player.page.wait_for_function(AT_REST)
            assert small_targets(player) == []
    player.play_against(4)
    for width, height in PHONES:
        player.page.set_viewport_size({"width": width, "height": height})
        expect(player.page.locator(".throw")).to_be_in_viewport(ratio=1)
        player.page.wait_for_function(AT_REST)
        assert small_targets(player) == []
        player.page.wait_for_function(
            "(width) => document.documentElement.scrollWidth <= width", arg=width
        )


def small_targets(player: Player) -> list[str]:
    """Buttons, links and fields on the screen that are smaller than a thumb."""
    found: list[str] = player.page.evaluate(
        """(least) => [...document.querySelectorAll('button, a, select, input[type=text], .chip')]
            .filter((one) => one.checkVisibility() && !one.closest('.unseen'))
            .filter((one) => {
                const { width, height } = one.getBoundingClientRect();
                return Math.min(width, height) < least - 0.5;
            })
            .map((one) => one.outerHTML.slice(0, 120))""",
        TARGET,
    )
    return found


def test_name_tags_keep_clear_of_each_other(arena: NewPlayer) -> None:
    player = arena(size=(390, 844)).open()
    player.play_against(4)
    expect(player.page.locator(".throw")).to_be_visible()
    for width, height in ((390, 844), (844, 390)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.wait_still()
        expect(player.page.locator(".tag")).to_have_count(5)
        player.page.wait_for_function(APART)
        for nearer in (0.86, 0.55):  # as near as the camera comes behind a throw, and for its hit
            player.page.evaluate("(by) => window.kesselArena.zoom(by)", nearer)
            player.page.wait_for_function(OFF_THE_DICE)
        player.page.evaluate("window.kesselArena.zoom(1 / (0.86 * 0.55))")
    assert not player.after(ONTO_ITS_DICE, OFF_THE_DICE), "a tag on dice is found"


APART = """() => {
    const spots = [...document.querySelectorAll('.tag:not(.beyond), .ask, .reactions')]
        .map((one) => one.getBoundingClientRect());
    return spots.every((a, i) => spots.slice(i + 1).every((b) =>
        a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top || b.bottom <= a.top));
}"""
"""The tags follow the picture, which takes its time to settle."""

OFF_THE_DICE = """() => {
    const tags = [...document.querySelectorAll('.tag')].map((one) => one.getBoundingClientRect());
    const dice = tags.map((_, seat) => window.kesselArena.seatOnScreen(seat));
    return tags.every((a) => dice.every((b) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
}"""

ONTO_ITS_DICE = """() => {
    const tag = document.querySelector('.tag');
    const { left, top } = window.kesselArena.seatOnScreen(0);
    Object.assign(tag.style, { left: `${left}px`, top: `${top}px`, transform: 'none' });
}"""


def test_another_picture_is_drawn_at_once(arena: NewPlayer) -> None:
    player = arena(size=(320, 480))
    player.page.goto(player.url)
    player.play_against(1)
    player.throw_start_die()
    player.menu("Settings")
    player.page.evaluate("window.before = kesselArena")
    player.page.get_by_role("radio", name="Simple").check()
    player.page.wait_for_function(
        "() => window.kesselArena && window.kesselArena !== window.before"
    )
    player.button("Close").click()
    player.throw()
    expect(player.page.locator(".arena canvas")).to_be_attached()
    assert violations(player) == [], "with a canvas behind everything"


def test_a_closed_sheet_gives_the_focus_back(plain: NewPlayer) -> None:
    player = plain().open()
    for name in ("Rules", "Settings"):
        player.button(name).click()
        expect(player.page.get_by_role("dialog")).to_be_visible()
        player.page.keyboard.press("Escape")
        expect(player.button(name)).to_be_focused()


def test_a_table_that_is_not_there_is_told_once_and_no_token_stays_in_the_address(
    plain: NewPlayer,
) -> None:
    player = plain().open(f"/t/{'a' * 12}#{'A' * 32}")
    expect(player.page.locator(".sheet")).to_contain_text("There is no such table")
    expect(player.page.get_by_text("There is no such table")).to_have_count(1)
    expect(player.page).to_have_url(re.compile(rf"/t/{'a' * 12}\?[^#]*$"))


def test_less_motion_shows_no_flights(plain: NewPlayer) -> None:
    player = plain(size=(320, 480), speed=1, reduced_motion="reduce").open()
    player.play_against(1)
    player.page.locator(".throw").click()
    expect(player.page.locator(".caption-line")).to_contain_text("starting die")
    player.wait_settled()
    assert player.mark("awaited") in {"throw", "start_die"}


IN_THE_MIDDLE = """(width) => {
    const { left, right } = document.querySelector('.line').getBoundingClientRect();
    return Math.abs(left + right - width) < 4;
}"""
"""However long what it says is."""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as one:
        yield one


def test_a_lost_server_is_an_error_not_a_blank_and_mends_itself(
    plain_browser: Browser, own_server: Server
) -> None:
    with players(plain_browser, own_server.url, (420, 700)) as new:
        player = new(keeps=True, bears=LOST_LINE).open()
        player.play_against(1)
        expect(player.page.locator(".throw")).to_be_visible()
        address = player.page.url
        ready = "navigator.serviceWorker.ready.then((one) => Boolean(one.active))"
        assert player.page.evaluate(ready)

        own_server.stop()
        expect(player.page.get_by_role("alert")).to_contain_text("Your table is waiting")
        player.page.wait_for_function(IN_THE_MIDDLE, arg=420)
        expect(player.page.locator(".tag")).to_have_count(2)
        player.page.goto(address)
        expect(player.page.get_by_role("alert")).to_contain_text(
            re.compile("server isn’t answering|Connection lost|You’re offline")
        )

        own_server.start()
        expect(player.page.locator(".throw")).to_be_visible()


BROKEN = """(() => {
  const make = document.createElementNS;
  document.createElementNS = function (space, name, ...more) {
    if (name === "h2" && location.hash === "#you") throw new Error("broken on purpose");
    return make.call(this, space, name, ...more);
  };
})()"""


def test_a_screen_that_breaks_is_an_error_not_a_blank_and_leads_home(plain: NewPlayer) -> None:
    player = plain(bears="broken on purpose")
    player.page.add_init_script(BROKEN)
    player.open("/#you")
    alert = player.page.get_by_role("alert").filter(has_text="Something went wrong on this page")
    alert.get_by_role("button", name="Reload").click()
    expect(player.button("Play together")).to_be_visible()
    assert player.borne
