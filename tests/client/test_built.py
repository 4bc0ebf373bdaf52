"""The page and the engine as they are built."""

import asyncio
import gzip
import json
import re
import shutil
import subprocess
import zipfile
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from browser.static_site import built
from proof.stories import played
from scripts import load

from kessel.messages.server import PROTOCOL
from kessel.page.judge import Judges
from kessel.page.referee import PageReferee
from kessel.rules.edition import EDITIONS
from kessel.throws.ideal import IdealDice

# --- The page: from pinned packages, and only when it changed -------------------------------------

CLIENT = Path(__file__).parents[2] / "client"


def test_the_lock_names_no_registry() -> None:
    lock = (CLIENT / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert "omit-lockfile-registry-resolved=true" in (CLIENT / ".npmrc").read_text()


def test_dependencies_are_pinned() -> None:
    versions = re.findall(
        r'^ {4}"@?[\w/-]+": "([^"]+)"', (CLIENT / "package.json").read_text(), re.M
    )
    pinned = [one for one in versions if re.fullmatch(r"\d+\.\d+\.\d+", one)]
    assert len(pinned) >= 10


def test_a_page_that_did_not_change_is_not_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = load("client/page.py")
    built: list[str] = []
    monkeypatch.setattr(page, "STATIC", tmp_path)
    monkeypatch.setattr(page, "run", lambda script, *_: built.append(script))
    assert page.build()
    assert not page.build()
    assert built == ["build"]


def test_all_that_the_worker_keeps_is_there() -> None:
    page = load("client/page.py").STATIC
    _, listed = (page / "sw.js").read_text().split("const FILES = ", 1)
    files = json.loads(listed.partition(";\n")[0])
    assert any(name.startswith("assets/index-") for name in files)
    assert [name for name in files if not (page / name).is_file()] == []


def test_an_unknown_order_is_refused_with_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert load("client/page.py").main(["bake"]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_message_that_the_page_does_not_handle_does_not_compile(tmp_path: Path) -> None:
    """In a copy whose server says something more."""
    client = tmp_path / "client"
    shutil.copytree(CLIENT / "src", client / "src")
    (client / "node_modules").symlink_to(CLIENT / "node_modules")
    kessel = tmp_path / "src" / "kessel"
    kessel.mkdir(parents=True)
    for name in ("words", "game"):
        (kessel / name).symlink_to(CLIENT.parent / "src" / "kessel" / name)
    config = json.loads((CLIENT / "tsconfig.json").read_text())
    (client / "tsconfig.json").write_text(json.dumps(config | {"include": ["src"]}))
    protocol = client / "src" / "protocol.ts"
    said = "export type ServerMessage ="
    text = protocol.read_text()
    protocol.write_text(text.replace(said, f'{said}\n  | {{ type: "unheard of"; ref?: null }}'))
    page = load("client/page.py")
    ran = subprocess.run(
        [page.node_path(), client / "node_modules" / ".bin" / "tsc", "--noEmit"],
        cwd=client,
        capture_output=True,
        text=True,
    )
    wrong = {line.partition("(")[0] for line in ran.stdout.splitlines() if ": error " in line}
    assert wrong == {"src/game/table.ts"}
    assert "unheard of" in ran.stdout


# --- The engine: light enough, with all licences, nothing of machines in it -----------------------

MOST_BYTES = 10_000_000
MOST_BYTES_OF_REFEREE = 6_000_000
CASES = Path(__file__).parents[1] / "conformance" / "cases.jsonl"


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


def test_the_referee_weighs_what_it_says_and_is_a_part_of_the_whole(engine: Path) -> None:
    listed = json.loads((engine / "engine.json").read_text())
    assert set(listed["referee"]) < set(listed["files"])
    assert sum(listed["files"][name] for name in listed["referee"]) <= MOST_BYTES_OF_REFEREE
    assert listed["protocol"] == PROTOCOL


def stories() -> list[list[str]]:
    """Messages, for a referee each: every conformance case, refusals included, and nonsense."""
    told: list[list[dict[str, Any]]] = []
    for line in CASES.read_text().splitlines():
        case = json.loads(line)
        if "position" in case:
            steps = [
                *case.get("steps", []),
                *([case["illegal_step"]] if "illegal_step" in case else []),
            ]
            start = {"type": "referee_open", "requests": [{"position": case["position"]}]}
            told.append([start, *({"type": "referee_send", "request": step} for step in steps)])
    for edition in EDITIONS:
        new = {"edition": edition, "players": ["Ann", "Ben"], "first": "Ann"}
        told.append([{"type": "referee_open", "requests": [{"new": new}]}])
    nonsense = [["no JSON", '{"type": "look"}', '{"type": "hello", "protocol": 0}']]
    return [[json.dumps(message) for message in story] for story in told] + nonsense


def unpack_all(engine: Path, target: Path, part: str = "files") -> None:
    """The files of the engine, or of a part of it."""
    listed = json.loads((engine / "engine.json").read_text())
    for name in listed[part]:
        body = (engine / listed["folder"] / name).read_bytes()
        is_packed = name.endswith(".pack")
        file = target / name.removesuffix(".pack")
        file.write_bytes(gzip.decompress(body) if is_packed else body)


def answered_by(program: str, folder: Path, messages: Path) -> Any:
    """What a program in Node prints, with the engine's files in this folder."""
    node = import_module("page").node_path()
    command = [str(node), str(Path(__file__).with_name(program)), f"{folder}/", str(messages)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout)


def test_the_referee_alone_answers_as_native_python_does(engine: Path, tmp_path: Path) -> None:
    """Nothing else of the engine is there: what it lacked would be missed."""
    unpack_all(engine, tmp_path, "referee")
    messages = tmp_path / "messages.json"
    messages.write_text(json.dumps(stories()))
    answered = answered_by("referee_part.mjs", tmp_path, messages)

    async def native(story: list[str]) -> list[str]:
        referee = PageReferee()
        return [await referee.receive(message) for message in story]

    assert answered == [asyncio.run(native(story)) for story in stories()]
    assert len({answer for story in answered for answer in story}) > 100, "they say something"


def test_behind_the_page_a_story_is_judged_as_in_native_python(
    engine: Path, tmp_path: Path
) -> None:
    """One that is honest, and one with a die that was shown elsewhere."""
    unpack_all(engine, tmp_path)
    teller, _ = asyncio.run(played("harry-potter"))
    told = "\n".join(json.dumps(line) for line in teller.story)
    changed = told.replace('"removed": 0', '"removed": 1', 1)
    messages = tmp_path / "stories.json"
    messages.write_text(json.dumps([told, changed]))
    found = answered_by("judge_part.mjs", tmp_path, messages)
    assert found == [Judges(IdealDice()).begin("en").feed(one) for one in (told, changed)]
    assert [bool(json.loads(one)["wrong"]) for one in found] == [False, True]


def test_the_list_names_what_is_there(engine: Path) -> None:
    listed = json.loads((engine / "engine.json").read_text())
    assert {path.name for path in (engine / listed["folder"]).iterdir()} == set(listed["files"])
    assert sum(path.is_dir() for path in engine.iterdir()) == 1, "older versions go"


def test_rooms_that_need_a_machine_stay_at_home(engine: Path) -> None:
    names = unpacked(engine, "kessel.zip")
    assert "kessel/page/browser.pyc" in names
    assert not [name for name in names if name.startswith(("kessel/server", "kessel/cli"))]


def test_what_is_imported_at_the_start_is_compiled(engine: Path) -> None:
    names = ("python_stdlib", "python_rest", "referee", "kessel")
    library, rest, referee, own = (set(unpacked(engine, f"{name}.zip")) for name in names)
    assert {"asyncio/events.pyc", "json/decoder.pyc"} <= library
    assert "statistics.py" in rest
    assert {"kessel/rules/engine.pyc", "kessel/page/referee.pyc"} <= referee
    assert {"kessel/hall/hub.pyc", "kessel/solver/potter/game.py"} <= own
    assert not library & rest
    assert not referee & own


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
