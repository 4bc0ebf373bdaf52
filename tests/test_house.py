"""The ground floor of the house needs nothing but the standard library, and loads nothing else."""

import ast
import subprocess
import sys
from pathlib import Path

import kessel

PACKAGE = Path(kessel.__file__).parent
GROUND_FLOOR = ("errors.py", "game", "record.py", "referee.py", "rules", "throws", "words")


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


def test_importing_the_package_loads_no_heavy_library() -> None:
    heavy = ("mujoco", "numba", "numpy", "scipy", "starlette", "sqlalchemy", "uvicorn")
    code = f"import sys, kessel; print([m for m in {heavy!r} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
