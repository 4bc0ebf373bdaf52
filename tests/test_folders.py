"""Data and caches lie where each system wants them."""

from pathlib import Path

import pytest

from kessel import folders

HOME = Path.home()


@pytest.mark.parametrize(
    ("system", "variables", "data", "cache"),
    [
        ("linux", {}, HOME / ".local/share/kessel", HOME / ".cache/kessel"),
        (
            "linux",
            {"XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "not/absolute"},
            Path("/data/kessel"),
            HOME / ".cache/kessel",
        ),
        (
            "darwin",
            {},
            HOME / "Library/Application Support/kessel",
            HOME / "Library/Caches/kessel",
        ),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/kessel"), Path("/local/kessel/Cache")),
        ("win32", {}, HOME / "AppData/Local/kessel", HOME / "AppData/Local/kessel/Cache"),
    ],
)
def test_each_system_has_its_places(
    system: str,
    variables: dict[str, str],
    data: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", system)
    assert (folders.data_folder(), folders.cache_folder()) == (data, cache)
