"""What the page costs a phone: bytes of script up to the first throw; time to the first picture, to
a first screen that can be used and to the first throw; what moves meanwhile; draw calls, frame
time; the same for the flat picture, which needs no 3D; and how long bots keep one waiting.

Chromium with its processor slowed down four times; frame rate itself is not measured, since here
pictures are drawn in software, which is also most of the time to the first throw.

On 18 November 2026: 237,708 bytes of script in 7 files, 298,634 over the wire. On two quiet cores
the first picture after 0.28 s, a first screen that can be used after 0.43 s, of which nothing had
moved; one may throw after 4.0 s in 3D drawn in software, on a processor as it is and in the flat
picture after 0.60 s, with no task above 50 ms. Three bots at the default speed keep one waiting for
2.8 s, at most for 3.2 s.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.server import launch, running  # noqa: E402 (the folder above must be known first)

SLOWER = 4
BUDGET_SCRIPT = 250_000
"""Bytes of script, as they are sent, that may be loaded up to the first throw."""
BUDGET_LOADED = 300_000
"""Bytes over the wire up to the first throw, 3D and letters included."""
TIMES = {
    "first_paint_ms": 1500.0,
    "quick_throw_ms": 2000.0,
    "quick_deaf_ms": 200.0,
    "wait_ms_median": 3000.0,
    "wait_ms_most": 6000.0,
}
"""ms at most on a quiet machine. `quick`: the flat picture cold on a processor as it is; deaf: the
longest task. `wait`: for three bots."""
CROWD = 26
"""Dice on the table while frames are timed."""


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


def main() -> int:
    """Measure once and print a table and JSON."""
    subprocess.run([sys.executable, str(ROOT / "client" / "page.py"), "build"], check=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        context = browser.new_context(
            viewport={"width": 390, "height": 664}, bypass_csp=True, service_workers="block"
        )
        page = context.new_page()
        page.set_default_timeout(60_000)
        result: dict[str, Any] = first_visit(page, server.url)
        sizes = script_bytes(page)
        result["script_bytes"] = sum(sizes.values())
        result["script_files"] = len(sizes)
        page.goto(f"{server.url}/?quality=low")
        page.locator(".primary.big:enabled").wait_for()
        result |= picture_cost(page)
        result |= flat_cost(context.new_page(), server.url)
        result |= waiting(context.new_page(), server.url)
        result |= quick_visit(
            browser.new_context(bypass_csp=True, service_workers="block").new_page(), server.url
        )
        browser.close()
    for name, value in result.items():
        print(f"{name:22} {value:>10}")
    for name, size in sorted(sizes.items()):
        print(f"  {name:32} {size:>10}")
    print(json.dumps({"bench": "page", **result}))
    for name, most in TIMES.items():
        if result[name] > most:
            print(f"{name} is more than {most:.0f}: is the machine busy?")
    weighs = result["script_bytes"] > BUDGET_SCRIPT or result["loaded_bytes"] > BUDGET_LOADED
    return int(weighs)


if __name__ == "__main__":
    raise SystemExit(main())
