"""What needs no extra imports nothing but the standard library, and loads nothing else; whatever
breaks an import contract is found; a class can be found by its name."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path

import kessel

PACKAGE = Path(kessel.__file__).parent
TESTS = Path(__file__).parent
GROUND_FLOOR = (
    "errors.py", "extras.py", "folders.py", "game", "names.py", "public.py", "record.py", "referee",
    "rules", "terminal.py", "throws", "words",
)  # fmt: skip


def imported(path: Path) -> set[str]:
    """The top names of all modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names}


def test_rules_throws_and_game_need_only_the_standard_library() -> None:
    files = [
        file
        for place in GROUND_FLOOR
        for file in (
            [PACKAGE / place] if place.endswith(".py") else (PACKAGE / place).rglob("*.py")
        )
    ]
    assert len(files) > 20
    for file in files:
        strangers = imported(file) - set(sys.stdlib_module_names) - {"kessel"}
        assert not strangers, f"{file.name} imports {strangers}"


def test_a_users_program_has_every_public_name_and_runs() -> None:
    program = TESTS / "typed_program.py"
    text = program.read_text(encoding="utf-8")
    assert [name for name in import_module("kessel").__all__ if f"k.{name}" not in text] == []
    subprocess.run([sys.executable, program], capture_output=True, check=True)


def test_no_class_has_the_name_of_another() -> None:
    """Neither in the package nor in the page; the page's types of messages are made from ours."""
    files = [*PACKAGE.rglob("*.py"), *(TESTS.parent / "client" / "src").rglob("*.ts*")]
    named = Counter(
        name
        for file in files
        for name in re.findall(r"^ *(?:export )?class (\w+)", file.read_text("utf-8"), re.MULTILINE)
    )
    assert named["Director"] == named["TableState"] == 1
    assert [name for name, times in named.items() if times > 1] == []


def test_a_kind_of_answer_is_named_in_few_files() -> None:
    """Those of spells, elements and options: whoever answers asks what is awaited for its move."""
    texts = [file.read_text("utf-8") for file in PACKAGE.rglob("*.py")]
    for kind in ("Collect", "TakeAccio", "StackTower", "WinColumn"):
        assert 5 < sum(bool(re.search(rf"\b{kind}\b", text)) for text in texts) <= 10, kind


UNLISTED = ["attic", "solver.attic", "envs.attic"]
IMPORTS = {
    "names": "kessel.rules.edition",
    "extras": "kessel.names",
    "folders": "sqlalchemy",
    "terminal": "kessel.errors",
    "errors": "mujoco",
    "rules.state": "gymnasium",
    "hall.room": "threading",
    "page.hall": "subprocess",
    "server.app": "pyodide",
}
"""What a module must not import."""


def linted(copy: Path, imports: dict[str, str]) -> str:
    """What the linter says of a copy of the package with these imports added."""
    ignored = shutil.ignore_patterns("static", "data", "engine", "__pycache__")
    shutil.copytree(PACKAGE, copy / "kessel", ignore=ignored)
    for name, module in imports.items():
        with (copy / "kessel" / f"{name.replace('.', '/')}.py").open("a") as file:
            file.write(f"\nimport {module}\n")
    ran = subprocess.run(
        [
            Path(sys.executable).parent / "lint-imports",
            "--no-cache",
            "--config",
            TESTS.parent / "pyproject.toml",
        ],
        env={**os.environ, "PYTHONPATH": str(copy), "COLUMNS": "1000"},
        capture_output=True,
        text=True,
    )
    return ran.stdout


def test_a_room_that_nobody_listed_stops_the_build(tmp_path: Path) -> None:
    said = linted(tmp_path, dict.fromkeys(UNLISTED, "kessel.errors"))
    assert [name for name in UNLISTED if f"- kessel.{name}\n" not in said] == []


def test_a_forbidden_import_stops_the_build(tmp_path: Path) -> None:
    said = linted(tmp_path, IMPORTS)
    unseen = [name for name in IMPORTS if f"kessel.{name} -> {IMPORTS[name]} (l." not in said]
    assert unseen == []


# --- What stands beside the code says the same as the code ----------------------------------------

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
