"""What is compiled computes what it did before."""

from kessel.fast.compiled import compiled, inlined


def test_a_compiled_function_computes_the_same() -> None:
    def double(number: int) -> int:
        return 2 * number

    assert inlined(double)(21) == compiled(double)(21) == 42
