"""The opponent that also aims: it tries throws on its own copy of the dice and takes the best.

It cannot know how a die will leave the hand: every trial draws that from the bot's own random
source. Landings are valued by the solved table; where symbols are interchangeable, by the mean
over all faces that could have come up, which has less variance than the faces that did. Where
no table knows what a landing is worth, it plays as the exact one does.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import NamedTuple

from kessel.bots.bot import Answer, Sight
from kessel.bots.exact import PRACTISED, Exact
from kessel.bots.hand import KINDS, aim
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.engine import apply, awaited
from kessel.rules.moves import ALL, EndTurn, Throw, Unit
from kessel.rules.state import GameState, Phase
from kessel.solver.base.odds import base_position, movement_value
from kessel.solver.chance import Movement
from kessel.throws.aim import AimValues
from kessel.throws.at_rest import DiceAtRest, dice_in
from kessel.throws.dice import SEED_BYTES, Cast, Simulator, ThrowResult, throw_order

SIDES = 6
"""Sides from which a die is thrown at in the first round."""
FIRST_ROUND = 2
"""Trials of every candidate before the worse half is dropped."""
DOUBT = 0.1
"""The spread of a trial's value, in chances to win; about what trials show."""
LEAST_SECONDS, MOST_SECONDS = 0.3, 2.0


class Sides(NamedTuple):
    """Where a hand may be, seen from what it aims at: rad, as in an aim."""

    middle: float
    reach: float
    """To either side of the middle."""


ALL_ROUND = Sides(0.0, math.pi)
NEAR = Sides(-math.pi / 2, math.pi / 3)
"""Of somebody who sits before the box, as everybody does on their own screen."""


@dataclass(slots=True)
class Candidate:
    """One way to throw, and what its trials were worth."""

    aim: AimValues
    kind: str
    total: float = 0.0
    trials: int = 0

    @property
    def mean(self) -> float:
        """What it is worth by its trials so far."""
        return self.total / self.trials


@dataclass(frozen=True, slots=True)
class Master(Exact):
    """The exact policy, with every throw aimed, in the time it is given."""

    seconds: float = 1.0
    most_trials: int | None = None
    """Trials for a throw instead of a time, so that a study does not depend on the machine."""
    sides: Sides = ALL_ROUND

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """As the exact one decides; where to throw and how by trials, if there is a simulator."""
        waiting = awaited(sight.state)
        if sight.simulator is None or not isinstance(waiting, AwaitThrow | AwaitChoice):
            return Exact.answer(self, sight, chance)
        planned = Exact.answer(self, sight, chance)
        unit = planned.move.unit if isinstance(planned.move, Throw) else waiting.units[0]
        state = sight.state
        if unit == ALL or self._practises(state) or self.solution(state)[0] is None:
            return planned
        best = self._best_throw(sight, unit, sight.simulator, chance)
        if state.phase is Phase.CHOICE and not self._worth_it(sight, best, planned):
            return Answer(EndTurn())
        return Answer(Throw(unit), best.aim, best.kind, best.mean)

    def _practises(self, state: GameState) -> bool:
        """Whether no table knows what a landing is worth, and trials without one mislead."""
        return state.edition.id in PRACTISED and self._values.judge(state) is None

    def _worth_it(self, sight: Sight, best: Candidate, planned: Answer) -> bool:
        """Whether the best aimed throw beats stopping, by its trials.

        Trials overrule the table only beyond their standard error.
        """
        stopping = self.value(apply(sight.state, EndTurn()).state, sight.player)
        error = DOUBT / math.sqrt(best.trials)
        gain = best.mean - stopping
        if abs(gain) > error:
            return gain > 0.0
        return isinstance(planned.move, Throw)

    def _best_throw(
        self, sight: Sight, unit: Unit, simulator: Simulator, chance: Random
    ) -> Candidate:
        """Successive halving: all candidates a little, the better half more, until time is up."""
        enough = self._enough()
        left = candidates(sight.at_rest or (), chance, self.sides)
        rounds = FIRST_ROUND
        while True:
            for candidate in left:
                for _ in range(rounds):
                    candidate.total += self._try(sight, unit, candidate, simulator, chance)
                    candidate.trials += 1
                    if enough():
                        return _leader(left)
            left = sorted(left, key=lambda one: one.mean, reverse=True)
            left = left[: max(len(left) // 2, 2)]
            rounds *= 2

    def _enough(self) -> Callable[[], bool]:
        """Says after each trial whether to stop."""
        if self.most_trials is not None:
            counted = count(1)
            most = self.most_trials
            return lambda: next(counted) >= most
        until = time.monotonic() + min(max(self.seconds, LEAST_SECONDS), MOST_SECONDS)
        return lambda: time.monotonic() >= until

    def _try(
        self, sight: Sight, unit: Unit, candidate: Candidate, simulator: Simulator, chance: Random
    ) -> float:
        state = sight.state
        casts = {sight.player: Cast(unit, candidate.aim)}
        seed = chance.randbytes(SEED_BYTES)
        thrown = simulator.throw(throw_order(state, sight.at_rest, casts, seed))
        solution, _ = self.solution(state)
        if state.edition.effects or solution is None:
            return self.value(apply(state, Throw(unit, thrown.landing)).state, sight.player)
        dice = state.unit_size(sight.player, unit)
        move = moved(sight.at_rest or (), thrown, dice)
        return movement_value(solution, move, dice, *base_position(state))


def moved(at_rest: DiceAtRest, thrown: ThrowResult, dice: int) -> Movement:
    """What a trial moved: a lying die that shows another face was struck."""
    before = {die.die: die.face for die in dice_in(at_rest)}
    after = {die.die: die.face for die in dice_in(thrown.at_rest)}
    struck = sum(before[die] != face for die, face in after.items() if die in before)
    gone = sum(die in before for die in thrown.out)
    return Movement(1.0, struck, gone, dice - (len(thrown.out) - gone))


def candidates(at_rest: DiceAtRest, chance: Random, sides: Sides = ALL_ROUND) -> list[Candidate]:
    """Throws worth a trial: each die that lies there, from some sides, in each way; the middle."""
    targets = [spot[0].pose[:2] for spot in at_rest] or [(0.0, 0.0)]
    turned = chance.uniform(-sides.reach, sides.reach)
    found = [_candidate(kind, (0.0, 0.0), sides, turned) for kind in KINDS]
    for target in targets:
        for number in range(SIDES):
            kind = KINDS[number % len(KINDS)]
            turn = turned + number * 2 * sides.reach / SIDES
            found.append(_candidate(kind, target, sides, turn))
    return found


def _candidate(kind: str, at: tuple[float, float], sides: Sides, turn: float) -> Candidate:
    side = sides.middle + math.remainder(turn, 2 * sides.reach)
    return Candidate(aim(kind, at[0], at[1], math.remainder(side, 2 * math.pi)), kind)


def _leader(left: list[Candidate]) -> Candidate:
    """The best of those tried often enough."""
    most = max(one.trials for one in left)
    return max((one for one in left if 2 * one.trials >= most), key=lambda one: one.mean)
