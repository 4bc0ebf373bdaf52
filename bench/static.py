"""The page without a server: what it weighs, how soon a table can be thrown at, and thirty kills.

Cold each time: a new browser, nothing cached. `--kills N` says how often the browser is killed.
Ends with 1 where it is too heavy, or where the first throw waits too long.
"""

import json
import statistics
import sys
import tempfile
import time
from dataclasses import astuple, dataclass
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Playwright, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.player import PATIENCE, Player  # noqa: E402
from browser.server import PLAIN, launch, running  # noqa: E402 (the folder must be known first)
from browser.static_site import built, site  # noqa: E402
from browser.test_static import SETTINGS, at_home, go_on, kill  # noqa: E402

BUDGET = 10_000_000
"""Bytes, as they are sent, of everything that is fetched before the first throw."""
FIRST_THROW = 2.0
"""s from the first tap on Throw until the dice lie, on a machine that has nothing else to do."""
RUNS = 3

expect.set_options(timeout=PATIENCE * 1000)


def weights() -> tuple[dict[str, int], set[str]]:
    """Each file of the engine as it is sent, and which of them the referee needs."""
    listed = json.loads((built() / "engine" / "engine.json").read_text())
    return listed["files"], set(listed["referee"])


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds that somebody waits who taps as soon as there is something to tap."""

    page: float  # from the address to a page that can be tapped
    table: float  # from the tap on Play to a table that can be thrown at
    throw: float  # from the tap on Throw until the dice lie; nothing is shown of their flight


def start(player: Player) -> Start:
    """From the address to the first throw."""
    times = [time.monotonic()]
    player.open()
    play = player.page.locator(".primary.big:enabled")
    play.wait_for()
    times.append(time.monotonic())
    play.click()
    player.page.locator(".throw:enabled").wait_for()
    times.append(time.monotonic())
    player.throw()
    times.append(time.monotonic())
    return Start(*(after - before for before, after in pairwise(times)))


def starts(playwright: Playwright, url: str) -> Start:
    """The medians, in a new browser each time."""
    made = []
    for _ in range(RUNS):
        browser = launch(playwright, *PLAIN)
        context = browser.new_context()
        context.set_default_timeout(PATIENCE * 1000)
        made.append(start(Player(context, url, SETTINGS)))
        browser.close()
    return Start(*(statistics.median(times) for times in zip(*map(astuple, made), strict=True)))


def kills(playwright: Playwright, url: str, profile: Path, count: int) -> int:
    """Kill the browser in the middle of throws; how many games were played on the way."""
    seen, games = 0, 0
    for number in range(count + 1):
        with at_home(playwright, profile) as context:
            player = Player(context, url, SETTINGS).open()
            back = player.waiting_table()
            expect(player.page.locator("select option").first).to_be_attached()
            if number and back.count():
                back.click()
            else:
                player.play_against(1)
                seen, games = 0, games + 1
            seen = go_on(player, seen)
            if player.is_over():
                player.button("Another game").click()
                games += 1
            if number < count:
                kill(profile)
    return games


def weigh() -> int:
    """Print what each file weighs; all of them together."""
    files, referee = weights()
    print("| file | kB sent |\n|---|---|")
    for name, size in sorted(files.items(), key=lambda one: -one[1]):
        print(f"| {name} | {size / 1000:.0f} |")
    total = sum(files.values())
    print(f"| the referee alone | {sum(files[name] for name in referee) / 1000:.0f} |")
    print(f"| all | {total / 1000:.0f} (at most {BUDGET / 1000:.0f}) |\n")
    return total


def main(arguments: list[str]) -> int:
    """Print all of it; 1 where it is too heavy or too slow."""
    count = int(arguments[1]) if arguments[:1] == ["--kills"] else 30
    total = weigh()
    first_throws = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with site(home / "host") as url, running(home / "server") as server:
            for name, address in (("no server", url), ("a server", server.url)):
                found = starts(playwright, address)
                first_throws[name] = found.throw
                print(
                    f"{name}: page {found.page:.1f} s, tap to table {found.table:.1f} s, "
                    f"first throw {found.throw:.1f} s (medians of {RUNS})",
                    flush=True,
                )
            games = kills(playwright, url, home / "profile", count)
            print(f"{count} kills in {games} games: nothing that was seen was lost")
    return 0 if total <= BUDGET and first_throws["no server"] <= FIRST_THROW else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
