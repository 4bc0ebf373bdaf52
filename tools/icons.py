"""The icons that phones want as PNG, drawn from the SVG ones by a browser.

Browsers draw a little differently, so a picture carries the digest of what it was drawn from.
"""

import hashlib
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tools.made import ROOT, Files, Generator

MARK = "Source"
PUBLIC = ROOT / "client" / "public"
PICTURES = {
    "apple-touch-icon.png": ("icon-maskable.svg", 180),
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
}
"""The file, what it is drawn from, and its edge in pixels."""


def drawn(source: Path, edge: int) -> bytes:
    """A picture of that many pixels, with the mark of its source."""
    from browser.server import BROWSER
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER)
        page = browser.new_page(viewport={"width": edge, "height": edge})
        page.set_content(
            f"<style>body{{margin:0}}svg{{display:block;width:{edge}px;height:{edge}px}}</style>"
            + source.read_text(encoding="utf-8")
        )
        picture = page.screenshot(omit_background=True)
        browser.close()
    mark, smaller = PngInfo(), io.BytesIO()
    mark.add_text(MARK, digest_of(source))
    # Six bits a channel, which nobody tells from eight, take fewer bytes.
    coarse = Image.open(io.BytesIO(picture)).point(lambda value: value & 252 | value >> 6)
    coarse.save(smaller, "PNG", optimize=True, pnginfo=mark)
    return smaller.getvalue()


def digest_of(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()


def is_old(path: Path, make: Callable[[], bytes]) -> bool:
    """Whether a picture is missing or was drawn from another source."""
    if not path.exists():
        return True
    with Image.open(path) as picture:
        picture.load()  # the mark may stand at its end
        return picture.info.get(MARK) != digest_of(PUBLIC / PICTURES[path.name][0])


def files() -> Files:
    return {
        PUBLIC / name: partial(drawn, PUBLIC / source, edge)
        for name, (source, edge) in PICTURES.items()
    }


GENERATOR = Generator("icons", files, is_old)
