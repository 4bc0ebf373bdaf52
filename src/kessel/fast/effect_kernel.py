"""The compiled loop of games with effects: numbers in, numbers out. Default options only."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kessel.fast import row as r
from kessel.fast.compiled import compiled, part
from kessel.fast.kernel import Number
from kessel.fast.row import Row, below, called, draw, lying_pieces, must_throw_all
from kessel.fast.throws import EffectDice
from kessel.fast.turns import begin, settle, stack, start_with, summon, throw_unit, unstack

SHARES = 60
"""A victory in parts: it can be shared by one to five."""


class Players(NamedTuple):
    """How seats decide."""

    of_seat: NDArray[np.int64]
    """[seat]: the number of its strategy."""
    go_on: NDArray[np.int64]
    """[strategy, pieces lying]: draws below this go on."""
    kinds: NDArray[np.int64]
    """[strategy, kind]: draws below this throw in this way or one before."""
    keep_last: NDArray[np.int64]
    """[strategy]: whether the last die is never thrown by choice."""
    by_table: NDArray[np.int64]
    """[strategy]: whether it is in `table` instead."""
    table: NDArray[np.int8]
    """[strategy, turn or choice, dice of the active element, others, own dice, the other's]: in a
    game of two with one element, the kind of throw, or -1 to stop."""


@part
def decide(row: Row, players: Players) -> Number:
    """The kind of throw, or -1 to stop."""
    turn, lying = row[r.PHASE] == r.THROW, lying_pieces(row)
    who = players.of_seat[row[r.ACTIVE]]
    if players.by_table[who]:
        special = 0
        for face in range(r.SYMBOLS):
            for effect in range(r.ACTS, r.LOOSE):
                if row[effect] >> face & 1:
                    special = row[r.LOOSE + face]
        own, other = row[r.HAND + row[r.ACTIVE]], row[r.HAND + 1 - row[r.ACTIVE]]
        kind: Number = players.table[who, 0 if turn else 1, special, lying - special, own, other]
        return kind
    if not turn:
        if players.keep_last[who] and row[r.HELD + row[r.ACTIVE]] == 1:
            return r.NOBODY
        if draw(row) >= players.go_on[who, min(lying, players.go_on.shape[1] - 1)]:
            return r.NOBODY
    kind = 0
    if players.kinds.shape[1] > 1:
        chosen = draw(row)
        while chosen >= players.kinds[who, kind]:
            kind += 1
    return kind


@part
def go_on(row: Row, dice: EffectDice, players: Players) -> None:
    """Take the next decision; what a strategy says nothing about is decided by rule."""
    phase = row[r.PHASE]
    if phase in (r.ACCIO, r.STACK):
        if phase == r.ACCIO:
            unstack(row)
        face = 0
        while not row[r.UNSTACKED + face]:
            face += 1
        if phase == r.ACCIO:
            summon(row, face)
        else:
            stack(row, face)
    else:
        kind: Number = len(dice.cases) // 2
        seat, unit = row[r.ACTIVE], r.ONE
        if phase == r.EXTRA:
            seat = called(row)
        elif must_throw_all(row):
            unit = r.ALL
        else:
            kind = decide(row, players)
        if unit == r.ONE and not row[r.HAND + seat]:
            unit = 1
        if kind < 0:
            row[r.PHASE] = r.ENDING
        else:
            throw_unit(row, dice, unit, kind)
    settle(row)


@compiled
def play_games(
    games: int, start: Row, fresh: Row, row: Row, dice: EffectDice, players: Players
) -> Row:
    """Games that begin as `fresh` says, the starting die showing one of the faces of `start`.

    Each seat's victories, in parts of `SHARES`.
    """
    wins = np.zeros(len(players.of_seat), np.int64)
    for _ in range(games):
        begin(row, fresh)
        start_with(row, start[below(row, len(start))])
        while row[r.PHASE] != r.OVER:
            go_on(row, dice, players)
        left = 0
        for seat in range(len(wins)):
            left += row[r.GONE + seat] != 1
        for seat in range(len(wins)):
            if row[r.GONE + seat] != 1:
                wins[seat] += SHARES // left
    return wins
