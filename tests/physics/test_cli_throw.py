"""The command `kessel throw`, as somebody types it."""

import json
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from kessel.cli import main
from kessel.physics.images import write_gif, write_png


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert main(["throw", *words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_json_line_a_throw(capsys: pytest.CaptureFixture[str]) -> None:
    throws = lines(capsys, "--lying", "2,5,6", "--strength", "firm", "--count", "5")
    assert len(throws) == 5
    for throw in throws:
        assert list(throw) == ["thrown", "lying", "cocked", "seconds", "flipped"]
        assert throw["thrown"] in ("X", "2", "3", "4", "5", "6", "out")
        assert isinstance(throw["lying"], list)
        assert len(throw["lying"]) == 3
        changed = sum(a not in (b, "out") for a, b in zip(throw["lying"], "256", strict=True))
        assert throw["flipped"] == changed


def test_the_same_seed_throws_the_same_and_another_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--edition", "harry-potter", "--lying", "accio,X", "--count", "3")
    first = lines(capsys, *words, "--seed", "abc")
    assert lines(capsys, *words, "--seed", "abc") == first
    assert lines(capsys, *words, "--seed", "abd") != first


def test_an_empty_arena_is_allowed_and_the_summary_has_intervals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["throw", "--edition", "impact", "--lying", "", "--count", "20"]) == 0
    told = capsys.readouterr().out
    assert "20 firm throws at 0 lying dice" in told
    assert told.count(" to ") >= 10
    assert "lightning" in told


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--lying", "2,9"], "X 2 3 4 5 6"),
        (["--strength", "furious"], "gentle, firm, wild"),
        (["--count", "0"], "1 and more"),
        (["--edition", "strike-2021"], "did you mean strike-2020"),
        (["--lying", ",".join("2" * 40)], "do not fit"),
    ],
)
def test_mistakes_are_one_line_that_says_what_is_accepted(
    words: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["throw", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("kessel: ")
    assert hint in error
    assert error.count("\n") == 1


def test_a_picture_is_drawn_or_the_lack_of_opengl_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "throw.png"
    code = main(["throw", "--lying", "2,3", "--png", str(path)])
    if code == 0:
        width, height = struct.unpack(">II", path.read_bytes()[16:24])
        assert (width, height) == (800, 600)
    else:
        error = capsys.readouterr().err
        assert (code, error.count("\n")) == (2, 1)
        assert "no picture can be drawn on this machine" in error


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
