"""Ways to show symbols are numbered: those with an effect apart, the others interchangeable."""

import numpy as np
import pytest

from kessel.solver.impact.symbols import Symbols


@pytest.mark.parametrize(("effects", "ways"), [(5, 35), (1, 7), (0, 3)])
def test_three_dice_show_so_many_ways(effects: int, ways: int) -> None:
    """Any three of five symbols; one and the sizes of the others' groups; those sizes alone."""
    assert len(Symbols(effects, 3).ways[3]) == ways


@pytest.mark.parametrize("effects", [0, 1, 2, 5])
def test_every_way_has_its_number(effects: int) -> None:
    symbols = Symbols(effects, 5)
    for dice in range(6):
        ways = symbols.ways[dice]
        assert (ways.sum(axis=1) == dice).all()
        assert np.array_equal(symbols.numbers(dice, ways), np.arange(len(ways)))


def test_symbols_without_an_effect_are_interchangeable() -> None:
    symbols = Symbols(1, 4)
    first, second = symbols.numbers(4, np.array([[1, 0, 2, 0, 1], [1, 2, 1, 0, 0]]))
    assert first == second
    told_apart = Symbols(5, 4)
    first, second = told_apart.numbers(4, np.array([[1, 0, 2, 0, 1], [1, 2, 1, 0, 0]]))
    assert first != second
