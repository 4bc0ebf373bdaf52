"""The rules of every edition, compiled: decisions change a row, and `settle` does what follows.

Whatever chance decides happens at once: how dice fall, and who wins a column of fire.
"""

from kessel.fast.compiled import inlined, part
from kessel.fast.kernel import Number
from kessel.fast.row import (
    ACCIO,
    ACTIVE,
    ACTS,
    AGAIN,
    ALL,
    BEFORE,
    BOULDERS,
    BY_COLLECTING,
    CASTING,
    CHOICE,
    COLLECTOR,
    COLUMN,
    DIRECTION,
    EMPTIED,
    ENDING,
    EXTRA,
    FREEZE,
    GONE,
    HAND,
    HEIGHT,
    HELD,
    HURRICANE,
    KEPT,
    LOOSE,
    LYING,
    MOST_PILES,
    NEW_TOWER,
    NOBODY,
    NULL,
    OVER,
    PHASE,
    PILE,
    PILES,
    PLACED,
    PLAYERS,
    RACED,
    RETHROWN,
    REVERSE,
    SALVO,
    SINGLE,
    SPELLS,
    STACK,
    STACKED,
    START_DIE,
    STORM,
    STRENGTH,
    SUMMON,
    SWAMP,
    SYMBOLS,
    THROW,
    TOSSED,
    TOWER,
    TOWERS,
    UNIT,
    UNSTACKED,
    Row,
    below,
    called,
    draw,
    drawn_face,
    lying_pieces,
)
from kessel.fast.throws import POURED, EffectDice, taken_from, throw

# --- decisions -------------------------------------------------------------------------------


@part
def begin(row: Row, fresh: Row) -> None:
    """A new game as `fresh` says, up to the first decision."""
    for place in range(KEPT):
        row[place] = fresh[place]
    if row[START_DIE] != PLACED:
        throw_start(row)


@part
def throw_start(row: Row) -> None:
    """The start die is thrown; a null face may be turned to another, or does not count."""
    face = below(row, SYMBOLS) if row[START_DIE] == RETHROWN else drawn_face(row)
    if face == NULL:
        row[PHASE] = AGAIN
    else:
        start_with(row, face)


@part
def start_with(row: Row, face: Number) -> None:
    """The start die shows this symbol."""
    row[LOOSE + face], row[PHASE] = 1, THROW
    if row[SINGLE]:
        for effect in range(ACTS, LOOSE):
            row[effect] &= 1 << face


@part
def throw_unit(row: Row, dice: EffectDice, unit: Number, kind: Number) -> None:
    """A player throws; in an extra throw the dice fall with the last one's, as hard as any."""
    if row[PHASE] == EXTRA:
        seat = called(row)
        row[UNIT + seat], row[STRENGTH + seat] = unit, 1 + kind
        row[TOSSED + seat] = row[PILE + MOST_PILES * seat + unit - 1] if unit else 1
        if called(row) >= 0:
            return
        thrown: Number = 0
        for seat in range(row[PLAYERS]):
            if row[STRENGTH + seat]:
                thrown += taken_from(row, seat, row[UNIT + seat])
                kind = max(kind, row[STRENGTH + seat] - 1)
                row[TOSSED + seat] = row[STRENGTH + seat] = 0
    else:
        thrown = taken_from(row, row[ACTIVE], unit)
    throw(row, dice, POURED if unit == ALL else kind, thrown)
    row[PHASE] = LYING


@part
def summon(row: Row, face: Number) -> None:
    """An Accio takes a die, a loose one before one of the tower, the highest first; or none."""
    row[PHASE] = CASTING
    if face == NULL:
        return
    row[HELD + row[ACTIVE]] += 1
    row[HAND + row[ACTIVE]] += 1
    if row[LOOSE + face]:
        row[LOOSE + face] -= 1
    else:
        row[HEIGHT] -= 1
        above = place = TOWER + row[HEIGHT]
        while row[place] != face:
            place -= 1
        for lower in range(place, above):
            row[lower] = row[lower + 1]
    tidy(row)


@part
def stack(row: Row, face: Number) -> None:
    """One more die on the new tower; the last one goes by itself."""
    row[NEW_TOWER + row[STACKED]] = face
    row[STACKED] += 1
    row[UNSTACKED + face] -= 1
    left = 0
    for other in range(SYMBOLS):
        left += row[UNSTACKED + other]
        if row[UNSTACKED + other]:
            row[NEW_TOWER + row[STACKED]] = other
    if left > 1:
        return
    row[HEIGHT], row[STACKED], row[PHASE] = row[STACKED] + 1, 0, CASTING
    for place in range(row[HEIGHT]):
        row[TOWER + place] = row[NEW_TOWER + place]
    for other in range(LOOSE, LOOSE + SYMBOLS):
        row[other] = 0


# --- what follows ----------------------------------------------------------------------------


@inlined
def settle(row: Row) -> None:
    """Look at dice that lie, carry out spells, end the turn: up to the next decision."""
    if row[PHASE] == LYING:
        check(row)
    if row[PHASE] == CASTING:
        carry_out(row)
    if row[PHASE] == ENDING:
        end_turn(row)


