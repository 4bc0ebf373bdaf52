"""A strategy of the solver at a table: its shares, looked up once for every position it meets.

It plays editions without effects; what a strategy says nothing about is answered by habit.
"""

from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import Any

import numpy as np

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import Habits
from kessel.bots.hand import FIRM, KINDS, aim_at_dice
from kessel.errors import BadValue
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.engine import awaited
from kessel.rules.moves import ALL, EndTurn, Throw
from kessel.rules.state import THROWING, GameState, Phase
from kessel.rules.turn import must_throw_all
from kessel.solver.base.odds import base_position
from kessel.solver.base.policy import Point
from kessel.solver.base.strategies import Habit, SolvedPolicy, Strategy

_CHOICE = Phase.CHOICE  # which an Enum is not quick to look up
MOST_KEPT = 64
"""Strategies whose bots are kept, with what they have looked up, from game to game."""

Mixture = tuple[list[Answer], list[float]]
"""Answers, and their shares added up."""


@dataclass(frozen=True, slots=True)
class StrategyBot(Habits):
    """Answers as a strategy does; with one kind of throw it throws firmly."""

    strategy: Strategy
    _known: dict[Any, Mixture] = field(default_factory=dict, compare=False, repr=False)

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """By the strategy's shares, or as habits have it where it is not asked."""
        state = sight.state
        phase, arena = state.phase, state.arena
        if phase not in THROWING:
            return Habits.answer(self, sight, chance)
        bare = None if arena else (must_throw_all(state), state.options.allin_trigger)
        active, hands = state.active, state.hands
        plain = self.strategy.__class__ is Habit  # which looks at nothing but its own last die
        seen = hands[active] == 1 if plain else hands[active:] + hands[:active]
        lying, dice = len(set(arena)), len(arena)
        key = state.edition.id, phase is _CHOICE, lying, dice, seen, state.direction, bare
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._mixture(state)
        answers, shares = known
        answer = answers[0] if len(answers) == 1 else chance.choices(answers, cum_weights=shares)[0]
        if sight.at_rest is None or answer.kind == "":
            return answer
        return answer._replace(aim=aim_at_dice(answer.kind, sight.at_rest, chance))

    def _mixture(self, state: GameState) -> Mixture:
        if state.edition.effects:
            raise BadValue(
                f"{state.edition.id} has effects: a strategy by dice lying and hands plays "
                "editions without"
            )
        waiting = awaited(state)
        assert isinstance(waiting, AwaitThrow | AwaitChoice)
        unit, kinds = waiting.units[0], self._kinds()
        if unit == ALL:
            return [Answer(Throw(unit), None, FIRM)], [1.0]
        throws = [Answer(Throw(unit), None, kind) for kind in kinds]
        point = Point.CHOICE if state.phase is Phase.CHOICE else Point.TURN
        answers = [Answer(EndTurn()), *throws] if point is Point.CHOICE else throws
        lying, hands = base_position(state)
        if isinstance(self.strategy, SolvedPolicy):
            shares = self.strategy.at(point, lying, hands, len(answers))
        else:
            these = np.array([hands], np.int16)
            shares = self.strategy.shares(point, lying, these, len(answers))[0].tolist()
        if len(shares) != len(answers):
            raise BadValue(
                f"shares of {len(answers)} actions are needed at a {point}, not {shares}"
            )
        taken = [
            (answer, share) for answer, share in zip(answers, shares, strict=True) if share > 0.0
        ]
        return [answer for answer, _ in taken], list(accumulate(share for _, share in taken))

    def _kinds(self) -> tuple[str, ...]:
        of = self.strategy
        given = of.solution.kinds if isinstance(of, SolvedPolicy) else getattr(of, "kinds", (FIRM,))
        return KINDS if len(given) == len(KINDS) else (FIRM,)


_kept: dict[int, StrategyBot] = {}


def by_shares(strategy: Strategy) -> StrategyBot:
    """The bot of a strategy, the same one for the same strategy."""
    bot = _kept.get(id(strategy))
    if bot is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        bot = _kept[id(strategy)] = StrategyBot(
            strategy
        )  # which holds it: nothing else gets its id
    return bot
