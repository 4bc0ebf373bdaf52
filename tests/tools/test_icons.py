"""An icon carries what it was drawn from."""

from pathlib import Path

import pytest

from tools import icons


def test_an_icon_whose_source_changed_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in icons.PUBLIC.glob("*icon*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(icons, "PUBLIC", tmp_path)
    assert icons.GENERATOR.stale() == {}
    with (tmp_path / "icon.svg").open("a") as source:
        source.write(" ")
    (tmp_path / "apple-touch-icon.png").unlink()
    stale = {path.name for path in icons.GENERATOR.stale()}
    assert stale == {"icon-192.png", "icon-512.png", "apple-touch-icon.png"}
