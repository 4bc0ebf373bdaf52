"""Tables of Impact with one active element, two players: asked with a state of the rules."""

import time
from dataclasses import dataclass

from kessel.rules.edition import find_edition
from kessel.rules.moves import ONE, Player, pile
from kessel.rules.state import GameState, Phase
from kessel.solver.actions import STOP
from kessel.solver.arrays import Values
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.effect_table import About
from kessel.solver.fixed_point import exploitability_bound
from kessel.solver.impact.boulders import (
    BoulderGame,
    Numbering,
    Place,
    Supply,
    held_by,
    taken_from,
)
from kessel.solver.impact.powers import EDITION, solve_power
from kessel.solver.impact.storms import OTHERS
from kessel.solver.progress import Progress

STONE = "stone"


@dataclass(frozen=True, slots=True, eq=False)
class PowerTable:
    """Water, air, fire or lightning."""

    about: About
    throws: Values
    """[element lying, others, kind, own, other's]"""
    pour: Values
    """[own, other's]"""

    @classmethod
    def solve(cls, element: str, model: ChanceModel, hand: int | None = None) -> "PowerTable":
        """Solve one element's game; with the booklet's hands if none are given."""
        solution = solve_power(element, model, hand)
        return cls(solution.about, solution.throws, solution.pour)

    def knows(self, state: GameState) -> bool:
        """Whether a position of a throw or a choice is in the table."""
        if not self.about.may_be_asked(state) or any(not isinstance(p, str) for p in state.arena):
            return False
        special, others = self._lying(state)
        different = len({face for face in state.arena if face != self.about.element})
        lying = special + others
        return (
            different == others
            and special < len(self.throws)
            and (special < 2 or self.about.element == "water")
            and lying + sum(state.hands) <= 2 * self.about.hand + 1
            and not any(state.piles)
            and (state.phase is Phase.CHOICE or state.hands[1 - state.active] > 0)
        )

    def actions(self, state: GameState) -> dict[str, float]:
        """The active player's chance by each action."""
        special, others = self._lying(state)
        own, other = state.hands[state.active], state.hands[1 - state.active]
        if not other:  # thrown away in a storm: out as soon as this turn ends
            return {STOP: 1.0}
        if state.phase is Phase.THROW and not state.arena:
            return {POUR: float(self.pour[own, other])}
        thrown = self.throws[special, others, :, own, other]
        throws = dict(zip(self.about.kinds, map(float, thrown), strict=True))
        if state.phase is Phase.THROW:
            return throws
        return {STOP: 1.0 - self._turn(special, others, other, own)} | throws

    def arrays(self) -> list[Values]:
        """What goes into a file."""
        return [self.throws, self.pour]

    def _turn(self, special: int, others: int, own: int, other: int) -> float:
        if not special + others:
            return float(self.pour[own, other])
        return float(self.throws[special, others, :, own, other].max())

    def _lying(self, state: GameState) -> tuple[int, int]:
        special = state.arena.count(self.about.element or "")
        return special, len(state.arena) - special


@dataclass(frozen=True, slots=True, eq=False)
class BoulderTable:
    """Stone: with the piles of both."""

    about: About
    throws: tuple[Values, ...]
    """[dice in play][throw]"""
    _at: dict[int, Numbering]

    @classmethod
    def solve(
        cls, model: ChanceModel, hand: int | None = None, progress: Progress | None = None
    ) -> "BoulderTable":
        """Solve it; with the booklet's hands if none are given."""
        started = time.perf_counter()
        held = find_edition(EDITION).hand(2) if hand is None else hand
        game = BoulderGame(model, 2 * held + 1)
        game.solve(progress)
        last = game.layers[-1]
        start = float(last.turn[last.at.state((1, 0), (held, ()), (held, ()))])
        about = About(
            EDITION,
            EDITION,
            STONE,
            model.name,
            model.kinds,
            held,
            (start, 1.0 - start),
            exploitability_bound(max(layer.residual for layer in game.layers), game.most),
            game.states,
            time.perf_counter() - started,
        )
        return cls(about, tuple(layer.throws for layer in game.layers), {})

    def knows(self, state: GameState) -> bool:
        """Whether a position of a throw or a choice is in the table."""
        if not self.about.may_be_asked(state) or any(not isinstance(p, str) for p in state.arena):
            return False
        dice = len(state.arena) + state.supply(0) + state.supply(1)
        return (
            len(set(state.arena)) == len(state.arena)
            and len(state.arena) <= OTHERS + 1
            and dice < len(self.throws)
            and min(state.supply(0), state.supply(1)) > 0
        )

    def actions(self, state: GameState) -> dict[str, float]:
        """The active player's chance by each action; the largest of equal piles once."""
        stones = state.arena.count(STONE)
        place = (stones, len(state.arena) - stones)
        own, other = _supply(state, state.active), _supply(state, 1 - state.active)
        if state.phase is Phase.THROW and not state.arena:
            return {POUR: self._poured(own, other)}
        chances: dict[str, float] = {}
        if state.phase is Phase.CHOICE:
            chances[STOP] = 1.0 - self._turn(place, other, own)
        units = {1: ONE} if own[0] else {}
        units |= {size: pile(index) for index, size in enumerate(state.piles[state.active])}
        for size, unit in units.items():
            for kind in self.about.kinds:
                name = kind if unit == ONE else f"{unit} {kind}"
                chances[name] = self._throw(place, kind, own, size, other)
        return chances

    def arrays(self) -> list[Values]:
        """What goes into a file."""
        return list(self.throws)

    def _turn(self, place: Place, own: Supply, other: Supply) -> float:
        if place == (0, 0):
            return self._poured(own, other)
        sizes = {*own[1], *([1] if own[0] else [])}
        kinds = self.about.kinds
        return max(self._throw(place, kind, own, size, other) for size in sizes for kind in kinds)

    def _throw(self, place: Place, kind: str, own: Supply, size: int, other: Supply) -> float:
        left = taken_from(own, size)
        assert left is not None
        dice = sum(place) + held_by(own) + held_by(other)
        return float(self.throws[dice][self._numbering(dice).throw(place, kind, left, size, other)])

    def _poured(self, own: Supply, other: Supply) -> float:
        dice = held_by(own) + held_by(other)
        at = self._numbering(dice)
        return float(self.throws[dice][at.throw((0, 0), POUR, (0, ()), held_by(own), other)])

    def _numbering(self, dice: int) -> Numbering:
        if dice not in self._at:
            self._at[dice] = Numbering.of(dice, self.about.kinds)
        return self._at[dice]


def _supply(state: GameState, seat: Player) -> Supply:
    return state.hands[seat], tuple(sorted(state.piles[seat], reverse=True))