@part
def check(row: Row) -> None:
    """Look for matches, and take what can be taken."""
    top = row[TOWER + row[HEIGHT] - 1] if row[HEIGHT] else NOBODY
    free = 0
    for face in range(SYMBOLS):
        if row[LOOSE + face] + (face == top) > 1:
            free |= 1 << face
    before, row[BEFORE], row[COLLECTOR] = row[BEFORE], NOBODY, row[ACTIVE]
    frozen = 0
    if before < 0:  # what a Relashio matched is taken, Immobulus too
        frozen = free & row[ACTS + FREEZE]
        if not frozen and free & (row[ACTS + STORM] | row[ACTS + SALVO]) and called(row) >= 0:
            row[BEFORE], row[PHASE] = free, EXTRA
            return
    free &= ~(frozen | row[ACTS + SWAMP])
    if free:
        if free & row[ACTS + COLUMN]:
            race(row)
        collect(row, free, top)
        if free & row[ACTS + HURRICANE]:
            pass_left(row)
        if not frozen:
            spells = row[ACTS + SUMMON] | row[ACTS + TOWERS] | row[ACTS + REVERSE]
            row[SPELLS] = free & before & spells  # a `before` of -1 has all bits
        row[PHASE] = CASTING
    else:
        row[PHASE] = ENDING if frozen or not row[HELD + row[ACTIVE]] else CHOICE


@part
def race(row: Row) -> None:
    """Who wins the column takes all: they stack equally fast, and a player without dice calls as
    soon as one with a single die. Then piles are loose dice again."""
    total, held = 0.0, 0
    for seat in range(row[PLAYERS]):
        held += row[HELD + seat]
        if not row[GONE + seat]:
            total += 1.0 / max(row[HELD + seat], 1)
    if not held:
        return
    place = draw(row) / 4294967296.0 * total
    for seat in range(row[PLAYERS]):
        row[HAND + seat], row[PILES + seat] = row[HELD + seat], 0
        if not row[GONE + seat] and place >= 0.0:
            row[RACED] = row[COLLECTOR] = seat
            place -= 1.0 / max(row[HELD + seat], 1)


@part
def collect(row: Row, free: Number, top: Number) -> None:
    """Take all dice of these symbols that are seen, of a tower its top; stones are a pile."""
    seat = row[COLLECTOR]
    for face in range(SYMBOLS):
        if free & (1 << face):
            taken = row[LOOSE + face]
            row[LOOSE + face] = 0
            if face == top:
                taken += 1
                row[HEIGHT] -= 1
            row[HELD + seat] += taken
            if row[ACTS + BOULDERS] & (1 << face):
                first = PILE + MOST_PILES * seat
                place = first + row[PILES + seat]
                while place > first and row[place - 1] > taken:
                    row[place] = row[place - 1]
                    place -= 1
                row[place] = taken
                row[PILES + seat] += 1
            else:
                row[HAND + seat] += taken
    tidy(row)


@part
def tidy(row: Row) -> None:
    """Dice have been taken: a single one is no tower, and the arena may be empty."""
    if row[HEIGHT] == 1:
        row[LOOSE + row[TOWER]] += 1
        row[HEIGHT] = 0
    if lying_pieces(row) == 0:
        row[EMPTIED] = BY_COLLECTING


@part
def pass_left(row: Row) -> None:
    """Everybody passes the whole supply on, clockwise."""
    taker = NOBODY
    for giver in range(row[PLAYERS] - 1, -1, -1):
        if not row[GONE + giver]:
            if taker >= 0:
                for one in (HELD, HAND, PILES):
                    swap(row, one + taker, one + giver)
                for pile in range(PILE, PILE + MOST_PILES):
                    swap(row, pile + MOST_PILES * taker, pile + MOST_PILES * giver)
            taker = giver


@part
def swap(row: Row, one: Number, other: Number) -> None:
    """Exchange two numbers."""
    row[one], row[other] = row[other], row[one]


@part
def carry_out(row: Row) -> None:
    """Carry out the spells that are left, until one waits for its player; then the turn ends."""
    row[PHASE] = ENDING
    if row[SPELLS] & row[ACTS + SUMMON]:
        row[SPELLS] ^= row[ACTS + SUMMON]
        if lying_pieces(row):
            row[PHASE] = ACCIO
            return
    if row[SPELLS] & row[ACTS + TOWERS]:
        row[SPELLS] ^= row[ACTS + TOWERS]
        if unstack(row) > 1:
            row[PHASE] = STACK
            return
    if row[SPELLS]:
        row[SPELLS] = 0
        row[DIRECTION] = -row[DIRECTION]


@part
def unstack(row: Row) -> Number:
    """Count the dice that can be stacked."""
    dice: Number = row[HEIGHT]
    for face in range(SYMBOLS):
        row[UNSTACKED + face] = row[LOOSE + face]
        dice += row[LOOSE + face]
    for place in range(TOWER, TOWER + row[HEIGHT]):
        row[UNSTACKED + row[place]] += 1
    return dice


@part
def end_turn(row: Row) -> None:
    """Whoever has no dice is out; then the next player from the collector on, or the end."""
    left = 0
    for seat in range(row[PLAYERS]):
        left += row[HELD + seat] > 0
    for seat in range(row[PLAYERS]):
        if not row[HELD + seat] and not row[GONE + seat]:
            row[GONE + seat] = 1 if left else 2  # without any dice, all who are left share it
    row[PHASE] = OVER
    if left > 1:
        row[PHASE] = THROW
        seat = (row[COLLECTOR] + row[DIRECTION]) % row[PLAYERS]
        while row[GONE + seat]:
            seat = (seat + row[DIRECTION]) % row[PLAYERS]
        row[ACTIVE] = seat
