"""The opponent that plays the solution: by table where there is one, else by practice or search.

The search tries every action on the rules with the chance model's dice and values what comes of
it as if the edition had no effects, which the tables know.
"""

from dataclasses import dataclass, field
from random import Random

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import Habits
from kessel.bots.hand import FIRM, KINDS, WILD, aim_at_dice
from kessel.bots.judge import Judge
from kessel.bots.trial import TrialDice, trial_step
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.engine import apply, awaited, legal_moves
from kessel.rules.faces import Face, matches, top
from kessel.rules.moves import ALL, ONE, EndTurn, Move, Seat, StackTower, TakeAccio, Throw, Unit
from kessel.rules.state import GameState, Phase
from kessel.solver.base.layers import LYING
from kessel.solver.base.odds import base_position, playing_order
from kessel.solver.base.thumb import Rule
from kessel.solver.chance import ChanceModel
from kessel.solver.exact import ALL_DICE, STOP
from kessel.solver.library import EffectLibrary, Found, Library

TRIES = 40
"""Landings tried for each action of a search."""
MOST_ORDERS = 24
"""Orders of a tower that are compared."""

PRACTISED = frozenset(("impact-avatar",))
"""Where no table is and trials mislead, since the tables know no effects: found by playing.

Never one more throw, wildly when ahead, else firmly: 53% (51.7% to 54.3%, 6,000 games of two)
against the best rule of one number there.
"""
MEANWHILE = Rule(3, "all together hold", 6)
"""Played where there is no table: gives away 0.05% with two or three players and ideal dice."""


