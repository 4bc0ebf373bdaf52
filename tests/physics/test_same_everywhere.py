"""Nothing on the way to a throw depends on the platform: every function it reaches is exact.

`+ - * /` and square roots are the same everywhere; the rest of `math`, `**`, sums of floats and
numpy's sums and products are not. What is loaded is read, and what is called is watched.
"""

import ast
import builtins
import math
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from physics.test_nodejs import order

from kessel.physics import plain_arrays
from kessel.physics.portable import PortableDice

EXACT = {"sqrt", "pi", "tau", "inf", "ceil", "floor", "frexp", "isfinite", "prod"}
"""What may be taken from `math`; `prod` is for shapes."""
INEXACT = {"sum", "einsum", "dot", "vdot", "matmul", "mean", "std", "var", "linalg", "cumsum"} | {
    *("sin", "cos", "tan", "arctan2", "arccos", "hypot", "exp", "log", "power", "inner")
}
"""What may not be asked of arrays: their library may add in another order."""
WHOLE_NUMBERS = {
    "attempt.py": {"sum(map(len, self._frames))"},
    "dice.py": {"sum((one.throws for one in self._simulators.values()))"},
    "ideal.py": {
        "sum((len(dice_of(piece)) for piece in struck))",
        "sum((chance.random() < self.cocked for _ in staying))",
    },
    "plain_arrays.py": {
        "sum((one.shape[axis] for one in arrays))",
        "sum((one is not None and one is not ... for one in keys))",
    },
    "trajectory.py": {
        "(one * two).sum(axis=1, keepdims=True)",
        "(one * one).sum(axis=1, keepdims=True)",
        "sum((end - first for die_runs in runs for first, end in die_runs))",
        "np.cumsum(reader.unsigned(count))",
        "(turns * turns).sum(axis=2, keepdims=True)",
    },
}
"""Sums of integers, and, in `decode`, of squares of integers: exact in any order."""
REACHED = """
import sys
from physics.test_nodejs import order
from kessel.physics.portable import PortableDice
dice = PortableDice()
dice.throw(order())
dice.close()
for name, module in sorted(sys.modules.items()):
    if name.startswith(("kessel.physics", "kessel.throws")) and module.__file__:
        print(module.__file__)
"""


def findings(name: str, text: str) -> Iterator[str]:
    """Whatever in a source may differ from one platform to another."""
    allowed = WHOLE_NUMBERS.get(name, set())
    for node in ast.walk(ast.parse(text)):
        told = ast.unparse(node) if isinstance(node, ast.expr | ast.ImportFrom) else ""
        match node:
            case ast.BinOp(op=ast.MatMult()):
                yield told
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                if not isinstance(left, ast.Constant) or isinstance(right, ast.Name):
                    yield told
            case ast.ImportFrom(module="math"):
                yield told
            case ast.Attribute(value=ast.Name(id="math"), attr=attr) if attr not in EXACT:
                yield told
            case ast.Call(func=ast.Name(id="sum" | "pow")) if told not in allowed:
                yield told
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in INEXACT:
                is_math = isinstance(value, ast.Name) and value.id == "math"
                if told not in allowed and not is_math:
                    yield told
            case ast.Attribute(value=ast.Name(id="np"), attr="linalg"):
                yield told
            case _:
                pass


def reached() -> list[Path]:
    """The sources of all that a throw loads."""
    tests = Path(__file__).parents[1]
    ran = subprocess.run(
        [sys.executable, "-c", REACHED], capture_output=True, text=True, check=True, cwd=tests
    )
    return [Path(line) for line in ran.stdout.splitlines()]


def test_no_source_on_the_way_to_a_throw_asks_for_anything_inexact() -> None:
    files = [*reached(), Path(plain_arrays.__file__)]
    assert {"release.py", "chance.py", "wasm_scene.py", "outline.py"} <= {f.name for f in files}
    found = {path.name: list(findings(path.name, path.read_text())) for path in files}
    assert {name: some for name, some in found.items() if some} == {}


@pytest.mark.parametrize(
    "text",
    [
        "math.sin(x)",
        "math.hypot(x, y)",
        "math.dist(p, q)",
        "math.fsum(some)",
        "x**2",
        "2.0**x",
        "pow(x, 2)",
        "sum(parts)",
        "a @ b",
        "np.einsum('i,i->', a, b)",
        "a.sum()",
        "np.linalg.norm(a)",
        "np.sin(a)",
        "from math import sin",
    ],
)
def test_what_is_inexact_is_found(text: str) -> None:
    assert list(findings("any.py", text))


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of inexact functions as they are called from now on."""
    called: list[str] = []

    def watch(module: Any, name: str, is_inexact: Callable[..., bool]) -> None:
        original = getattr(module, name)

        def told(*given: Any, **named: Any) -> Any:
            if is_inexact(*given):
                called.append(name)
            return original(*given, **named)

        monkeypatch.setattr(module, name, told)

    for name in set(dir(math)) - EXACT:
        if callable(getattr(math, name)) and not name.startswith("_"):
            watch(math, name, lambda *given: True)
    watch(builtins, "pow", lambda *given: True)
    monkeypatch.setattr(builtins, "sum", _sum(builtins.sum, called))
    return called


def _sum(original: Any, called: list[str]) -> Any:
    def told(some: Iterable[Any], start: Any = 0) -> Any:
        parts = list(some)
        if any(isinstance(part, float) for part in parts):
            called.append("sum")
        return original(parts, start)

    return told


def test_no_throw_calls_anything_inexact(watched: list[str]) -> None:
    dice = PortableDice()
    for number in range(12):
        dice.throw(order(number))
    dice.close()
    assert watched == []


def test_what_is_called_is_noticed(watched: list[str]) -> None:
    math.cos(1.0)
    sum([0.1, 0.2])
    sum([1, 2])
    assert watched == ["cos", "sum"]
