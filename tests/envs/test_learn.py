"""The example learns, a little, in a little time."""

import platform
import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kessel.solver.base.policy import Point

if sys.platform == "darwin" and platform.machine() == "x86_64":
    pytest.skip("OpenSpiel has no wheels for Macs with Intel", allow_module_level=True)

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


def test_it_learns(example: dict[str, Any]) -> None:
    """300 games with one seed; who never goes on, as it does at first, gives away 15%."""
    ((games, gives, _),) = example["learn"](300, 3, {300})
    assert games == 300
    assert 0.0 < gives < 0.125


def test_who_knows_nothing_stops(example: dict[str, Any]) -> None:
    hands = np.array([[1, 4], [2, 3]], dtype=np.int16)
    shares = example["Learnt"]({"2 2 3": {0: -0.1, 2: 0.1}}).shares(Point.CHOICE, 2, hands, 2)
    assert shares.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert example["Learnt"]({}).shares(Point.TURN, 2, hands, 1).tolist() == [[1.0], [1.0]]


def test_the_course_is_drawn(example: dict[str, Any]) -> None:
    (axes,) = example["drawn"]([(100, 0.1), (1000, 0.02)], {"tosses a coin": 0.11}).axes
    course, coin = (list(map(float, line.get_ydata())) for line in axes.lines)
    assert (course, coin) == ([0.1, 0.02], [0.11, 0.11])
    assert {100, 1000, 5000} < example["looks"](5000)


def test_the_page_shows_what_it_says() -> None:
    page = (EXAMPLE.parents[1] / "docs" / "how-to" / "learning.md").read_text(encoding="utf-8")
    assert "pictures/learning.svg" in page


# --- the example learns on many games at once, a little, in a little time -------------------------


FAST = Path(__file__).parents[2] / "examples" / "learn_fast.py"


@pytest.fixture(scope="module")
def fast() -> dict[str, Any]:
    return runpy.run_path(str(FAST))


@pytest.mark.long
def test_it_learns_on_many_at_once(fast: dict[str, Any]) -> None:
    """200 steps with one seed; who never goes on, as it does at first, gives away 15%."""
    ((games, gives, _),) = fast["learn"](fast["Learner"](3), 200, 3, 1)
    assert games > 10_000
    assert 0.0 < gives < 0.05


def test_who_knows_nothing_stops_there_too(fast: dict[str, Any]) -> None:
    values = np.zeros(fast["SHAPE"])
    values[2, 2, 3] = -0.1, 0.1
    hands = np.array([[1, 4], [2, 3]], dtype=np.int16)
    shares = fast["Learnt"](values).shares(Point.CHOICE, 2, hands, 2)
    assert shares.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert fast["Learnt"](values).shares(Point.TURN, 2, hands, 1).tolist() == [[1.0], [1.0]]
