"""PNG and GIF files from arrays of pixels, with the standard library's zlib alone."""

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(height, width, 3)."""

LEVELS = (6, 7, 6)
"""Shades of red, green and blue in a GIF's palette of at most 256."""
CLEAR, STOP, MOST_CODES = 256, 257, 4096


def write_png(path: Path, image: Image) -> None:
    """One picture."""
    height, width, _ = image.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), image.reshape(height, -1)], axis=1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks))


def write_gif(path: Path, images: Sequence[Image], seconds_each: float) -> None:
    """Pictures one after the other, for ever."""
    height, width, _ = images[0].shape
    delay = round(seconds_each * 100)
    parts = [
        b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0),
        _palette(),
        b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
    ]
    for image in images:
        parts.append(b"\x21\xf9\x04\x04" + struct.pack("<H", delay) + b"\x00\x00")
        parts.append(b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x08")
        parts.append(_blocks(_lzw(_indexed(image).tobytes())))
    path.write_bytes(b"".join([*parts, b"\x3b"]))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _palette() -> bytes:
    red, green, blue = (np.linspace(0, 255, count).round() for count in LEVELS)
    grid = np.stack(np.meshgrid(red, green, blue, indexing="ij"), axis=-1).reshape(-1, 3)
    return bytes(grid.astype(np.uint8).tobytes()).ljust(768, b"\x00")


def _indexed(image: Image) -> NDArray[np.uint8]:
    red, green, blue = (
        np.rint(image[..., k] * ((count - 1) / 255.0)).astype(np.int64)
        for k, count in enumerate(LEVELS)
    )
    indices: NDArray[np.uint8] = ((red * LEVELS[1] + green) * LEVELS[2] + blue).astype(np.uint8)
    return indices


def _lzw(pixels: bytes) -> bytes:
    """GIF's variable-width LZW with codes of nine to twelve bits."""
    bits = _Bits()
    table = {bytes([k]): k for k in range(256)}
    width, run = 9, b""
    bits.add(CLEAR, width)
    for k in range(len(pixels)):
        longer = run + pixels[k : k + 1]
        if longer in table:
            run = longer
            continue
        bits.add(table[run], width)
        table[longer] = len(table) + 2
        if len(table) + 1 == 1 << width and width < 12:
            width += 1
        if len(table) + 2 == MOST_CODES:
            bits.add(CLEAR, width)
            table, width = {bytes([k]): k for k in range(256)}, 9
        run = longer[-1:]
    bits.add(table[run], width)
    bits.add(STOP, width)
    return bits.done()


class _Bits:
    def __init__(self) -> None:
        self._octets, self._held, self._count = bytearray(), 0, 0

    def add(self, code: int, width: int) -> None:
        self._held |= code << self._count
        self._count += width
        while self._count >= 8:
            self._octets.append(self._held & 0xFF)
            self._held >>= 8
            self._count -= 8

    def done(self) -> bytes:
        return bytes(self._octets) + (bytes([self._held]) if self._count else b"")


def _blocks(data: bytes) -> bytes:
    pieces = (data[k : k + 255] for k in range(0, len(data), 255))
    return b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\x00"
