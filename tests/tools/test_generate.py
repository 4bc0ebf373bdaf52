"""Nothing that is made from something else is stale; and what is stale is noticed and named."""

from pathlib import Path

import pytest

from tools import generate, made
from tools.made import Generator, is_missing


def test_nothing_generated_is_stale() -> None:
    assert generate.stale() == []


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two generated files, one of them kept as it was once made; both as they should be."""
    fresh, kept = tmp_path / "here" / "fresh", tmp_path / "kept"
    generators = (
        Generator("fresh", lambda: {fresh: lambda: b"now"}),
        Generator("kept", lambda: {kept: lambda: b"now"}, is_missing),
    )
    monkeypatch.setattr(generate, "GENERATORS", generators)
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    assert generate.main([]) == 0
    return fresh, kept


def test_what_is_written_is_not_stale(files: tuple[Path, Path]) -> None:
    assert generate.main(["--check"]) == 0
    assert [path.read_bytes() for path in files] == [b"now", b"now"]


def test_what_differs_is_stale_and_the_command_is_named(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    fresh, kept = files
    fresh.write_bytes(b"before")
    kept.unlink()
    assert generate.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert "here/fresh is stale: make generate" in told
    assert "kept is stale" in told
    assert generate.main(["--check", "kept"]) == 1
    assert "fresh" not in capsys.readouterr().err
    assert fresh.read_bytes() == b"before", "a check writes nothing"


def test_what_is_kept_is_made_again_only_on_demand(files: tuple[Path, Path]) -> None:
    fresh, kept = files
    fresh.write_bytes(b"before")
    kept.write_bytes(b"before")
    assert generate.main([]) == 0
    assert (fresh.read_bytes(), kept.read_bytes()) == (b"now", b"before")
    assert generate.main(["--all", "kept"]) == 0
    assert kept.read_bytes() == b"now"


def test_an_unknown_generator_is_refused_with_those_there_are(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        generate.main(["fresher"])
    assert "there are fresh, kept" in capsys.readouterr().err


def test_nothing_is_generated_outside_the_repository() -> None:
    for one in generate.GENERATORS:
        assert all(path.is_relative_to(made.ROOT) for path in one.files())
