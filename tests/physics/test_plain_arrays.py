"""Plain arrays do what numpy does, for everything that the physics asks of it."""

import struct
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from kessel.physics import plain_arrays

ROWS = [[0.5, -1.5, 2.5], [1.0, 0.0, -2.0], [3.25, 4.0, 0.0], [0.0, 0.0, 0.0]]


def written(n: ModuleType, key: Any, value: Any) -> Any:
    """The rows, with something written into them."""
    rows = n.array(ROWS)
    rows[key] = value
    return rows


def added(n: ModuleType) -> Any:
    """A part of the rows, changed in place."""
    rows = n.array(ROWS)
    rows[..., 2] += 2.0 * (rows[:, 0] > 0)
    rows[:, 1:] /= n.maximum(n.sqrt((rows * rows).sum(axis=1, keepdims=True)), 1e-9)
    return rows


CASES: dict[str, Callable[[ModuleType], Any]] = {
    "row": lambda n: n.array(ROWS)[-1],
    "column": lambda n: n.array(ROWS)[:, 1],
    "part": lambda n: n.array(ROWS)[1:3, :2],
    "every second": lambda n: n.array(ROWS)[::2],
    "nothing": lambda n: n.array(ROWS)[3:1],
    "dots": lambda n: n.array([ROWS, ROWS])[..., :2],
    "new axis": lambda n: n.array(ROWS)[:, None, 1],
    "number": lambda n: [n.array(ROWS)[2, 0]],
    "by places": lambda n: n.array(ROWS)[n.flatnonzero(n.array([0, 1, 1, 0])), :2],
    "flags of all": lambda n: n.array(ROWS)[n.array(ROWS) > 0.0],
    "write row": lambda n: written(n, 1, (7.0, 8.0, 9.0)),
    "write column": lambda n: written(n, (slice(None), 1), n.array([1.0, 2.0, 3.0, 4.0])),
    "write all": lambda n: written(n, (slice(2), 0), 0.0),
    "write flags": lambda n: written(n, np_flags(n), 9.0),
    "in place": added,
    "spread": lambda n: n.array(ROWS) - n.array(ROWS)[0],
    "turned": lambda n: 2 - n.array(ROWS) * 2.0,
    "sums": lambda n: n.array([ROWS, ROWS]).sum(axis=1),
    "kept": lambda n: n.array(ROWS).sum(axis=1, keepdims=True),
    "largest": lambda n: n.array(ROWS).max(axis=0),
    "any": lambda n: (n.array(ROWS) > 2.0).any(axis=1),
    "all": lambda n: [(n.array(ROWS) > -9.0).all(), (~(n.array(ROWS) > 0.0)).any()],
    "extremes": lambda n: [n.array(ROWS)[0].argmin(), n.array(ROWS)[0].argmax()],
    "nonzero": lambda n: n.array(ROWS)[0].nonzero()[0],
    "turned round": lambda n: n.array([ROWS, ROWS]).transpose(1, 0, 2),
    "as columns": lambda n: n.array(ROWS).T.ravel(),
    "other rows": lambda n: n.array(ROWS).reshape(-1, 6),
    "rounded": lambda n: n.rint(n.array(ROWS)).astype(n.int64),
    "roots": lambda n: n.sqrt(n.abs(n.array(ROWS))),
    "steps": lambda n: n.diff(n.array(ROWS), axis=0),
    "signs": lambda n: n.cumprod(n.where(n.array(ROWS) < 0, -1.0, 1.0), axis=0)[..., None],
    "doubles": lambda n: n.frombuffer(struct.pack("3d", 0.1, -0.0, 7.0)),
    "joined": lambda n: n.concatenate([n.array(ROWS), n.array(ROWS)[:, :1]], axis=1),
    "stacked": lambda n: n.concatenate(([0], n.array([0, 1]) + 1)),
    "repeated": lambda n: n.repeat(n.array(ROWS)[None], 3, axis=0),
    "compared": lambda n: n.array(ROWS) != n.array(ROWS)[0],
}


def np_flags(n: ModuleType) -> Any:
    """Which of the rows' numbers are large."""
    return n.array(ROWS) >= 1.0


def told(found: Any) -> Any:
    """Numbers, and the shape they stand in."""
    return found if isinstance(found, list) else (found.tolist(), tuple(found.shape), len(found))


@pytest.mark.parametrize("name", CASES)
def test_as_numpy_does(name: str) -> None:
    assert told(CASES[name](plain_arrays)) == told(CASES[name](np))
