"""Towers of two and three dice, and the best tower of a heap, by hand."""

import numpy as np

from kessel.solver.potter.arena import TOPS, Loose, Spell, flag
from kessel.solver.potter.towers import Heaps, Towers, towers

IMMOBULUS, RELASHIO, ACCIO, CONFUNDO = range(4)
"""As indices of `TOPS`."""
BASE = len(TOPS)


def number(*dice: int) -> int:
    """Bottom to top."""
    return sum(die * BASE**place for place, die in enumerate(dice))


def test_a_tower_is_a_number_with_the_bottom_die_as_its_lowest_digit() -> None:
    three = Towers(3)
    assert three.count == 64
    assert three.dice[number(ACCIO, RELASHIO, CONFUNDO)].tolist() == [ACCIO, RELASHIO, CONFUNDO]
    assert three.holding[number(ACCIO, ACCIO, CONFUNDO)].tolist() == [0, 0, 2, 1]
    assert (three.tops, three.below) == (4, 16)


def test_the_uppermost_die_of_a_symbol_is_taken() -> None:
    three = Towers(3)
    taken = three.without(ACCIO)
    assert taken[number(ACCIO, CONFUNDO, ACCIO)] == number(ACCIO, CONFUNDO)
    assert taken[number(ACCIO, CONFUNDO, CONFUNDO)] == number(CONFUNDO, CONFUNDO)
    assert taken[number(RELASHIO, CONFUNDO, CONFUNDO)] == -1
    lower = three.without(ACCIO, above=1)
    assert lower[number(ACCIO, CONFUNDO, ACCIO)] == number(CONFUNDO, ACCIO)
    assert lower[number(ACCIO, CONFUNDO, CONFUNDO)] == -1


def turn_values(loose: Loose, dice: int) -> list[np.ndarray]:
    """By height, zeros of the shape [top, loose, other's dice, below]."""
    return [
        np.zeros((towers(h).tops, loose.up_to(dice - h), dice - h + 1, towers(h).below))
        for h in range(3)
    ]


def test_the_builder_takes_the_better_order() -> None:
    """Of an Accio and a Confundo: the tower with the Accio on top is worth more."""
    loose, dice = Loose.of(4), 4
    turn = turn_values(loose, dice)
    turn[2][ACCIO, 0, 1, CONFUNDO] = 0.7
    turn[2][CONFUNDO, 0, 1, ACCIO] = 0.4
    heaps = Heaps(loose, tallest=2)
    best = heaps.best(dice, turn)
    assert set(best[2][:, 1]) == {0.0, 0.7}
    lying = int(loose.number[0, flag(Spell.ACCIO) | flag(Spell.CONFUNDO)])
    built = heaps.spread(turn[0], 0, best, summons=False)
    assert built[0, lying, 1, 0] == 0.7
    assert built[0, 0, 1, 0] == 0.0


def test_an_accio_before_the_tower_may_leave_one_die_out() -> None:
    """Alone on the arena the Confundo is worth most, so the Accio is used to take the other."""
    loose, dice = Loose.of(4), 4
    turn = turn_values(loose, dice)
    turn[2][ACCIO, 0, 1, CONFUNDO] = 0.7
    alone = int(loose.number[0, flag(Spell.CONFUNDO)])
    turn[0][0, alone, 1, 0] = 0.9
    heaps = Heaps(loose, tallest=2)
    best = heaps.best(dice, turn)
    lying = int(loose.number[0, flag(Spell.RELASHIO) | flag(Spell.CONFUNDO)])
    assert heaps.spread(turn[0], 0, best, summons=False)[0, lying, 1, 0] == 0.0
    assert heaps.spread(turn[0], 0, best, summons=True)[0, lying, 1, 0] == 0.9


def test_what_is_too_much_for_a_tower_stays_beside_it_as_the_builder_chooses() -> None:
    """Three dice, towers of two: best with the Relashio left lying."""
    loose, dice = Loose.of(5), 5
    turn = [
        np.zeros((towers(h).tops, loose.up_to(dice - h), dice - h + 1, towers(h).below))
        for h in range(3)
    ]
    relashio = int(loose.number[0, flag(Spell.RELASHIO)])
    turn[2][ACCIO, relashio, 1, CONFUNDO] = 0.8
    heaps = Heaps(loose, tallest=2)
    best = heaps.best(dice, turn)
    three = flag(Spell.RELASHIO) | flag(Spell.ACCIO) | flag(Spell.CONFUNDO)
    built = heaps.spread(turn[0], 0, best, summons=False)
    assert built[0, int(loose.number[0, three]), 1, 0] == 0.8
