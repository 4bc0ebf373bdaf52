"""Without numba there is a clear word, and nothing else breaks."""

import sys

import pytest

from kessel.fast.compiled import NoNumba, compiled, inlined


@pytest.mark.parametrize("make", [compiled, inlined])
def test_without_numba_it_says_what_to_install(
    make: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert callable(make)
    with pytest.raises(NoNumba, match=r"pip install \"kessel\[fast\]\""):
        make(abs)


def test_a_compiled_function_computes_the_same() -> None:
    def double(number: int) -> int:
        return 2 * number

    assert inlined(double)(21) == 42
