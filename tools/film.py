"""An animated picture from screenshots: still WebP frames, made by the browser, in one file."""

import base64
import struct
from collections.abc import Iterable, Sequence

from playwright.sync_api import BrowserContext

AS_WEBP = """async ([png, quality]) => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,' + png;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({type: 'image/webp', quality});
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''));
}"""
ANIMATED = 0x02
KEEP_NOT_BLEND = 0x02


def as_webp(context: BrowserContext, frames: Iterable[bytes], quality: float) -> list[bytes]:
    """PNG pictures as WebP pictures."""
    page = context.new_page()
    made = [
        base64.b64decode(page.evaluate(AS_WEBP, [base64.b64encode(frame).decode(), quality]))
        for frame in frames
    ]
    page.close()
    return made


def animated(size: tuple[int, int], frames: Sequence[bytes], milliseconds: Sequence[int]) -> bytes:
    """WebP pictures of one size after each other, for ever."""
    head = bytes([ANIMATED, 0, 0, 0]) + _size(size)
    body = _chunk(b"VP8X", head) + _chunk(b"ANIM", struct.pack("<IH", 0, 0))
    for frame, shown in zip(frames, milliseconds, strict=True):
        place = _uint24(0) + _uint24(0) + _size(size) + _uint24(shown) + bytes([KEEP_NOT_BLEND])
        body += _chunk(b"ANMF", place + _image(frame))
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def _image(frame: bytes) -> bytes:
    """The picture itself, out of a still file."""
    at = 12
    while frame[at : at + 4] not in (b"VP8 ", b"VP8L"):
        at += 8 + _even(struct.unpack_from("<I", frame, at + 4)[0])
    (length,) = struct.unpack_from("<I", frame, at + 4)
    return frame[at : at + 8 + _even(length)]


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def _even(length: int) -> int:
    return length + length % 2


def _size(size: tuple[int, int]) -> bytes:
    return _uint24(size[0] - 1) + _uint24(size[1] - 1)


def _uint24(value: int) -> bytes:
    return struct.pack("<I", value)[:3]
