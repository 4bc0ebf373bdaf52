"""What throws do in compiled games: dice strike, towers fall, dice are lost."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kessel.fast import row as r
from kessel.fast.compiled import part
from kessel.fast.kernel import Number
from kessel.fast.row import Row, below, draw, drawn_face, lying_pieces

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
    if unit == r.ONE:
        dice = 1
        row[r.HAND + seat] -= 1
    elif unit == r.ALL:
        dice = row[r.HELD + seat]
        row[r.HAND + seat] = row[r.PILES + seat] = 0
    else:
        place = r.PILE + r.MOST_PILES * seat + unit - 1
        dice = row[place]
        for _ in range(unit, row[r.PILES + seat]):
            row[place] = row[place + 1]
            place += 1
        row[r.PILES + seat] -= 1
    row[r.HELD + seat] -= dice
    return dice


@part
def strike(row: Row, leaves: Number, knocked: Number, struck: Number) -> Number:
    """Pieces are struck, each as likely as the others: dice that fall; in OUT dice that left."""
    lying = lying_pieces(row)
    falling = struck
    row[r.OUT] += knocked
    for number in range(knocked + struck):
        place = below(row, lying - number)
        face = r.LOOSE
        while face < r.LOOSE + r.SYMBOLS and place >= row[face]:
            place -= row[face]
            face += 1
        if face < r.LOOSE + r.SYMBOLS:
            row[face] -= 1
        else:
            for _ in range(1, row[r.HEIGHT]):
                gone = draw(row) < leaves
                row[r.OUT] += gone
                falling += not gone
            row[r.HEIGHT] = 0
    return falling


@part
def throw(row: Row, dice: EffectDice, kind: Number, thrown: Number) -> None:
    """Dice in the air strike what lies there and fall; those that are out and null faces are gone
    for good."""
    row[r.THROWS] += 1
    row[r.RACED] = r.NOBODY
    emptied = row[r.PHASE] == r.CHOICE and lying_pieces(row) == 0  # by what still counts
    case, chosen = 0, draw(row)
    if kind == POURED:
        while chosen >= dice.poured[thrown, case, 0]:
            case += 1
        falling = dice.poured[thrown, case, 1]
        row[r.OUT] = thrown - falling
    else:
        lying = lying_pieces(row)
        while chosen >= dice.cases[kind, lying, case, 0]:
            case += 1
        falling = dice.cases[kind, lying, case, 3]
        if thrown > 1:
            falling = thrown
            for _ in range(thrown):
                falling -= draw(row) < dice.lost[kind, lying]
        row[r.OUT] = thrown - falling
        struck, knocked = dice.cases[kind, lying, case, 1], dice.cases[kind, lying, case, 2]
        falling += strike(row, dice.leaves[kind, lying], knocked, struck)
    for _ in range(falling):
        row[r.LOOSE + drawn_face(row)] += 1
    for face in range(r.SYMBOLS + 1):
        row[r.LANDED + face] = row[r.LOOSE + face]
    nulls = row[r.LOOSE + r.NULL]
    row[r.STOOD], row[r.LOOSE + r.NULL] = row[r.HEIGHT], 0
    row[r.REMOVED] += nulls + row[r.OUT]
    if lying_pieces(row):
        row[r.EMPTIED] = r.NOT_EMPTIED
    elif nulls:
        row[r.EMPTIED] = r.BY_NULL
    elif not emptied:
        row[r.EMPTIED] = r.BY_OUT
