"""Games with real dice: bots throw in the physics, and where dice lie matters.

Only for editions without effects, where what is left after a check is one die of each face.
"""

from collections.abc import Sequence
from itertools import count
from random import Random

from kessel.bots.bot import Answer, Bot, Sight
from kessel.errors import BadValue
from kessel.physics.attempt import Settling
from kessel.physics.throw import Aim, Hand
from kessel.physics.thrower import PhysicsThrower
from kessel.rules.edition import Edition
from kessel.rules.engine import apply, new_game
from kessel.rules.moves import Seat, StartDie, Throw
from kessel.rules.state import GameState, Phase
from kessel.table.placing import lay_of, layout_of, placed
from kessel.throws.lay import Lay, dice_in
from kessel.throws.playout import unit_size
from kessel.throws.thrower import Handful, Thrown, ThrowOrder

SEED_BYTES = 32


class QuietPhysics:
    """The physics as a thrower, without sounds and pictures: for trials and studies."""

    name = "quiet physics"

    def __init__(self) -> None:
        self._throwers: dict[str, PhysicsThrower] = {}
        self.throws = 0

    def throw(self, order: ThrowOrder) -> Thrown:
        """Simulate one throw; only how it ends is kept."""
        self.throws += 1
        hands = [Hand(hand.seat, hand.dice, Aim(**hand.aim)) for hand in order.hands]
        layout = layout_of(order.edition, order.lay)
        thrown = self._of(order).throw(layout, hands, order.seed)
        return Thrown(lay_of(thrown.layout), thrown.out, thrown.landing.cocked)

    def _of(self, order: ThrowOrder) -> PhysicsThrower:
        name = order.edition.id
        if name not in self._throwers:
            settling = Settling(order.options.cocked, order.options.rim_is_out)
            self._throwers[name] = PhysicsThrower(name, settling, audible=False)
        return self._throwers[name]


def play_physical(
    edition: Edition, bots: Sequence[Bot], thrower: QuietPhysics, chance: Random
) -> tuple[Seat, ...]:
    """Play a whole game; the winners. Who aims may try throws with the same thrower."""
    if edition.effects:
        raise BadValue(f"{edition.id} has effects; games with real dice are played without")
    numbers = count()
    state, lay = begun(edition, len(bots), numbers, chance)
    while state.phase is not Phase.OVER:
        answer = bots[state.active].answer(Sight(state.active, state, lay, thrower), chance)
        state, lay = made(state, lay, answer, thrower, numbers, chance)
    return state.winners


def begun(
    edition: Edition, players: int, numbers: "count[int]", chance: Random
) -> tuple[GameState, Lay]:
    """A game whose start die lies in the middle."""
    face = chance.choice(edition.symbols)
    lay = placed(edition, next(numbers), face)
    return apply(new_game(edition, players), StartDie(face)).state, lay


def made(
    state: GameState,
    lay: Lay,
    answer: Answer,
    thrower: QuietPhysics,
    numbers: "count[int]",
    chance: Random,
) -> tuple[GameState, Lay]:
    """What comes of an answer, and how the dice lie then."""
    if not isinstance(answer.move, Throw):
        return apply(state, answer.move).state, lay
    return landed(state, answer.move, thrown_by(state, lay, answer, thrower, numbers, chance))


def landed(state: GameState, throw: Throw, thrown: Thrown) -> tuple[GameState, Lay]:
    """What the rules make of a throw, and how the dice lie then."""
    state = apply(state, throw.lands(thrown.landing)).state
    return state, tuple(spot for spot in thrown.lay if spot[0].face in state.arena)


def thrown_by(
    state: GameState,
    lay: Lay,
    answer: Answer,
    thrower: QuietPhysics,
    numbers: "count[int]",
    chance: Random,
) -> Thrown:
    """Throw as an answer says."""
    assert isinstance(answer.move, Throw)
    assert answer.aim is not None
    lying = {die.die for die in dice_in(lay)}
    free = (number for number in numbers if number not in lying)
    dice = tuple(next(free) for _ in range(unit_size(state, state.active, answer.move.unit)))
    hand = Handful(state.active, dice, answer.aim)
    seed = chance.randbytes(SEED_BYTES)
    return thrower.throw(ThrowOrder(state.edition, state.options, lay, (hand,), seed))
