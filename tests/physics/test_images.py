"""PNG and GIF files hold the pixels they were given."""

import struct
import zlib
from pathlib import Path

import numpy as np

from kessel.physics.images import write_gif, write_png


def test_a_png_holds_its_pixels(tmp_path: Path) -> None:
    image = np.random.default_rng(1).integers(0, 256, (7, 5, 3), dtype=np.uint8)
    write_png(tmp_path / "a.png", image)
    data = (tmp_path / "a.png").read_bytes()
    start = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[start - 4 : start])
    rows = np.frombuffer(zlib.decompress(data[start + 4 : start + 4 + length]), dtype=np.uint8)
    assert (rows.reshape(7, 16)[:, 1:] == image.reshape(7, 15)).all()


def gif_pixels(data: bytes) -> list[int]:
    """The colour indices of a GIF's first picture, by a plain LZW decoder."""
    at = data.index(b"\x2c", 781) + 11
    packed = b""
    while data[at]:
        packed += data[at + 1 : at + 1 + data[at]]
        at += 1 + data[at]
    bits = "".join(f"{octet:08b}"[::-1] for octet in packed)
    table: dict[int, list[int]] = {}
    pixels: list[int] = []
    width, place, last = 9, 0, None
    while True:
        code = int(bits[place : place + width][::-1], 2)
        place += width
        if code == 257:
            return pixels
        if code == 256:
            table, width, last = {k: [k] for k in range(256)}, 9, None
            continue
        entry = table[code] if code in table else [*table[last], table[last][0]]  # type: ignore[index]
        if last is not None:
            table[len(table) + 2] = [*table[last], entry[0]]
        width = min(12, max(9, (len(table) + 2).bit_length()))
        pixels += entry
        last = code


def test_a_gif_decodes_to_the_nearest_colours(tmp_path: Path) -> None:
    image = np.random.default_rng(2).integers(0, 256, (90, 80, 3), dtype=np.uint8)
    write_gif(tmp_path / "a.gif", [image], 0.05)
    data = (tmp_path / "a.gif").read_bytes()
    palette = np.frombuffer(data[13:781], dtype=np.uint8).reshape(256, 3).astype(int)
    shown = palette[gif_pixels(data)].reshape(90, 80, 3)
    assert np.abs(shown - image).max() <= 26
