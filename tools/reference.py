"""What type checkers read of `kessel`, and the reference of the site: a page a module, from the
list of public names and their docstrings.

Signatures are read from the source, not from objects, so every Python version writes the same.
"""

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from kessel.public import HOMES, PUBLIC
from tools.made import ROOT, Generator

STUB = ROOT / "src" / "kessel" / "__init__.pyi"
STUB_HEADER = """\
# Generated from kessel/public.py; do not edit.
# Write it again with: make generate
"""

WIDTH = 88
"""Letters of a signature that fit into a line of the site."""
BETWEEN = re.compile(r", (?=(?:[*/]|\*{0,2}\w+)(?:[:=,]|$))(?![^\[(]*[\])])")
"""Between two arguments, and not inside of brackets."""
OWN_LINE = ",\n    "

ROOMS: dict[str, tuple[str, ...]] = {
    "kessel.fast": ("simulate", "Simulated"),
    "kessel.envs.gym": ("KesselEnv",),
    "kessel.envs.aec": ("env", "raw_env"),
    "kessel.envs.vector": ("KesselVectorEnv",),
    "kessel.envs.actions": ("describe",),
    "kessel.envs.chance": ("Tree",),
    "kessel.lab.leaderboard": ("leaderboard", "leaderboard_text", "Ranked", "Won"),
    "kessel.lab.match": ("Match", "play_match", "MatchStanding"),
}
"""What is imported from rooms that need an extra."""


def stub() -> str:
    """Every name, exported as type checkers ask for it: imported under its own name."""
    lines = [f"from {home} import {name} as {name}" for name, home in HOMES.items()]
    return "\n".join([STUB_HEADER, *sorted(lines), "", "__version__: str", ""])


def pages() -> dict[str, str]:
    """The pages of the reference, by their places in the site."""
    names: dict[str, list[str]] = {}
    for homes in PUBLIC.values():
        for home, listed in homes.items():
            names.setdefault(home, []).extend(listed.split())
    for room, own in ROOMS.items():
        names.setdefault(room, []).extend(own)
    return {f"reference/{home}.md": "\n".join(page(home, own)) for home, own in names.items()}


def page(home: str, names: Sequence[str]) -> Iterator[str]:
    yield f"# {home}\n"
    yield as_markdown(ast.get_docstring(module_tree(home)) or "")
    for name in names:
        yield from entry(name, home, name)


def entry(name: str, home: str, title: str) -> Iterator[str]:
    """One name: its signature, what it is, what it holds and what it can do."""
    node, doc = found(name, home)
    yield f"\n## {title} {{#{title}}}\n"
    yield f"```python\n{written(name, node)}\n```\n"
    yield as_markdown(doc)
    if not isinstance(node, ast.ClassDef):
        return
    for field, said in explained(node):
        yield f"\n`{field}`\n:   {' '.join(said.split())}"
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
            yield f"\n### {member.name} {{#{title}.{member.name}}}\n"
            yield f"```python\n{member_text(member)}\n```\n"
            yield as_markdown(ast.get_docstring(member) or "")


def explained(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The fields that have a docstring of their own."""
    for member, after in pairwise(node.body):
        if isinstance(member, ast.AnnAssign) and isinstance(after, ast.Expr):
            yield ast.unparse(member.target), str(ast.literal_eval(after.value))


def as_markdown(doc: str) -> str:
    """A docstring, its examples as code."""
    parts = inspect.cleandoc(doc).split("\n\n")
    return "\n\n".join(
        f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in parts
    )


def found(name: str, home: str) -> tuple[ast.AST, str]:
    """Where a name is written down, wherever it is imported from, and its docstring."""
    while True:
        tree = module_tree(home)
        for before, after in zip(tree.body, [*tree.body[1:], None], strict=True):
            if name in defined(before):
                return before, docstring(before, after)
        home = next(home for home, names in imports(tree) if name in names)


@cache
def module_tree(name: str) -> ast.Module:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def imports(tree: ast.Module) -> list[tuple[str, list[str]]]:
    return [
        (node.module or "", [alias.name for alias in node.names])
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    ]


def defined(node: ast.stmt) -> Sequence[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return (name,)
        case ast.AnnAssign(target=ast.Name(id=name)):
            return (name,)
        case _:
            return ()


def docstring(node: ast.stmt, after: ast.stmt | None) -> str:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return ast.get_docstring(node) or ""
    assert isinstance(node, ast.AnnAssign)
    assert node.value is not None
    is_alias = "Alias" in ast.unparse(node.annotation)
    said = [f"`{ast.unparse(node.value)}`:"] if is_alias else []
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
        said.append(str(after.value.value))
    return " ".join(said)


def written(name: str, node: ast.AST) -> str:
    match node:
        case ast.FunctionDef():
            return signature(name, node)
        case ast.ClassDef(bases=bases):
            made = next((f for f in methods(node) if f.name == "__init__"), None)
            if made is not None:
                return "class " + signature(name, made, method=True)
            abstract = any(ast.unparse(base) in ("Protocol", "Enum") for base in bases)
            given = "" if abstract else "".join(f"\n    {one}" for one in fields(node))
            return f"class {name}({', '.join(map(ast.unparse, bases))})".replace("()", "") + (
                f":{given}" if given else ""
            )
        case ast.AnnAssign(annotation=kind):
            return name if "Alias" in ast.unparse(kind) else f"{name}: {ast.unparse(kind)}"
        case _:
            raise AssertionError(f"{name} cannot be written down")


def methods(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [member for member in node.body if isinstance(member, ast.FunctionDef)]


def fields(node: ast.ClassDef) -> Iterator[str]:
    for member in node.body:
        if isinstance(member, ast.AnnAssign) and "ClassVar" not in ast.unparse(member.annotation):
            if ast.unparse(member.target).startswith("_"):
                continue
            value = "" if member.value is None else f" = {shown(member.value)}"
            yield f"{ast.unparse(member.target)}: {ast.unparse(member.annotation)}{value}"


def shown(value: ast.expr) -> str:
    """A default; one that is made afresh each time is only hinted at."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "_played":
        value = value.args[0]
    text = ast.unparse(value)
    return "…" if text.startswith("field(") else text


def signature(name: str, node: ast.FunctionDef, *, method: bool = False) -> str:
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("cls, ")
    arguments = "" if arguments in ("self", "cls") else arguments
    returns = "" if node.returns is None or method else f" -> {ast.unparse(node.returns)}"
    line = f"{name}({arguments}){returns}"
    if len(line) <= WIDTH:
        return line
    return f"{name}(\n    {BETWEEN.sub(OWN_LINE, arguments)},\n){returns}"


def member_text(node: ast.FunctionDef) -> str:
    if any(ast.unparse(mark) == "property" for mark in node.decorator_list):
        assert node.returns is not None
        return f"{node.name}: {ast.unparse(node.returns)}"
    return signature(node.name, node)


GENERATOR = Generator("reference", lambda: {STUB: lambda: stub().encode()})
