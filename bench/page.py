"""What the page costs whoever comes: `python bench/page.py [phone cold static check]`.

phone: bytes of script up to the first throw; time to the first picture, to a first screen that can
be used and to the first throw; what moves meanwhile; draw calls, frame time; the same for the flat
picture, which needs no 3D; and how long bots keep one waiting. Its processor is slowed down four
times; frame rate itself is not measured, since here pictures are drawn in software.

cold: how soon a guest with an empty cache sits at a table over 3G, in every language, behind the
line of the tests: 300 ± 150 ms each way, 400 kbit/s, and no 3D. The name field needs two answers,
the page and what it names; a seat needs two more.

static: the page without a server: what it weighs, and how soon a table can be thrown at.

check: what it costs a phone that every throw is thrown again and every view compared, in a game of
two whose other page does not check.

Exits 1 where it is too heavy, or where the first throw without a server waits too long; of other
times it is only said that they are long.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Playwright, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.player import PATIENCE, Player  # noqa: E402 (the folder above must be known first)
from browser.server import PLAIN, Server, launch, players, running  # noqa: E402
from browser.static_site import BUILD, built, site, with_engine  # noqa: E402
from browser.test_fairness import seal, seated, turns  # noqa: E402
from browser.test_static import SETTINGS  # noqa: E402
from browser.test_together import invited_table, without_coach  # noqa: E402
from net.line import PROFILES, line_to  # noqa: E402

SLOWER = 4
MOST = {
    "script_bytes": 250_000.0,
    "loaded_bytes": 300_000.0,
    "first_paint_ms": 1500.0,
    "quick_throw_ms": 2000.0,
    "quick_deaf_ms": 200.0,
    "wait_ms_median": 3000.0,
    "wait_ms_most": 6000.0,
    "name_s": 5.5,
    "seated_s": 7.0,
    "guest_bytes": 170_000.0,
    "static_bytes": 10_000_000.0,
    "static_throw_s": 2.0,
}
"""On a quiet machine. Of script, as it is sent, and over the wire up to the first throw; `quick`:
the flat picture cold on a processor as it is; deaf: the longest task; `wait`: for three bots;
`static_bytes`: all that is fetched before the first throw without a server, which comes that long
after the tap on Throw."""
CROWD = 26
"""Dice on the table while frames are timed."""
VISITS = 3
"""Of which the median counts."""
LANGUAGES = ("en-GB", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL")

WATCH = """
window.moved = 0;
window.deaf = 0;
new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.deaf = Math.max(window.deaf, one.duration);
}).observe({ type: 'longtask', buffered: true });
new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.moved += one.value;
}).observe({ type: 'layout-shift', buffered: true });
new MutationObserver((_, watching) => {
    if (!document.querySelector('.primary.big:enabled')) return;
    window.usable = performance.now();
    watching.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Inside the page: how much of it moves, how long it is deaf at a time, and when the first screen
can be used."""
LOADED = """[...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource')].reduce((sum, one) => sum + one.transferSize, 0)"""


def script_bytes(page: Page) -> dict[str, int]:
    """Every script the first visit loads, by name, as it is sent to a browser: packed by the
    build."""
    names: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map((one) => one.name)"
        ".filter((name) => name.endsWith('.js') && !name.endsWith('sw.js'))"
    )
    static = ROOT / "src" / "kessel" / "server" / "static" / "assets"
    sizes = {}
    for name in names:
        file = static / name.rsplit("/", 1)[-1]
        sizes[file.name] = file.with_name(f"{file.name}.br").stat().st_size
    return sizes


def first_visit(page: Page, url: str) -> dict[str, Any]:
    """Open the page cold on a slowed processor."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Performance.enable")
    page.add_init_script(WATCH)
    page.goto(f"{url}/?quality=low", wait_until="commit")
    page.locator(".primary.big:enabled").wait_for()
    paint: float = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    )
    usable, moved = page.evaluate("[window.usable, window.moved]")
    home = spent(session)
    ready = first_throw(page)
    thrown = spent(session)
    loaded: int = page.evaluate(LOADED)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return {
        "first_paint_ms": round(paint),
        "home_ms": round(usable),
        "home_moved": round(moved, 3),
        "first_throw_ms": round(ready),
        "loaded_bytes": loaded,
        "main_thread_ms": round(1000 * home["TaskDuration"]),
        "script_ms": round(1000 * home["ScriptDuration"]),
        "throw_main_thread_ms": round(1000 * thrown["TaskDuration"]),
        "throw_script_ms": round(1000 * thrown["ScriptDuration"]),
        "throw_style_ms": round(1000 * (thrown["LayoutDuration"] + thrown["RecalcStyleDuration"])),
    }


def spent(session: CDPSession) -> dict[str, float]:
    """What the page's main thread has done so far, in seconds."""
    measured = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in measured}


def first_throw(page: Page) -> float:
    """From the first page to a throw that flies; ms since it was opened until one may
    throw, without the time that a person would take to read."""
    page.locator(".primary.big").click()
    page.locator(".throw:enabled").wait_for()
    ready: float = page.evaluate("performance.now()")
    page.evaluate("document.querySelector('.throw').click()")
    page.wait_for_function("() => document.documentElement.dataset.settled === 'false'")
    return ready


def picture_cost(page: Page) -> dict[str, Any]:
    """Draw calls, and milliseconds of script a frame with a full table."""
    page.wait_for_function("() => window.kesselArena?.awaits === false")
    cost: dict[str, Any] = page.evaluate(
        """async (crowd) => {
            const arena = window.kesselArena;
            arena.showcase(false);
            const spot = (i) => [-0.05 + 0.02 * (i % 6), -0.03 + 0.02 * Math.floor(i / 6)];
            const pose = (i) => [...spot(i), 0.008, 1, 0, 0, 0];
            const frame = () => new Promise((done) => requestAnimationFrame(done));
            arena.lay(Array.from({ length: crowd }, (_, i) => ({ id: i, pose: pose(i) })));
            arena.frameCosts.length = 0;
            for (let i = 0; i < 40; i++) {
                arena.turn(0.02);
                await frame();
                await frame();
            }
            return { calls: arena.drawCalls, frames: [...arena.frameCosts] };
        }""",
        CROWD,
    )
    return {
        "draw_calls": cost["calls"],
        "script_ms_per_frame": round(statistics.median(cost["frames"]), 2),
    }


def flat_cost(page: Page, url: str) -> dict[str, Any]:
    """The picture from above: what it loads, and milliseconds of script a frame."""
    page.goto(f"{url}/?quality=flat")
    page.locator(".primary.big:enabled").wait_for()
    cost = picture_cost(page)["script_ms_per_frame"]
    return {
        "flat_ms_per_frame": cost,
        "flat_script_bytes": sum(script_bytes(page).values()),
    }


def quick_visit(page: Page, url: str) -> dict[str, Any]:
    """Open the flat picture cold on a processor as it is."""
    page.add_init_script(WATCH)
    page.goto(f"{url}/?quality=flat", wait_until="commit")
    page.locator(".primary.big:enabled").wait_for()
    ready = first_throw(page)
    return {"quick_throw_ms": round(ready), "quick_deaf_ms": round(page.evaluate("window.deaf"))}


WAITS = """
async ([rounds, limit]) => {
  const marks = document.documentElement.dataset;
  const own = () => document.querySelector('.tag.active .tag-name')?.textContent === 'You';
  const waits = [];
  let since = null;
  const end = performance.now() + limit;
  while (waits.length < rounds && marks.awaited !== 'over' && performance.now() < end) {
    const button = marks.settled === 'true' && document.querySelector(
      '.answers .end-turn:enabled, .throw:enabled, .answers .primary:enabled');
    if (own() && button) {
      if (since !== null) waits.push(performance.now() - since);
      since = null;
      button.click();
    } else if (!own() && since === null) since = performance.now();
    await new Promise((done) => setTimeout(done, 10));
  }
  return waits;
}
"""
"""Inside the page: ms from the end of one's own turn until one may act again."""


def waiting(page: Page, url: str, rounds: int = 12) -> dict[str, Any]:
    """How long three bots keep one waiting at the default speed, in the flat picture."""
    waits: list[float] = []
    while len(waits) < rounds:
        page.goto(f"{url}/?quality=flat")
        page.locator(".primary.big:enabled").wait_for()
        while page.get_by_role("button", name="One more opponent").is_enabled():
            page.get_by_role("button", name="One more opponent").click()
        page.get_by_role("button", name="One fewer opponent").click()
        page.locator(".primary.big").click()
        page.locator(".throw, .answers button").first.wait_for()
        waits += page.evaluate(WAITS, [rounds - len(waits), 90_000])
    return {
        "wait_ms_median": round(statistics.median(waits)),
        "wait_ms_most": round(max(waits)),
    }


def phone(playwright: Playwright, server: Server) -> dict[str, Any]:
    """All of the first part; prints what each script weighs."""
    browser = launch(playwright)
    context = browser.new_context(
        viewport={"width": 390, "height": 664}, bypass_csp=True, service_workers="block"
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    result: dict[str, Any] = first_visit(page, server.url)
    sizes = script_bytes(page)
    for name, size in sorted(sizes.items()):
        print(f"  {name:32} {size:>10}")
    result |= {"script_bytes": sum(sizes.values()), "script_files": len(sizes)}
    page.goto(f"{server.url}/?quality=low")
    page.locator(".primary.big:enabled").wait_for()
    result |= picture_cost(page)
    result |= flat_cost(context.new_page(), server.url)
    result |= waiting(context.new_page(), server.url)
    quick = browser.new_context(bypass_csp=True, service_workers="block").new_page()
    result |= quick_visit(quick, server.url)
    browser.close()
    return result


# --- a guest over 3G ------------------------------------------------------------------------------

SIT_DOWN = """
() => {
  const button = document.querySelector('button.primary:enabled');
  button?.click();
  return button !== null;
}
"""
SEATED = "() => document.querySelector('#gathering') !== null"
"""Asked at every frame: Playwright's own waiting looks only twice a second."""


def cold(playwright: Playwright, server: Server) -> dict[str, Any]:
    """The worst language's median of visits; prints every language's."""
    browser, worst = launch(playwright, *PLAIN), dict[str, float]()
    for language in LANGUAGES:
        made = [visit(browser, server, language, seed) for seed in range(VISITS)]
        medians = {name: statistics.median(one[name] for one in made) for name in made[0]}
        print(f"  {language} " + ", ".join(f"{name} {one:.2f}" for name, one in medians.items()))
        worst = {name: max(one, worst.get(name, 0.0)) for name, one in medians.items()}
    browser.close()
    return worst


def visit(browser: Browser, server: Server, language: str, seed: int) -> dict[str, float]:
    """Come by a link, give a name as soon as one may, and sit down."""
    size = (390, 664)
    with (
        players(browser, server.url, size) as hosts,
        line_to(server.port, PROFILES["3G"], seed) as line,
        players(browser, line.url, size) as guests,
    ):
        path, page = invited_table(hosts()), guests(language=language).page
        began = monotonic()
        page.goto(f"{line.url}{path}", wait_until="commit")
        field = page.locator(".invited input")
        field.wait_for()
        named, loaded = monotonic() - began, line.bytes["down"]
        field.fill("Ben")
        page.wait_for_function(SIT_DOWN)
        page.wait_for_function(SEATED)
        return {"name_s": named, "seated_s": monotonic() - began, "guest_bytes": loaded}


# --- without a server -----------------------------------------------------------------------------


def static(playwright: Playwright, server: Server) -> dict[str, Any]:
    """Weights, and times beside those of a server; prints each file of the engine as it is sent."""
    listed = json.loads((built() / "engine" / "engine.json").read_text())
    for name, size in sorted(listed["files"].items(), key=lambda one: -one[1]):
        print(f"  {name:32} {size:>10}" + "  (referee)" * (name in listed["referee"]))
    result: dict[str, Any] = {
        "static_bytes": sum(listed["files"].values()),
        "referee_bytes": sum(listed["files"][name] for name in listed["referee"]),
    }
    with tempfile.TemporaryDirectory() as folder, site(Path(folder)) as url:
        for name, address in (("static", url), ("served", server.url)):
            made = [list(pairwise(start(playwright, address))) for _ in range(VISITS)]
            for part, times in zip(
                ("page", "table", "throw"), zip(*made, strict=True), strict=True
            ):
                result[f"{name}_{part}_s"] = statistics.median(b - a for a, b in times)
    return result


def start(playwright: Playwright, url: str) -> Iterator[float]:
    """In a new browser: when it is called, when the page can be tapped, when the table can be
    thrown at after the tap on Play, and when the dice lie; nothing is shown of their flight."""
    browser = launch(playwright, *PLAIN)
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    player = Player(context, url, SETTINGS)
    yield monotonic()
    player.open()
    play = player.page.locator(".primary.big:enabled")
    play.wait_for()
    yield monotonic()
    play.click()
    player.page.locator(".throw:enabled").wait_for()
    yield monotonic()
    player.throw()
    yield monotonic()
    browser.close()


# --- the auditor behind a game --------------------------------------------------------------------

JUDGED = """
window.judged = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (what, ...more) {
  if (what?.story) {
    if (!window.judged.length)
      this.addEventListener('message', () => {
        window.judged.find((one) => one.length === 1)?.push(performance.now());
      });
    window.judged.push([performance.now()]);
  }
  return post.call(this, what, ...more);
};
"""
"""Inside the page: when the auditor was told something, and when it had judged it."""
SAVES = """Object.defineProperty(navigator, 'connection',
  { value: { saveData: true, addEventListener() {} } })"""
"""Nothing is fetched that nobody asks for."""


def check(playwright: Playwright, _: Server) -> dict[str, Any]:
    """What is fetched, how long it takes to begin and for a throw, and the memory that it takes
    beyond that of the page beside it."""
    with tempfile.TemporaryDirectory() as folder, running(with_engine(Path(folder))) as server:
        browsers = [launch(playwright, *PLAIN) for _ in range(2)]
        with (
            players(browsers[0], server.url, (390, 664)) as checking,
            players(browsers[1], server.url, (390, 664)) as saving,
        ):
            ann, ben = checking(), saving()
            ann.page.add_init_script(JUDGED)
            ben.page.add_init_script(SAVES)
            for one in (ann, ben):
                without_coach(one)
            seated(ann, ben)
            ann.throw_start_die()
            turns(ann, "green")
            before = int(seal(ann).get_attribute("data-throws") or 0)
            for one in (ann, ben):
                one.play_along()
            for one in (ann, ben):
                one.see_podium()
            turns(ann, "green")
            ann.page.wait_for_function("window.judged.every((one) => one.length === 2)")
            spans: list[tuple[float, float]] = ann.page.evaluate("window.judged")
            throws = int(seal(ann).get_attribute("data-throws") or 0) - before
            memory = [resident(browser) for browser in browsers]
        for browser in browsers:
            browser.close()
    ends = [0.0, *(end for _, end in spans)]
    busy = [end - max(told, before) for (told, end), before in zip(spans, ends, strict=False)]
    listed = json.loads((BUILD / "engine" / "engine.json").read_text())
    return {
        "check_bytes": sum(listed["files"].values()),
        "check_ready_s": busy[0] / 1000,
        "check_throws": throws,
        "check_throw_ms": sum(busy[1:]) / throws,
        "check_mb": (memory[0] - memory[1]) / 1e6,
    }


def resident(browser: Browser) -> float:
    """Bytes in memory of what shows pages, workers included."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    shows = (one["id"] for one in found if one["type"] == "renderer")
    pages = (Path(f"/proc/{number}/statm").read_text().split()[1] for number in shows)
    return sum(map(int, pages)) * float(os.sysconf("SC_PAGE_SIZE"))


PARTS = {"phone": phone, "cold": cold, "static": static, "check": check}


def main(parts: list[str]) -> int:
    """Measure once and print tables and JSON."""
    build = [sys.executable, str(ROOT / "client" / "page.py"), "build"]
    subprocess.run(build, check=True, stdout=sys.stderr)
    result: dict[str, Any] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        for part in parts or PARTS:
            result |= PARTS[part](playwright, server)
    for name, value in result.items():
        print(f"{name:22} {value:>12.10g}")
    print(json.dumps({"bench": "page", **result}))
    over = [name for name, most in MOST.items() if result.get(name, 0.0) > most]
    for name in over:
        print(f"{name} is more than {MOST[name]:g}: is the machine busy?")
    return int(any(name.endswith("bytes") or name.startswith("static") for name in over))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
