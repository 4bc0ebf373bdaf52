"""The rules of every edition, compiled: decisions change a row, and `settle` does what follows.

Whatever chance decides happens at once: how dice fall, and who wins a column of fire.
"""

from kessel.fast import row as r
from kessel.fast.compiled import inlined, part
from kessel.fast.kernel import Number
from kessel.fast.row import Row, below, called, draw, drawn_face, lying_pieces
from kessel.fast.throws import POURED, EffectDice, taken_from, throw

# --- decisions -------------------------------------------------------------------------------


@part
def begin(row: Row, fresh: Row) -> None:
    """A new game as `fresh` says, up to the first decision."""
    for place in range(r.KEPT):
        row[place] = fresh[place]
    if row[r.START_DIE] != r.PLACED:
        throw_start(row)


@part
def throw_start(row: Row) -> None:
    """The starting die is thrown; a null face may be turned to another, or does not count."""
    face = below(row, r.SYMBOLS) if row[r.START_DIE] == r.RETHROWN else drawn_face(row)
    if face == r.NULL:
        row[r.PHASE] = r.AGAIN
    else:
        start_with(row, face)


@part
def start_with(row: Row, face: Number) -> None:
    """The starting die shows this symbol."""
    row[r.LOOSE + face], row[r.PHASE] = 1, r.THROW
    if row[r.SINGLE]:
        for effect in range(r.ACTS, r.LOOSE):
            row[effect] &= 1 << face


@part
def throw_unit(row: Row, dice: EffectDice, unit: Number, kind: Number) -> None:
    """A player throws; in an extra throw the dice fall with the last one's, as hard as any."""
    if row[r.PHASE] == r.EXTRA:
        seat = called(row)
        row[r.UNIT + seat], row[r.STRENGTH + seat] = unit, 1 + kind
        row[r.TOSSED + seat] = row[r.PILE + r.MOST_PILES * seat + unit - 1] if unit else 1
        if called(row) >= 0:
            return
        thrown: Number = 0
        for seat in range(row[r.PLAYERS]):
            if row[r.STRENGTH + seat]:
                thrown += taken_from(row, seat, row[r.UNIT + seat])
                kind = max(kind, row[r.STRENGTH + seat] - 1)
                row[r.TOSSED + seat] = row[r.STRENGTH + seat] = 0
    else:
        thrown = taken_from(row, row[r.ACTIVE], unit)
    throw(row, dice, POURED if unit == r.ALL else kind, thrown)
    row[r.PHASE] = r.LYING


@part
def summon(row: Row, face: Number) -> None:
    """An Accio takes a die, a loose one before one of the tower, the highest first; or none."""
    row[r.PHASE] = r.CASTING
    if face == r.NULL:
        return
    row[r.HELD + row[r.ACTIVE]] += 1
    row[r.HAND + row[r.ACTIVE]] += 1
    if row[r.LOOSE + face]:
        row[r.LOOSE + face] -= 1
    else:
        row[r.HEIGHT] -= 1
        above = place = r.TOWER + row[r.HEIGHT]
        while row[place] != face:
            place -= 1
        for lower in range(place, above):
            row[lower] = row[lower + 1]
    tidy(row)


@part
def stack(row: Row, face: Number) -> None:
    """One more die on the new tower; the last one goes by itself."""
    row[r.NEW_TOWER + row[r.STACKED]] = face
    row[r.STACKED] += 1
    row[r.UNSTACKED + face] -= 1
    left = 0
    for other in range(r.SYMBOLS):
        left += row[r.UNSTACKED + other]
        if row[r.UNSTACKED + other]:
            row[r.NEW_TOWER + row[r.STACKED]] = other
    if left > 1:
        return
    row[r.HEIGHT], row[r.STACKED], row[r.PHASE] = row[r.STACKED] + 1, 0, r.CASTING
    for place in range(row[r.HEIGHT]):
        row[r.TOWER + place] = row[r.NEW_TOWER + place]
    for other in range(r.LOOSE, r.LOOSE + r.SYMBOLS):
        row[other] = 0


# --- what follows ----------------------------------------------------------------------------


@inlined
def settle(row: Row) -> None:
    """Look at dice that lie, carry out spells, end the turn: up to the next decision."""
    if row[r.PHASE] == r.LYING:
        check(row)
    if row[r.PHASE] == r.CASTING:
        carry_out(row)
    if row[r.PHASE] == r.ENDING:
        end_turn(row)


@part
def check(row: Row) -> None:
    """Look for matches, and take what can be taken."""
    top = row[r.TOWER + row[r.HEIGHT] - 1] if row[r.HEIGHT] else r.NOBODY
    free = 0
    for face in range(r.SYMBOLS):
        if row[r.LOOSE + face] + (face == top) > 1:
            free |= 1 << face
    before, row[r.BEFORE], row[r.COLLECTOR] = row[r.BEFORE], r.NOBODY, row[r.ACTIVE]
    frozen = 0
    if before < 0:  # what a Relashio matched is taken, Immobulus too
        frozen = free & row[r.ACTS + r.FREEZE]
        calls = row[r.ACTS + r.STORM] | row[r.ACTS + r.SALVO]
        if not frozen and free & calls and called(row) >= 0:
            row[r.BEFORE], row[r.PHASE] = free, r.EXTRA
            return
    free &= ~(frozen | row[r.ACTS + r.SWAMP])
    if free:
        if free & row[r.ACTS + r.COLUMN]:
            race(row)
        collect(row, free, top)
        if free & row[r.ACTS + r.HURRICANE]:
            pass_left(row)
        if not frozen:
            spells = row[r.ACTS + r.SUMMON] | row[r.ACTS + r.TOWERS] | row[r.ACTS + r.REVERSE]
            row[r.SPELLS] = free & before & spells  # a `before` of -1 has all bits
        row[r.PHASE] = r.CASTING
    else:
        row[r.PHASE] = r.ENDING if frozen or not row[r.HELD + row[r.ACTIVE]] else r.CHOICE


