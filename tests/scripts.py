"""Programs outside the package as modules: benches, and what builds the page."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


def load(path: str) -> ModuleType:
    """A program by its path in the repository."""
    name = "_".join(Path(path).with_suffix("").parts)
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look for it
    spec.loader.exec_module(module)
    return module
