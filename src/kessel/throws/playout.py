"""Play a game on by chance: a random legal answer to whatever is awaited, with ideal dice.

For tests, benches and simulation. It plays badly on purpose: every rule should come up.
"""

from collections.abc import Iterator
from random import Random

from kessel.errors import BadValue
from kessel.rules.awaits import AwaitChoice, AwaitExtra, AwaitStack, AwaitThrow, Over
from kessel.rules.engine import Step, apply, awaited, legal_moves
from kessel.rules.faces import Arena, Face, Piece, as_piece, dice_of
from kessel.rules.moves import (
    ALL,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    Seat,
    StackTower,
    Throw,
    Unit,
)
from kessel.rules.state import GameState

STRIKE = 0.3
"""Chance that a lying piece is struck and falls anew."""
LOSS = 0.03
"""Chance that a die in motion leaves the arena."""
COCKED = 0.02
"""Chance that a die in motion has to be settled."""
STOP = 0.5
"""Chance to end a turn that may go on."""


def play_out(state: GameState, chance: Random) -> Iterator[tuple[GameState, Move, Step]]:
    """Every step from `state` to the end of the game: the state before, the move, the outcome."""
    while not state.is_over:
        move = random_move(state, chance)
        step = apply(state, move)
        yield state, move, step
        state = step.state


def random_move(state: GameState, chance: Random) -> Move:
    """A legal answer to what is awaited; throws land by chance."""
    match awaited(state):
        case AwaitChoice() if chance.random() < STOP:
            return EndTurn()
        case AwaitThrow(player, units) | AwaitChoice(player, units):
            unit = chance.choice(units)
            return Throw(unit, random_landing(state, unit_size(state, player, unit), chance))
        case AwaitExtra(allowed):
            thrown = {seat: chance.choice(units) for seat, units in allowed.items()}
            dice = sum(unit_size(state, seat, unit) for seat, unit in thrown.items())
            return ExtraThrow(thrown, random_landing(state, dice, chance))
        case AwaitStack(_, faces):
            return StackTower(tuple(chance.sample(faces, len(faces))))
        case Over():
            raise BadValue("the game is over: there is no move")
        case _:
            return chance.choice(list(legal_moves(state)))


def unit_size(state: GameState, seat: Seat, unit: Unit) -> int:
    """How many dice a unit has in a seat's hand."""
    if unit == ALL:
        return state.supply(seat)
    kind, _, index = unit.partition(":")
    return state.piles[seat][int(index)] if kind == "pile" else 1


def random_landing(state: GameState, thrown: int, chance: Random) -> Landing:
    """How the dice may lie after that many were thrown into the arena."""
    standing: list[Piece] = []
    moving = thrown
    for piece in state.arena:
        rest = _strike(piece, chance)
        moving += len(dice_of(piece)) - (len(dice_of(rest)) if rest is not None else 0)
        if rest is not None:
            standing.append(rest)
    out = sum(chance.random() < LOSS for _ in range(moving))
    cocked = sum(chance.random() < COCKED for _ in range(moving - out))
    fallen: list[Face] = chance.choices(state.edition.faces, k=moving - out)
    arena: Arena = (*standing, *fallen)
    return Landing(arena, out, cocked)


def _strike(piece: Piece, chance: Random) -> Piece | None:
    """What is left of a piece where it was: all of it, a rest of a tower, or nothing."""
    if chance.random() >= STRIKE:
        return piece
    dice = dice_of(piece)
    return as_piece(dice[: chance.randrange(len(dice))])
