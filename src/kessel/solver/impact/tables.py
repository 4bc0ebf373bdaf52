"""Tables of Impact with effects at work: asked with a state of the rules."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kessel.rules.edition import Effect, find_edition
from kessel.rules.faces import Face
from kessel.rules.moves import Player, Unit, pile
from kessel.rules.state import GameState, Phase
from kessel.rules.turn import players_from, units_of
from kessel.solver.actions import STOP, best_action
from kessel.solver.arrays import Actions, AnyArray, Values
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.effect_table import About, EffectTable
from kessel.solver.impact.board import Board
from kessel.solver.impact.supplies import Supply, held_by, taken_from
from kessel.solver.progress import Progress

ARRAYS = 4
"""Arrays of a game of so many players."""


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """The game of so many players: all layers, one after another."""

    throws: Values
    """[throw, seat]: what it wins, but for the last seat, which wins the rest."""
    turns: Values
    """[position, seat]"""
    mixed: Values
    """[number]: 1 for a turn or 0 for a choice, its position, then how often each action is taken:
    all decisions in which it is more than one."""
    extra: Actions
    """The dice that the other throws in a storm, where that can be a pile: by all that can lie and
    be held."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a state stands."""

    order: tuple[Player, ...]
    """The players in the game, from the active one on."""
    hands: tuple[Supply, ...]
    lying: int
    way: int
    """What lies, among all ways for so many dice."""

    @property
    def layer(self) -> int:
        """Dice in play."""
        return self.lying + sum(map(held_by, self.hands))


