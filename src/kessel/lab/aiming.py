"""What aiming is worth: games with real dice in the physics, a master against an exact player.

Both play by the same table; the master also tries throws before it makes one. Besides who wins,
each of its throws is compared with the throw the exact player would have made there, both thrown
anew many times. By the performance difference lemma the sum of these gains over a game has the
same mean as the gain in wins, with far less noise, as far as the table's values are true and
struck dice fall on six equal faces: a throw is valued by what it moved, over all faces.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random

from kessel.bots.bot import Answer, Sight
from kessel.bots.exact import Exact
from kessel.bots.library import base_library
from kessel.bots.master import Master, moved
from kessel.errors import BadValue
from kessel.lab.physical import QuietPhysics, begun, made, thrown_by
from kessel.rules.edition import Edition, find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import Throw
from kessel.rules.state import Phase
from kessel.solver.odds import base_position, movement_value
from kessel.throws.playout import unit_size

Progress = Callable[[int, int], None]


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
        numbers = count()
        state, lay = begun(self._edition, 2, numbers, chance)
        gain = 0.0
        while state.phase is not Phase.OVER:
            sight = Sight(state.active, state, lay, self._thrower)
            plain = self._exact.answer(sight, chance)
            answer = plain
            if state.active == master:
                answer = self._master.answer(sight, chance)
                gain += self._gained(sight, answer, plain, chance)
            state, lay = made(state, lay, answer, self._thrower, numbers, chance)
        return state.winners[0], gain

    def _gained(self, sight: Sight, answer: Answer, plain: Answer, chance: Random) -> float:
        """What the master's answer is worth more than the plain one, by fresh throws of both."""
        if answer == plain:
            return 0.0
        return self._worth(sight, answer, chance) - self._worth(sight, plain, chance)

    def _worth(self, sight: Sight, answer: Answer, chance: Random) -> float:
        state = sight.state
        if not isinstance(answer.move, Throw):
            return self._exact.value(apply(state, answer.move).state, sight.seat)
        solution, _ = base_library(self._edition, 2)
        lying, hands = base_position(state)
        size = unit_size(state, state.active, answer.move.unit)
        total = 0.0
        for _ in range(self._checks):
            thrown = thrown_by(state, sight.lay, answer, self._thrower, count(1000), chance)
            move = moved(sight.lay, thrown, size)
            total += movement_value(solution, move, size, lying, hands)
        return total / self._checks
