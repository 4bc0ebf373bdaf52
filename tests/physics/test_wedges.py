"""The wedges of a box: convex pieces that leave no gap."""

from dataclasses import replace

import pytest

from kessel.physics.mjcf import UNDERGROUND, wedges
from kessel.rules.edition import EDITIONS
from kessel.throws.boxes import OVAL, box_of


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_neighbouring_wedges_share_their_corners(edition: str) -> None:
    pieces = [set(wedge) for wedge in wedges(box_of(EDITIONS[edition]))]
    for one, other in zip(pieces, pieces[1:] + pieces[:1], strict=True):
        assert len(one & other) >= 4


def test_a_wedge_reaches_from_below_the_mat_to_the_rim() -> None:
    for wedge in wedges(OVAL):
        heights = [z for _, _, z in wedge]
        assert (min(heights), max(heights)) == (UNDERGROUND, OVAL.height)


def test_a_wall_with_a_foot_has_a_wedge_for_each_part() -> None:
    bent = replace(OVAL, wall=((0.0, 0.0), (0.018, 0.0042), (0.0372, 0.052)))
    pieces = list(wedges(bent))
    assert len(pieces) == 2 * len(OVAL.mat)
    assert {len(piece) for piece in pieces} == {8, 10}
