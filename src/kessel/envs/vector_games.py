"""Many games side by side, compiled: one decision of each at a time.

A game is a row of `fast/row.py`. Actions and observations are those of `actions.py` and
`observation.py`, written number by number.
"""

import numpy as np
from numpy.typing import NDArray

from kessel.envs import actions as a
from kessel.envs.observation import AT, SIZE, Vector
from kessel.fast import row as r
from kessel.fast.compiled import inlined, lean, part
from kessel.fast.kernel import Number
from kessel.fast.row import SYMBOLS, WIDTH, Row, called, must_throw_all
from kessel.fast.throws import EffectDice
from kessel.fast.turns import begin, settle, stack, start_with, summon, throw_start, throw_unit

PHASE_AT, ACTOR_AT, ACTIVE_AT = AT["phase"], AT["actor"], AT["active"]
IN_GAME_AT, LOOSE_AT, PILES_AT = AT["in_game"], AT["loose"], AT["piles"]
ARENA_AT, COVERED_AT, TOWER_AT = AT["arena"], AT["covered"], AT["tower"]
ELEMENTS_AT, DIRECTION_AT, EMPTIED_AT = AT["elements"], AT["direction"], AT["emptied"]
REMOVED_AT, BEFORE_AT, SPELLS_AT = AT["removed"], AT["before"], AT["spells"]
CHECK_AT, COLLECTOR_AT, THROWN_AT = AT["check"], AT["collector"], AT["thrown"]
STRENGTH_AT, STACKED_AT = AT["strength"], AT["stacked"]
STRENGTHS = len(a.KINDS)

ACTIONS, LONGEST, OFFERED, EFFECTS = range(WIDTH, WIDTH + 4)
"""Further columns of a row: actions so far, and after how many the game is cut short (0: never);
strengths on offer, as bits; whether the edition has effects."""
PLAYER, ENDED, WINNERS = range(3)
"""Rows of how games stand: who has to act, whether one has just ended, who won it, as bits."""
GOES_ON, DONE, CUT = range(3)


def new_games(games: int, fresh: Row, longest: int, offered: int, effects: bool) -> Row:
    """Room for so many games that begin as `fresh` says."""
    return np.tile(np.array([*fresh, 0, longest, offered, effects]), (games, 1))


# --- actions -----------------------------------------------------------------------------------


@part
def actor(row: Row) -> Number:
    """Who has to act."""
    return called(row) if row[r.PHASE] == r.EXTRA else row[r.ACTIVE]