@part
def race(row: Row) -> None:
    """Who wins the column takes all: they stack equally fast, and a player without dice calls as
    soon as one with a single die. Then piles are loose dice again."""
    total, held = 0.0, 0
    for seat in range(row[r.PLAYERS]):
        held += row[r.HELD + seat]
        if not row[r.GONE + seat]:
            total += 1.0 / max(row[r.HELD + seat], 1)
    if not held:
        return
    place = draw(row) / 4294967296.0 * total
    for seat in range(row[r.PLAYERS]):
        row[r.HAND + seat], row[r.PILES + seat] = row[r.HELD + seat], 0
        if not row[r.GONE + seat] and place >= 0.0:
            row[r.RACED] = row[r.COLLECTOR] = seat
            place -= 1.0 / max(row[r.HELD + seat], 1)


@part
def collect(row: Row, free: Number, top: Number) -> None:
    """Take all dice of these symbols that are seen, of a tower its top; stones are a pile."""
    seat = row[r.COLLECTOR]
    for face in range(r.SYMBOLS):
        if free & (1 << face):
            taken = row[r.LOOSE + face]
            row[r.LOOSE + face] = 0
            if face == top:
                taken += 1
                row[r.HEIGHT] -= 1
            row[r.HELD + seat] += taken
            if row[r.ACTS + r.BOULDERS] & (1 << face):
                first = r.PILE + r.MOST_PILES * seat
                place = first + row[r.PILES + seat]
                while place > first and row[place - 1] > taken:
                    row[place] = row[place - 1]
                    place -= 1
                row[place] = taken
                row[r.PILES + seat] += 1
            else:
                row[r.HAND + seat] += taken
    tidy(row)


@part
def tidy(row: Row) -> None:
    """Dice have been taken: a single one is no tower, and the arena may be empty."""
    if row[r.HEIGHT] == 1:
        row[r.LOOSE + row[r.TOWER]] += 1
        row[r.HEIGHT] = 0
    if lying_pieces(row) == 0:
        row[r.EMPTIED] = r.BY_COLLECTING


@part
def pass_left(row: Row) -> None:
    """Everybody passes the whole supply on, clockwise."""
    taker = r.NOBODY
    for giver in range(row[r.PLAYERS] - 1, -1, -1):
        if not row[r.GONE + giver]:
            if taker >= 0:
                for one in (r.HELD, r.HAND, r.PILES):
                    swap(row, one + taker, one + giver)
                for pile in range(r.PILE, r.PILE + r.MOST_PILES):
                    swap(row, pile + r.MOST_PILES * taker, pile + r.MOST_PILES * giver)
            taker = giver


@part
def swap(row: Row, one: Number, other: Number) -> None:
    """Exchange two numbers."""
    row[one], row[other] = row[other], row[one]


@part
def carry_out(row: Row) -> None:
    """Carry out the spells that are left, until one waits for its player; then the turn ends."""
    row[r.PHASE] = r.ENDING
    if row[r.SPELLS] & row[r.ACTS + r.SUMMON]:
        row[r.SPELLS] ^= row[r.ACTS + r.SUMMON]
        if lying_pieces(row):
            row[r.PHASE] = r.ACCIO
            return
    if row[r.SPELLS] & row[r.ACTS + r.TOWERS]:
        row[r.SPELLS] ^= row[r.ACTS + r.TOWERS]
        if unstack(row) > 1:
            row[r.PHASE] = r.STACK
            return
    if row[r.SPELLS]:
        row[r.SPELLS] = 0
        row[r.DIRECTION] = -row[r.DIRECTION]


@part
def unstack(row: Row) -> Number:
    """Count the dice that can be stacked."""
    dice: Number = row[r.HEIGHT]
    for face in range(r.SYMBOLS):
        row[r.UNSTACKED + face] = row[r.LOOSE + face]
        dice += row[r.LOOSE + face]
    for place in range(r.TOWER, r.TOWER + row[r.HEIGHT]):
        row[r.UNSTACKED + row[place]] += 1
    return dice


@part
def end_turn(row: Row) -> None:
    """Whoever has no dice is out; then the next player from the collector on, or the end."""
    left = 0
    for seat in range(row[r.PLAYERS]):
        left += row[r.HELD + seat] > 0
    for seat in range(row[r.PLAYERS]):
        if not row[r.HELD + seat] and not row[r.GONE + seat]:
            row[r.GONE + seat] = 1 if left else 2  # without any dice, all who are left share it
    row[r.PHASE] = r.OVER
    if left > 1:
        row[r.PHASE] = r.THROW
        seat = (row[r.COLLECTOR] + row[r.DIRECTION]) % row[r.PLAYERS]
        while row[r.GONE + seat]:
            seat = (seat + row[r.DIRECTION]) % row[r.PLAYERS]
        row[r.ACTIVE] = seat
