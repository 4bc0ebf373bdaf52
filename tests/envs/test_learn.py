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
    picture = example["drawn"]([(100, 0.1), (1000, 0.02)], {"tosses a coin": 0.11})
    assert picture.startswith("<svg")
    assert "tosses a coin" in picture
    assert 'points="70.0,' in picture
    assert {100, 1000, 5000} < example["looks"](5000)


def test_the_page_shows_what_it_says() -> None:
    page = (EXAMPLE.parents[1] / "docs" / "how-to" / "learning.md").read_text(encoding="utf-8")
    assert "pictures/learning.svg" in page
