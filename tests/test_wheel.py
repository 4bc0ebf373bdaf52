"""The wheels, installed into empty environments: they play, and carry everybody's licences."""

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
from serving import free_port

import kessel
from kessel.extras import wheels_of

ROOT = Path(__file__).parents[1]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
SECONDS = 300
UV = shutil.which("uv", path=str(ROOT / ".tools" / SCRIPTS)) or shutil.which("uv") or "uv"
OFFERED: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "project"
]["optional-dependencies"]
LOCKED = ("play", "lab", "envs", "postgres", "cluster")
BASE_BYTES = 7e6
"""Of all that installing the base puts on a disk, with what pip compiles."""
IN_A_BROWSER = re.compile(r"kessel/page/|.*/page\.json$")
"""What neither wheel holds: Pyodide gets it, and the words are in the built page."""
DATA = re.compile(r"kessel/(physics/engine|server/static)/(?!.*\.py$)")
LINE = re.compile(r"""pip install (?:--\S+ )*(?:"([^"]+)"|'([^']+)'|([^\s`")']+))((?: \./play)?)""")
PLACES = (
    *("*.md", "docs/**/*.md", "src/kessel/**/*.py", "src/kessel/**/*.json"),
    *("client/src/**/*.ts*", "bench/*.py", "examples/*.py"),
)
PLAYS = """
from kessel import Game, IdealDice, make_bot, play
game = Game("harry-potter", players=3)
play(game, [make_bot("gambler"), make_bot("careful"), make_bot("rule")], IdealDice(), seed=7)
"""
STEPS = """
from kessel.envs.aec import env
from kessel.envs.gym import KesselEnv
table = env()
table.reset(seed=1)
KesselEnv().reset(seed=1)
"""
MANY = """
import gymnasium, kessel.envs
gymnasium.make_vec("kessel/SelfPlay-v0", num_envs=2)  # to play them would compile for long
"""
LOOKS = """
import contextlib, io, kessel, pydoc, rlcompleter
from kessel import *
with contextlib.redirect_stdout(io.StringIO()) as said:
    help(kessel)
assert "class Game" in said.getvalue() and "Play a game to its end" in said.getvalue()
complete = rlcompleter.Completer({"kessel": kessel}).complete
assert complete("kessel.load_or", 0) == "kessel.load_or_solve("
for name in kessel.__all__:
    assert pydoc.render_doc(globals()[name]) if name != "__version__" else __version__
"""
OPENS = """
import kessel.envs.open_spiel, pyspiel
assert pyspiel.load_game("kessel", {"hands": "1/1"}).new_initial_state().legal_actions()
"""
TRIALS: dict[str, list[tuple[str, ...]]] = {
    ".": [("kessel", "--version"), ("python", "-c", PLAYS), ("python", "-c", LOOKS)],
    ".[play] ./play": [
        ("kessel", "throw", "--lying", "2,5", "--seed", "wheel", "--json"),
        ("python", "-c", "from kessel.server.pages import Pages; assert Pages().is_built"),
    ],
    ".[lab]": [
        ("kessel", "match", "--bots", "beginner,rule", "--games", "20"),
        ("kessel", "study", "--help"),
    ],
    ".[envs]": [("python", "-c", STEPS)],
    ".[envs,fast]": [("python", "-c", MANY)],
    ".[fast]": [("python", "-c", "import kessel.fast")],
    ".[openspiel]": [("python", "-c", OPENS)],
    ".[postgres] ./play": [("python", "-c", "import psycopg, kessel.server.store.engine")],
}
"""What is really installed, and what is done with it; the rest is large, and only resolved."""
TAKES_LONG = {".[lab]", ".[fast]", ".[envs,fast]", ".[postgres] ./play"}


