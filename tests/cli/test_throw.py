"""The command `kessel throw`, as somebody types it."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from cli.conftest import Say
from PIL import Image

from kessel.cli import main
from kessel.physics.trajectory import Trajectory


def lines(said: Say, *words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in said("throw", *words, "--json").splitlines()]


def test_one_json_line_a_throw(said: Say) -> None:
    throws = lines(said, "--lying", "2,5,6", "--strength", "firm", "--count", "5")
    assert len(throws) == 5
    for throw in throws:
        assert list(throw) == ["thrown", "lying", "cocked", "seconds", "flipped"]
        assert throw["thrown"] in ("X", "2", "3", "4", "5", "6", "out")
        assert isinstance(throw["lying"], list)
        assert len(throw["lying"]) == 3
        changed = sum(a not in (b, "out") for a, b in zip(throw["lying"], "256", strict=True))
        assert throw["flipped"] == changed


def test_the_same_seed_throws_the_same_and_another_does_not(said: Say) -> None:
    words = ("harry-potter", "--lying", "accio,X", "--count", "3")
    first = lines(said, *words, "--seed", "abc")
    assert lines(said, *words, "--seed", "abc") == first
    assert lines(said, *words, "--seed", "abd") != first


def test_an_empty_arena_is_allowed_and_the_summary_has_intervals(said: Say) -> None:
    told = said("throw", "impact", "--lying", "", "--count", "20")
    assert "20 firm throws at 0 lying dice" in told
    assert told.count(" to ") >= 10
    assert "lightning" in told


def test_a_picture_is_drawn_or_the_lack_of_opengl_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, film = tmp_path / "throw.png", tmp_path / "throw.gif"
    code = main(["throw", "--lying", "2,3", "--png", str(path), "--gif", str(film)])
    if code == 0:
        with Image.open(path) as picture, Image.open(film) as shown:
            assert (picture.format, picture.size) == ("PNG", (800, 600))
            assert (shown.format, shown.size, shown.info["loop"]) == ("GIF", (400, 300), 0)
            assert shown.n_frames > 10  # type: ignore[attr-defined]
    else:
        error = capsys.readouterr().err
        assert (code, error.count("\n")) == (2, 1)
        assert "no picture can be drawn on this machine" in error


def test_a_picture_shows_how_the_dice_lie_and_a_film_every_other_frame(
    tmp_path: Path, said: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[int]] = []

    def drawn(edition: str, shown: Trajectory, frames: Sequence[int], *_: int) -> list[Image.Image]:
        assert all(0 <= frame < shown.frames for frame in frames)
        asked.append([frame - (shown.frames - 1) for frame in frames])
        return [Image.new("RGB", (4, 3), (frame % 256, 0, 0)) for frame in frames]

    monkeypatch.setattr("kessel.physics.render.draw", drawn)
    path, film = tmp_path / "throw.png", tmp_path / "throw.gif"
    said("throw", "--lying", "2,3", "--png", str(path), "--gif", str(film))
    last, every_other = asked
    assert last == [0], "the last frame"
    assert {b - a for a, b in pairwise(every_other)} == {2}
    assert every_other[-1] >= -1
