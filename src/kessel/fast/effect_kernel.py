"""The compiled loop of games with effects: numbers in, numbers out. Default options only."""

import numpy as np

from kessel.fast.compiled import compiled, part
from kessel.fast.effect_arrays import (
    ACTIVE,
    ALL,
    BOULDERS,
    COLUMN,
    DIRECTION,
    EFFECTS,
    FREEZE,
    HEIGHT,
    HURRICANE,
    LEFT,
    NOBODY,
    NULL,
    ONE,
    OVER,
    RACED,
    REVERSE,
    SALVO,
    SHARES,
    STACKED,
    STOPPED,
    STORM,
    SUMMON,
    SUMMONED,
    SWAMP,
    SYMBOLS,
    THROWN,
    TOWER,
    Arrays,
    EffectDice,
    Ints,
    Players,
    draw,
    lying_pieces,
    supply,
    taken_from,
    write,
)
from kessel.fast.effect_throws import throw, throw_along, unit_of


@part
def matched_symbols(game: Arrays) -> int:
    """The symbols seen twice or more, as bits; of a tower its top is seen."""
    top = game.tower[game.here[HEIGHT] - 1] if game.here[HEIGHT] > 0 else NOBODY
    found = 0
    for face in range(SYMBOLS):
        if game.loose[face] + (face == top) > 1:
            found |= 1 << face
    return found


@part
def has(symbols: int, game: Arrays, effect: int) -> bool:
    """Whether an effect is at work and its symbol among these."""
    face = game.acts[effect]
    return bool(face >= 0 and (symbols >> face) & 1 == 1)


@part
def check(game: Arrays, dice: EffectDice) -> bool:
    """Settle what lies there; whether the player may go on, else the turn is over."""
    active = game.here[ACTIVE]
    matched, before = matched_symbols(game), NOBODY
    storm, salvo = has(matched, game, STORM), has(matched, game, SALVO)
    if (storm or (salvo and not has(matched, game, FREEZE))) and throw_along(game, dice, storm):
        before = matched
        matched = matched_symbols(game)
    muted = has(matched, game, FREEZE) and before < 0  # what a Relashio matched is taken
    free = matched
    if muted:
        free ^= 1 << game.acts[FREEZE]
    if has(free, game, SWAMP):
        free ^= 1 << game.acts[SWAMP]
    if free == 0:
        if supply(game, active) > 0 and not muted:
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


@part
def race(game: Arrays, active: int) -> int:
    """Who wins the column: all stack equally fast, and a player without dice calls as soon as one
    with a single die; then piles are loose dice again."""
    total, held = 0.0, 0
    players = len(game.hands)
    for seat in range(players):
        if not game.out[seat]:
            held += supply(game, seat)
            total += 1.0 / max(supply(game, seat), 1)
    winner = active
    if held > 0:
        place = draw(game) / 4294967296.0 * total
        for seat in range(players):
            if not game.out[seat]:
                winner = seat
                place -= 1.0 / max(supply(game, seat), 1)
                if place < 0.0:
                    break
        write(game, RACED, winner, ONE, 0)
        for seat in range(players):
            game.hands[seat] = supply(game, seat)
            game.many[seat] = 0
    return winner


@part
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


@part
def single_die(game: Arrays) -> None:
    """A single die is no tower."""
    if game.here[HEIGHT] == 1:
        game.loose[game.tower[0]] += 1
        game.here[HEIGHT] = 0


@part
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


@part
def pass_left(game: Arrays) -> None:
    """Everybody passes the whole supply on, clockwise."""
    taker = len(game.hands) - 1
    while game.out[taker]:
        taker -= 1
    for giver in range(taker - 1, -1, -1):
        if not game.out[giver]:
            exchange(game, taker, giver)
            taker = giver


@part
def exchange(game: Arrays, one: int, other: int) -> None:
    """Two players exchange their supplies."""
    game.hands[one], game.hands[other] = game.hands[other], game.hands[one]
    for pile in range(max(game.many[one], game.many[other])):
        mine = game.piles[one, pile]
        game.piles[one, pile] = game.piles[other, pile]
        game.piles[other, pile] = mine
    game.many[one], game.many[other] = game.many[other], game.many[one]


@part
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


@part
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


@part
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


@part
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


@part
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


@part
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
    wins, every = np.zeros(len(game.hands), np.int64), np.zeros(EFFECTS, np.int64)
    for effect in range(EFFECTS):
        every[effect] = game.acts[effect]
    for _ in range(games):
        for seat in range(len(wins)):
            game.hands[seat], game.many[seat], game.out[seat] = hand, 0, 0
        for face in range(NULL + 1):
            game.loose[face] = 0
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
    for effect in range(EFFECTS):
        game.acts[effect] = every[effect]
    return wins
