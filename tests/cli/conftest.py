"""Commands as a person calls them: what they say, and what they refuse in one line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kessel.cli import main

Say = Callable[..., str]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solved tables of this test alone."""
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Say:
    """Call a command that does what it is asked; returns what it prints."""

    def call(*words: str) -> str:
        assert main(words) == 0
        return capsys.readouterr().out

    return call


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Say:
    """Call a command with a mistake; returns the one line that says so."""

    def call(*words: str) -> str:
        assert main(words) == 2
        told = capsys.readouterr()
        assert not told.out
        assert "Traceback" not in told.err
        assert told.err.startswith("kessel: ")
        assert told.err.count("\n") == 1, told.err
        return told.err

    return call
