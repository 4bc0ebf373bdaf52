"""The table of Harry Potter for two players: what every throw is worth, asked with a state.

Only throws are kept: what a turn, a choice, an Accio or a tower is worth follows from them.
"""

import time
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kessel.rules.edition import find_edition
from kessel.rules.faces import Arena, count_dice
from kessel.rules.options import Options
from kessel.rules.state import GameState, Phase
from kessel.solver.actions import STOP
from kessel.solver.arrays import Ints, Values
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.effect_table import About, EffectTable
from kessel.solver.fixed_point import exploitability_bound
from kessel.solver.options import rules_text, solved_rules
from kessel.solver.potter.arena import FLAGGED, TOPS, Loose, Spell, flag
from kessel.solver.potter.game import PotterGame
from kessel.solver.potter.rules import MOST_BOOKLETS, PotterRules
from kessel.solver.potter.towers import TALLEST, towers
from kessel.solver.progress import Progress

EDITION = "harry-potter"
SPELLS = {face: Spell[face.upper()] for face in find_edition(EDITION).symbols}


@dataclass(frozen=True, slots=True)
class Spot:
    """An arena as the table has it."""

    way: int
    """How dice lie loose, as `Loose` numbers it."""
    height: int
    """Of the tower; a die that lies beside its like counts as a tower of one."""
    tower: int


@dataclass(frozen=True, slots=True, eq=False)
class PotterTable(EffectTable):
    """Values of all throws, by kind and height of the tower: [(loose, other's dice), tower]."""

    about: About
    tallest: int
    pour: Values
    """[dice in play, other's dice]"""
    throws: tuple[tuple[Values, ...], ...]

    @classmethod
    def solve(
        cls,
        model: ChanceModel,
        hand: int | None = None,
        progress: Progress | None = None,
        tallest: int = TALLEST,
        options: Options | None = None,
    ) -> "PotterTable":
        """Solve it; with the booklet's hands and the edition's defaults unless others are given."""
        started = time.perf_counter()
        edition = find_edition(EDITION)
        held = edition.hand(2) if hand is None else hand
        rules = MOST_BOOKLETS if options is None else PotterRules.of(options)
        game = PotterGame(model, 2 * held + 1, tallest, rules)
        game.solve(progress)
        pour = np.zeros((game.most + 1, game.most + 1))
        for layer in game.layers:
            pour[layer.dice, : layer.dice + 1] = layer.pour
        start = float(np.mean([_start(game, held, spell) for spell in SPELLS.values()]))
        throws = tuple(
            tuple(_ragged(game, kind, height) for height in range(game.tallest + 1))
            for kind in range(len(model.kinds))
        )
        about = About(
            EDITION,
            rules_text(edition, solved_rules(edition, options)),
            None,
            model.name,
            model.kinds,
            held,
            (start, 1.0 - start),
            exploitability_bound(max(layer.residual for layer in game.layers), game.most),
            sum(table.size for table in throws[0]),
            time.perf_counter() - started,
        )
        return cls(about, game.tallest, pour, throws)

    def knows(self, state: GameState) -> bool:
        """Whether a position of a throw or a choice is in the table."""
        if not self.about.may_be_asked(state):
            return False
        dice = count_dice(state.arena) + sum(state.hands)
        other = state.hands[1 - state.active]
        if state.phase is Phase.CHOICE and not other:
            return True
        return dice < len(self.pour) and other > 0 and self._spot(state.arena) is not None

    def chances(self, state: GameState) -> dict[str, tuple[float, ...]]:
        """Both players' chances by each action: what one does not win is the other's."""
        return {
            name: (chance, 1.0 - chance) if state.active == 0 else (1.0 - chance, chance)
            for name, chance in self._own_chances(state).items()
        }

    def arrays(self) -> list[Values]:
        """What goes into a file."""
        return [self.pour, *(table for of_kind in self.throws for table in of_kind)]

    def _own_chances(self, state: GameState) -> dict[str, float]:
        own, other = state.hands[state.active], state.hands[1 - state.active]
        if not other:  # thrown away for a Relashio: out as soon as this turn ends
            return {STOP: 1.0}
        if state.phase is Phase.THROW and not state.arena:
            return {POUR: float(self.pour[own + other, other])}
        spot = self._spot(state.arena)
        assert spot is not None
        throws = dict(zip(self.about.kinds, self._throws(spot, own, other), strict=True))
        if state.phase is Phase.THROW:
            return throws
        if not state.arena:
            return {STOP: 1.0 - float(self.pour[own + other, own])} | throws
        return {STOP: 1.0 - max(self._throws(spot, other, own))} | throws

    def _throws(self, spot: Spot, own: int, other: int) -> list[float]:
        loose = _loose(len(self.pour) - 1)
        rest = int(loose.sizes[spot.way]) + own + other
        first, within = _rows(len(self.pour) - 1, rest)
        row = first + int(within[spot.way]) + other - 1
        return [float(of_kind[spot.height][row, spot.tower]) for of_kind in self.throws]

    def _spot(self, arena: Arena) -> Spot | None:
        """Where an arena stands; None for one that cannot come up, or a tower too tall."""
        counts = [0] * len(Spell)
        tower: list[Spell] = []
        for piece in arena:
            if isinstance(piece, str):
                counts[SPELLS[piece]] += 1
            elif tower:
                return None
            else:
                tower = [SPELLS[face] for face in piece]
        for spell in TOPS[1:]:
            if counts[spell] == 2 and not tower:
                counts[spell], tower = 1, [spell]
        if max(counts[1:]) > 1 or Spell.WINGARDIUM in tower or len(tower) > self.tallest:
            return None
        flags = sum(flag(spell) for spell in FLAGGED if counts[spell])
        loose = _loose(len(self.pour) - 1)
        if counts[0] >= len(loose.number):
            return None
        number = sum(TOPS.index(face) * len(TOPS) ** place for place, face in enumerate(tower))
        return Spot(int(loose.number[counts[0], flags]), len(tower), number)


def _start(game: PotterGame, hand: int, spell: Spell) -> float:
    """The starter's chance with that starting die."""
    number = game.loose.number
    way = number[1, 0] if spell is Spell.IMMOBULUS else number[0, flag(spell)]
    return 1.0 - float(game.layers[-1].ends.turn[0][0, way, hand, 0])


def _ragged(game: PotterGame, kind: int, height: int) -> Values:
    """The throws of a height, of all layers."""
    return np.concatenate(
        [
            game.layers[rest + height]
            .throws[kind][height]
            .transpose(1, 0, 2)
            .reshape(-1, towers(height).count)
            for rest in range(2, game.most - height + 1)
        ]
    )


@lru_cache(maxsize=4)
def _loose(most: int) -> Loose:
    return Loose.of(most)


@lru_cache(maxsize=64)
def _rows(most: int, rest: int) -> tuple[int, Ints]:
    """The first row of positions with `rest` dice besides the tower, and [way] within them."""
    sizes = _loose(most).sizes
    first = sum(int(np.maximum(less - sizes - 1, 0).sum()) for less in range(2, rest))
    counts = np.maximum(rest - sizes - 1, 0)
    return first, np.concatenate([[0], np.cumsum(counts)[:-1]])