def install_lines() -> list[str]:
    """What we say is to be installed, anywhere; the advice of `kessel.extras`, for every extra."""
    said = {wheels_of(extra).replace('"', "") for extra in OFFERED}
    for place in PLACES:
        for path in ROOT.glob(place):
            text = path.read_text("utf-8").replace('\\"', '"')  # as in JSON
            said |= {"".join(found) for found in LINE.findall(text)}
    return sorted(said - {"{wheels}", "{package}"})


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheels of this checkout, built as `pip install . ./play` builds them."""
    folder = tmp_path_factory.mktemp("dist")
    for project in ROOT, ROOT / "play":
        build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
        _run(*build, cwd=project)
    return folder


@pytest.fixture(scope="module")
def wheel(wheels: Path) -> Path:
    """That of the base, kessel-dice."""
    (built,) = wheels.glob("kessel_dice-*.whl")
    return built


@pytest.fixture(scope="module")
def play(wheels: Path) -> Path:
    """That of the data, kessel-dice-play."""
    (built,) = wheels.glob("kessel_dice_play-*.whl")
    return built


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Path]:
    """The scripts of an environment without any package."""
    scripts = _environment(tmp_path / "env")
    yield scripts
    shutil.rmtree(scripts.parent)


@pytest.fixture(scope="module")
def base(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment with the base alone, compiled as pip compiles it."""
    scripts = _environment(tmp_path_factory.mktemp("base"))
    _install(".", wheel, scripts, "--compile-bytecode", "--link-mode", "copy")
    return scripts


def test_every_bundled_package_has_its_licence_text(play: Path) -> None:
    with zipfile.ZipFile(play) as files:
        page = files.read("kessel/server/static/licenses.md").decode()
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    texts = {section.split(" - ")[0]: section for section in sections}
    assert {"@fontsource/alegreya-sans", "preact", "three", "qrcode-generator"} <= set(texts)
    for name, text in texts.items():
        assert "Copyright" in text, f"{name} has no copyright line"
        assert "WARRANT" in text.upper(), f"{name} has no licence text"


