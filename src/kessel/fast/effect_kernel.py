"""The compiled loop of games with effects: numbers in, numbers out. Default options only.

A game is a bundle of small arrays that are changed in place; faces are numbers, 0 to 4 the symbols
in the edition's order, 5 the null face. What was thrown and decided can be written down, row by
row, so that the rules can be asked whether they agree.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kessel.fast.compiled import compiled
from kessel.fast.kernel import FACES, HALF, bits, stepped

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


@compiled
def draw(game: Arrays) -> np.int64:
    """The next 32 random bits."""
    game.random[0] = stepped(game.random[0])
    return np.int64(bits(game.random[0]))


@compiled
def supply(game: Arrays, seat: int) -> int:
    """All dice a seat holds."""
    held = game.hands[seat]
    for pile in range(game.many[seat]):
        held += game.piles[seat, pile]
    return int(held)


@compiled
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


@compiled
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


@compiled
def lying_pieces(game: Arrays) -> int:
    """Loose dice, and the tower as one."""
    lying = 1 if game.here[HEIGHT] > 0 else 0
    for face in range(SYMBOLS):
        lying += game.loose[face]
    return int(lying)


@compiled
def strike(game: Arrays, dice: EffectDice, kind: int, knocked: int, struck: int) -> tuple[int, int]:
    """Pieces are struck, each as likely as the others: dice that fall, and dice that are out."""
    lying = lying_pieces(game)
    falling = out = 0
    leaves = dice.leaves[kind, lying]
    for number in range(knocked + struck):
        gone = 1 if number < knocked else 0
        place = (draw(game) * (lying - number)) >> 32
        face = 0
        while face < SYMBOLS and place >= game.loose[face]:
            place -= game.loose[face]
            face += 1
        more = 0
        if face < SYMBOLS:
            game.loose[face] -= 1
        else:
            more = game.here[HEIGHT] - 1
            for _ in range(game.here[HEIGHT] - 1):
                if draw(game) < leaves:
                    more -= 1
                    out += 1
            game.here[HEIGHT] = 0
        out += gone
        falling += 1 - gone + more
    return falling, out


@compiled
def throw(game: Arrays, dice: EffectDice, kind: int, thrown: int, everything: bool) -> int:
    """Throw dice into the arena; how many are out. Null faces lie there as well."""
    game.here[THROWS] += 1
    if everything:
        case, chosen = 0, draw(game)
        while chosen >= dice.poured[thrown, case, 0]:
            case += 1
        falling = int(dice.poured[thrown, case, 1])
        out = thrown - falling
    else:
        lying = lying_pieces(game)
        case, chosen = 0, draw(game)
        while chosen >= dice.cases[kind, lying, case, 0]:
            case += 1
        staying = int(dice.cases[kind, lying, case, 3])
        if thrown > 1:
            staying = thrown
            for _ in range(thrown):
                staying -= draw(game) < dice.lost[kind, lying]
        struck, knocked = dice.cases[kind, lying, case, 1], dice.cases[kind, lying, case, 2]
        falling, out = strike(game, dice, kind, knocked, struck)
        falling, out = falling + staying, out + thrown - staying
    for _ in range(falling):
        game.random[0] = stepped(game.random[0])
        game.loose[np.int64((bits(game.random[0]) * FACES) >> HALF)] += 1
    return out


@compiled
def unit_of(game: Arrays, seat: int) -> int:
    """A loose die before a pile."""
    return ONE if game.hands[seat] > 0 else PILE


@compiled
def throw_along(game: Arrays, dice: EffectDice, storm: bool) -> bool:
    """The extra throw of a storm or a Relashio; whether anybody could throw."""
    thrown = 0
    players = len(game.hands)
    for seat in range(players):
        calls = not (storm and seat == game.here[ACTIVE])
        if calls and not game.out[seat] and supply(game, seat) > 0:
            thrown += taken_from(game, seat, unit_of(game, seat))
    if thrown == 0:
        return False
    out = throw(game, dice, len(dice.cases) // 2, thrown, False)
    write(game, ALONG, NOBODY, ONE, out)
    game.loose[NULL] = 0
    return True


# --- the check after a throw -----------------------------------------------------------------


@compiled
def matched_symbols(game: Arrays) -> int:
    """The symbols seen twice or more, as bits; of a tower its top is seen."""
    top = game.tower[game.here[HEIGHT] - 1] if game.here[HEIGHT] > 0 else NOBODY
    found = 0
    for face in range(SYMBOLS):
        if game.loose[face] + (face == top) > 1:
            found |= 1 << face
    return found


@compiled
def has(symbols: int, game: Arrays, effect: int) -> bool:
    """Whether an effect is at work and its symbol among these."""
    face = game.acts[effect]
    return bool(face >= 0 and (symbols >> face) & 1 == 1)


@compiled
def check(game: Arrays, dice: EffectDice) -> bool:
    """Settle what lies there; whether the player may go on, else the turn is over."""
    active = game.here[ACTIVE]
    matched, before = matched_symbols(game), NOBODY
    storm, salvo = has(matched, game, STORM), has(matched, game, SALVO)
    if (storm or (salvo and not has(matched, game, FREEZE))) and throw_along(game, dice, storm):
        before = matched
        matched = matched_symbols(game)
    muted = has(matched, game, FREEZE)
    free = matched
    for effect in (FREEZE, SWAMP):
        if has(free, game, effect):
            free ^= 1 << game.acts[effect]
    if free == 0:
        if supply(game, active) > 0:
            return True
        end_turn(game, active)
        return False
    collector = active
    if has(free, game, COLUMN):
        collector = race(game, active)
    collect(game, free, collector)
    if not muted:
        after_collecting(game, free, before, collector)
    end_turn(game, collector)
    return False


@compiled
def race(game: Arrays, active: int) -> int:
    """Who wins the column: all stack equally fast; then piles are loose dice again."""
    total = 0.0
    players = len(game.hands)
    for seat in range(players):
        if supply(game, seat) > 0:
            total += 1.0 / supply(game, seat)
    winner = active
    if total > 0.0:
        place = draw(game) / 4294967296.0 * total
        for seat in range(players):
            if supply(game, seat) > 0:
                winner = seat
                place -= 1.0 / supply(game, seat)
                if place < 0.0:
                    break
        write(game, RACED, winner, ONE, 0)
        for seat in range(players):
            game.hands[seat] = supply(game, seat)
            game.many[seat] = 0
    return winner


@compiled
def collect(game: Arrays, free: int, collector: int) -> None:
    """Take all dice of these symbols that are seen, of a tower its top; stones are a pile."""
    top = game.tower[game.here[HEIGHT] - 1] if game.here[HEIGHT] > 0 else NOBODY
    for face in range(SYMBOLS):
        if (free >> face) & 1:
            taken = game.loose[face]
            game.loose[face] = 0
            if face == top:
                taken += 1
                game.here[HEIGHT] -= 1
            if face == game.acts[BOULDERS]:
                game.piles[collector, game.many[collector]] = taken
                game.many[collector] += 1
            else:
                game.hands[collector] += taken
    single_die(game)


@compiled
def single_die(game: Arrays) -> None:
    """A single die is no tower."""
    if game.here[HEIGHT] == 1:
        game.loose[game.tower[0]] += 1
        game.here[HEIGHT] = 0


@compiled
def after_collecting(game: Arrays, taken: int, before: int, collector: int) -> None:
    """The hurricane, or the spells: those that matched before an extra throw as well."""
    if has(taken, game, HURRICANE):
        pass_left(game)
    if before >= 0:
        taken &= before
    if has(taken, game, SUMMON):
        summon(game, collector)
    if has(taken, game, TOWER):
        stack(game)
    if has(taken, game, REVERSE):
        game.here[DIRECTION] = -game.here[DIRECTION]


@compiled
def pass_left(game: Arrays) -> None:
    """Everybody passes the whole supply on, clockwise."""
    players = len(game.hands)
    last = players - 1
    while game.out[last]:
        last -= 1
    hand, many = game.hands[last], game.many[last]
    piles = game.piles[last].copy()
    taker = last
    for giver in range(last - 1, -1, -1):
        if not game.out[giver]:
            game.hands[taker], game.many[taker] = game.hands[giver], game.many[giver]
            game.piles[taker] = game.piles[giver]
            taker = giver
    game.hands[taker], game.many[taker] = hand, many
    game.piles[taker] = piles


@compiled
def summon(game: Arrays, seat: int) -> None:
    """An Accio takes the first symbol there is, in the edition's order; a loose die, if it can."""
    for face in range(SYMBOLS):
        if game.loose[face] > 0:
            game.loose[face] -= 1
            game.hands[seat] += 1
            write(game, SUMMONED, seat, face, 0)
            return
        for place in range(game.here[HEIGHT] - 1, -1, -1):
            if game.tower[place] == face:
                for upper in range(place, game.here[HEIGHT] - 1):
                    game.tower[upper] = game.tower[upper + 1]
                game.here[HEIGHT] -= 1
                game.hands[seat] += 1
                single_die(game)
                write(game, SUMMONED, seat, face, 0)
                return


