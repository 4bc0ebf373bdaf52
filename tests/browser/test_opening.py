"""How the first page comes: in few files, with its name first, and nothing moves; and its icons."""

import json
import re
import struct
from collections.abc import Callable
from pathlib import Path

from browser.server import NewPlayer
from browser.test_layout import LETTERS, box
from browser.test_screens import violations
from playwright.sync_api import Page, Route, expect

PUBLIC = Path(__file__).parents[2] / "client" / "public"
BUILT = Path(__file__).parents[2] / "src" / "kessel" / "server" / "static"


def test_the_first_page_comes_in_few_files(plain: NewPlayer) -> None:
    """Left alone, the bundler would cut it into thirty, and each costs a phone a request."""
    player = plain().open()
    expect(player.page.locator(".primary.big:enabled")).to_be_visible()
    files = player.page.evaluate(
        "[...document.querySelectorAll('head [src], head [href]')]"
        ".map((one) => one.src || one.href).filter((name) => name.includes('/assets/'))"
    )
    assert sum(name.endswith(".css") for name in files) == 1, files
    assert sum(name.endswith(".js") for name in files) <= 7, files  # the dialling, the picture


LOADED = """
() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, one) => sum + one.transferSize, 0)
"""
"""Bytes over the wire."""


def test_the_first_throw_costs_a_phone_little(arena: NewPlayer) -> None:
    """300 kB over the wire in a first game, with the flat picture that comes first and the one in
    3D, which is most of it."""
    player = arena(taught=False).open()
    player.page.locator(".primary.big").click()
    player.page.wait_for_function("() => window.kesselArena?.awaits === false")
    player.page.locator(".throw:enabled").wait_for()
    assert 200_000 < player.page.evaluate(LOADED) <= 300_000


SHIFTS = """
window.moved = 0;
new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.moved += one.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
DRAWN = "() => performance.getEntriesByName('first-contentful-paint').length === 1"
MOST_MOVED = 0.05
"""Of the screen, as browsers measure it: half of what they call good."""


def test_the_name_is_there_before_the_script_and_nothing_moves(plain: NewPlayer) -> None:
    player = plain(size=(390, 844))
    page = player.page
    page.add_init_script("localStorage.setItem('kessel.offline', '\"none\"');" + SHIFTS)
    scripts, fonts = held_back(page, r"/.*\.js$"), held_back(page, r"/.*\.woff2$")
    page.goto(f"{player.url}/?quality=flat", wait_until="commit")
    name = page.locator(".wordmark")
    expect(name).to_be_visible()
    page.wait_for_function(DRAWN)
    first = box(name)
    assert violations(player) == []
    scripts()
    expect(page.locator(".primary.big:enabled")).to_be_visible()
    assert page.evaluate(LETTERS) is False
    assert [box(name)[side] for side in ("x", "y", "height")] == [
        first[side] for side in ("x", "y", "height")
    ]
    fonts()
    page.wait_for_function(LETTERS)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert page.evaluate("window.moved") < MOST_MOVED
    page.evaluate("document.querySelector('.home-play').style.marginBottom = '200px'")
    page.wait_for_function("(most) => window.moved > most", arg=MOST_MOVED)  # the measure itself


def held_back(page: Page, pattern: str) -> Callable[[], None]:
    """Holds the assets of such names until the function that it returns lets them through."""
    held = True
    waiting: list[Route] = []
    page.route(
        re.compile(f"/assets{pattern}"),
        lambda one: waiting.append(one) if held else one.continue_(),
    )

    def let_through() -> None:
        nonlocal held
        held = False
        while waiting:
            waiting.pop().continue_()

    return let_through


def test_the_page_is_built_to_wait_for_its_first_picture() -> None:
    """The waiting stands before the page's own script; firstpicture.test.ts tests what it does."""
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    assert len(re.findall(r'rel="preload"\s+href="/assets/alegreya[^"]+\.woff2"', page)) == 2
    script = re.search(r'<script type="module" crossorigin src="/([^"]+)"', page)
    assert script is not None
    text = (BUILT / script[1]).read_text(encoding="utf-8")
    assert "first-contentful-paint" in text[: text.index("Symbol")]


def test_phones_find_icons_they_can_read() -> None:
    listed = json.loads((PUBLIC / "manifest.webmanifest").read_text(encoding="utf-8"))["icons"]
    pictures = [one for one in listed if one["type"] == "image/png"]
    assert {(one["sizes"], one["purpose"]) for one in pictures} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    page = (PUBLIC.parent / "index.html").read_text(encoding="utf-8")
    touch = re.search(r'rel="apple-touch-icon" href="/([^"]+\.png)"', page)
    assert touch is not None
    edges = {one["src"].removeprefix("/"): int(one["sizes"].split("x")[0]) for one in pictures}
    for name, edge in {**edges, touch[1]: 180}.items():
        header = (PUBLIC / name).read_bytes()[:24]
        assert header[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", header[16:24]) == (edge, edge)
