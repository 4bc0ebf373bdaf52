"""The example on the library's page runs and says what it should."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "library.md"


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(example.replace("1_000_000", "100_000"), {})
    exact, rule, *errors = map(float, re.findall(r"0\.\d+", capsys.readouterr().out))
    assert exact + rule == pytest.approx(1.0)
    assert errors == pytest.approx([0.00158, 0.00158], abs=1e-5)
