"""The engine as it is put together: light enough, with all licences, nothing of machines in it."""

import gzip
import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from browser.static_site import built

MOST_BYTES = 10_000_000


@pytest.fixture(scope="module")
def engine() -> Path:
    """The folder that the page looks into."""
    return built() / "engine"


def unpacked(engine: Path, name: str) -> list[str]:
    """The files in one of its archives."""
    (archive,) = engine.glob(f"*/{name}.pack")
    return zipfile.ZipFile(BytesIO(gzip.decompress(archive.read_bytes()))).namelist()


def test_it_weighs_no_more_than_was_promised(engine: Path) -> None:
    files = json.loads((engine / "engine.json").read_text())["files"]
    assert sum(files.values()) < MOST_BYTES


def test_the_list_names_what_is_there(engine: Path) -> None:
    listed = json.loads((engine / "engine.json").read_text())
    assert {path.name for path in (engine / listed["folder"]).iterdir()} == set(listed["files"])
    assert sum(path.is_dir() for path in engine.iterdir()) == 1, "older versions go"


def test_rooms_that_need_a_machine_stay_at_home(engine: Path) -> None:
    names = unpacked(engine, "kessel.zip")
    assert "kessel/page/browser.pyc" in names
    assert not [name for name in names if name.startswith(("kessel/server", "kessel/cli"))]


def test_what_is_imported_at_the_start_is_compiled(engine: Path) -> None:
    library, own = (unpacked(engine, f"{name}.zip") for name in ("python_stdlib", "kessel"))
    assert {"asyncio/events.pyc", "json/decoder.pyc", "statistics.py"} <= set(library)
    assert {
        "kessel/hall/hub.pyc",
        "kessel/rules/engine.pyc",
        "kessel/solver/potter/game.py",
    } <= set(own)


def test_everybodys_licence_comes_along(engine: Path) -> None:
    text = (engine / "licenses.md").read_text()
    for name in ("Pyodide", "Python", "MuJoCo", "msgspec"):
        assert f"## {name}" in text
    for sign in ("Mozilla Public License", "PYTHON SOFTWARE FOUNDATION", "Apache License"):
        assert sign in text


def test_the_page_keeps_its_policy_and_loads_nothing_from_elsewhere(engine: Path) -> None:
    page = (engine.parent / "index.html").read_text()
    policy = page.split('Content-Security-Policy" content="')[1].split('"')[0]
    assert "script-src &#39;self&#39;;" in policy
    assert "eval" not in policy
    assert "http" not in policy
    assert 'src="/' not in page, "addresses are relative"
    assert 'href="/' not in page
