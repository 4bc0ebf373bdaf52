"""What any state is worth to a player: by a table where there is one, else as if without effects.

Whatever is awaited between throws is answered first: by the best answer where a table of the
effects knows it, else by the first legal one.
"""

from dataclasses import dataclass, field

from kessel.bots.judge import Judge
from kessel.rules.engine import apply, legal_moves
from kessel.rules.faces import matches, top
from kessel.rules.moves import Player
from kessel.rules.state import GameState, Phase
from kessel.solver.base.odds import lying_in, playing_order
from kessel.solver.base.position import LYING, dice_in
from kessel.solver.library import EffectLibrary, Found, Library


@dataclass(frozen=True, slots=True)
class Valuation:
    """Knows where tables are found, and remembers those it has found."""

    library: Library
    effects: EffectLibrary | None = None
    """Where tables of games with effects are found, if they are wanted."""
    _solutions: dict[str, Found] = field(default_factory=dict, compare=False)
    _judges: dict[str, Judge] = field(default_factory=dict, compare=False)

    def solution(self, state: GameState) -> Found:
        """The solution of the base edition, and its model."""
        key = f"{state.edition.id} {state.players}"
        found = self._solutions.get(key)
        if found is None:
            found = self.library(state.edition, state.players)
            if found[0] is not None:  # else it may have been made by the next time
                self._solutions[key] = found
        return found

    def judge(self, state: GameState) -> Judge | None:
        """What knows this state with its effects, if anything does."""
        if self.effects is None or not state.edition.effects:
            return None
        key = f"{state.edition.id} {state.players} {sorted(state.elements)} {state.options}"
        if key not in self._judges:
            table, model = self.effects(state)
            if table is None:
                return None
            self._judges[key] = Judge(table, model)
        judge = self._judges[key]
        return judge if judge.knows(state) else None

    def value(self, state: GameState, player: Player) -> float:
        """A player's chance to win."""
        judge = self.judge(state)
        if judge is not None:
            return judge.chance(state, player)
        if state.phase is Phase.OVER:
            return (player in state.winners) / max(len(state.winners), 1)
        if state.phase in (Phase.EXTRA, Phase.COLUMN):
            return self.value(_collected_now(state), player)
        if state.phase not in (Phase.THROW, Phase.CHOICE):
            return self.value(apply(state, next(iter(legal_moves(state)))).state, player)
        return self._without_effects(state, player)

    def _without_effects(self, state: GameState, player: Player) -> float:
        order = playing_order(state)
        hands = tuple(state.supply(one) for one in order)
        if player not in order or 0 in hands:
            return 0.0
        solution, _ = self.solution(state)
        if solution is None or sum(hands) > solution.most_dice:
            return state.supply(player) / sum(hands)
        lying = lying_in(state)
        if lying >= solution.arenas or dice_in(lying):
            lying = min(dice_in(lying), LYING - 1, solution.most_dice - sum(hands))
        value = solution.choice_value if state.phase is Phase.CHOICE else solution.turn_value
        return value(lying, hands)[order.index(player)]


def _collected_now(state: GameState) -> GameState:
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