@inlined
def act(row: Row, dice: EffectDice, action: Number) -> None:
    """Whoever has to act takes a legal action, and what follows from it happens."""
    row[ACTIONS] += 1
    if action == a.STOP:
        row[r.PHASE] = r.ENDING
    elif action >= a.STACK:
        stack(row, action - a.STACK - 1)
    elif action >= a.ACCIO:
        summon(row, action - a.ACCIO - 1)
    elif action >= a.START:
        start_with(row, action - a.START)
    elif row[r.PHASE] == r.AGAIN:
        throw_start(row)
    else:
        unit: Number = r.ALL
        if action < a.ALL_IN:
            unit = unit_at(row, actor(row), (action - a.THROW) // STRENGTHS)
        throw_unit(row, dice, unit, (action - a.THROW) % STRENGTHS)
    settle(row)


@part
def unit_at(row: Row, player: Number, slot: Number) -> Number:
    """What an action throws: a loose die, or the first pile of the size that is its slot."""
    unit = size = 0
    while slot:
        unit += 1
        pile = row[r.PILE + r.MOST_PILES * player + unit - 1]
        slot -= pile != size
        size = pile
    return unit


@part
def allow(row: Row, mask: Vector) -> None:
    """Write which actions are legal in a game that is not over."""
    for action in range(a.COUNT):
        mask[action] = 0
    phase = row[r.PHASE]
    if phase == r.ACCIO:
        mask[a.NO_ACCIO] = 1
        for face in range(SYMBOLS):
            mask[a.ACCIO + 1 + face] = row[r.LOOSE + face] > 0
        for place in range(row[r.HEIGHT]):
            mask[a.ACCIO + 1 + row[r.TOWER + place]] = 1
    elif phase == r.STACK:
        for face in range(SYMBOLS):
            mask[a.STACK + 1 + face] = row[r.UNSTACKED + face] > 0
    else:
        if phase <= r.AGAIN:
            for action in range(a.START, a.COLLECT):
                mask[action] = 1
        mask[a.STOP] = phase == r.CHOICE
        everything = must_throw_all(row)
        mask[a.ALL_IN] = everything
        if phase != r.START and not everything:
            allow_throws(row, mask)


@part
def allow_throws(row: Row, mask: Vector) -> None:
    """A loose die, and a pile of each size, in the strengths on offer."""
    player = actor(row)
    at, held, size = a.THROW, row[r.HAND + player], 0
    for unit in range(row[r.PILES + player] + 1):
        if unit:
            held = row[r.PILE + r.MOST_PILES * player + unit - 1]
            if held != size:
                at += STRENGTHS
            size = held
        if held:
            for strength in range(STRENGTHS):
                mask[at + strength] = row[OFFERED] >> strength & 1


# --- what is told ------------------------------------------------------------------------------


@part
def observe(row: Row, observer: Number, to: Vector) -> None:
    """Write what a player observes."""
    for place in range(SIZE):
        to[place] = 0
    players, phase = row[r.PLAYERS], row[r.PHASE]
    active = (row[r.ACTIVE] - observer) % players
    if phase != r.OVER:
        to[PHASE_AT + phase] = 1
        to[ACTOR_AT + (actor(row) - observer) % players] = 1
    to[ACTIVE_AT + active] = 1
    player = observer
    for step in range(players):
        to[IN_GAME_AT + step] = row[r.GONE + player] == 0
        to[LOOSE_AT + step] = row[r.HAND + player]
        if row[EFFECTS]:
            observe_player(row, player, step, to)
        player = player + 1 if player < players - 1 else 0
    for face in range(SYMBOLS):
        to[ARENA_AT + 1 + face] = row[r.LOOSE + face]
    to[DIRECTION_AT] = row[r.DIRECTION] > 0
    to[EMPTIED_AT + row[r.EMPTIED]] = 1
    to[REMOVED_AT] = row[r.REMOVED]
    if row[EFFECTS]:
        observe_effects(row, to)
        to[COLLECTOR_AT + (active if phase == r.EXTRA else -observer % players)] = 1


@part
def observe_player(row: Row, player: Number, step: Number, to: Vector) -> None:
    """Piles of a player by their sizes, and what it adds to an extra throw."""
    at, size = PILES_AT + 2 * a.PILE_SIZES * step - 2, 0
    for number in range(row[r.PILES + player]):
        pile = row[r.PILE + r.MOST_PILES * player + number]
        if pile != size:
            size = pile
            at += 2
            to[at] = pile
        to[at + 1] += 1
    to[THROWN_AT + step] = row[r.TOSSED + player]
    to[STRENGTH_AT + step] = row[r.STRENGTH + player]


@part
def observe_effects(row: Row, to: Vector) -> None:
    """Effects at work, what a check that waits remembers, and towers."""
    work = 0
    for effect in range(r.ACTS, r.LOOSE):
        work |= row[effect]
    before = max(row[r.BEFORE], 0)
    to[CHECK_AT] = before > 0
    for face in range(SYMBOLS):
        to[ELEMENTS_AT + face] = (work >> face) & 1
        to[BEFORE_AT + face] = (before >> face) & 1
        to[SPELLS_AT + face] = (row[r.SPELLS] >> face) & 1
    arena = ARENA_AT
    for place in range(row[r.HEIGHT]):
        face = 1 + row[r.TOWER + row[r.HEIGHT] - 1 - place]
        to[TOWER_AT + place] = 1 + face
        to[arena + face] += 1
        arena = COVERED_AT
    for place in range(row[r.STACKED]):
        to[STACKED_AT + place] = 2 + row[r.NEW_TOWER + place]


@lean
def play(
    games: Row,
    fresh: Row,
    dice: EffectDice,
    standing: Row,
    seen: Vector,
    masks: Vector,
    final: Vector,
    actions: NDArray[np.int64],
    anew: bool,
) -> int:
    """New games everywhere, or one action in every game; where that ends it, a new one begins.

    How each stands and what is told of it is written down; of one that ends, into `final` before.
    The number of the first game whose action is illegal, or -1; then nothing has happened.
    """
    if not anew:
        for game in range(len(actions)):
            action = actions[game]
            if not 0 <= action < a.COUNT or not masks[game, action]:
                return game
    for game in range(len(actions)):
        row = games[game]
        if not anew:
            act(row, dice, actions[game])
            standing[ENDED, game] = GOES_ON
            if row[r.PHASE] == r.OVER:
                standing[ENDED, game] = DONE
            elif row[ACTIONS] == row[LONGEST]:
                standing[ENDED, game] = CUT
        if anew or standing[ENDED, game]:
            observe(row, standing[PLAYER, game], final[game])
            won = 0
            for number in range(row[r.PLAYERS]):
                if row[r.GONE + number] != 1:
                    won |= 1 << number
            standing[WINNERS, game] = won
            begin(row, fresh)
            row[ACTIONS] = 0
        player = actor(row)
        standing[PLAYER, game] = player
        observe(row, player, seen[game])
        allow(row, masks[game])
    return -1
