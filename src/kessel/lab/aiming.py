"""What aiming is worth: games with real dice in the physics, a master against an exact player.

Both play by the same table; the master also tries throws before it makes one. Besides who wins,
each of its throws is compared with the throw the exact player would have made there, both thrown
anew many times. By the performance difference lemma the sum of these gains over a game has the
same mean as the gain in wins, with far less noise, as far as the table's values are true.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random

from kessel.bots.bot import Answer, Sight
from kessel.bots.exact import Exact
from kessel.bots.library import base_library
from kessel.bots.master import Master
from kessel.errors import BadValue
from kessel.physics.attempt import Settling
from kessel.physics.throw import Aim, Hand
from kessel.physics.thrower import PhysicsThrower
from kessel.rules.edition import Edition, find_edition
from kessel.rules.engine import apply, new_game
from kessel.rules.moves import StartDie, Throw
from kessel.rules.state import GameState, Phase
from kessel.table.placing import lay_of, layout_of, placed
from kessel.throws.lay import Lay, dice_in
from kessel.throws.playout import unit_size
from kessel.throws.thrower import Handful, Thrown, ThrowOrder

Progress = Callable[[int, int], None]
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


@dataclass(frozen=True, slots=True)
class Aiming:
    """What a study of aiming found."""

    edition: str
    games: int
    trials: int
    """Throws the master tries before each of its own."""
    won: int
    """Games the master won."""
    gain: float
    """Mean gain of the master's throws over a game, in chances to win."""
    error: float
    """Its standard error."""


def study(
    edition: str,
    games: int,
    trials: int,
    checks: int,
    seed: int = 0,
    progress: Progress | None = None,
) -> Aiming:
    """Play and compare; `checks` fresh throws of each kind for every throw of the master."""
    box = find_edition(edition)
    if box.effects:
        raise BadValue(f"{edition} has effects; aiming is studied in editions without")
    game = _Game(box, trials, checks)
    gains, won = [], 0
    for number in range(games):
        master = number % 2
        winner, gain = game.play(master, Random(f"{seed} {edition} {number}"))
        won += winner == master
        gains.append(gain)
        if progress is not None:
            progress(number + 1, games)
    mean = sum(gains) / games
    spread = sum((one - mean) ** 2 for one in gains) / max(games - 1, 1)
    return Aiming(edition, games, trials, won, mean, math.sqrt(spread / games))


class _Game:
    """Plays one game after the other."""

    def __init__(self, edition: Edition, trials: int, checks: int) -> None:
        self._edition = edition
        self._checks = checks
        self._thrower = QuietPhysics()
        self._master = Master(base_library, most_trials=trials)
        self._exact = Exact(base_library)

    def play(self, master: int, chance: Random) -> tuple[int, float]:
        """Who won, and what the master's throws gained."""
        state = new_game(self._edition, 2)
        face = chance.choice(self._edition.symbols)
        numbers = count()
        lay = placed(self._edition, next(numbers), face)
        state = apply(state, StartDie(face)).state
        gain = 0.0
        while state.phase is not Phase.OVER:
            sight = Sight(state.active, state, lay, self._thrower)
            plain = self._exact.answer(sight, chance)
            answer = plain
            if state.active == master:
                answer = self._master.answer(sight, chance)
                gain += self._gained(sight, answer, plain, chance)
            state, lay = self._made(state, lay, answer, numbers, chance)
        return state.winners[0], gain

    def _made(
        self, state: GameState, lay: Lay, answer: Answer, numbers: "count[int]", chance: Random
    ) -> tuple[GameState, Lay]:
        if not isinstance(answer.move, Throw):
            return apply(state, answer.move).state, lay
        thrown = self._thrown(state, lay, answer, numbers, chance)
        state = apply(state, answer.move.lands(thrown.landing)).state
        # Without effects what is left are single faces: a face that still lies lies once.
        return state, tuple(spot for spot in thrown.lay if spot[0].face in state.arena)

    def _gained(self, sight: Sight, answer: Answer, plain: Answer, chance: Random) -> float:
        """What the master's answer is worth more than the plain one, by fresh throws of both."""
        if answer == plain:
            return 0.0
        return self._worth(sight, answer, chance) - self._worth(sight, plain, chance)

    def _worth(self, sight: Sight, answer: Answer, chance: Random) -> float:
        state = sight.state
        if not isinstance(answer.move, Throw):
            return self._exact.value(apply(state, answer.move).state, sight.seat)
        total = 0.0
        for _ in range(self._checks):
            thrown = self._thrown(state, sight.lay, answer, count(1000), chance)
            after = apply(state, answer.move.lands(thrown.landing)).state
            total += self._exact.value(after, sight.seat)
        return total / self._checks

    def _thrown(
        self, state: GameState, lay: Lay, answer: Answer, numbers: "count[int]", chance: Random
    ) -> Thrown:
        assert isinstance(answer.move, Throw)
        assert answer.aim is not None
        lying = {die.die for die in dice_in(lay)}
        free = (number for number in numbers if number not in lying)
        dice = tuple(next(free) for _ in range(unit_size(state, state.active, answer.move.unit)))
        hand = Handful(state.active, dice, answer.aim)
        seed = chance.randbytes(SEED_BYTES)
        return self._thrower.throw(ThrowOrder(state.edition, state.options, lay, (hand,), seed))
