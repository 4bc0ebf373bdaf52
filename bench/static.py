"""The page without a server: what it weighs, how soon a table can be thrown at, and thirty kills.

Cold each time: a new browser, nothing cached. `--kills N` says how often the browser is killed.
"""

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, Playwright, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.house import PATIENCE, launch, running  # noqa: E402 (the folder must be known first)
from browser.player import Player  # noqa: E402
from browser.static_site import built, site  # noqa: E402
from browser.test_static import PLAIN, SETTINGS, at_home, go_on, kill  # noqa: E402

BUDGET = 10_000_000
"""Bytes, as they are sent, of everything that is fetched before the first throw."""
RUNS = 3

expect.set_options(timeout=PATIENCE * 1000)


def weights() -> dict[str, int]:
    """Each file of the engine as it is sent."""
    listed = json.loads((built() / "engine" / "engine.json").read_text())
    files: dict[str, int] = listed["files"]
    return files


def tap_to_table(page: Page, url: str) -> tuple[float, float]:
    """Seconds from the address to a page that can be tapped, and from the tap to the table."""
    began = time.monotonic()
    page.goto(f"{url}/?quality=low")
    play = page.locator(".primary.big:enabled")
    play.wait_for()
    shown = time.monotonic()
    play.click()
    page.locator(".throw:enabled").wait_for()
    return shown - began, time.monotonic() - shown


def starts(playwright: Playwright, url: str) -> list[tuple[float, float]]:
    """The same, in a new browser each time."""
    times = []
    for _ in range(RUNS):
        browser = launch(playwright, *PLAIN)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        times.append(tap_to_table(page, url))
        browser.close()
    return times


def kills(playwright: Playwright, url: str, profile: Path, count: int) -> int:
    """Kill the browser in the middle of throws; how many games were played on the way."""
    seen, games = 0, 0
    for number in range(count + 1):
        with at_home(playwright, profile) as context:
            player = Player(context, url, SETTINGS).open()
            back = player.button("Back to your table")
            expect(player.page.locator("select option").first).to_be_attached()
            if number and back.count():
                back.click()
            else:
                player.play_against(1)
                seen, games = 0, games + 1
            seen = go_on(player, seen)
            if player.is_over():
                player.button("Another game").click()
            if number < count:
                kill(profile)
    return games


def main(arguments: list[str]) -> int:
    """Print all of it; 1 where it is too heavy."""
    count = int(arguments[1]) if arguments[:1] == ["--kills"] else 30
    files = weights()
    print("| file | kB sent |\n|---|---|")
    for name, size in sorted(files.items(), key=lambda one: -one[1]):
        print(f"| {name} | {size / 1000:.0f} |")
    total = sum(files.values())
    print(f"| all | {total / 1000:.0f} (at most {BUDGET / 1000:.0f}) |\n")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with site(home / "host") as url, running(home / "server") as server:
            for name, address in (("no server", url), ("a server", server.url)):
                shown, tapped = zip(*starts(playwright, address), strict=True)
                print(
                    f"{name}: page {statistics.median(shown):.1f} s, "
                    f"tap to table {statistics.median(tapped):.1f} s (medians of {RUNS})"
                )
            games = kills(playwright, url, home / "profile", count)
            print(f"{count} kills in {games} games: nothing that was seen was lost")
    return 0 if total <= BUDGET else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
