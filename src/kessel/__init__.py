"""Kessel: the STRIKE family of dice games, as rules, physics, opponents and a referee.

Importing it loads nothing: what a name needs is loaded when the name is first used, and what only
an extra brings when it is called. `public.py` lists the names.
"""

from importlib import import_module

from kessel.extras import advise
from kessel.public import HOMES

__version__ = "0.2.0"

__all__ = sorted(["__version__", *HOMES])


def __getattr__(name: str) -> object:
    home = HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


advise()