@dataclass(frozen=True, slots=True, eq=False)
class ImpactTable(EffectTable):
    """One element's game, for two or three players, or that of all elements for two."""

    about: About
    games: tuple[WrittenGame, ...]
    """Of two players, then of three."""
    _rows: dict[int, "_Rows"] = field(default_factory=dict, repr=False)
    _effects: Mapping[Face, Effect] = field(init=False, repr=False)
    """Those at work, in the order in which positions have them."""

    def __post_init__(self) -> None:
        of_all = find_edition(self.about.edition).effects
        element = self.about.element
        faces = of_all if element is None else (element,)
        object.__setattr__(self, "_effects", {face: of_all[face] for face in faces})

    @classmethod
    def solve(
        cls,
        edition: str,
        element: str | None,
        players: int,
        model: ChanceModel,
        hand: int | None = None,
        progress: Progress | None = None,
    ) -> "ImpactTable":
        """Solve it; all hold `hand` dice at the start, by the booklet if none is given."""
        from kessel.solver.impact.solving import solve_game  # which needs scipy

        started = time.perf_counter()
        box = find_edition(edition)
        held = box.hand(players) if hand is None else hand
        effects = tuple(box.effects.values()) if element is None else (box.effects[element],)
        if players > 2:  # a best response is looked for as well, which takes nearly as long
            games = solve_game(effects, players, held, model, _half(progress, 0))
        else:
            games = solve_game(effects, players, held, model, progress)
        gain = games[-1].gain(_half(progress, 1))
        about = About(
            edition,
            edition,
            element,
            model.name,
            model.kinds,
            held,
            games[-1].chances(held),
            gain,
            sum(game.board.turns() for game in games),
            time.perf_counter() - started,
        )
        return cls(about, tuple(WrittenGame(*game.written()) for game in games))

    @classmethod
    def read(cls, about: About, arrays: Sequence[AnyArray]) -> "ImpactTable":
        """From what `arrays` gave; raises ValueError where that is something else."""
        numbers = len(about.chances) - 1
        if len(arrays) != ARRAYS * numbers:
            raise ValueError(len(arrays))
        firsts = range(0, len(arrays), ARRAYS)
        return cls(about, tuple(WrittenGame(*arrays[at : at + ARRAYS]) for at in firsts))

    def arrays(self) -> list[AnyArray]:
        """What goes into a file."""
        return [
            array for one in self.games for array in (one.throws, one.turns, one.mixed, one.extra)
        ]

    def knows(self, state: GameState) -> bool:
        """Whether a position of a throw or a choice is in the table."""
        if not self.about.may_be_asked(state) or not self._is_of(state):
            return False
        spot = self._spot(state)
        if spot is None:
            return False
        may_be_empty = state.phase is Phase.CHOICE and Effect.STORM in self._effects.values()
        lies = self._at(spot).board.place(spot.lying, spot.way) is not None
        return lies and (may_be_empty or min(map(held_by, spot.hands)) > 0)

    def chances(self, state: GameState) -> dict[str, tuple[float, ...]]:
        """Every player's chance by each action, in the order of the players."""
        spot = self._spot(state)
        assert spot is not None
        found: dict[str, tuple[float, ...]] = {}
        if state.phase is Phase.CHOICE:
            found[STOP] = self._after_stopping(state, spot)
        elif not state.arena:
            empty: Supply = (0, ())
            return {POUR: self._thrown(state, spot, POUR, held_by(spot.hands[0]), empty)}
        for unit, name in _units(state):
            left = taken_from(spot.hands[0], unit)
            assert left is not None
            for kind in self.about.kinds:
                found[name + kind] = self._thrown(state, spot, kind, unit, left)
        return found

    def shares(self, state: GameState) -> dict[str, float]:
        """How often the policy takes each action that it takes."""
        actions, spot = self.actions(state), self._spot(state)
        assert spot is not None
        mixed = self.games[len(spot.order) - 2].mixed
        turn = state.phase is Phase.THROW
        if len(mixed):
            position = self._at(spot).position(spot)
            for row in mixed[(mixed[:, 0] == turn) & (mixed[:, 1] == position), 2:]:
                named = zip(actions, row.tolist(), strict=False)
                return {name: share for name, share in named if share}
        return {best_action(actions): 1.0}

    def extra_unit(self, state: GameState, player: Player) -> Unit | None:
        """What a player throws in a storm; None where all are alike or it is not known."""
        spot = self._spot(state) if self._is_of(state) else None
        extra = self.games[0].extra
        if spot is None or not len(extra) or len(spot.order) > len(self.about.chances):
            return None
        size = int(extra[self._at(spot).extra(spot)])
        units = units_of(state, player)
        return next((one for one in units if state.unit_size(player, one) == size), None)

    # --- where states stand ---------------------------------------------------------------

    @property
    def _most(self) -> int:
        return len(self.about.chances) * self.about.hand + 1

    def _is_of(self, state: GameState) -> bool:
        """Whether a state is of this game, with these elements."""
        return (
            state.edition.id == self.about.edition
            and state.players == len(self.about.chances)
            and state.effects.keys() == self._effects.keys()
        )

    def _spot(self, state: GameState) -> _Spot | None:
        """Where a state stands; None if it is none of this game."""
        if not all(isinstance(piece, str) for piece in state.arena):
            return None
        order = tuple(players_from(state, state.active, state.direction))
        hands = tuple(
            (state.hands[player], tuple(sorted(state.piles[player], reverse=True)))
            for player in order
        )
        if len(order) < 2 or len(state.arena) + sum(map(held_by, hands)) > self._most:
            return None
        board = self._rows_of(len(order)).board
        plain = [face for face in state.edition.symbols if face not in self._effects]
        counts = [state.arena.count(face) for face in self._effects]
        counts += sorted((state.arena.count(face) for face in plain), reverse=True)
        held = all(hand in board.supplies.number for hand in hands)
        if not held or sum(counts) < len(state.arena):
            return None
        (way,) = board.symbols.numbers(sum(counts), np.array([counts])).tolist()
        return _Spot(order, hands, sum(counts), way)

    def _at(self, spot: _Spot) -> "_Rows":
        return self._rows_of(len(spot.order))

    def _rows_of(self, players: int) -> "_Rows":
        if players not in self._rows:
            board = Board(tuple(self._effects.values()), players, self._most)
            self._rows[players] = _Rows(board, self.about.kinds)
        return self._rows[players]

    # --- what is worth what ---------------------------------------------------------------

    def _thrown(
        self, state: GameState, spot: _Spot, kind: str, unit: int, left: Supply
    ) -> tuple[float, ...]:
        row = self._at(spot).throw(spot, kind, unit, left)
        return _seated(state, spot.order, self.games[len(spot.order) - 2].throws[row])

    def _after_stopping(self, state: GameState, spot: _Spot) -> tuple[float, ...]:
        around = (*zip(spot.order, spot.hands, strict=True),)
        still_in = [(player, hand) for player, hand in (*around[1:], around[0]) if held_by(hand)]
        order = tuple(player for player, _ in still_in)
        if len(order) == 1:
            return _seated(state, order, np.zeros(0))
        after = _Spot(order, tuple(hand for _, hand in still_in), spot.lying, spot.way)
        row = self._at(after).position(after)
        return _seated(state, order, self.games[len(order) - 2].turns[row])