@compiled
def stack(game: Arrays) -> None:
    """All dice become a tower, the first symbol of the edition at the bottom."""
    for place in range(game.here[HEIGHT]):
        game.loose[game.tower[place]] += 1
    height = game.here[HEIGHT] = 0
    if lying_pieces(game) < 2:
        return
    for face in range(SYMBOLS):
        for _ in range(game.loose[face]):
            game.tower[height] = face
            height += 1
        game.loose[face] = 0
    game.here[HEIGHT] = height
    write(game, STACKED, game.here[ACTIVE], ONE, 0)


@compiled
def end_turn(game: Arrays, counted_from: int) -> None:
    """Who has no dice is out; then the next player, or the end."""
    players = len(game.hands)
    left = 0
    for seat in range(players):
        left += not game.out[seat] and supply(game, seat) > 0
    if left > 0:  # else all who were in the game share it
        for seat in range(players):
            if not game.out[seat] and supply(game, seat) == 0:
                game.out[seat] = 1
        game.here[LEFT] = left
    if left < 2:
        game.here[OVER] = 1
        return
    seat = counted_from
    while True:
        seat = (seat + game.here[DIRECTION]) % players
        if not game.out[seat]:
            break
    game.here[ACTIVE] = seat


# --- games -----------------------------------------------------------------------------------


