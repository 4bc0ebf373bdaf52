"""The compiled loop: numbers in, numbers out. Rules of the base editions, nothing else.

Random numbers are xorshift64*, 32 bits at a time; a state of zero would stay zero.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kessel.fast.compiled import compiled, inlined
from kessel.solver import chance

Number: TypeAlias = int | np.int64

FACES = np.uint64(6)
NULL = np.uint64(5)
"""Faces are 0 to 4, and the null face."""
BARE = np.int64(chance.BARE)
TURN, CHOICE = 0, 1
STOP = 0
MULTIPLIER = np.uint64(2685821657736338717)
A, B, C, HALF = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)
ONE, NONE = np.uint64(1), np.uint64(0)
COUNTS = np.array([bin(mask).count("1") for mask in range(32)], np.int8)
"""How many symbols a set of them has."""


@inlined
def stepped(state: np.uint64) -> np.uint64:
    """The next state of the random source."""
    state ^= state >> A
    state ^= state << B
    state ^= state >> C
    return state


@inlined
def bits(state: np.uint64) -> np.uint64:
    """The 32 bits that a state gives."""
    return (state * MULTIPLIER) >> HALF


@inlined
def row_of(
    hands: NDArray[np.int64],
    seats: NDArray[np.int64],
    players: int,
    at: int,
    left: int,
    choose: NDArray[np.int64],
) -> int:
    """The solver's number of these hands, from the active player on (`HandIndex.row`)."""
    row = choose[left - 1, players]
    place = at
    for others in range(players - 1, 0, -1):
        held = hands[seats[place]]
        row += choose[left - 1, others] - choose[left - held, others]
        left -= held
        place += 1
        if place == players:
            place = 0
    return int(row)


@inlined
def decided(
    state: np.uint64,
    actions: NDArray[np.int16],
    mixtures: NDArray[np.int64],
    where: tuple[Number, Number, Number, Number, Number],
) -> tuple[np.uint64, np.int64]:
    """The action at a decision; drawn where the strategy mixes."""
    chosen = np.int64(actions[where])
    if chosen < 0:
        mixture = -1 - chosen
        state = stepped(state)
        draw = np.int64(bits(state))
        chosen = np.int64(0)
        while draw >= mixtures[mixture, chosen]:
            chosen += 1
    return state, chosen


@inlined
def moved(
    state: np.uint64, single: NDArray[np.int64], kind: Number, lying: Number
) -> tuple[np.uint64, int, int]:
    """After a throw of one die: dice that rest as they lay, and dice that fall and stay."""
    state = stepped(state)
    draw = np.int64(bits(state))
    case = 0
    while draw >= single[kind, lying, case, 0]:
        case += 1
    return state, single[kind, lying, case, 1], single[kind, lying, case, 2]


@inlined
def fallen(state: np.uint64, resting: int, falling: int) -> tuple[np.uint64, np.int64, np.int64]:
    """How many symbols are seen just once, and dice of all others: those are taken.

    Dice that rest show the first symbols, dice that fall any face.
    """
    seen = resting
    once = (ONE << np.uint64(resting)) - ONE
    twice = NONE
    for _ in range(falling):
        state = stepped(state)
        face = (bits(state) * FACES) >> HALF
        if face < NULL:
            mark = ONE << face
            twice |= once & mark
            once |= mark
            seen += 1
    lying = np.int64(COUNTS[once & ~twice])
    return state, lying, seen - lying


@compiled
def play_games(
    games: int,
    dealt: NDArray[np.int64],
    start_lying: np.int64,
    state: np.uint64,
    single: NDArray[np.int64],
    pour: NDArray[np.int64],
    strategy_of: NDArray[np.int64],
    actions: NDArray[np.int16],
    mixtures: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> tuple[NDArray[np.int64], int]:
    """Play games from one position, seat 0 beginning; wins of each seat, and all throws.

    Arrays are read number by number: a view of one would cost more than the throw.
    """
    wins, hands, seats = np.zeros_like(dealt), np.zeros_like(dealt), np.zeros_like(dealt)
    players, total, kinds = len(dealt), dealt.sum(), len(single)
    spares = single.shape[1] > BARE  # dice that merely flew out do not make the next one pour
    throws = 0
    for _ in range(games):
        for seat in range(players):
            hands[seat], seats[seat] = dealt[seat], seat
        left, held, lying, at = players, total, start_lying, 0
        while left > 1:
            seat = seats[at]
            who, turn, thrown = strategy_of[seat], True, 1
            while True:
                kind = np.int64(0)
                emptied = not turn and lying == 0  # not by dice flying out: that stays so
                if turn and lying == 0:
                    thrown = hands[seat]
                    state, resting, falling = moved(state, pour, 0, thrown)
                else:
                    if kinds > 1 or not turn:
                        row = row_of(hands, seats, left, at, held, choose)
                        where = (who, left - 2, TURN if turn else CHOICE, lying, row)
                        state, kind = decided(state, actions, mixtures, where)
                        if not turn:
                            if kind == STOP:
                                break
                            kind -= 1
                    thrown = 1
                    state, resting, falling = moved(state, single, kind, lying)
                turn = False
                throws += 1
                state, lying, taken = fallen(state, resting, falling)
                if spares and resting + falling == 0 and not emptied:
                    lying = BARE
                hands[seat] += taken - thrown
                held += taken - thrown
                if taken > 0 or hands[seat] == 0:
                    break
            at += 1
            if hands[seat] == 0:  # who has no dice is out, and the next one moves up
                left, at = left - 1, at - 1
                for place in range(at, left):
                    seats[place] = seats[place + 1]
            at = 0 if at >= left else at
        wins[seats[0]] += 1
    return wins, throws
