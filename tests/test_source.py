"""What needs no extra imports nothing but the standard library, and loads nothing else; every
module with logic has its tests beside it.
"""

import ast
import subprocess
import sys
from pathlib import Path

import kessel

PACKAGE = Path(kessel.__file__).parent
TESTS = Path(__file__).parent
TESTED_UNDER_ANOTHER_NAME = {
    "cli/calibrate.py": "lab/test_command.py",
    "cli/edition.py": "cli/test_options.py",
    "cli/match.py": "lab/test_command.py",
    "cli/serve.py": "server/test_commands.py",
    "fast/row.py": "fast/test_effect_kernel.py",
    "fast/throws.py": "envs/test_vector_games.py",
    "fast/turns.py": "envs/test_vector_games.py",
    "page/shelf.py": "page/test_store.py",
    "physics/portable.py": "physics/test_node.py",
    "server/nodes/fleet.py": "server/nodes/test_cluster.py",
    "server/nodes/inlet.py": "server/nodes/test_relay.py",
    "server/store/appends_postgres.py": "server/test_owners.py",
    "server/store/members.py": "server/test_owners.py",
    "server/workers.py": "server/test_games.py",
    "table/course.py": "table/test_whole_games.py",
    "table/devices.py": "table/test_links.py",
}
"""Modules that are tested through what they are for, by the file that does it."""
WITHOUT = {
    "page/browser.py",  # runs in a browser only
    "physics/numbers.py",  # only chooses between two libraries
    "physics/warp_contacts.py",  # as the last
    "physics/warp_solver.py",  # as the next
    "physics/warp_worlds.py",  # runs on a GPU only: bench/physics_gpu.py
    "server/config.py",  # only data
}
LOGIC = (ast.If, ast.IfExp, ast.For, ast.While, ast.Match, ast.Try, ast.BoolOp, ast.comprehension)
GROUND_FLOOR = ("errors.py", "game", "record.py", "referee", "rules", "throws", "words")


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
    heavy = (
        "gymnasium", "mujoco", "numba", "numpy", "pettingzoo", "pyspiel", "scipy", "starlette",
        "sqlalchemy", "uvicorn",
    )  # fmt: skip
    code = f"import sys, kessel; print([m for m in {heavy!r} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def has_logic(path: Path) -> bool:
    """Whether a file decides or repeats anything: data, protocols and lists of exports do not."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return path.name != "__init__.py" and any(isinstance(node, LOGIC) for node in nodes)


def beside(module: str) -> Path | None:
    """The file beside a module: of its name, in its room."""
    room, name = module.rpartition("/")[0].partition("/")[0], module.rpartition("/")[2]
    return next((TESTS / room).rglob(f"test_{name}"), None)


def test_every_module_with_logic_has_its_test_file() -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if has_logic(path)]
    names = {path.relative_to(PACKAGE).as_posix() for path in modules}
    assert len(names) > 100
    missing = {name for name in names if beside(name) is None}
    assert missing == WITHOUT | set(TESTED_UNDER_ANOTHER_NAME)
    assert all((TESTS / file).exists() for file in TESTED_UNDER_ANOTHER_NAME.values())
