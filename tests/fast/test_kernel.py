"""The compiled loop's parts: random bits, the numbering of hands, what is taken.

Compiled here each time: a cache on disk would not notice that the kernel has changed.
"""

import itertools
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from kessel.fast.compiled import announced, inlined
from kessel.fast.kernel import FACES, HALF, bits, fallen, row_of, stepped
from kessel.solver.base.hands import hand_index
from kessel.solver.chance import SYMBOLS, binomial, singles_after

DRAWS = 600_000
LEAST = 1e-4
"""p-values below this would be no chance; the seeds are fixed."""


@inlined
def faces(state: np.uint64, draws: int) -> np.ndarray:
    """How often each face was drawn, and each face after the same one."""
    counts = np.zeros((6, 6), np.int64)
    before = np.int64(0)
    for _ in range(draws):
        state = stepped(state)
        face = np.int64((bits(state) * FACES) >> HALF)
        counts[before, face] += 1
        before = face
    return counts


@inlined
def throws(state: np.uint64, resting: int, falling: int, draws: int) -> np.ndarray:
    """How often so many symbols are left lying and so many dice are taken."""
    counts = np.zeros((6, 16), np.int64)
    for _ in range(draws):
        state, lying, taken = fallen(state, resting, falling)
        counts[lying, taken] += 1
    return counts


@inlined
def row(hands: np.ndarray, seats: np.ndarray, at: int, choose: np.ndarray) -> int:
    return row_of(hands, seats, len(seats), at, hands.sum(), choose)


def test_faces_are_fair_and_follow_no_pattern() -> None:
    counts = faces(np.uint64(88172645463325253), DRAWS)
    assert chisquare(counts.sum(axis=0)).pvalue > LEAST
    assert chisquare(counts.ravel()).pvalue > LEAST


def test_the_check_of_faces_finds_a_loaded_die() -> None:
    counts = faces(np.uint64(88172645463325253), DRAWS).sum(axis=0)
    counts[0] += DRAWS // 100
    assert chisquare(counts).pvalue < LEAST


def test_what_a_throw_leaves_has_the_solver_s_distribution() -> None:
    for resting, falling in ((1, 1), (2, 2), (4, 1), (0, 7)):
        counts = throws(np.uint64(12345), resting, falling, DRAWS)
        wanted = np.zeros((6, 16))
        for seen, chance in binomial(falling, SYMBOLS / (SYMBOLS + 1)):
            for lying, share in singles_after(resting, seen):
                wanted[lying, resting + seen - lying] += chance * share
        assert counts[wanted == 0.0].sum() == 0
        there = wanted > 5.0 / DRAWS
        expected = wanted[there] / wanted[there].sum() * counts[there].sum()
        assert chisquare(counts[there], expected).pvalue > LEAST


def test_hands_are_numbered_as_by_the_solver() -> None:
    for players in (2, 3, 5):
        index = hand_index(players, 26)
        choose = np.array([[comb(n, k) for k in range(players + 1)] for n in range(28)])
        for hands in itertools.product((1, 2, 4), repeat=players):
            for at in range(players):
                turned = hands[at:] + hands[:at]
                found = row(np.array(hands), np.arange(players), at, choose)
                assert found == index.rows(np.array([turned]))[0]


# --- what is compiled computes what it did before, and says so when it is -------------------------


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
