"""The opponent that plays the solution: by table where there is one, else by practice or search.

The search tries every action on the rules with the chance model's dice and values the outcome as
if the edition had no effects, which the tables know.
"""

from dataclasses import dataclass, field
from random import Random

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import Habits
from kessel.bots.hand import FIRM, KINDS, WILD, aim_at_dice
from kessel.bots.trial import trial_step
from kessel.bots.valuation import Valuation
from kessel.rules.awaits import AwaitAccio, AwaitChoice, AwaitExtra, AwaitStack, AwaitThrow
from kessel.rules.engine import apply, awaited, legal_moves
from kessel.rules.faces import Face
from kessel.rules.moves import ALL, ONE, EndTurn, Move, Player, Throw, Unit
from kessel.rules.state import GameState, Phase
from kessel.solver.actions import STOP
from kessel.solver.base.odds import base_position
from kessel.solver.base.position import dice_in
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.dice import ModelDice
from kessel.solver.library import EffectLibrary, Found, Library

TRIES = 40
"""Landings tried for each action of a search."""
MOST_ORDERS = 24
"""Orders of a tower that are compared."""

PRACTISED = frozenset(("impact-avatar",))
"""Where there is no table and trials mislead, since the tables know no effects: found by playing.

Never one more throw, wildly when ahead, else firmly: 53% (51.7% to 54.3%, 6,000 games of two)
against the best rule of one number there. A master who overruled that by trials of 100 throws won
41% (32% to 50%, 128 games of two) against it.
"""


@dataclass(frozen=True, slots=True)
class Exact(Habits):
    """Plays the solved policy; where there is none, searches."""

    library: Library
    tries: int = TRIES
    effects: EffectLibrary | None = None
    """Where tables of games with effects are found, if they are wanted."""
    _values: Valuation = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_values", Valuation(self.library, self.effects))

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """By table, by search, or as habits have it where nothing is to be decided."""
        state = sight.state
        waiting = awaited(state)
        if isinstance(waiting, AwaitThrow | AwaitChoice):
            if not state.edition.effects:
                return self._by_table(sight, waiting.units[0], chance)
            judge = self._values.judge(state)
            if judge is not None:
                return self._play(sight, drawn(judge.table.shares(state), chance), chance)
            if state.edition.id in PRACTISED:
                return self._by_practice(sight, waiting.units, chance)
            return self._by_search(sight, waiting.units, chance)
        if isinstance(waiting, AwaitExtra):
            judge = self._values.judge(state)
            unit = None if judge is None else judge.table.extra_unit(state, sight.player)
            if unit is not None:
                return self.thrown(sight, unit, FIRM, chance)
        if isinstance(waiting, AwaitAccio | AwaitStack):
            judge = self._values.judge(state)
            if judge is not None:
                return Answer(judge.best_answer(state))
        if isinstance(waiting, AwaitAccio):
            return Answer(max(legal_moves(state), key=lambda move: self._after(sight, move)))
        return Habits.answer(self, sight, chance)

    def throw(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Answer:
        """Throw firmly at the dice."""
        return self.thrown(sight, self.unit(sight, units, chance), FIRM, chance)

    def thrown(self, sight: Sight, unit: Unit, kind: str, chance: Random) -> Answer:
        """The answer to throw this in that way."""
        known = kind if kind in KINDS else FIRM
        return Answer(Throw(unit), aim_at_dice(known, sight.at_rest, chance), kind)

    def stacks(self, sight: Sight, faces: tuple[Face, ...], chance: Random) -> tuple[Face, ...]:
        """The order that leaves the best position behind, among those compared."""
        orders = {tuple(chance.sample(faces, len(faces))) for _ in range(MOST_ORDERS)}
        waiting = awaited(sight.state)
        assert isinstance(waiting, AwaitStack)
        return max(sorted(orders), key=lambda order: self._after(sight, waiting.answer(order)))

    # --- by table -------------------------------------------------------------------------

    def _by_table(self, sight: Sight, unit: Unit, chance: Random) -> Answer:
        state = sight.state
        solution, _ = self.solution(state)
        lying, hands = base_position(state)
        if lying == 0 and state.phase is Phase.THROW:
            return self.thrown(sight, unit, FIRM, chance)
        may_stop = state.phase is Phase.CHOICE
        if solution is None or not solution.knows(lying, hands):
            if may_stop and not fallback_rule(dice_in(lying), hands):
                return Answer(EndTurn())
            return self.thrown(sight, ONE, FIRM, chance)
        shares = solution.policy(lying, hands, may_stop=may_stop)
        return self._play(sight, drawn(shares, chance), chance)

    def _play(self, sight: Sight, action: str, chance: Random) -> Answer:
        """An action as tables name it: `stop`, `all`, `firm`, `pile:0 firm`."""
        if action == STOP:
            return Answer(EndTurn())
        if action == POUR:
            return self.thrown(sight, ALL, FIRM, chance)
        unit, _, kind = action.rpartition(" ")
        return self.thrown(sight, unit or ONE, kind, chance)

    def _by_practice(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Answer:
        state = sight.state
        if state.phase is Phase.CHOICE:
            return Answer(EndTurn())
        mine = state.supply(sight.player)
        others = (state.supply(player) for player in range(state.players) if player != sight.player)
        kind = WILD if mine > max(others) else FIRM
        return self.thrown(sight, units[0], kind, chance)

    # --- by search ------------------------------------------------------------------------

    def _by_search(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Answer:
        state = sight.state
        _, model = self.solution(state)
        options: list[tuple[float, Unit | None, str]] = []
        if state.phase is Phase.CHOICE:
            options.append((self._after(sight, EndTurn()), None, ""))
        kinds = model.kinds if units != (ALL,) else (FIRM,)
        options += [
            (self._tried(sight, unit, kind, model, chance), unit, kind)
            for unit in dict.fromkeys(units)
            for kind in kinds
        ]
        # Ties go to stopping, which stands first.
        _, best, kind = max(options, key=lambda option: option[0])
        return Answer(EndTurn()) if best is None else self.thrown(sight, best, kind, chance)

    def _tried(
        self, sight: Sight, unit: Unit, kind: str, model: ChanceModel, chance: Random
    ) -> float:
        dice = ModelDice(model)
        total = 0.0
        for _ in range(self.tries):
            state = trial_step(sight.state, unit, kind, dice, chance)
            total += self.value(state, sight.player)
        return total / self.tries

    def _after(self, sight: Sight, move: Move) -> float:
        return self.value(apply(sight.state, move).state, sight.player)

    # --- what states are worth --------------------------------------------------------------

    def solution(self, state: GameState) -> Found:
        """The solution of the base edition, and its model."""
        return self._values.solution(state)

    def value(self, state: GameState, player: Player) -> float:
        """A player's chance in any state."""
        return self._values.value(state, player)


def fallback_rule(lying: int, hands: tuple[int, ...]) -> bool:
    """Played where there is no table: gives away 0.05% with two or three players and ideal dice.

    Go on while at least three dice lie; with two, if all together hold at least six.
    """
    return lying >= 3 or (lying == 2 and sum(hands) >= 6)


def drawn(shares: dict[str, float], chance: Random) -> str:
    """One of the actions, by its share."""
    if len(shares) == 1:
        return next(iter(shares))
    return chance.choices(list(shares), list(shares.values()))[0]
