"""The door to numba: the only file that knows it."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """A function compiled when it is first called; kept in a cache on disk where there is one."""
    return cast("Function", numba.njit(nogil=True, cache=True)(function))


def inlined(function: Function) -> Function:
    """A small function compiled into those that call it."""
    return cast("Function", numba.njit(inline="always")(function))