@dataclass(frozen=True, slots=True)
class Exact(Habits):
    """Plays the solved policy; where there is none, searches."""

    library: Library
    tries: int = TRIES
    effects: EffectLibrary | None = None
    """Where exact tables of games with effects are found, if they are wanted."""
    _base: dict[str, Found] = field(default_factory=dict, compare=False)
    _judges: dict[str, Judge] = field(default_factory=dict, compare=False)

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """By table, by search, or as habits have it where nothing is to be decided."""
        state = sight.state
        waiting = awaited(state)
        if isinstance(waiting, AwaitThrow | AwaitChoice):
            if not state.edition.effects:
                return self._by_table(sight, chance)
            judge = self._judge(state)
            if judge is not None and judge.knows(state):
                return self._judged(sight, judge.action(state), chance)
            if state.edition.id in PRACTISED:
                return self._by_practice(sight, waiting.units, chance)
            return self._by_search(sight, waiting.units, chance)
        return Habits.answer(self, sight, chance)

    def throw(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Answer:
        """Throw firmly at the dice."""
        return self.thrown(sight, self.unit(sight, units, chance), FIRM, chance)

    def thrown(self, sight: Sight, unit: Unit, kind: str, chance: Random) -> Answer:
        """The answer to throw this in that way."""
        known = kind if kind in KINDS else FIRM
        return Answer(Throw(unit), aim_at_dice(known, sight.lay, chance), kind)

    def summons(
        self, sight: Sight, faces: tuple[Face, ...], may_decline: bool, chance: Random
    ) -> Face | None:
        """The die that leaves the best position behind."""
        judge = self._judge(sight.state)
        if judge is not None and judge.knows(sight.state):
            best = max(judge.answers(sight.state), key=lambda told: told[0])[1]
            assert isinstance(best, TakeAccio)
            return best.face
        options: list[Face | None] = [*faces, None] if may_decline else list(faces)
        return max(options, key=lambda face: self._after(sight, TakeAccio(face)))

    def stacks(self, sight: Sight, faces: tuple[Face, ...], chance: Random) -> tuple[Face, ...]:
        """The order that leaves the best position behind, among so many."""
        judge = self._judge(sight.state)
        if judge is not None and judge.knows(sight.state):
            best = max(judge.answers(sight.state), key=lambda told: told[0])[1]
            assert isinstance(best, StackTower)
            return best.tower
        orders = {tuple(chance.sample(faces, len(faces))) for _ in range(MOST_ORDERS)}
        return max(sorted(orders), key=lambda order: self._after(sight, StackTower(order)))

    # --- by table -------------------------------------------------------------------------

    def _by_table(self, sight: Sight, chance: Random) -> Answer:
        state = sight.state
        solution, _ = self._solution(state)
        lying, hands = base_position(state)
        if lying == 0 and state.phase is Phase.THROW:
            return self.thrown(sight, ALL, FIRM, chance)
        may_stop = state.phase is Phase.CHOICE
        if solution is None or not solution.knows(lying, hands):
            if may_stop and not MEANWHILE.goes_on(lying, hands):
                return Answer(EndTurn())
            return self.thrown(sight, "1", FIRM, chance)
        shares = solution.policy(lying, hands, may_stop=may_stop)
        action = drawn(shares, chance)
        if action == "stop":
            return Answer(EndTurn())
        return self.thrown(sight, "1", action, chance)

    def _solution(self, state: GameState) -> Found:
        key = f"{state.edition.id} {state.players}"
        found = self._base.get(key)
        if found is None:
            found = self.library(state.edition, state.players)
            if found[0] is not None:  # else it may have been made by the next time
                self._base[key] = found
        return found

    def _judge(self, state: GameState) -> Judge | None:
        """An exact table of a game with effects, once it was made."""
        if self.effects is None or not state.edition.effects:
            return None
        key = f"{state.edition.id} {state.players} {sorted(state.elements)} {state.options}"
        if key not in self._judges:
            table, model = self.effects(state)
            if table is None:
                return None
            self._judges[key] = Judge(table, model)
        return self._judges[key]

    def _judged(self, sight: Sight, action: str, chance: Random) -> Answer:
        if action == STOP:
            return Answer(EndTurn())
        if action == ALL_DICE:
            return self.thrown(sight, ALL, FIRM, chance)
        unit, _, kind = action.rpartition(" ")
        return self.thrown(sight, unit or ONE, kind, chance)

    def _by_practice(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Answer:
        state = sight.state
        if state.phase is Phase.CHOICE:
            return Answer(EndTurn())
        mine = state.supply(sight.seat)
        others = (state.supply(seat) for seat in range(state.players) if seat != sight.seat)
        kind = WILD if mine > max(others) else FIRM
        return self.thrown(sight, units[0], kind, chance)

    # --- by search ------------------------------------------------------------------------

    def _by_search(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Answer:
        state = sight.state
        _, model = self._solution(state)
        options: list[tuple[float, Unit | None, str]] = []
        if state.phase is Phase.CHOICE:
            options.append((self._after(sight, EndTurn()), None, ""))
        kinds = model.kinds if units != (ALL,) else (FIRM,)
        for unit in dict.fromkeys(units):
            for kind in kinds:
                options.append((self._tried(sight, unit, kind, model, chance), unit, kind))
        # Ties go to stopping, which stands first.
        _, best, kind = max(options, key=lambda option: option[0])
        return Answer(EndTurn()) if best is None else self.thrown(sight, best, kind, chance)

    def _tried(
        self, sight: Sight, unit: Unit, kind: str, model: ChanceModel, chance: Random
    ) -> float:
        dice = TrialDice(model)
        total = 0.0
        for _ in range(self.tries):
            state = trial_step(sight.state, unit, kind, dice, chance)
            total += self.value(state, sight.seat)
        return total / self.tries

    def _after(self, sight: Sight, move: Move) -> float:
        return self.value(apply(sight.state, move).state, sight.seat)

    def value(self, state: GameState, seat: Seat) -> float:
        """A seat's chance: by an exact table, else as if the edition had no effects.

        What is awaited is answered first.
        """
        judge = self._judge(state)
        if judge is not None and judge.knows(state):
            return judge.chance(state, seat)
        if state.phase is Phase.OVER:
            return (seat in state.winners) / max(len(state.winners), 1)
        if state.phase in (Phase.EXTRA, Phase.COLUMN):
            return self.value(_taken_now(state), seat)
        if state.phase not in (Phase.THROW, Phase.CHOICE):
            return self.value(_first_answer(state), seat)
        if not state.in_game(seat):
            return 0.0
        solution, _ = self._solution(state)
        order = playing_order(state)
        hands = tuple(state.supply(one) for one in order)
        if seat not in order or 0 in hands:
            return 0.0
        if solution is None or sum(hands) > solution.most_dice:
            return state.supply(seat) / sum(hands)
        lying = min(different_dice(state), LYING - 1, solution.most_dice - sum(hands))
        told = solution.choice_value if state.phase is Phase.CHOICE else solution.turn_value
        return told(lying, hands)[order.index(seat)]


def different_dice(state: GameState) -> int:
    """How many different symbols lie there to be seen."""
    return len({piece if isinstance(piece, str) else piece[-1] for piece in state.arena})


def drawn(shares: dict[str, float], chance: Random) -> str:
    """One of the actions, by its share."""
    if len(shares) == 1:
        return next(iter(shares))
    return chance.choices(list(shares), list(shares.values()))[0]


def _taken_now(state: GameState) -> GameState:
    """As if the active player took what matches before the others throw or build along."""
    sets = matches(state.arena)
    hands = list(state.hands)
    hands[state.active] += sum(sets.values())
    order = playing_order(state)
    return state._replace(
        arena=tuple(piece for piece in state.arena if top(piece) not in sets),
        hands=tuple(hands),
        active=order[1 % len(order)],
        phase=Phase.THROW,
    )


def _first_answer(state: GameState) -> GameState:
    """Go on in the first legal way through whatever waits within a check."""
    return apply(state, next(iter(legal_moves(state)))).state
