"""Checks as matrices: a single die by hand, and probabilities that add up."""

import numpy as np
import pytest

from kessel.solver.potter.arena import FLAGS, NO_TOP, Spell, flag
from kessel.solver.potter.checks import (
    BOUND_CLASSES,
    CROWD,
    SPELLS,
    End,
    EndColumns,
    crowd,
    distinct_entries,
    entries,
    first_checks,
    first_rows,
    last_checks,
    sparse_matrix,
    splits,
)

MOST = 4
COLUMNS = EndColumns(MOST + 2)
Outcome = tuple[End, bool, int, int, int]
"""(what follows, whether the top is taken, dice kept, Immobulus among them, flags left)."""


def first_row(top: int, immobulus: int, flags: int, falling: int) -> dict[Outcome, float]:
    matrix = first_checks(COLUMNS, top, MOST).ends
    row = matrix[[(immobulus * FLAGS + flags) * (MOST + 1) + falling]].tocoo()
    columns = COLUMNS.decode(row.coords[1].astype(np.intp))
    found = zip(*(part.tolist() for part in columns), row.data.tolist(), strict=True)
    return {
        (End(end), bool(popped), kept, bound, left): chance
        for end, popped, kept, bound, left, chance in found
    }


def test_columns_lead_back_to_what_they_stand_for() -> None:
    numbers = np.arange(COLUMNS.count)
    assert (COLUMNS.column(*COLUMNS.decode(numbers)) == numbers).all()


def test_columns_are_shifted_by_more_dice_that_are_kept() -> None:
    at = (End.STACK, 1, 2, 1, 5)
    column = COLUMNS.column(*(np.array([part]) for part in at))
    shifted = COLUMNS.shifted(column, np.array([1]), np.array([2]))
    assert [int(part[0]) for part in COLUMNS.decode(shifted)] == [End.STACK, 1, 4, 2, 5]
    assert COLUMNS.shifted(column, np.array([1]), np.array([MOST])).tolist() == [-1]


def test_entries_make_a_matrix_and_come_out_of_it() -> None:
    """Weights in one place are added up; a column below 0 is nowhere."""
    places = np.array([0, 2, 2, 1]), np.array([1, 0, 0, -1])
    matrix = sparse_matrix([(*places, np.array([0.5, 0.25, 0.5, 9.0]))], (3, 2))
    row, column, weight = entries(matrix)
    assert (row.tolist(), column.tolist(), weight.tolist()) == ([0, 2], [1, 0], [0.5, 0.75])
    assert first_rows(matrix, 2).toarray().tolist() == [[0.0, 0.5], [0.0, 0.0]]


def test_distinct_entries_make_the_same_matrix() -> None:
    row, column, weight = np.array([1, 0, 1]), np.array([2, 1, 0]), np.array([0.5, 0.25, 0.125])
    found = distinct_entries(row, column, weight, (2, 3))
    assert found.toarray().tolist() == [[0.0, 0.25, 0.0], [0.125, 0.0, 0.5]]


def test_one_die_beside_an_accio() -> None:
    """A second Accio works: the pair is taken, nothing is left, and one more may be taken.
    Everything else stays lying and the player may choose. A blank face has left before."""
    accio = flag(Spell.ACCIO)
    others = (Spell.RELASHIO, Spell.WINGARDIUM, Spell.CONFUNDO)
    assert first_row(NO_TOP, 0, accio, 1) == pytest.approx(
        {
            (End.SUMMON, False, 2, 0, 0): 1 / 5,
            (End.CHOICE, False, 2, 1, accio): 1 / 5,
            **{(End.CHOICE, False, 2, 0, accio | flag(one)): 1 / 5 for one in others},
        }
    )


def test_an_immobulus_pair_binds_the_accio() -> None:
    """One Immobulus rests beside an Accio, two dice fall: an Immobulus and an Accio, 2 in 25.
    The Accios are taken, and nothing works."""
    found = first_row(NO_TOP, 1, flag(Spell.ACCIO), 2)
    assert found[End.TURN, False, 3, 1, 0] == pytest.approx(2 / 25)


def test_the_top_of_a_tower_is_matched_and_taken() -> None:
    found = first_row(Spell.CONFUNDO, 0, 0, 1)
    assert found[End.TURN, True, 1, 0, 0] == pytest.approx(1 / 5)
    assert sum(chance for (_, popped, *_), chance in found.items() if popped) == pytest.approx(
        1 / 5
    )


def test_two_wingardiums_are_a_tower() -> None:
    found = first_row(NO_TOP, 0, flag(Spell.WINGARDIUM), 1)
    assert found[End.STACK, False, 2, 0, 0] == pytest.approx(1 / 5)


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


def test_a_relashio_is_called_by_a_second_one() -> None:
    checks = first_checks(COLUMNS, NO_TOP, MOST)
    row = flag(Spell.RELASHIO) * (MOST + 1) + 1
    assert checks.nodes[[row]].sum() == pytest.approx(1 / 5)


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


def test_beside_a_tower_only_so_large_a_crowd_is_followed() -> None:
    assert crowd(NO_TOP, 17) == 17
    assert crowd(Spell.ACCIO, 17) == CROWD
    assert crowd(Spell.ACCIO, 3) == 3
