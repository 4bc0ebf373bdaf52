"""A game with effects as small arrays that are changed in place, and what is read off them.

Faces are numbers, 0 to 4 the symbols in the edition's order, 5 the null face. What was thrown and
decided can be written down, row by row, so that the rules can be asked whether they agree.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kessel.fast.compiled import part
from kessel.fast.kernel import bits, stepped

Ints = NDArray[np.int64]

SYMBOLS = 5
NULL = 5
STORM, COLUMN, BOULDERS, HURRICANE, SWAMP = 0, 1, 2, 3, 4
FREEZE, SALVO, SUMMON, TOWER, REVERSE = 5, 6, 7, 8, 9
EFFECTS = 10
ACTIVE, DIRECTION, HEIGHT, LEFT, OVER, THROWS, ROWS = 0, 1, 2, 3, 4, 5, 6
"""Places in `Arrays.here`; HEIGHT is that of the tower, LEFT the players in the game."""
THROWN, ALONG, RACED, SUMMONED, STACKED, STOPPED = 0, 1, 2, 3, 4, 5
"""What a row of the log tells."""
ONE, PILE, ALL = 0, 1, 2
"""What is thrown: a loose die, the first pile, everything."""
ROW = 12
"""Numbers in a row of the log: what, who, what is thrown, faces that lie loose, the tower's height,
and dice that are out."""
SHARES = 60
"""A victory in parts: it can be shared by one to five."""
MOST_PILES = 16
NOBODY = -1


class EffectDice(NamedTuple):
    """What throws do; after a draw below the limit of a case, what the case says."""

    cases: Ints
    """[kind, lying, case, (limit, struck, knocked out, staying)] of one die, likely cases first."""
    lost: Ints
    """[kind, lying]: draws below this lose a die that is thrown with others."""
    leaves: Ints
    """[kind, lying]: draws below this let a die of a struck tower leave the arena."""
    poured: Ints
    """[dice, case, (limit, staying)] of all dice onto nothing."""


class Players(NamedTuple):
    """How seats decide."""

    of_seat: Ints
    """[seat]: the number of its strategy."""
    go_on: Ints
    """[strategy, pieces lying]: draws below this go on."""
    kinds: Ints
    """[strategy, kind]: draws below this throw in this way or one before."""
    keep_last: Ints
    """[strategy]: whether the last die is never thrown by choice."""
    by_table: Ints
    """[strategy]: whether it is in `table` instead."""
    table: NDArray[np.int8]
    """[strategy, turn or choice, dice of the active element, others, own dice, the other's]: in a
    game of two with one element, the kind of throw, or -1 to stop."""


class Arrays(NamedTuple):
    """One game, changed as it goes on."""

    acts: Ints
    """[effect]: its symbol, or -1 where it is not at work."""
    hands: Ints
    piles: Ints
    """[seat, pile]: dice."""
    many: Ints
    """[seat]: how many piles."""
    out: Ints
    """[seat]: 1 where eliminated."""
    loose: Ints
    """[face]: dice that lie loose."""
    tower: Ints
    """Faces, bottom to top."""
    here: Ints
    random: NDArray[np.uint64]
    log: Ints
    """Rows; as many as there is room for are written."""


@part
def draw(game: Arrays) -> np.int64:
    """The next 32 random bits."""
    game.random[0] = stepped(game.random[0])
    return np.int64(bits(game.random[0]))


@part
def supply(game: Arrays, seat: int) -> int:
    """All dice a seat holds."""
    held = game.hands[seat]
    for pile in range(game.many[seat]):
        held += game.piles[seat, pile]
    return int(held)


@part
def write(game: Arrays, what: int, who: int, unit: int, lost: int) -> None:
    """Write a row of the log, where there is room."""
    row = game.here[ROWS]
    if row < len(game.log):
        game.log[row, 0], game.log[row, 1], game.log[row, 2] = what, who, unit
        for face in range(NULL + 1):
            game.log[row, 3 + face] = game.loose[face]
        game.log[row, 9], game.log[row, 10] = game.here[HEIGHT], lost
        game.log[row, 11] = supply(game, who) if who >= 0 else 0
        game.here[ROWS] += 1


# --- throws ----------------------------------------------------------------------------------


@part
def taken_from(game: Arrays, seat: int, unit: int) -> int:
    """Take a unit out of a supply; how many dice it has."""
    if unit == ONE:
        game.hands[seat] -= 1
        return 1
    if unit == ALL:
        dice = supply(game, seat)
        game.hands[seat] = game.many[seat] = 0
        return dice
    dice = int(game.piles[seat, 0])
    for pile in range(1, game.many[seat]):
        game.piles[seat, pile - 1] = game.piles[seat, pile]
    game.many[seat] -= 1
    return dice


@part
def lying_pieces(game: Arrays) -> int:
    """Loose dice, and the tower as one."""
    lying = 1 if game.here[HEIGHT] > 0 else 0
    for face in range(SYMBOLS):
        lying += game.loose[face]
    return int(lying)
