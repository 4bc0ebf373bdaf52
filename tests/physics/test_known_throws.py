"""Portable throws have known answers, to the last bit: on this machine as on every other.

`python bench/physics_portable.py` makes all of them, here, elsewhere and in browsers.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from physics.known_throws import CHUNK, chunk_digest, order, packed

from kessel.physics.portable import PortableDice

KNOWN = Path(__file__).with_name("known_throws.txt").read_text().split()


@pytest.fixture(scope="module")
def dice() -> Iterator[PortableDice]:
    made = PortableDice()
    yield made
    made.close()


def test_the_first_throws_are_the_known_ones(dice: PortableDice) -> None:
    assert chunk_digest(dice, 0) == KNOWN[0]


@pytest.mark.long
@pytest.mark.parametrize(
    "chunk", [1, *(pytest.param(more, marks=pytest.mark.series) for more in range(2, 5))]
)
def test_further_throws_are_the_known_ones(dice: PortableDice, chunk: int) -> None:
    assert chunk_digest(dice, chunk) == KNOWN[chunk]


def test_they_are_of_every_kind() -> None:
    orders = [order(number) for number in range(2 * CHUNK)]
    assert {one.edition.arena for one in orders} == {"oval", "cauldron", "wizards"}
    assert {one.handfuls[0].aim.speed for one in orders} >= {0.7, 1.8, 3.0}
    assert any(len(stack) > 1 for one in orders for stack in one.at_rest), "towers"
    assert any(len(one.handfuls) > 1 for one in orders), "seats that throw together"
    assert any(len(one.handfuls[0].dice) > 12 for one in orders), "handfuls"
    assert {one.options.accidental_stack for one in orders} == {"nudge", "top_counts"}


def test_the_last_bit_counts(dice: PortableDice) -> None:
    result = dice.throw(order(0))
    ((die, *rest), *others) = result.at_rest
    moved = replace(die, pose=die.pose._replace(x=die.pose.x * (1 + 2**-52)))
    assert packed(replace(result, at_rest=((moved, *rest), *others))) != packed(result)
