"""What a state of a game with effects is worth by its table, whatever it waits for.

Turns and choices are read off; a spell's choice is worth its best answer, a column of fire the
mean over who may win it. Only an extra throw is sampled, with the model's dice.
"""

from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from math import factorial
from random import Random

from kessel.bots.trial import shared_step
from kessel.rules.awaits import AwaitColumn, AwaitStack
from kessel.rules.engine import apply, awaited, legal_moves
from kessel.rules.moves import Move, Player
from kessel.rules.state import GameState, Phase
from kessel.solver.chance import ChanceModel, column_weights
from kessel.solver.dice import ModelDice
from kessel.solver.effect_table import EffectTable

EXTRA_TRIES = 200
"""Extra throws sampled where one is awaited."""
MOST_ORDERS = factorial(5)
"""Orders of a tower that are compared; where there are more, this many are drawn."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Knows a table and the dice it was made for."""

    table: EffectTable
    model: ChanceModel
    _dice: list[ModelDice] = field(default_factory=list, compare=False)

    def knows(self, state: GameState) -> bool:
        """Whether a state can be valued: by the states that can follow it."""
        if state.phase in (Phase.THROW, Phase.CHOICE):
            return self.table.knows(state)
        if state.phase in (Phase.EXTRA, Phase.COLUMN):
            about = self.table.about
            return state.players == len(about.chances) and state.edition.id == about.edition
        if state.phase in (Phase.ACCIO, Phase.STACK):
            return self.knows(apply(state, next(iter(legal_moves(state)))).state)
        return state.phase is Phase.OVER

    def chance(self, state: GameState, player: Player) -> float:
        """A player's chance in a state that the table knows."""
        if state.phase is Phase.OVER:
            return (player in state.winners) / max(len(state.winners), 1)
        if state.phase in (Phase.THROW, Phase.CHOICE):
            if self.table.knows(state):
                chances = self.table.chances(state)
                taken = self.table.shares(state).items()
                return sum(share * chances[action][player] for action, share in taken)
            # A tower taller than those of the table: by the share of the dice.
            return state.supply(player) / sum(map(state.supply, range(state.players)))
        if state.phase is Phase.COLUMN:
            return self._column(state, player)
        if state.phase is Phase.EXTRA:
            return self._extra(state, player)
        return self.chance(apply(state, self.best_answer(state)).state, player)

    def answers(self, state: GameState) -> list[tuple[float, Move]]:
        """All answers to an Accio or a tower, and what each is worth to the active player."""
        moves = stackings(state) if state.phase is Phase.STACK else list(legal_moves(state))
        return [(self.chance(apply(state, move).state, state.active), move) for move in moves]

    def best_answer(self, state: GameState) -> Move:
        """The best answer to an Accio or a tower; ties go to the first."""
        return max(self.answers(state), key=lambda answer: answer[0])[1]

    def _column(self, state: GameState, player: Player) -> float:
        waiting = awaited(state)
        assert isinstance(waiting, AwaitColumn)
        weights = column_weights([state.supply(one) for one in waiting.players])
        return sum(
            weight * self.chance(apply(state, waiting.answer(winner)).state, player)
            for winner, weight in zip(waiting.players, weights, strict=True)
        ) / sum(weights)

    def _extra(self, state: GameState, player: Player) -> float:
        if not self._dice:
            self._dice.append(ModelDice(self.model))
        kind = self.model.kinds[len(self.model.kinds) // 2]
        source = Random(repr(state.arena) + repr(state.hands))
        total = 0.0
        chosen = partial(self.table.extra_unit, state)
        for _ in range(EXTRA_TRIES):
            after = shared_step(state, kind, self._dice[0], source, chosen)
            total += self.chance(after, player)
        return total / EXTRA_TRIES


def stackings(state: GameState) -> list[Move]:
    """Towers to choose from: all of them, or a random sample where there are too many."""
    waiting = awaited(state)
    assert isinstance(waiting, AwaitStack)
    faces = waiting.faces
    if factorial(len(faces)) <= MOST_ORDERS:
        return [waiting.answer(order) for order in sorted(set(permutations(faces)))]
    source = Random(repr(faces))
    return [waiting.answer(tuple(source.sample(faces, len(faces)))) for _ in range(MOST_ORDERS)]
