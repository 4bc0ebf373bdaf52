"""Draws the icons that phones want as PNG from the SVG ones: `python client/icons.py`.

The pictures are committed; draw them again when `public/icon.svg` or `icon-maskable.svg` changes.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent / "public"
PICTURES = {
    "apple-touch-icon.png": ("icon-maskable.svg", 180),
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
}
"""The file, what it is drawn from, and its edge in pixels."""


def main() -> None:
    """Draw all of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name, (source, edge) in PICTURES.items():
            page = browser.new_page(viewport={"width": edge, "height": edge})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{edge}px;height:{edge}px}}</style>"
                + (PUBLIC / source).read_text(encoding="utf-8")
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
