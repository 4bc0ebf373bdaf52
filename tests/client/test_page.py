"""The page is built from pinned packages, and only when it changed."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from scripts import load

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
