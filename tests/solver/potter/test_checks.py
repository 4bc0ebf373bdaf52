"""Checks as matrices: a single die by hand, and probabilities that add up."""

import numpy as np
import pytest

from kessel.solver.potter.arena import FLAGS, NO_TOP, Spell
from kessel.solver.potter.checks import (
    BOUND_CLASSES,
    SPELLS,
    EndColumns,
    first_checks,
    last_checks,
    splits,
)

MOST = 4
COLUMNS = EndColumns(MOST + 2)
"""(what follows, whether the top is taken, dice kept, Immobulus among them, flags left)."""


def test_columns_lead_back_to_what_they_stand_for() -> None:
    numbers = np.arange(COLUMNS.count)
    assert (COLUMNS.column(*COLUMNS.decode(numbers)) == numbers).all()


@pytest.mark.parametrize("top", [NO_TOP, Spell.RELASHIO, Spell.CONFUNDO])
def test_a_check_ends_or_calls_a_relashio(top: int) -> None:
    """Rows of dice that can lie there; with two Immobulus resting nothing is ever called."""
    checks = first_checks(COLUMNS, top, MOST)
    ends, nodes = checks.ends.sum(axis=1), checks.nodes.sum(axis=1)
    total = (ends + nodes).reshape(3, FLAGS, MOST + 1)
    for immobulus in range(3):
        for flags in range(FLAGS):
            room = MOST - immobulus - flags.bit_count()
            assert total[immobulus, flags, : max(room + 1, 0)] == pytest.approx(1.0)
    assert nodes.reshape(3, -1)[2].sum() == 0.0


def test_the_last_check_calls_nobody() -> None:
    """Whatever was matched before: each row is certain to end."""
    matrix = last_checks(COLUMNS, NO_TOP, MOST, MOST)
    total = matrix.sum(axis=1).reshape(SPELLS, BOUND_CLASSES, MOST + 1)
    assert total[:, 0, :] == pytest.approx(1.0)


def test_all_sets_of_a_size_are_equally_likely_to_move() -> None:
    """For every node and number of moved dice the shares of what is left add up to one."""
    found = splits(3)
    totals: dict[tuple[int, int], float] = {}
    for node, moved, share in zip(found.node, found.moved, found.share, strict=True):
        key = (int(node), int(moved))
        totals[key] = totals.get(key, 0.0) + float(share)
    sizes = found.counts.sum(axis=1)
    assert {node for node, _ in totals} == set(range(len(sizes)))
    assert all(moved <= sizes[node] for node, moved in totals)
    assert list(totals.values()) == pytest.approx([1.0] * len(totals))
