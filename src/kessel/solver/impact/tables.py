"""Tables of Impact with one active element: asked with a state of the rules."""

import time
from dataclasses import dataclass

from kessel.rules.edition import find_edition
from kessel.rules.moves import ONE, Player, pile
from kessel.rules.state import GameState, Phase
from kessel.rules.turn import players_from
from kessel.solver.actions import STOP
from kessel.solver.arrays import Values
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.effect_table import About, OfTwo
from kessel.solver.fixed_point import exploitability_bound
from kessel.solver.impact.boulders import (
    BoulderGame,
    Numbering,
    Place,
    Supply,
    held_by,
    taken_from,
)
from kessel.solver.impact.places import Arena, Places
from kessel.solver.impact.powers import EDITION, POWERS, solve_power
from kessel.solver.impact.storms import OTHERS
from kessel.solver.progress import Progress

STONE = "stone"


@dataclass(frozen=True, slots=True, eq=False)
class PowerTable(OfTwo):
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
        if not self.about.may_be_asked(state) or not _lies_unmatched(state, self.about):
            return False
        special, others = _lying(state, self.about)
        return (
            special < len(self.throws)
            and special + others + sum(state.hands) <= 2 * self.about.hand + 1
            and not any(state.piles)
            and (state.phase is Phase.CHOICE or state.hands[1 - state.active] > 0)
        )

    def actions(self, state: GameState) -> dict[str, float]:
        """The active player's chance by each action."""
        special, others = _lying(state, self.about)
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


@dataclass(frozen=True, slots=True, eq=False)
class SeatsTable:
    """Water or fire for three players, and for the two who are left."""

    about: About
    throws: tuple[Values, ...]
    """[players - 2][kind, position, seat]"""
    turns: tuple[Values, ...]
    """[players - 2][position, seat]: by the best throw, or all dice onto an empty arena."""
    _at: dict[int, Places]

    @classmethod
    def solve(
        cls, element: str, players: int, model: ChanceModel, hand: int | None = None
    ) -> "SeatsTable":
        """Solve one element's game; with the booklet's hands if none are given."""
        from kessel.solver.impact.seats import solve_seats  # which needs scipy

        started = time.perf_counter()
        solution = solve_seats(element, players, model, hand)
        about = About(
            EDITION,
            EDITION,
            element,
            model.name,
            model.kinds,
            find_edition(EDITION).hand(players) if hand is None else hand,
            solution.seats,
            solution.exploitability,
            solution.states,
            time.perf_counter() - started,
        )
        throws = tuple(game.throws() for game in solution.games)
        return cls(about, throws, tuple(game.turn for game in solution.games), {})

    def knows(self, state: GameState) -> bool:
        """Whether a position of a throw or a choice is in the table."""
        if not self.about.may_be_asked(state) or not _lies_unmatched(state, self.about):
            return False
        hands = tuple(state.hands[player] for player in _order(state))
        at = self._places(len(hands))
        return at.has(_lying(state, self.about), hands) and not any(state.piles)

    def actions(self, state: GameState) -> dict[str, float]:
        """The active player's chance by each action."""
        return {name: chances[state.active] for name, chances in self.chances(state).items()}

    def chances(self, state: GameState) -> dict[str, tuple[float, ...]]:
        """Every player's chance by each action, in the order of the players."""
        order, arena = _order(state), _lying(state, self.about)
        hands = tuple(state.hands[player] for player in order)
        number, at = len(hands) - 2, self._places(len(hands))
        row = at.row(arena, hands)
        if state.phase is Phase.THROW and not state.arena:
            return {POUR: _seated(state, order, self.turns[number][row])}
        thrown = {
            kind: _seated(state, order, worth[row])
            for kind, worth in zip(self.about.kinds, self.throws[number], strict=True)
        }
        if state.phase is Phase.THROW:
            return thrown
        next_turn = self.turns[number][at.row(arena, (*hands[1:], hands[0]))]
        return {STOP: _seated(state, (*order[1:], order[0]), next_turn)} | thrown

    def arrays(self) -> list[Values]:
        """What goes into a file."""
        return [*self.throws, *self.turns]

    def _places(self, players: int) -> Places:
        if players not in self._at:
            most = len(self.about.seats) * self.about.hand + 1
            self._at[players] = Places(POWERS[self.about.element or ""], players, most)
        return self._at[players]


@dataclass(frozen=True, slots=True, eq=False)
class BoulderTable(OfTwo):
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


def _lies_unmatched(state: GameState, about: About) -> bool:
    """Whether there are only dice, and no two alike but those of a swamp."""
    others = [piece for piece in state.arena if piece != about.element]
    return (
        all(isinstance(piece, str) for piece in others)
        and len(set(others)) == len(others)
        and (len(state.arena) - len(others) < 2 or about.element == "water")
    )


def _lying(state: GameState, about: About) -> Arena:
    special = state.arena.count(about.element or "")
    return special, len(state.arena) - special


def _order(state: GameState) -> tuple[Player, ...]:
    """The players in the game, from the active one on."""
    return tuple(players_from(state, state.active, state.direction))


def _seated(state: GameState, order: tuple[Player, ...], worth: Values) -> tuple[float, ...]:
    """By playing order, then by players; whoever is out wins nothing."""
    chances = dict(zip(order, map(float, worth), strict=True))
    return tuple(chances.get(player, 0.0) for player in range(state.players))


def _supply(state: GameState, seat: Player) -> Supply:
    return state.hands[seat], tuple(sorted(state.piles[seat], reverse=True))