def test_metadata_says_whose_it_is_and_what_for(wheel: Path, play: Path) -> None:
    assert _metadata(wheel)["License-Expression"] == "Apache-2.0"
    assert _metadata(play)["License-Expression"] == "Apache-2.0 AND MIT AND OFL-1.1"
    for one in wheel, play:
        about = _metadata(one)
        assert about["Version"] == kessel.__version__
        for field in ("Author", "Keywords", "Summary", "Classifier", "License-File"):
            assert about[field], f"{field} is missing"
    assert (ROOT / "play" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_wheels_need_each_other_in_one_version(wheel: Path, play: Path) -> None:
    assert _metadata(play).get_all("Requires-Dist") == [f"kessel-dice=={kessel.__version__}"]
    needs = [one for one in _metadata(wheel).get_all("Requires-Dist") or [] if "-play" in one]
    ours = f"kessel-dice-play=={kessel.__version__}"
    assert needs == [f"{ours}; extra == 'play'", f"{ours}; extra == 'postgres'"]


def test_all_code_is_in_one_wheel_and_data_alone_in_the_other(wheel: Path, play: Path) -> None:
    listed = _run("git", "ls-files", "src/kessel", cwd=ROOT).splitlines()
    code = {name.removeprefix("src/") for name in listed}
    base, data = (
        {name for name in _names(one) if not name.startswith("kessel_dice")}
        for one in (wheel, play)
    )
    assert base == {name for name in code if not IN_A_BROWSER.match(name)}
    assert not [name for name in data if not DATA.match(name)]
    assert {"kessel/server/static/index.html", "kessel/physics/engine/mujoco.wasm"} <= data
    assert "kessel/py.typed" in base


def test_the_wheel_says_what_the_page_is_made_of(play: Path) -> None:
    with zipfile.ZipFile(play) as files:
        (name,) = [one for one in files.namelist() if "/sboms/" in one]
        told = json.loads(files.read(name))
    assert "preact" in {one["name"] for one in told["components"]}


def test_the_wheel_holds_the_solutions_in_less_than_a_megabyte(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        tables = [one for one in files.infolist() if one.filename.endswith(".table.xz")]
    mine = {path.name for path in (ROOT / "src/kessel/solver/data").glob("*.table.xz")}
    assert {Path(one.filename).name for one in tables} == mine
    assert len(mine) == 4
    assert sum(one.compress_size for one in tables) < 1e6


def test_without_extras_it_is_small_and_needs_no_other_package(wheel: Path, base: Path) -> None:
    needed = _metadata(wheel).get_all("Requires-Dist") or []
    assert [need for need in needed if "extra ==" not in need] == []
    (packages,) = (found.parents[1] for found in base.parent.rglob("kessel/py.typed"))
    assert list(packages.glob("kessel/rules/__pycache__/engine.*.pyc"))
    files = (path for path in packages.glob("kessel*/**/*") if path.is_file())
    assert sum(path.stat().st_size for path in files) < BASE_BYTES


def test_strict_types_of_a_users_program_hold_beside_nothing_but_the_wheel(
    base: Path, tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    shutil.copy(ROOT / "tests" / "typed_program.py", program)
    with program.open("a") as file:
        file.write("k.Answer(1)\n")  # so that checking nothing is noticed
    strict = "--strict", "--python-executable", str(base / "python"), "--cache-dir", str(tmp_path)
    ran = _ran(sys.executable, "-m", "mypy", *strict, program.name, cwd=tmp_path)
    assert re.findall(r"error: .*", ran.stdout)[1:] == [], ran.stdout
    assert 'Argument 1 to "Answer" has incompatible type "int"' in ran.stdout


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(asked, marks=pytest.mark.long) if asked in TAKES_LONG else asked
        for asked in install_lines()
        if asked in TRIALS
    ],
)
def test_what_is_said_to_be_installed_works(asked: str, wheel: Path, empty: Path) -> None:
    _install(asked, wheel, empty)
    for command, *arguments in TRIALS[asked]:
        _run(str(empty / command), *arguments)


@pytest.mark.parametrize("asked", [asked for asked in install_lines() if asked not in TRIALS])
def test_what_is_said_to_be_installed_can_be(asked: str, wheel: Path, empty: Path) -> None:
    _install(asked, wheel, empty, "--dry-run")


def test_every_extra_is_tried() -> None:
    asked = {extra for line in install_lines() for extra in _extras(line)}
    assert asked == set(OFFERED)


def test_nobody_is_told_to_install_what_is_on_no_registry() -> None:
    assert [line for line in install_lines() if "kessel" in line] == []


def test_without_its_driver_a_database_says_what_to_install(wheel: Path, empty: Path) -> None:
    _install(".[play] ./play", wheel, empty)
    kessel = str(empty / "kessel")
    port = str(free_port())  # somebody may play at the usual one
    ran = _ran(kessel, "serve", "--port", port, "--database", "postgresql://127.0.0.1:1/nothing")
    assert ran.returncode == 2
    assert ran.stderr.splitlines() == [
        "kessel: psycopg is not installed. In a checkout of Kessel: "
        'pip install ".[postgres]" ./play'
    ]


def test_the_lock_pins_what_the_wheel_asks_for() -> None:
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    names = {re.split(r"[<>=\[]", need)[0] for extra in LOCKED for need in OFFERED[extra]}
    for name in names - {"kessel-dice", "kessel-dice-play"}:
        assert re.search(rf"^{re.escape(name)}==", pins, re.MULTILINE), f"{name} is not locked"


def _names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as files:
        return files.namelist()


def _environment(folder: Path) -> Path:
    _run(UV, "venv", "--quiet", "--python", sys.executable, str(folder))
    return folder / SCRIPTS


def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(files.read(name))


def _extras(asked: str) -> list[str]:
    extras = asked.partition("[")[2].partition("]")[0]
    return extras.split(",") if extras else []


def _install(asked: str, wheel: Path, scripts: Path, *further: str) -> None:
    """Install from the registry, our own from the wheels; paths are the wheels built of them."""
    ours = asked.startswith(".")
    wanted = [re.sub(r"^\.(?=\[|$)", "kessel-dice", one) for one in asked.split()]
    wanted = ["kessel-dice-play" if one == "./play" else one for one in wanted]
    pins = ["--constraints", str(ROOT / "requirements.txt")] if ours else []
    places = ["--python", str(scripts / "python"), "--find-links", str(wheel.parent)]
    fresh = ["--refresh-package", "kessel-dice", "--refresh-package", "kessel-dice-play"]
    _run(UV, "pip", "install", "--quiet", *places, *pins, *fresh, *further, *wanted)


def _run(*command: str, cwd: Path | None = None) -> str:
    ran = _ran(*command, cwd=cwd)
    assert ran.returncode == 0, f"{' '.join(command)}: {ran.stdout}{ran.stderr}"
    return ran.stdout


def _ran(*command: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["LANGUAGE"] = "en"
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=SECONDS
    )