@compiled
def decide(game: Arrays, players: Players, turn: bool) -> int:
    """The kind of throw, or -1 to stop."""
    seat = game.here[ACTIVE]
    who = players.of_seat[seat]
    if players.by_table[who]:
        return tabled(game, players, who, turn)
    if not turn:
        if players.keep_last[who] and supply(game, seat) == 1:
            return -1
        lying = min(lying_pieces(game), players.go_on.shape[1] - 1)
        if draw(game) >= players.go_on[who, lying]:
            return -1
    if players.kinds.shape[1] == 1:
        return 0
    kind, chosen = 0, draw(game)
    while chosen >= players.kinds[who, kind]:
        kind += 1
    return kind


@compiled
def tabled(game: Arrays, players: Players, who: int, turn: bool) -> int:
    """The same, by the table of a game of two."""
    special = 0
    for effect in range(EFFECTS):
        if game.acts[effect] >= 0:
            special = game.loose[game.acts[effect]]
    others = lying_pieces(game) - special
    seat = game.here[ACTIVE]
    own, other = game.hands[seat], game.hands[1 - seat]
    return int(players.table[who, 0 if turn else 1, special, others, own, other])


@compiled
def play_turn(game: Arrays, dice: EffectDice, players: Players) -> None:
    """One player's throws, until the turn is over."""
    seat = game.here[ACTIVE]
    turn = True
    while True:
        everything = turn and lying_pieces(game) == 0
        kind = 0 if everything else decide(game, players, turn)
        if kind < 0:
            write(game, STOPPED, seat, ONE, 0)
            end_turn(game, seat)
            return
        unit = ALL if everything else unit_of(game, seat)
        out = throw(game, dice, kind, taken_from(game, seat, unit), everything)
        write(game, THROWN, seat, unit, out)
        game.loose[NULL] = 0
        turn = False
        if not check(game, dice):
            return


@compiled
def play_games(
    games: int,
    hand: int,
    start: Ints,
    single: bool,
    game: Arrays,
    dice: EffectDice,
    players: Players,
) -> Ints:
    """Games with seat 0 beginning, the start die showing one of the faces of `start`.

    With `single` only the effect of that face is at work. Each seat's victories, in parts of
    `SHARES`.
    """
    wins = np.zeros(len(game.hands), np.int64)
    every = game.acts.copy()
    for _ in range(games):
        game.hands[:], game.many[:], game.out[:], game.loose[:] = hand, 0, 0, 0
        face = start[(draw(game) * len(start)) >> 32]
        game.loose[face] = 1
        for effect in range(EFFECTS):
            game.acts[effect] = every[effect] if not single or every[effect] == face else NOBODY
        game.here[ACTIVE], game.here[DIRECTION], game.here[HEIGHT] = 0, 1, 0
        game.here[LEFT], game.here[OVER] = len(wins), 0
        while not game.here[OVER]:
            play_turn(game, dice, players)
        left = 0
        for seat in range(len(wins)):
            left += not game.out[seat]
        for seat in range(len(wins)):
            if not game.out[seat]:
                wins[seat] += SHARES // left
    game.acts[:] = every
    return wins
