"""How soon a guest with an empty cache sits at a table over 3G, in every language.

Behind the line of the tests: 300 ± 150 ms each way, 400 kbit/s, and no 3D. The name field needs two
answers, the page and what it names, and 160 kB in English; a test counts both. By the line alone
that takes 4.3 s. The socket is dialled meanwhile, so a seat needs two answers more (the table, then
the seat), and the picture comes beside them. What a machine needs to run the page comes on top: at
load 3 to 4 on two cores the seat came after 6.0 to 6.7 s (17 November 2026, five visits).
"""

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.server import PLAIN, launch, players, running  # noqa: E402 (the folder must be known first)
from browser.test_together import invited_table  # noqa: E402
from net.line import PROFILES, line_to  # noqa: E402

LANGUAGES = ("en-GB", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL")
MOST = {"name_s": 5.5, "seated_s": 7.0, "bytes": 170_000}
"""Of the medians, on a quiet machine."""
TIMELINE = """
() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
    .map((one) => [one.name.split('/').pop().slice(0, 40), Math.round(one.startTime),
        Math.round(one.responseStart), Math.round(one.responseEnd), one.transferSize])
"""

SIT_DOWN = """
() => {
  const button = document.querySelector('button.primary:enabled');
  button?.click();
  return button !== null;
}
"""
SEATED = """
() => [...document.querySelectorAll('.tag')].filter((one) => one.checkVisibility()).length > 1
"""
"""Asked at every frame: Playwright's own waiting looks only twice a second."""


def visit(browser: Browser, port: int, path: str, language: str, seed: int) -> dict[str, Any]:
    """Come by a link, give a name as soon as one may, and sit down."""
    profile = PROFILES["3G"]
    with (
        line_to(port, profile, seed) as line,
        players(browser, line.url, (390, 664)) as new,
    ):
        guest = new(language=language)
        began = monotonic()
        guest.page.goto(f"{line.url}{path}", wait_until="commit")
        field = guest.page.locator(".invited input")
        field.wait_for()
        named = monotonic() - began
        loaded = line.bytes["down"]
        timeline = guest.page.evaluate(TIMELINE)
        field.fill("Ben")
        guest.page.wait_for_function(SIT_DOWN)
        guest.page.wait_for_function(SEATED)
        seated = monotonic() - began
    return {"name_s": named, "seated_s": seated, "bytes": loaded, "timeline": timeline}


def main() -> int:
    """Measure every language by turns, and print a table and JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--languages", nargs="*", default=LANGUAGES)
    parser.add_argument("--timeline", action="store_true")
    given = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {one: [] for one in given.languages}
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, *PLAIN)
        for seed in range(given.visits):
            for language in given.languages:
                with players(browser, server.url, (390, 664)) as new:
                    path = invited_table(new())
                    found[language].append(visit(browser, server.port, path, language, seed))
                if given.timeline:
                    for row in found[language][-1]["timeline"]:
                        print(row)
        browser.close()
    result = {}
    for language, visits in found.items():
        result[language] = {
            key: round(statistics.median(one[key] for one in visits), 2) for key in MOST
        }
        print(language, result[language], "worst", round(max(v["name_s"] for v in visits), 2))
        for key, most in MOST.items():
            if result[language][key] > most:
                print(f"{key} is more than {most}: is the machine busy?")
    print(json.dumps({"bench": "cold", **result}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
