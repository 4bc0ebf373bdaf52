"""The screens that README and docs show, in the best quality: `python -m tools.pictures FOLDER
[NAME ...]`. `throw` is a film of one throw.
"""

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from browser.player import Player
from browser.server import launch, running
from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1920, "height": 1080}
SLOW = 240_000
"""ms. Shadows and reflections in software take their time."""

Screen = Callable[[Player], None]


def table(edition: str, opponents: int, throws: int, quality: str = "high") -> Screen:
    """A game after some throws; `flat` is the second picture, from above."""

    def show(player: Player) -> None:
        player.page.goto(f"{player.url}/?quality={quality}")
        player.choose_edition(edition)
        player.play_against(opponents)
        for _ in range(throws):
            press(player)
        player.page.locator(".throw, .podium, .answers button").first.wait_for()
        player.wait_settled()

    return show


def press(player: Player) -> None:
    """Answer once, whatever is asked."""
    player.wait_settled()
    before = player.mark("state")
    player.page.evaluate(
        "(document.querySelector('.throw') ?? document.querySelector('.answers button'))?.click()"
    )
    player.page.wait_for_timeout(400)
    for _ in range(200):
        if player.mark("state") != before:
            break
        player.page.wait_for_timeout(50)


def party(player: Player) -> None:
    """A big screen with two phones at the table, after a throw."""
    player.open_best("/")
    player.open_table()
    player.button("Show it on a TV").click()
    player.page.locator(".big-code").wait_for()
    table = player.page.url.split("/screen/")[1][:12]
    ann = guest(player, table, "Ann")
    ben = guest(player, table, "Ben")
    player.page.locator(".arrival.here", has_text="Ben").wait_for()
    ann.start_with("Ben")
    for hand in (ann, ben):
        hand.page.locator(".flick-pad").wait_for()
    ann.throw_start_die()
    player.wait_settled()


def guest(host: Player, table: str, name: str) -> Player:
    """Somebody with a phone of their own."""
    browser = host.context.browser
    assert browser is not None
    context = browser.new_context(viewport=PHONE, locale="en-GB")  # type: ignore[arg-type]
    context.set_default_timeout(SLOW)
    player = Player(context, host.url, settings())
    player.open(f"/hand/{table}")
    player.sit_down(name)
    return player


def lesson(player: Player) -> None:
    """The first game, after its first throw."""
    player.open_best("/#lesson")
    player.throw()


SCREENS: dict[str, tuple[dict[str, int], Screen]] = {
    "strike-phone": (PHONE, table("strike-2020", 3, 3)),
    "wizards-desk": (DESK, table("harry-potter", 4, 4)),
    "flat-phone": (PHONE, table("strike-2020", 2, 4, "flat")),
    "lesson-phone": (PHONE, lesson),
    "party-television": (TELEVISION, party),
}


def picture(browser: Browser, url: str, size: dict[str, int], screen: Screen, to: Path) -> None:
    """Open a fresh page, bring it to the screen, and keep what is seen."""
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        color_scheme="dark",
        locale="en-GB",
        has_touch=size is PHONE,
    )
    context.set_default_timeout(SLOW)
    player = Player(context, url, settings())
    screen(player)
    player.page.wait_for_function("() => window.kesselArena?.awaits !== true")
    player.page.wait_for_timeout(1500)
    player.page.screenshot(path=to, type="jpeg", quality=88, timeout=SLOW)
    context.close()


FILM = {"width": 560, "height": 760}
CUT = {"x": 0, "y": 40, "width": 560, "height": 600}
"""What of it is in the film: an upright screen has all names above and below the box."""
FRAME_MS = 33
"""ms. Slower frames would make the page draw more plainly."""
SHOWN_EACH = 2
"""Every second frame is in the film."""
LINGER = 8
"""Frames that one sees what came of it."""
NO_CONTROLS = """
.scrubbing, .replay .row, .replay .top-bar, .line, .notices { display: none !important }
"""
"""Nor what a page says whose clock stands still."""


def film(browser: Browser, url: str, to: Path) -> None:
    """The greatest take of a game, thrown in 3D by a clock that waits for each picture."""
    context = browser.new_context(
        viewport=FILM,  # type: ignore[arg-type]
        color_scheme="dark",
        locale="en-GB",
        bypass_csp=True,
    )
    context.set_default_timeout(SLOW)
    player = Player(context, url, settings() | {"quality": "flat"})
    player.page.goto(url)
    player.play_against(3)
    player.play_to_the_end(SLOW / 1000)
    player.see_podium()
    kept = player.page.evaluate("JSON.parse(localStorage['kessel.memory.games']).kept[0]")
    watched = Player(context, url, {})
    watched.page.clock.install(time=0)
    watched.page.clock.pause_at(FRAME_MS)
    watched.page.add_init_script("localStorage.setItem('kessel.speed', '1')")
    watched.page.goto(f"{url}/r/{kept['game']}?quality=low#{kept['best']['number'] + 1}")
    while not watched.page.locator(".notices").count():
        watched.page.clock.fast_forward(FRAME_MS)
    watched.page.add_style_tag(content=NO_CONTROLS)
    while watched.mark("settled") != "false":
        watched.page.clock.fast_forward(FRAME_MS)
    first, *rest = (Image.open(io.BytesIO(frame)) for frame in filmed(watched))
    shown = [FRAME_MS * SHOWN_EACH] * len(rest) + [2000]
    first.save(to, save_all=True, append_images=rest, duration=shown, loop=0, quality=60)
    context.close()


def filmed(player: Player) -> Iterator[bytes]:
    """Frame by frame until all has been shown, and a little longer."""
    left = LINGER
    while left > 0:
        yield player.page.screenshot(timeout=SLOW, clip=CUT)  # type: ignore[arg-type]
        for _ in range(SHOWN_EACH):
            player.page.clock.fast_forward(FRAME_MS)
        left -= player.mark("settled") == "true"


def settings() -> dict[str, Any]:
    """No flights, and nobody needs to be taught."""
    return {"speed": 0, "taught": True}


def main(folder: str, *names: str) -> None:
    """Make all pictures, or those named."""
    target = Path(folder)
    expect.set_options(timeout=SLOW)
    target.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name, (size, screen) in SCREENS.items():
            if not names or name in names:
                picture(browser, server.url, size, screen, target / f"{name}.jpg")
                print(target / f"{name}.jpg")
        if not names or "throw" in names:
            film(browser, server.url, target / "throw.webp")
            print(target / "throw.webp")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
