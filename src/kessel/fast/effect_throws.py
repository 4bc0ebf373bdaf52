"""What throws do in compiled games with effects: dice strike, towers fall, dice are lost."""

import numpy as np

from kessel.fast.compiled import part
from kessel.fast.effect_arrays import (
    ACTIVE,
    ALONG,
    HEIGHT,
    NOBODY,
    NULL,
    ONE,
    PILE,
    SYMBOLS,
    THROWS,
    Arrays,
    EffectDice,
    draw,
    lying_pieces,
    supply,
    taken_from,
    write,
)
from kessel.fast.kernel import FACES, HALF, bits, stepped


@part
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


@part
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


@part
def unit_of(game: Arrays, seat: int) -> int:
    """A loose die before a pile."""
    return ONE if game.hands[seat] > 0 else PILE


@part
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
