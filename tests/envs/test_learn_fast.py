"""The example learns on many games at once, a little, in a little time."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kessel.solver.base.policy import Point

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_fast.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


@pytest.mark.long
def test_it_learns(example: dict[str, Any]) -> None:
    """200 steps with one seed; who never goes on, as it does at first, gives away 15%."""
    ((games, gives, _),) = example["learn"](example["Learner"](3), 200, 3, 1)
    assert games > 10_000
    assert 0.0 < gives < 0.05


def test_who_knows_nothing_stops(example: dict[str, Any]) -> None:
    values = np.zeros(example["SHAPE"])
    values[2, 2, 3] = -0.1, 0.1
    hands = np.array([[1, 4], [2, 3]], dtype=np.int16)
    shares = example["Learnt"](values).shares(Point.CHOICE, 2, hands, 2)
    assert shares.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert example["Learnt"](values).shares(Point.TURN, 2, hands, 1).tolist() == [[1.0], [1.0]]
