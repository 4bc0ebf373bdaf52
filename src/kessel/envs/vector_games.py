"""Many games of the base editions side by side, compiled: one decision of each at a time.

Actions and observations are those of `actions.py` and `observation.py`, written number by number.
Symbols that lie are bits: in these editions they are all different.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kessel.envs.actions import ALL_IN, COLLECT, COUNT, FACES, KINDS, START, STOP, SYMBOLS, THROW
from kessel.envs.observation import AT, CAUSES, PHASES, SIZE, Vector
from kessel.fast.compiled import compiled, inlined
from kessel.fast.effect_arrays import EffectDice, Ints
from kessel.fast.kernel import COUNTS, HALF, Number, bits, stepped
from kessel.rules.edition import MAX_PLAYERS
from kessel.rules.state import Emptied, Phase

OVER = -1
P_START, P_AGAIN = PHASES.index(Phase.START), PHASES.index(Phase.START_AGAIN)
P_THROW, P_CHOICE = PHASES.index(Phase.THROW), PHASES.index(Phase.CHOICE)
E_NOT, E_OUT = CAUSES.index(Emptied.NOT), CAUSES.index(Emptied.BY_OUT)
E_NULL, E_COLLECT = CAUSES.index(Emptied.BY_NULL), CAUSES.index(Emptied.BY_COLLECTING)
PHASE_AT, ACTOR_AT, ACTIVE_AT = AT["phase"], AT["actor"], AT["active"]
IN_GAME_AT, LOOSE_AT, ARENA_AT = AT["in_game"], AT["loose"], AT["arena"]
DIRECTION_AT, EMPTIED_AT, REMOVED_AT = AT["direction"], AT["emptied"], AT["removed"]
HEAD = LOOSE_AT + MAX_PLAYERS
"""The parts before this number are written anew each time."""
STRENGTHS, CAUSE_COUNT = len(KINDS), len(CAUSES)
PLACED, RETHROWN, TURNED = 0, 1, 2
"""The start die: placed by the player that begins; thrown until it counts; or thrown, and turned to
a symbol if it shows the null face."""
PHASE, ACTIVE, LYING, EMPTIED, REMOVED, ACTIONS, LANDED = 0, 1, 2, 3, 4, 5, 6
"""Columns of a game: the number of its phase in `PHASES` or `OVER`, whose turn it is, the symbols
that lie as bits, by what the arena was emptied, dice lost, actions taken, how the last throw lay:
dice with each face, the null face first, and dice out."""
HANDS = LANDED + FACES + 1
"""The last columns: the dice of each player."""
OUT = LANDED + FACES
START_DIE, SPARES, LONGEST, KIND = 0, 1, 2, 3
"""Places in a setting: how games begin, whether dice that merely flew out do not make the next
player throw everything, after how many actions a game is cut short (0: never), the chance model's
kind of throw for each strength (-1: not on offer)."""
DEALT = KIND + STRENGTHS
"""The last places of a setting: the dice of each player."""

Random = NDArray[np.uint64]


class Seen(NamedTuple):
    """What is told of all games; the first axis is the game."""

    observations: Vector
    masks: Vector
    players: Ints
    """Who has to act."""
    final: Vector
    """What the last actor saw at the end of a game that has just ended."""
    returns: NDArray[np.float64]
    """[game, player], of a game that has just ended."""
    rewards: NDArray[np.float64]
    over: NDArray[np.bool_]
    cut: NDArray[np.bool_]


def new_games(games: int, players: int) -> Ints:
    """Room for so many games."""
    return np.zeros((games, HANDS + players), np.int64)


def new_seen(games: int, players: int) -> Seen:
    """Room for what is told of them."""
    return Seen(
        np.zeros((games, SIZE), np.int8),
        np.zeros((games, COUNT), np.int8),
        np.zeros(games, np.int64),
        np.zeros((games, SIZE), np.int8),
        np.zeros((games, players)),
        np.zeros(games),
        np.zeros(games, np.bool_),
        np.zeros(games, np.bool_),
    )


# --- chance ------------------------------------------------------------------------------------


@inlined
def below(state: np.uint64, limit: Number) -> np.int64:
    """A number below a limit, drawn from a state of the random source."""
    return np.int64((bits(state) * np.uint64(limit)) >> HALF)


@inlined
def throw_start(games: Ints, setting: Ints, state: np.uint64, game: int) -> np.uint64:
    """The start die is thrown."""
    state = stepped(state)
    face = below(state, FACES)
    if setting[START_DIE] == RETHROWN:
        face = 1 + below(state, SYMBOLS)
    games[game, PHASE] = P_THROW if face else P_AGAIN
    games[game, LYING] = 1 << (face - 1) if face else 0
    return state


@inlined
def throw(
    games: Ints,
    cases: Ints,
    poured: Ints,
    state: np.uint64,
    game: int,
    kind: Number,
    thrown: Number,
) -> np.uint64:
    """Dice are thrown at those that lie, or poured (`kind` -1); then all lie as LANDED says."""
    resting, struck, knocked, case = games[game, LYING], 0, 0, 0
    state = stepped(state)
    chosen = np.int64(bits(state))
    if kind < 0:
        while chosen >= poured[thrown, case, 0]:
            case += 1
        staying = poured[thrown, case, 1]
    else:
        lying = np.int64(COUNTS[resting])
        while chosen >= cases[kind, lying, case, 0]:
            case += 1
        struck, knocked = cases[kind, lying, case, 1], cases[kind, lying, case, 2]
        staying = cases[kind, lying, case, 3]
        for number in range(struck + knocked):
            state = stepped(state)
            left = resting
            for _ in range(below(state, lying - number)):
                left &= left - 1
            resting ^= left & -left
    for face in range(SYMBOLS):
        games[game, LANDED + 1 + face] = (resting >> face) & 1
    games[game, LANDED], games[game, OUT] = 0, knocked + thrown - staying
    for _ in range(struck + staying):
        state = stepped(state)
        games[game, LANDED + below(state, FACES)] += 1
    return state


# --- the rules ---------------------------------------------------------------------------------


@inlined
def begin(games: Ints, setting: Ints, state: np.uint64, game: int) -> np.uint64:
    """A new game, up to the first decision."""
    for player in range(games.shape[1] - HANDS):
        games[game, HANDS + player] = setting[DEALT + player]
    games[game, LYING] = games[game, ACTIVE] = games[game, REMOVED] = games[game, ACTIONS] = 0
    games[game, EMPTIED], games[game, PHASE] = E_NOT, P_START
    if setting[START_DIE] != PLACED:
        state = throw_start(games, setting, state, game)
    return state


@inlined
def settle(games: Ints, game: int) -> None:
    """Remove what is gone and take what matches; then a choice, or the end of the turn."""
    own = HANDS + games[game, ACTIVE]
    nulls, left, taken = games[game, LANDED], 0, 0
    for face in range(SYMBOLS):
        seen = games[game, LANDED + 1 + face]
        left |= (seen == 1) << face
        taken += seen if seen > 1 else 0
    games[game, REMOVED] += nulls + games[game, OUT]
    games[game, LYING] = left
    games[game, own] += taken
    if left:
        games[game, EMPTIED] = E_NOT
    elif taken:
        games[game, EMPTIED] = E_COLLECT
    else:
        games[game, EMPTIED] = E_NULL if nulls else E_OUT
    if taken or games[game, own] == 0:
        end_turn(games, game)
    else:
        games[game, PHASE] = P_CHOICE


@inlined
def end_turn(games: Ints, game: int) -> None:
    """The next player with dice; the game is over if there is no other."""
    players = games.shape[1] - HANDS
    left = 0
    for player in range(players):
        left += games[game, HANDS + player] > 0
    games[game, PHASE] = P_THROW if left > 1 else OVER
    if left > 1:
        player = games[game, ACTIVE] + 1
        player = 0 if player == players else player
        while games[game, HANDS + player] == 0:
            player += 1
            player = 0 if player == players else player
        games[game, ACTIVE] = player


@inlined
def act(
    games: Ints,
    setting: Ints,
    cases: Ints,
    poured: Ints,
    state: np.uint64,
    game: int,
    action: Number,
) -> np.uint64:
    """Whoever has to act takes a legal action, and what follows from it happens."""
    games[game, ACTIONS] += 1
    if action == STOP:
        end_turn(games, game)
    elif action >= START:
        games[game, LYING], games[game, PHASE] = 1 << (action - START), P_THROW
    elif games[game, PHASE] == P_AGAIN:
        state = throw_start(games, setting, state, game)
    else:
        own, kind, thrown = HANDS + games[game, ACTIVE], np.int64(-1), np.int64(1)
        if action == ALL_IN:
            thrown = games[game, own]
        else:
            kind = setting[KIND + action - THROW]
        games[game, own] -= thrown
        state = throw(games, cases, poured, state, game, kind, thrown)
        settle(games, game)
    return state


# --- what is told ------------------------------------------------------------------------------


@inlined
def observe(games: Ints, game: int, observer: Number, to: Vector) -> None:
    """Write what a player observes into the row of its game."""
    players, phase = games.shape[1] - HANDS, games[game, PHASE]
    for place in range(HEAD):
        to[game, place] = 0
    at = games[game, ACTIVE] - observer
    at = at + players if at < 0 else at
    if phase != OVER:
        to[game, PHASE_AT + phase] = 1
        to[game, ACTOR_AT + at] = 1
    to[game, ACTIVE_AT + at] = 1
    player = observer
    for step in range(players):
        held = games[game, HANDS + player]
        to[game, IN_GAME_AT + step] = held > 0
        to[game, LOOSE_AT + step] = held
        player = 0 if player == players - 1 else player + 1
    for face in range(SYMBOLS):
        to[game, ARENA_AT + 1 + face] = (games[game, LYING] >> face) & 1
    to[game, DIRECTION_AT] = 1
    for cause in range(CAUSE_COUNT):
        to[game, EMPTIED_AT + cause] = games[game, EMPTIED] == cause
    to[game, REMOVED_AT] = games[game, REMOVED]


@inlined
def allow(games: Ints, setting: Ints, game: int, masks: Vector) -> None:
    """Write which actions are legal into the row of a game that is not over."""
    phase = games[game, PHASE]
    starts = phase in (P_START, P_AGAIN)
    spared = setting[SPARES] and games[game, EMPTIED] == E_OUT
    everything = phase == P_THROW and games[game, LYING] == 0 and not spared
    masks[game, STOP] = phase == P_CHOICE
    masks[game, ALL_IN] = everything
    for action in range(START, COLLECT):
        masks[game, action] = starts
    throws = not everything and phase != P_START
    for strength in range(STRENGTHS):
        masks[game, THROW + strength] = throws and setting[KIND + strength] >= 0


@inlined
def finish(games: Ints, seen: Seen, game: int, player: Number) -> None:
    """Write down how a game ended; one that was cut short is won by nobody."""
    players = games.shape[1] - HANDS
    for other in range(players):
        lost = 0.0 if seen.cut[game] else -1.0 / (players - 1)
        won = seen.over[game] and games[game, HANDS + other] > 0
        seen.returns[game, other] = 1.0 if won else lost
    seen.rewards[game] = seen.returns[game, player]


@compiled
def begin_all(games: Ints, setting: Ints, random: Random, seen: Seen) -> None:
    """New games everywhere."""
    for game in range(len(games)):
        random[game] = begin(games, setting, random[game], game)
        seen.players[game] = games[game, ACTIVE]
        observe(games, game, games[game, ACTIVE], seen.observations)
        allow(games, setting, game, seen.masks)


@compiled
def step_all(
    games: Ints,
    setting: Ints,
    random: Random,
    dice: EffectDice,
    seen: Seen,
    actions: NDArray[np.int64],
) -> int:
    """One action in every game; where that ends it, a new one begins at once.

    The number of the first game whose action is illegal, or -1; then nothing has happened.
    """
    for game in range(len(actions)):
        action = actions[game]
        if not 0 <= action < COUNT or not seen.masks[game, action]:
            return game
    cases, poured, observations, masks = dice.cases, dice.poured, seen.observations, seen.masks
    for game in range(len(actions)):
        player, action = games[game, ACTIVE], actions[game]
        state = act(games, setting, cases, poured, random[game], game, action)
        over = games[game, PHASE] == OVER
        cut = not over and games[game, ACTIONS] == setting[LONGEST]
        seen.over[game], seen.cut[game], seen.rewards[game] = over, cut, 0.0
        if over or cut:
            observe(games, game, player, seen.final)
            finish(games, seen, game, player)
            state = begin(games, setting, state, game)
        random[game] = state
        seen.players[game] = games[game, ACTIVE]
        observe(games, game, games[game, ACTIVE], observations)
        allow(games, setting, game, masks)
    return -1
