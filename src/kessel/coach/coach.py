"""The coach: in any position, what stopping and each kind of throw are worth to everybody.

Exact where the edition has no effects, and for two players where there is an exact table of
them. Elsewhere every throw is tried many times on the rules, and what comes of it valued as if
the edition had no effects: an estimate, with its error.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random

from kessel.bots.exact import Exact
from kessel.bots.trial import TrialDice, trial_step
from kessel.errors import BadValue
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.edition import Edition
from kessel.rules.engine import apply, awaited
from kessel.rules.moves import ALL, EndTurn, Seat, Unit
from kessel.rules.state import GameState, Phase
from kessel.solver.base.odds import odds
from kessel.solver.base.solution import Progress, Solution
from kessel.solver.chance import ChanceModel
from kessel.solver.effects import effects_solved, is_exact, solved_effects
from kessel.solver.exact import ExactTable, best_action
from kessel.solver.library import BASE, element_of
from kessel.solver.tables import solved

TRIES = 400
"""Trials of each throw where nothing is exact."""
STOP = "stop"


@dataclass(frozen=True, slots=True)
class Advice:
    """What each action is worth; chances in the order of the seats."""

    actions: Mapping[str, tuple[float, ...]]
    seat: Seat
    best: str
    error: float
    """The largest standard error of an action's chances; nought where they are exact."""

    @property
    def is_exact(self) -> bool:
        """Whether the chances are those of the solution."""
        return self.error == 0.0

    def given_away(self, action: str) -> float:
        """What an action costs the active player against the best one."""
        return self.actions[self.best][self.seat] - self.actions[action][self.seat]


class Coach:
    """Knows a chance model, and the solution over it for one edition and number of players."""

    def __init__(
        self,
        edition: Edition,
        players: int,
        model: ChanceModel,
        progress: Progress | None = None,
        *,
        solves: bool = False,
    ) -> None:
        """With `solves` an exact table of effects is made where there is none yet."""
        self.model = model
        self.solution: Solution = solved(
            BASE.get(edition.id, edition.id), players, model, progress=progress
        )
        self._solves = solves
        self._progress = progress
        self._tables: dict[str | None, ExactTable | None] = {}
        self._judge = Exact(lambda *_: (self.solution, model), effects=self._effects)
        self._dice = TrialDice(model)

    def advise(self, state: GameState, chance: Random | None = None) -> Advice:
        """What the active player can do, and what it is worth."""
        waiting = awaited(state)
        if not isinstance(waiting, AwaitThrow | AwaitChoice):
            raise BadValue(f"the coach is asked at throws and choices, not at {waiting.kind}")
        if not state.edition.effects:
            told = odds(state, self.solution, self.model)
            return Advice(told.actions, told.seat, told.best, 0.0)
        table, _ = self._effects(state)
        if table is not None and table.knows(state):
            return _read_off(table, state)
        return self._estimated(state, waiting.units, chance or Random(0))

    def is_exact(self, state: GameState) -> bool:
        """Whether turns and choices of this game are told exactly."""
        return not state.edition.effects or self._effects(state)[0] is not None

    def values(self, state: GameState) -> tuple[float, ...]:
        """Every seat's chance in any state; exact at turns and choices where there is a table."""
        return tuple(self._judge.value(state, seat) for seat in range(state.players))

    def _effects(self, state: GameState) -> tuple[ExactTable | None, ChanceModel]:
        """The exact table of this game's effects, if there is one for it."""
        if state.phase is Phase.START:
            return None, self.model
        element = element_of(state)
        if element not in self._tables:
            self._tables[element] = self._effect_table(state, element)
        return self._tables[element], self.model

    def _effect_table(self, state: GameState, element: str | None) -> ExactTable | None:
        if not is_exact(state.edition, state.players, element):
            return None
        if not self._solves and not effects_solved(state.edition, element, self.model):
            return None
        try:
            return solved_effects(state.edition, element, self.model, state.options, self._progress)
        except BadValue:
            return None  # options other than those it was solved for

    def _estimated(self, state: GameState, units: tuple[Unit, ...], chance: Random) -> Advice:
        actions: dict[str, tuple[float, ...]] = {}
        error = 0.0
        if state.phase is Phase.CHOICE:
            actions[STOP] = self.values(apply(state, EndTurn()).state)
        for unit in units:
            for kind in ("all",) if unit == ALL else self.model.kinds:
                name = kind if unit in (ALL, "1") else f"{unit} {kind}"
                actions[name], spread = self._tried(state, unit, kind, chance)
                error = max(error, spread)
        best = max(actions, key=lambda name: actions[name][state.active])
        return Advice(actions, state.active, best, error)

    def _tried(
        self, state: GameState, unit: Unit, kind: str, chance: Random
    ) -> tuple[tuple[float, ...], float]:
        sums = [0.0] * state.players
        squares = 0.0
        for _ in range(TRIES):
            values = self.values(trial_step(state, unit, kind, self._dice, chance))
            sums = [total + value for total, value in zip(sums, values, strict=True)]
            squares += values[state.active] ** 2
        mean = sums[state.active] / TRIES
        spread = sqrt(max(squares / TRIES - mean * mean, 1e-12) / TRIES)
        return tuple(total / TRIES for total in sums), spread


def _read_off(table: ExactTable, state: GameState) -> Advice:
    told = table.actions(state)
    actions = {name: _of_two(state.active, chance) for name, chance in told.items()}
    return Advice(actions, state.active, best_action(told), 0.0)


def _of_two(active: Seat, chance: float) -> tuple[float, ...]:
    return (chance, 1.0 - chance) if active == 0 else (1.0 - chance, chance)
