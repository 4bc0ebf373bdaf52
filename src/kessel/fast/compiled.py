"""The door to numba: the only file that knows it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from kessel.terminal import tell

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILES = "numba:compile"
"""What numba says before it compiles anything that is not in its cache."""


def compiled(function: Function) -> Function:
    """A function compiled when it is first called; kept in a cache on disk where there is one."""
    return cast("Function", numba.njit(nogil=True, cache=True, no_cfunc_wrapper=True)(function))


def lean(function: Function) -> Function:
    """A compiled function that allocates nothing, and need not count who holds its arrays."""
    fast = {"cache": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
    return cast("Function", numba.njit(nogil=True, **fast)(function))


def part(function: Function) -> Function:
    """A function that only compiled ones call, and that allocates nothing.

    Without wrappers for Python and without counting who holds its arrays it compiles in half the
    time, and runs four times as fast if it takes many.
    """
    bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
    return cast("Function", numba.njit(nogil=True, error_model="numpy", **bare)(function))


def inlined(function: Function) -> Function:
    """A small function compiled into those that call it."""
    return cast("Function", numba.njit(inline="always")(function))


@contextmanager
def announced(what: str) -> Iterator[None]:
    """Say on standard error that something is compiled, once, if it is; it takes its time."""
    with event.install_listener(COMPILES, _Announcement(what)):
        yield


class _Announcement(event.Listener):  # type: ignore[misc]
    def __init__(self, what: str) -> None:
        self._what = what

    def on_start(self, event: object) -> None:
        if self._what:
            tell(f"kessel: compiling {self._what}, once", file=sys.stderr, flush=True)
        self._what = ""

    def on_end(self, event: object) -> None:
        pass
