"""The page is built from pinned packages, and only when it changed."""

import json
import re
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
