"""What stands beside the code says the same as the code."""

import re
import tomllib
from pathlib import Path

import kessel

ROOT = Path(__file__).parents[1]
LINES_OF_THE_FIRST_RELEASE = 40


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def sections() -> dict[str, list[str]]:
    """The lines of the changelog under each version's heading."""
    found: dict[str, list[str]] = {}
    for line in read("CHANGELOG.md").splitlines():
        if line.startswith("## "):
            found[line.removeprefix("## ")] = []
        elif found:
            found[list(found)[-1]].append(line)
    return found


def test_the_changelog_begins_with_this_version() -> None:
    newest, *older = sections()
    assert newest.split()[0] == kessel.__version__
    dated = re.compile(r"\d+\.\d+\.\d+ \((not released yet|\d{4}-\d\d-\d\d)\)")
    assert [one for one in (newest, *older) if not dated.fullmatch(one)] == []


def test_the_first_release_is_a_short_list_and_every_change_one_line() -> None:
    versions = sections()
    assert len(versions[list(versions)[-1]]) <= LINES_OF_THE_FIRST_RELEASE
    for lines in versions.values():
        assert [line for line in lines if line.startswith((" ", "\t"))] == []


def test_whoever_cites_it_cites_this_version() -> None:
    cited = dict(re.findall(r"^(version|license): (.*)$", read("CITATION.cff"), re.MULTILINE))
    licences = tomllib.loads(read("pyproject.toml"))["project"]["license"]
    assert cited["version"] == kessel.__version__
    assert cited["license"] in licences.split(" AND ")
    (title,) = re.findall(r'^title: "(.*)"$', read("CITATION.cff"), re.MULTILINE)
    (author,) = re.findall(r"^  - name: (.*)$", read("CITATION.cff"), re.MULTILINE)
    entry = dict(
        re.findall(r"^  (\w+) += \{+(.*?)\}+,?$", read("docs/reference/citing.md"), re.MULTILINE)
    )
    assert entry == {"author": author, "title": title} | cited


def test_before_a_commit_runs_what_make_lint_runs() -> None:
    (recipe,) = re.findall(r"^lint: .*\n((?:\t.*\n)+)", read("Makefile"), re.MULTILINE)
    commands = [line.strip().replace("$(RUN)", ".venv/bin") for line in recipe.splitlines()]
    hooks = re.findall(r"entry: (.*)", read(".pre-commit-config.yaml"))
    assert hooks == commands
