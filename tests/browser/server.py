"""A server of its own and a browser to visit it with: for the tests, the pictures and the bench."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from browser.player import NOTHING, PATIENCE, Player
from browser.quick_server import SCRIPT
from playwright.sync_api import Browser, Playwright
from serving import ServerProcess

WITHOUT = (
    "WebUIOmniboxPopup",  # the popups of the address bar: two more pages for every window of ours
    "WebUIOmniboxAimPopup",
    "AimEnabled",  # from here on Playwright's, which ours replace
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""What Chromium does beside showing our page, switched off."""

FRAME_MS = 100
FEW_FRAMES = f"""(() => {{
  const [request, cancel] = [requestAnimationFrame.bind(window), cancelAnimationFrame.bind(window)];
  const waiting = new Map();
  let last = 0;
  window.requestAnimationFrame = (draw) => {{
    const one = ++last;
    const ask = () => waiting.set(one, [0, request((now) => waiting.delete(one) && draw(now))]);
    waiting.set(one, [setTimeout(ask, {FRAME_MS}), 0]);
    return one;
  }};
  window.cancelAnimationFrame = (one) => {{
    const [timer, frame] = waiting.get(one) ?? [0, 0];
    clearTimeout(timer);
    cancel(frame);
    waiting.delete(one);
  }};
}})()"""
"""Ten frames a second, as on a slow device: drawing in software is most of the cost here."""
FEW_POINTS = "Object.defineProperty(window, 'devicePixelRatio', { value: 0.25 })"
"""The same: a sixteenth of the points in 3D. What is laid out, and where, does not depend on it."""
NO_SOUND = "delete window.AudioContext"
"""Nobody listens here, and a room that is heard all the time is computed all the time."""
EVERY_FRAME = """(() => {
  const request = requestAnimationFrame.bind(window);
  let now = performance.now();
  performance.now = () => now;
  const beat = () => {
    now += 16;
    request(beat);
  };
  request(beat);
  window.requestAnimationFrame = (draw) => request(() => draw(now));
})()"""
"""What moves goes on by one frame of sixty a second with every frame, however late that is drawn:
nothing is left out on a busy machine."""

PLAIN = ("--disable-3d-apis", "--disable-gpu")
"""Without 3D, which the page must bear, and much quicker."""
ONE_TIER = "--js-flags=--liftoff-only"
"""WebAssembly stays as it was first compiled: more costs longer than a few games gain by it."""

NewPlayer = Callable[..., Player]
BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Debian's, without windows if it is there: half the cost. None: the one of Playwright."""


QUICK_GAME: tuple[list[str], ...] = (["5"], ["5", "5"], [])
"""Who begins takes the pair, the other must throw all dice and loses them."""


class Server(ServerProcess):
    """A server whose throws can be written down."""

    def __init__(self, folder: Path, *links: str) -> None:
        super().__init__(Path(__file__).with_name("quick_server.py"), folder, *links)

    def script(self, *throws: list[str], x: float = 0.0) -> None:
        """How the next throws end: all that lies in the arena then; other dice are out."""
        lines = [json.dumps({"lies": lies, "x": x}) for lies in throws]
        (self.folder / SCRIPT).write_text("".join(f"{line}\n" for line in lines))

    def script_quick_game(self) -> None:
        """A game of two in Strike, from its starting die to its end."""
        self.script(*QUICK_GAME)

    def end_script(self) -> None:
        """Everything that was written down has been thrown; nothing of it is left for others."""
        script = self.folder / SCRIPT
        left = script.read_text() if script.exists() else ""
        script.unlink(missing_ok=True)
        assert not left, f"never thrown: {left}"


@contextmanager
def running(folder: Path, *links: str) -> Iterator[Server]:
    """A server that is gone afterwards, whatever happened; `links` as `quick_server` takes it."""
    server = Server(folder, *links)
    try:
        yield server
    finally:
        server.stop()


def launch(playwright: Playwright, *flags: str, executable: str | None = BROWSER) -> Browser:
    """A browser for many players."""
    return playwright.chromium.launch(
        executable_path=executable,
        args=[f"--disable-features={','.join(WITHOUT)}", *flags],
        timeout=PATIENCE * 1000,
    )


@contextmanager
def players(browser: Browser, url: str, size: tuple[int, int]) -> Iterator[NewPlayer]:
    """A maker of players, each with a browser window of their own, closed at the end.

    Where something went wrong on a page, an error in the console too, that fails the test; what a
    test brings about itself it names with `bears=`, a pattern. The page comes to stay on the device
    only where a test says `keeps=True`: that costs as much as opening it.
    """
    made: list[Player] = []

    def new(**options: Any) -> Player:
        width, height = options.pop("size", size)
        settings = {"speed": options.pop("speed", 0), "taught": options.pop("taught", True)}
        language = options.pop("language", "en-GB")
        bears = options.pop("bears", NOTHING)
        heard = options.pop("heard", False)
        frames = EVERY_FRAME if options.pop("every_frame", False) else FEW_FRAMES
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            service_workers="allow" if options.pop("keeps", False) else "block",
            **options,
        )
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(frames)
        context.add_init_script(FEW_POINTS)
        if not heard:
            context.add_init_script(NO_SOUND)
        made.append(Player(context, url, settings, bears))
        return made[-1]

    try:
        yield new
    finally:
        for player in made:
            player.context.close()
    troubles = [trouble for player in made for trouble in player.troubles]
    assert not troubles, "\n".join(troubles)
