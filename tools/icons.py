"""The icons that phones want as PNG, drawn from the SVG ones by a browser.

Browsers draw a little differently, so a picture carries the digest of what it was drawn from.
"""

import hashlib
import io
import struct
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.made import ROOT, Files, Generator

PUBLIC = ROOT / "client" / "public"
PICTURES = {
    "apple-touch-icon.png": ("icon-maskable.svg", 180),
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
}
"""The file, what it is drawn from, and its edge in pixels."""
END = 12
"""Bytes of the last chunk of a PNG."""


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
        picture = packed(page.screenshot(omit_background=True))
        browser.close()
    return picture[:-END] + mark_of(source) + picture[-END:]


def packed(picture: bytes) -> bytes:
    """The same in fewer bytes: six bits a channel, which nobody tells from eight."""
    from PIL import Image

    smaller = io.BytesIO()
    coarse = Image.open(io.BytesIO(picture)).point(lambda value: value & 252 | value >> 6)
    coarse.save(smaller, "PNG", optimize=True)
    return smaller.getvalue()


def mark_of(source: Path) -> bytes:
    """A chunk of text for a PNG: what it was drawn from."""
    content = b"tEXtSource\0" + hashlib.sha256(source.read_bytes()).hexdigest().encode()
    length, check = struct.pack(">I", len(content) - 4), struct.pack(">I", zlib.crc32(content))
    return length + content + check


def is_old(path: Path, make: Callable[[], bytes]) -> bool:
    """Whether a picture is missing or was drawn from another source."""
    source = PUBLIC / PICTURES[path.name][0]
    return not path.exists() or mark_of(source) not in path.read_bytes()


def files() -> Files:
    return {
        PUBLIC / name: partial(drawn, PUBLIC / source, edge)
        for name, (source, edge) in PICTURES.items()
    }


GENERATOR = Generator("icons", files, is_old)