class _Rows:
    """Where positions and throws stand, all layers one after another."""

    def __init__(self, board: Board, kinds: tuple[str, ...]) -> None:
        self.board = board
        layers = range(board.most + 1)
        self._throws, counts = zip(*(board.throws(dice, kinds) for dice in layers), strict=True)
        self._throw = np.cumsum([0, *counts]).tolist()
        self._position = np.cumsum([0, *map(board.positions, layers)]).tolist()
        self._extra = np.cumsum([0, *map(board.seen, layers)]).tolist()

    def position(self, spot: _Spot) -> int:
        """A choice or a turn."""
        first = self.board.first(spot.layer, spot.lying)
        return int(self._position[spot.layer] + first + self._row(spot, spot.hands))

    def throw(self, spot: _Spot, kind: str, unit: int, left: Supply) -> int:
        """A throw of a unit, which leaves that in the hand."""
        first = self._throws[spot.layer][kind, spot.lying, unit]
        return int(self._throw[spot.layer] + first + self._row(spot, (left, *spot.hands[1:])))

    def extra(self, spot: _Spot) -> int:
        """An extra throw onto all that lies."""
        first = self.board.seen(spot.layer, spot.lying)
        held = len(self.board.supplies.hands[spot.layer - spot.lying])
        number = self._number(spot.hands)
        return int(self._extra[spot.layer] + first + spot.way * held + number)

    def _row(self, spot: _Spot, hands: Sequence[Supply]) -> int:
        place = self.board.place(spot.lying, spot.way)
        assert place is not None
        held = len(self.board.supplies.hands[sum(map(held_by, hands))])
        return place * held + self._number(hands)

    def _number(self, hands: Sequence[Supply]) -> int:
        supplies = self.board.supplies
        return int(supplies.numbers(np.array([[supplies.number[hand] for hand in hands]]))[0])


def _half(progress: Progress | None, number: int) -> Progress | None:
    """The first or the second half of the work."""
    return progress and (lambda done, total: progress(number * total + done, 2 * total))


def _units(state: GameState) -> Iterator[tuple[int, str]]:
    """What the active player can throw as one, and how its actions begin; equal piles once."""
    if state.hands[state.active]:
        yield 1, ""
    piles = state.piles[state.active]
    for size in sorted(set(piles)):
        yield size, f"{pile(piles.index(size))} "


def _seated(state: GameState, order: tuple[Player, ...], worth: Values) -> tuple[float, ...]:
    """By playing order, then by players; whoever is out wins nothing, the last the rest."""
    own = [*map(float, worth)]
    chances = dict(zip(order, (*own, 1.0 - sum(own)), strict=True))
    return tuple(chances.get(player, 0.0) for player in range(state.players))
