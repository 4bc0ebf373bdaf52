"""Ways in which dice can lie loose, few enough to list."""

import pytest

from kessel.rules.edition import find_edition
from kessel.solver.potter.arena import FLAGGED, TOPS, Loose, Spell, flag

TWO = Loose.of(2)


def way(immobulus: int, *spells: Spell) -> int:
    return int(TWO.number[immobulus, sum(map(flag, spells))])


def test_spells_are_those_of_the_edition() -> None:
    symbols = find_edition("harry-potter").symbols
    assert [spell.name.lower() for spell in Spell] == list(symbols)
    assert Spell.WINGARDIUM not in TOPS
    assert Spell.IMMOBULUS not in FLAGGED


def test_up_to_two_dice_lie_in_seventeen_ways() -> None:
    """None; five single ones; two Immobulus, one with each of four, or two of four: 11."""
    assert len(TWO) == 17
    assert [TWO.up_to(size) for size in (-3, 0, 1, 2, 9)] == [0, 1, 6, 17, 17]
    assert sorted(map(int, TWO.sizes)) == list(map(int, TWO.sizes)), "fewest dice first"
    assert TWO.number[2, flag(Spell.ACCIO)] == -1, "three dice are too many"


def test_numbers_lead_back_to_what_lies_there() -> None:
    for number in range(len(TWO)):
        assert TWO.number[TWO.immobulus[number], TWO.flags[number]] == number


@pytest.mark.parametrize(
    ("lying", "spell", "lies"),
    [
        (way(1), Spell.IMMOBULUS, True),
        (way(0, Spell.ACCIO), Spell.IMMOBULUS, False),
        (way(0, Spell.ACCIO, Spell.CONFUNDO), Spell.CONFUNDO, True),
        (way(0, Spell.ACCIO, Spell.CONFUNDO), Spell.RELASHIO, False),
    ],
)
def test_whether_a_spell_lies_there(lying: int, spell: Spell, lies: bool) -> None:
    assert TWO.lies(lying, spell) == lies


def test_one_die_less_for_each_symbol() -> None:
    assert list(TWO.one_less(way(1, Spell.ACCIO))) == [way(0, Spell.ACCIO), way(1)]
    assert list(TWO.one_less(way(2))) == [way(1)], "of equal dice it does not matter which"
    assert not list(TWO.one_less(way(0)))


def test_heaps_have_no_wingardium_and_lead_back() -> None:
    assert TWO.heap(way(0, Spell.WINGARDIUM)) is None
    assert TWO.heap(way(1, Spell.CONFUNDO)) == (1, 0, 0, 1)
    for number in range(len(TWO)):
        heap = TWO.heap(number)
        if heap is not None:
            assert TWO.way_of_heap(heap) == number
