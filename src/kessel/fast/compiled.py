"""The door to numba: the only file that knows it, with what to do where it is missing."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from kessel.errors import KesselError

Function = TypeVar("Function", bound=Callable[..., Any])


class NoNumba(KesselError):
    """The compiler is not installed."""

    code = "no_numba"


def compiled(function: Function) -> Function:
    """A function compiled when it is first called; kept in a cache on disk where there is one."""
    return cast(Function, _numba().njit(nogil=True, cache=True)(function))


def inlined(function: Function) -> Function:
    """A small function compiled into those that call it."""
    return cast(Function, _numba().njit(inline="always")(function))


def _numba() -> Any:
    try:
        import numba
    except ImportError:
        raise NoNumba('kessel.fast needs numba: pip install "kessel[fast]"') from None
    return numba
