"""What is compiled computes what it did before, and says so when it is."""

from typing import Any

import pytest

from kessel.fast.compiled import announced, compiled, inlined, lean, part


def test_a_compiled_function_computes_the_same() -> None:
    def double(number: int) -> int:
        return 2 * number

    assert inlined(double)(21) == compiled(double)(21) == lean(double)(21) == 42


def test_a_part_computes_the_same_inside_a_compiled_function() -> None:
    @part
    def double(number: int) -> int:
        return 2 * number

    @compiled
    def more(number: int) -> int:
        return double(number) + 1

    assert more(21) == 43


def test_compiling_is_announced_once_and_what_is_compiled_is_silent(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def square(number: int) -> int:
        return number * number

    quick: Any = inlined(square)
    with announced("the squares"):
        assert (quick(3), quick(1.5)) == (9, 2.25)
    assert capsys.readouterr().err == "kessel: compiling the squares, once\n"
    with announced("the squares"):
        assert quick(4) == 16
    assert capsys.readouterr().err == ""
