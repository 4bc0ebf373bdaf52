"""The wheel, installed into an empty environment: it plays, and carries everybody's licences."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

import kessel

ROOT = Path(__file__).parents[1]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
SECONDS = 300


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built as `pip install .` builds it."""
    folder = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The scripts of an empty environment into which nothing but the wheel was installed."""
    folder = tmp_path_factory.mktemp("empty") / "env"
    uv = shutil.which("uv", path=str(ROOT / ".tools" / SCRIPTS)) or shutil.which("uv")
    assert uv, "no uv found; `make setup` installs it into .tools"
    _run(uv, "venv", "--quiet", "--python", sys.executable, str(folder))
    scripts = folder / SCRIPTS
    pins = ["--constraints", str(ROOT / "requirements.txt")]
    python = ["--python", str(scripts / "python")]
    _run(uv, "pip", "install", "--quiet", *python, *pins, str(wheel))
    yield scripts
    shutil.rmtree(folder)


def test_every_bundled_package_has_its_licence_text(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        page = files.read("kessel/server/static/licenses.md").decode()
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    texts = {section.split(" - ")[0]: section for section in sections}
    assert {"@fontsource/alegreya-sans", "preact", "three", "qrcode-generator"} <= set(texts)
    for name, text in texts.items():
        assert "Copyright" in text, f"{name} has no copyright line"
        assert "WARRANT" in text.upper(), f"{name} has no licence text"


def test_metadata_says_whose_it_is_and_what_for(wheel: Path) -> None:
    about = _metadata(wheel)
    assert about["Version"] == kessel.__version__
    assert set(about["License-Expression"].split(" AND ")) == {"Apache-2.0", "MIT", "OFL-1.1"}
    for field in ("Author", "Keywords", "Summary", "Classifier", "License-File"):
        assert about[field], f"{field} is missing"


def test_the_wheel_holds_the_page_and_nothing_foreign(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    assert "kessel/server/static/index.html" in names
    assert "kessel/py.typed" in names
    strangers = [name for name in names if not name.startswith(("kessel/", "kessel-"))]
    assert not strangers
    assert not [name for name in names if name.endswith("/page.json")], "words of the page, twice"


def test_the_wheel_holds_the_solutions_in_less_than_a_megabyte(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        tables = [one for one in files.infolist() if one.filename.endswith(".table.xz")]
    mine = {path.name for path in (ROOT / "src/kessel/solver/data").glob("*.table.xz")}
    assert {Path(one.filename).name for one in tables} == mine
    assert len(mine) == 3
    assert sum(one.compress_size for one in tables) < 1e6


def test_it_tells_its_version(installed: Path) -> None:
    said = _run(str(installed / "kessel"), "--version")
    assert said.strip() == f"kessel {kessel.__version__}"


def test_it_plays_a_game(installed: Path) -> None:
    said = _run(
        str(installed / "kessel"), "match", "--bots", "beginner,rule", "--games", "20", "--json"
    )
    assert sum(row["won"] for row in json.loads(said)) == 20


def test_it_throws(installed: Path) -> None:
    said = _run(str(installed / "kessel"), "throw", "--lying", "2,5", "--seed", "wheel", "--json")
    assert said.count("\n") == 1
    assert said.startswith("{")


def test_the_lock_pins_what_the_wheel_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for need in project["dependencies"]:
        name = re.split(r"[<>=\[]", need)[0]
        assert re.search(rf"^{re.escape(name)}==", pins, re.MULTILINE), f"{name} is not locked"


def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(files.read(name))


def _run(*command: str, cwd: Path | None = None) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=SECONDS
    )
    assert ran.returncode == 0, f"{' '.join(command)}: {ran.stdout}{ran.stderr}"
    return ran.stdout
