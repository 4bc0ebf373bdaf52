"""A game of any edition as one row of whole numbers, changed in place, and what is read off it.

Faces are numbers, 0 to 4 the symbols in the edition's order, 5 the null face. Default options only.
"""

import numpy as np
from numpy.typing import NDArray

from kessel.fast.compiled import part
from kessel.fast.kernel import Number, bits, stepped
from kessel.rules.edition import MAX_PLAYERS, MOST_DICE, Activation, Edition, Effect
from kessel.rules.options import default_of
from kessel.rules.state import Emptied, GameState, Phase

Row = NDArray[np.int64]

SYMBOLS = 5
NULL = 5
NOBODY = -1
MOST_PILES = MOST_DICE // 2
START, AGAIN, THROW, CHOICE, EXTRA, _COLUMN, _COLLECT, ACCIO, STACK, OVER = range(len(Phase))
LYING, CASTING, ENDING = range(len(Phase), len(Phase) + 3)
"""Phases; in the last three nobody is waited for: dice lie and are to be looked at, spells are to
be carried out, the turn is to end."""
NOT_EMPTIED, BY_OUT, BY_NULL, BY_COLLECTING = range(len(Emptied))
"""By what the arena was emptied."""
STORM, COLUMN, BOULDERS, HURRICANE, SWAMP, FREEZE, SALVO, SUMMON, TOWERS, REVERSE = range(
    len(Effect)
)
PLACED, RETHROWN, TURNED = range(3)
"""The starting die: placed by the player that begins; thrown until it counts; or thrown, and turned
to a symbol if it shows the null face."""
ONE, ALL = 0, -1
"""What is thrown: a loose die, everything, or a pile by its number from 1."""

PLAYERS, START_DIE, SINGLE, SPARES = range(4)
"""What does not change: how many play, how games begin, whether only the effect of the starting
die's symbol is at work, and whether dice that merely flew out do not make the next player
throw all."""
PHASE, ACTIVE, DIRECTION, EMPTIED, REMOVED = range(4, 9)
BEFORE, SPELLS, COLLECTOR, HEIGHT, STACKED = range(9, 14)
"""Symbols as bits: matched before an extra throw (-1: there is none), and spells still to be
carried out; who took dice last; dice of the tower, and of the new one so far."""
ACTS = 14
"""Of each effect its symbol as a bit, 0 where it is not at work."""
LOOSE = ACTS + len(Effect)
"""Dice of each face that lie loose, the null face last."""
HELD, HAND, PILES, GONE, TOSSED, UNIT, STRENGTH = (
    LOOSE + SYMBOLS + 1 + MAX_PLAYERS * number for number in range(7)
)
"""Of each seat: all its dice, loose ones, how many piles; whether it is out of the game (1, or 2 if
it has won nevertheless); what it adds to an extra throw: dice, what they are, 1 + how hard."""
KEPT = STRENGTH + MAX_PLAYERS
"""From here on a new game changes nothing."""
RANDOM, THROWS, RACED, OUT, STOOD, LANDED = range(KEPT, KEPT + 6)
"""The state of the random source; throws so far; of the last throw who won the column of fire after
it (-1: there was none), dice that left the arena, dice of the tower that stood it, dice of each
face."""
UNSTACKED = LANDED + SYMBOLS + 1
"""Dice of each symbol that are not on the new tower yet."""
TOWER = UNSTACKED + SYMBOLS
"""Faces, bottom to top."""
NEW_TOWER = TOWER + MOST_DICE
PILE = NEW_TOWER + MOST_DICE
"""Of each seat its piles, smallest first."""
WIDTH = PILE + MAX_PLAYERS * MOST_PILES


def row_of(start: GameState) -> Row:
    """A game that waits for its starting die."""
    edition = start.edition
    row = np.zeros(WIDTH, np.int64)
    row[PLAYERS], row[START_DIE] = start.players, _start_die(edition)
    row[SINGLE] = edition.activation is Activation.START_DIE
    row[SPARES] = default_of("allin_cause", edition) == "not_by_out_only"
    row[DIRECTION], row[BEFORE], row[RACED], row[RANDOM] = 1, NOBODY, NOBODY, 1
    for face in edition.effects if row[SINGLE] else start.effects:
        row[ACTS + list(Effect).index(edition.effects[face])] = 1 << edition.symbols.index(face)
    for seat, hand in enumerate(start.hands):
        row[HELD + seat] = row[HAND + seat] = hand
    return row


def _start_die(edition: Edition) -> int:
    if default_of("start_die", edition) == "placed":
        return PLACED
    return RETHROWN if default_of("start_die_x", edition) == "rethrow" else TURNED


@part
def draw(row: Row) -> Number:
    """The next 32 random bits."""
    state = stepped(np.uint64(row[RANDOM]))
    row[RANDOM] = np.int64(state)
    return np.int64(bits(state))


@part
def below(row: Row, limit: Number) -> Number:
    """A random number below a limit."""
    return (draw(row) * limit) >> 32


@part
def drawn_face(row: Row) -> Number:
    """One of the six faces; a draw of 0 is the null face, as in the edition's order."""
    face = below(row, SYMBOLS + 1)
    return face - 1 if face else NULL


@part
def lying_pieces(row: Row) -> Number:
    """Loose dice, and the tower as one."""
    lying: Number = min(row[HEIGHT], 1)
    for face in range(LOOSE, LOOSE + SYMBOLS):
        lying += row[face]
    return lying


@part
def called(row: Row) -> Number:
    """Who decides next what to add to an extra throw; -1 if all have.

    In a storm all but the active player throw, else everybody with a die.
    """
    seat: Number = row[ACTIVE]
    for number in range(row[PLAYERS]):
        if row[HELD + seat] > 0 and row[STRENGTH + seat] == 0 and (number or not row[ACTS + STORM]):
            return seat
        seat = (seat + 1) % row[PLAYERS]
    return NOBODY


@part
def must_throw_all(row: Row) -> bool:
    """Whether a turn begins with all dice, since the arena is empty."""
    spared = row[SPARES] and row[EMPTIED] == BY_OUT
    return row[PHASE] == THROW and not spared and lying_pieces(row) == 0
