"""How the values of a layer are laid out."""

import numpy as np
import pytest
from scipy import sparse

from kessel.solver.potter.arena import Loose
from kessel.solver.potter.checks import End
from kessel.solver.potter.layer import (
    BestThrows,
    CheckEnds,
    PotterLayer,
    RelashioBranches,
    StackedEnds,
    ThrowAxes,
    ThrowRows,
    by_tower,
)
from kessel.solver.potter.throws import Operator
from kessel.solver.potter.towers import SPELL_LYING, towers

LOOSE = Loose.of(5)
NOBODY, BOTH, OTHER = (Operator({}, sparse.csr_array((1, 1))) for _ in range(3))


def ends(dice: int) -> CheckEnds:
    """Every value is a number of its own."""
    count = iter(range(10**6))

    def table(height: int, most: int) -> np.ndarray:
        stacks = towers(height)
        lying = min(LOOSE.up_to(dice - height), most)
        shape = (stacks.tops, lying, dice - height + 1, stacks.below)
        return np.array([next(count) for _ in range(int(np.prod(shape)))], float).reshape(shape)

    heights = range(3)
    everything, few = len(LOOSE), LOOSE.up_to(SPELL_LYING)
    spells = {end: [table(h, few) for h in heights] for end in End if end > End.TURN}
    return CheckEnds(
        [table(h, everything) for h in heights], [table(h, everything) for h in heights], spells
    )


@pytest.mark.parametrize("height", [0, 1, 2])
def test_stacked_ends_stand_where_their_numbering_says(height: int) -> None:
    """Every end of a height, with one top and with all of them."""
    dice = 5
    values = ends(dice)
    top = min(2, towers(height).tops - 1)
    stacked, every = values.stacked(height, top), values.stacked_towers(height)
    numbering = StackedEnds(LOOSE, dice - height)
    assert len(stacked) == len(every) == numbering.count
    ways = np.arange(3)
    for end in End:
        for other in (0, 2):
            places = numbering.place(end, ways, other)
            assert (stacked[places] == values.of(end, height)[top][ways, other]).all()
            assert (every[places] == by_tower(values.of(end, height))[ways, other]).all()


def test_throws_have_a_row_where_both_hold_dice() -> None:
    """Four dice besides the tower: with nothing loose the other has one to three of them, with one
    loose one or two, with two loose just one."""
    rest = 4
    rows = ThrowRows.of(LOOSE, rest)
    positions = [(w, o) for w in range(LOOSE.up_to(2)) for o in range(1, rest - LOOSE.sizes[w])]
    assert len(rows) == len(positions) == 3 + 5 * 2 + 11
    ways, others = np.array(positions).T
    assert rows.row(ways, others).tolist() == list(range(len(rows)))
    assert rows.of_table().tolist() == [way * (rest + 1) + other for way, other in positions]
    table = np.arange(4.0 * len(rows) * 2).reshape(4, len(rows), 2)
    for here, values in rows.by_size(table):
        for way in range(here.start, here.stop):
            for other in range(1, rest - int(LOOSE.sizes[way])):
                found = values[:, way - here.start, other - 1]
                assert (found == table[:, positions.index((way, other))]).all()
    assert len(list(rows.by_size(table))) == 3


def test_by_tower_joins_top_and_below() -> None:
    """Bottom digits count fastest, the top last."""
    table = np.arange(4 * 3 * 2 * 4, dtype=float).reshape(4, 3, 2, 4)
    joined = by_tower(table)
    assert joined.shape == (3, 2, 16)
    assert joined[1, 0, 2 * 4 + 3] == table[2, 1, 0, 3]


def test_who_throws_for_a_relashio() -> None:
    """Both where the active player keeps a die, only the other after the last one."""
    branches = RelashioBranches(NOBODY, BOTH, OTHER)
    own = np.array([[[3], [2], [1], [0]]])
    applies = {
        id(operator): (called, mask[0, :, 0].tolist())
        for operator, called, mask in branches.masked(own)
    }
    assert applies[id(NOBODY)] == (0, [False, True, True, False])
    assert applies[id(BOTH)] == (1, [False, True, False, False])
    assert applies[id(OTHER)] == (1, [False, False, True, False])


def test_a_tower_that_falls_by_a_relashio_calls_somebody() -> None:
    branches = RelashioBranches(None, BOTH, OTHER)
    assert [operator for operator, *_ in branches.ranged()] == [BOTH, OTHER]


def test_best_throws_in_one_run_of_values() -> None:
    """By height, then pouring with nought to four dice of the other."""
    shapes = [ThrowAxes(1, 6, 1), ThrowAxes(4, 2, 1)]
    best = BestThrows.of(shapes, 4)
    assert [table.shape for table in best.tables] == shapes
    best.values[...] = np.arange(6 + 8 + 5)
    assert best.tables[1][0, 0, 0] == 6.0
    assert best.pour.tolist() == [14.0, 15.0, 16.0, 17.0, 18.0]


def test_the_best_of_several_kinds_of_throw() -> None:
    shape = ThrowAxes(1, 2, 1)
    gentle, firm = (np.array(both).reshape(shape) for both in ([0.2, 0.5], [0.3, 0.4]))
    layer = PotterLayer(2, CheckEnds([], []), [[gentle]], np.zeros(3))
    assert layer.best()[0].ravel().tolist() == [0.2, 0.5]
    layer.throws.append([firm])
    assert layer.best()[0].ravel().tolist() == [0.3, 0.5]
