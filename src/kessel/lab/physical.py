"""Games in which it matters where dice lie: bots throw in the physics.

Only for editions without effects, where what is left after a check is one die of each face.
"""

from collections.abc import Sequence
from itertools import count
from random import Random

from kessel.bots.bot import Answer, Bot, Sight
from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.engine import apply, new_game
from kessel.rules.moves import Player, StartDie, Throw
from kessel.rules.state import GameState, Phase
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, dice_in
from kessel.throws.dice import Dice, Handful, ThrowOrder, ThrowResult
from kessel.throws.placing import placed

SEED_BYTES = 32


def play_physical(
    edition: Edition, bots: Sequence[Bot], thrower: Dice, chance: Random
) -> tuple[Player, ...]:
    """Play a whole game; the winners. Bots that aim may try throws with the same thrower."""
    if edition.effects:
        raise BadValue(f"{edition.id} has effects; games with real dice are played without")
    numbers = count()
    state, at_rest = begun(edition, len(bots), numbers, chance)
    while state.phase is not Phase.OVER:
        answer = bots[state.active].answer(Sight(state.active, state, at_rest, thrower), chance)
        state, at_rest = made(state, at_rest, answer, thrower, numbers, chance)
    return state.winners


def begun(
    edition: Edition, players: int, numbers: "count[int]", chance: Random
) -> tuple[GameState, DiceAtRest]:
    """A game whose start die lies in the middle."""
    face = chance.choice(edition.symbols)
    at_rest = placed(edition, (), next(numbers), face)
    return apply(new_game(edition, players), StartDie(face)).state, at_rest


def made(
    state: GameState,
    at_rest: DiceAtRest,
    answer: Answer,
    thrower: Dice,
    numbers: "count[int]",
    chance: Random,
) -> tuple[GameState, DiceAtRest]:
    """What comes of an answer, and how the dice lie then."""
    if not isinstance(answer.move, Throw):
        return apply(state, answer.move).state, at_rest
    return landed(state, answer.move, thrown_by(state, at_rest, answer, thrower, numbers, chance))


def landed(state: GameState, throw: Throw, thrown: ThrowResult) -> tuple[GameState, DiceAtRest]:
    """What the rules make of a throw, and how the dice lie then."""
    state = apply(state, throw.lands(thrown.landing)).state
    return state, tuple(spot for spot in thrown.at_rest if spot[0].face in state.arena)


def thrown_by(
    state: GameState,
    at_rest: DiceAtRest,
    answer: Answer,
    thrower: Dice,
    numbers: "count[int]",
    chance: Random,
) -> ThrowResult:
    """Throw as an answer says."""
    assert isinstance(answer.move, Throw)
    assert answer.aim is not None
    lying = {die.die for die in dice_in(at_rest)}
    free = (number for number in numbers if number not in lying)
    dice = tuple(next(free) for _ in range(state.unit_size(state.active, answer.move.unit)))
    hand = Handful(state.active, dice, Aim(**answer.aim))
    seed = chance.randbytes(SEED_BYTES)
    return thrower.throw(ThrowOrder(state.edition, state.options, at_rest, (hand,), seed))
