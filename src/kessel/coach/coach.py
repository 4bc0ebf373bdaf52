"""The coach: in any position, what stopping and each kind of throw are worth to everybody.

Exact where this game is solved: its edition, its options, and its effects where there is a table;
the odds say for which rules. Elsewhere every throw is tried many times on the rules and its outcome
valued as if the edition had no effects and its default options: an estimate, with its error.
"""

from dataclasses import replace
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from kessel.bots.trial import trial_step
from kessel.bots.valuation import Valuation
from kessel.errors import BadValue
from kessel.rules.allowed import WAITS_FOR
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.edition import Edition
from kessel.rules.engine import apply, awaited
from kessel.rules.moves import ALL, ONE, EndTurn, Unit
from kessel.rules.positions import read_state
from kessel.rules.setup import edition_and_options
from kessel.rules.state import GameState, Phase
from kessel.solver import base
from kessel.solver.actions import STOP, Odds
from kessel.solver.base.odds import odds
from kessel.solver.chance import POUR
from kessel.solver.dice import ModelDice
from kessel.solver.effect_table import Cycles, EffectTable, odds_of
from kessel.solver.games import SolvedGame
from kessel.solver.memo import memo
from kessel.solver.models import ModelLike, read_model
from kessel.solver.options import is_solved_with, relevant, rules_text, solved_rules
from kessel.solver.progress import Progress

if TYPE_CHECKING:
    from kessel.solver.base import Solution

TRIES = 400
"""Trials of each throw where nothing is exact."""
LEAST_VARIANCE = 1e-12
"""So that trials that all agree still have an error."""


class Coach:
    """Knows a chance model, and the solution over it for one edition and number of players.

    >>> coach = Coach("strike-2020", 2, "ideal")
    >>> coach.advise("strike-2020 hands=2,3 arena=2,5 phase=choice").best
    'stop'
    """

    def __init__(
        self,
        edition: Edition | str,
        players: int,
        model: ModelLike,
        progress: Progress | None = None,
        *,
        solves: bool = False,
    ) -> None:
        """With `solves`, a table of effects is made where there is none yet."""
        box, _ = edition_and_options(edition)
        self.model = read_model(model, box)
        self.solution: Solution = base.load_or_solve(
            box.base, players, self.model, progress=progress
        )
        self._solves = solves
        self._progress = progress
        self._values = Valuation(
            lambda *_: (self.solution, self.model),
            lambda state: (self._effect_table(state), self.model),
        )
        self._dice = ModelDice(self.model)

    def advise(self, state: GameState | str, chance: Random | None = None) -> Odds:
        """What the active player can do, and what it is worth."""
        state = read_state(state)
        waiting = awaited(state)
        if not isinstance(waiting, AwaitThrow | AwaitChoice):
            raise BadValue(
                "the coach is asked at throws and choices, not at {kind}: here the game waits for "
                "{awaited}",
                kind=waiting.kind,
                awaited=WAITS_FOR[state.phase],
            )
        if is_solved_with(state.edition, state.options):
            if not state.edition.effects:
                known = odds(state, self.solution, self.model)
                solved = solved_rules(state.edition, state.options)
                return replace(known, rules=rules_text(state.edition, solved))
            table = self._effect_table(state)
            if table is not None and table.knows(state):
                return odds_of(table, state)
        return self._estimated(state, waiting.units, chance or Random(0))

    def is_exact(self, state: GameState | str) -> bool:
        """Whether turns and choices of this game have exact chances."""
        state = read_state(state)
        if not is_solved_with(state.edition, state.options):
            return False
        if not state.edition.effects:
            return state.edition == self.solution.edition
        return self._effect_table(state) is not None

    def values(self, state: GameState | str) -> tuple[float, ...]:
        """Every player's chance in any state; exact at turns and choices of a solved game."""
        state = read_state(state)
        return tuple(self._values.value(state, player) for player in range(state.players))

    def _effect_table(self, state: GameState) -> EffectTable | None:
        """The table of this game's effects, if there is one or it may be made."""
        game = None if state.phase is Phase.START else SolvedGame.of(state, self.model)
        return None if game is None else self._table(game)

    @memo
    def _table(self, game: SolvedGame) -> EffectTable | None:
        makes = self._solves and not game.takes_long
        if not makes and not game.is_there:
            return None
        try:
            return game.table(self._progress)
        except Cycles:
            return None

    def _estimated(self, state: GameState, units: tuple[Unit, ...], chance: Random) -> Odds:
        actions: dict[str, tuple[float, ...]] = {}
        error = 0.0
        played = relevant(state.edition, state.options)
        if state.phase is Phase.CHOICE:
            actions[STOP] = self.values(apply(state, EndTurn()).state)
        for unit in units:
            for kind in (POUR,) if unit == ALL else self.model.kinds:
                name = kind if unit in (ALL, ONE) else f"{unit} {kind}"
                actions[name], spread = self._tried(state, unit, kind, chance)
                error = max(error, spread)
        return Odds(
            actions, state.active, error, is_exact=False, rules=rules_text(state.edition, played)
        )

    def _tried(
        self, state: GameState, unit: Unit, kind: str, chance: Random
    ) -> tuple[tuple[float, ...], float]:
        """The mean chances over trials of a throw, and the standard error of the thrower's."""
        sums = [0.0] * state.players
        squares = 0.0
        for _ in range(TRIES):
            values = self.values(trial_step(state, unit, kind, self._dice, chance))
            sums = [total + value for total, value in zip(sums, values, strict=True)]
            squares += values[state.active] ** 2
        mean = sums[state.active] / TRIES
        variance = max(squares / TRIES - mean * mean, LEAST_VARIANCE)
        return tuple(total / TRIES for total in sums), sqrt(variance / TRIES)
