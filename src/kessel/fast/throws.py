"""What throws do in compiled games: dice strike, towers fall, dice are lost."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kessel.fast.compiled import part
from kessel.fast.kernel import Number
from kessel.fast.row import (
    ALL,
    BY_NULL,
    BY_OUT,
    EMPTIED,
    HAND,
    HEIGHT,
    HELD,
    LANDED,
    LOOSE,
    MOST_PILES,
    NOBODY,
    NOT_EMPTIED,
    NULL,
    ONE,
    OUT,
    PILE,
    PILES,
    RACED,
    REMOVED,
    STOOD,
    SYMBOLS,
    THROWS,
    Row,
    below,
    draw,
    drawn_face,
    lying_pieces,
)

POURED = -1
"""The kind of throw that pours all dice into the empty arena."""


class EffectDice(NamedTuple):
    """What throws do; after a draw below the limit of a case, what the case says."""

    cases: NDArray[np.int64]
    """[kind, lying, case, (limit, struck, knocked out, staying)] of one die, likely cases first."""
    lost: NDArray[np.int64]
    """[kind, lying]: draws below this lose a die that is thrown with others."""
    leaves: NDArray[np.int64]
    """[kind, lying]: draws below this let a die of a struck tower leave the arena."""
    poured: NDArray[np.int64]
    """[dice, case, (limit, staying)] of all dice onto nothing."""


@part
def taken_from(row: Row, seat: Number, unit: Number) -> Number:
    """Take a unit out of a supply; how many dice it has."""
    if unit == ONE:
        dice = 1
        row[HAND + seat] -= 1
    elif unit == ALL:
        dice = row[HELD + seat]
        row[HAND + seat] = row[PILES + seat] = 0
    else:
        place = PILE + MOST_PILES * seat + unit - 1
        dice = row[place]
        for _ in range(unit, row[PILES + seat]):
            row[place] = row[place + 1]
            place += 1
        row[PILES + seat] -= 1
    row[HELD + seat] -= dice
    return dice


@part
def strike(row: Row, leaves: Number, knocked: Number, struck: Number) -> Number:
    """Pieces are struck, each as likely as the others: dice that fall; in OUT dice that left."""
    lying = lying_pieces(row)
    falling = struck
    row[OUT] += knocked
    for number in range(knocked + struck):
        place = below(row, lying - number)
        face = LOOSE
        while face < LOOSE + SYMBOLS and place >= row[face]:
            place -= row[face]
            face += 1
        if face < LOOSE + SYMBOLS:
            row[face] -= 1
        else:
            for _ in range(1, row[HEIGHT]):
                gone = draw(row) < leaves
                row[OUT] += gone
                falling += not gone
            row[HEIGHT] = 0
    return falling


@part
def throw(row: Row, dice: EffectDice, kind: Number, thrown: Number) -> None:
    """Dice in the air strike what lies there and fall; those that are out and null faces are gone
    for good."""
    row[THROWS] += 1
    row[RACED] = NOBODY
    case, chosen = 0, draw(row)
    if kind == POURED:
        while chosen >= dice.poured[thrown, case, 0]:
            case += 1
        falling = dice.poured[thrown, case, 1]
        row[OUT] = thrown - falling
    else:
        lying = lying_pieces(row)
        while chosen >= dice.cases[kind, lying, case, 0]:
            case += 1
        falling = dice.cases[kind, lying, case, 3]
        if thrown > 1:
            falling = thrown
            for _ in range(thrown):
                falling -= draw(row) < dice.lost[kind, lying]
        row[OUT] = thrown - falling
        struck, knocked = dice.cases[kind, lying, case, 1], dice.cases[kind, lying, case, 2]
        falling += strike(row, dice.leaves[kind, lying], knocked, struck)
    for _ in range(falling):
        row[LOOSE + drawn_face(row)] += 1
    for face in range(SYMBOLS + 1):
        row[LANDED + face] = row[LOOSE + face]
    nulls = row[LOOSE + NULL]
    row[STOOD], row[LOOSE + NULL] = row[HEIGHT], 0
    row[REMOVED] += nulls + row[OUT]
    row[EMPTIED] = NOT_EMPTIED
    if lying_pieces(row) == 0:
        row[EMPTIED] = BY_NULL if nulls else BY_OUT
