"""Harry Potter for two players, exactly: values of all positions over a chance model.

A position is what lies loose, a tower bottom to top, and the dice of both; values are the active
player's chance, a shared victory counts one half. Layers of more and more dice; inside a layer
no die is lost, and values are swept to their fixed point. Towers of more than `TALLEST` dice are
not followed: what is too much for one stays lying beside it, as its builder chooses.
"""

import numpy as np
from scipy import sparse

from kessel.solver.arrays import Ints, Values
from kessel.solver.chance import ChanceModel
from kessel.solver.fixed_point import accelerated_fixed_point
from kessel.solver.memo import memo
from kessel.solver.potter.accio import Accio
from kessel.solver.potter.arena import NO_TOP, TOPS
from kessel.solver.potter.checks import End, distinct_entries, first_rows, sparse_matrix
from kessel.solver.potter.layer import (
    Axes,
    BestThrows,
    CheckEnds,
    LayerLinks,
    PotterLayer,
    RelashioBranches,
    StackedEnds,
    ThrowAxes,
    ThrowRows,
    by_tower,
)
from kessel.solver.potter.rules import MOST_BOOKLETS, PotterRules
from kessel.solver.potter.throws import Losing, Operator, Salvo, Throws
from kessel.solver.potter.towers import TALLEST, Heaps, towers
from kessel.solver.progress import Progress

SETTLED = 1e-13
"""The largest change of a settled sweep: values are sums over too many outcomes for less."""


class PotterGame:
    """Solves layer after layer."""

    def __init__(
        self,
        model: ChanceModel,
        most: int,
        tallest: int = TALLEST,
        rules: PotterRules = MOST_BOOKLETS,
    ) -> None:
        self.model = model
        self.rules = rules
        self.most = most
        self.tallest = min(tallest, most - 2)
        self.tables = Throws(model, most, rules)
        self.loose = self.tables.loose
        self._inner: dict[tuple[str, int, int, bool], sparse.csr_array] = {}
        self._heaps = Heaps(self.loose, self.tallest, rules)
        self._accio = Accio(self.loose, rules)
        self.layers: list[PotterLayer] = []

    def solve(self, progress: Progress | None = None) -> None:
        """All layers, fewest dice first."""
        for dice in range(self.most + 1):
            self.layers.append(self._solve_layer(dice))
            if progress is not None:
                progress(dice + 1, self.most + 1)

    # --- one layer -------------------------------------------------------------------------

    def heights(self, dice: int) -> range:
        """Heights of towers in a layer."""
        return range(min(self.tallest, dice) + 1)

    def _solve_layer(self, dice: int) -> PotterLayer:
        layer = self._empty(dice)
        if dice < 2:
            self._spell_ends(layer)
            return layer
        smaller = self._smaller(dice)
        known = [self._known(layer, kind, smaller) for kind in self.model.kinds]
        pour = self._known_pour(dice, smaller), self._inside_pour(dice)
        inside = [self._inside(layer, kind) for kind in self.model.kinds]
        best = self._first_guess(dice)
        layer.residual = accelerated_fixed_point(
            best.values,
            lambda: self._sweep(layer, best, inside, known, pour),
            f"{dice} dice",
            SETTLED,
        )
        self._end(layer, best)
        return layer

    def _first_guess(self, dice: int) -> BestThrows:
        """What throws are worth, as with one die less in a hand or in both."""
        best = BestThrows.of([self._throw_axes(dice, h) for h in self.heights(dice)], dice)
        for less, shift in ((1, 1), (1, 0), (2, 1)):
            before = self.layers[dice - less]
            for height, table in enumerate(before.best()[: len(best.tables)]):
                here = self.rows(dice - height).by_size(best.tables[height])
                there = self.rows(dice - height - less).by_size(table)
                for (_, to), (_, known) in zip(here, there, strict=False):
                    to[:, :, shift : shift + known.shape[2]] = known
            best.pour[shift : shift + len(before.pour)] = before.pour
        return best

    @memo
    def rows(self, rest: int) -> ThrowRows:
        """The rows of throws with so many dice besides the tower."""
        return ThrowRows.of(self.loose, rest)

    def _throw_axes(self, dice: int, height: int) -> ThrowAxes:
        stacks = towers(height)
        return ThrowAxes(stacks.tops, len(self.rows(dice - height)), stacks.below)

    def _empty(self, dice: int) -> PotterLayer:
        ends = CheckEnds([], [])
        for height in self.heights(dice):
            shape, own, other = self._hands(dice, height)
            won = (own > 0) | self.rules.out_at_once
            ended = np.where((other == 0) & (own >= 0), np.where(won, 1.0, 0.5), 0.0)
            for tables in (ends.choice, ends.turn):
                tables.append(np.broadcast_to(ended[None, :, :, None], shape).copy())
        throws = [
            [np.zeros(self._throw_axes(dice, height)) for height in self.heights(dice)]
            for _ in self.model.kinds
        ]
        return PotterLayer(dice, ends, throws, np.zeros(dice + 1))

    def _hands(self, dice: int, height: int) -> tuple[Axes, Ints, Ints]:
        """The shape of a table, and own and other's dice by [loose, other's]."""
        stacks = towers(height)
        lying = self.loose.up_to(dice - height)
        other = np.arange(dice - height + 1)
        own = dice - height - self.loose.sizes[:lying, None] - other
        shape = Axes(stacks.tops, lying, len(other), stacks.below)
        return shape, own, np.broadcast_to(other, own.shape)

    def _sweep(
        self,
        layer: PotterLayer,
        best: BestThrows,
        inside: list[LayerLinks],
        known: list[list[Values]],
        pour: tuple[Values, sparse.csr_array],
    ) -> None:
        """What throws are worth, once more, by what the best of them were."""
        self._end(layer, best)
        bare = layer.ends.stacked(0, 0)
        layer.pour = best.pour[...] = pour[0] + (pour[1] @ bare)[:, 0]
        for height in self.heights(layer.dice):
            for number, of_kind in enumerate(inside):
                value = of_kind.worth(layer.ends, height, bare)
                value += known[number][height]
                layer.throws[number][height] = value
        for height, table in enumerate(layer.best()):
            best.tables[height][...] = table

    def _end(self, layer: PotterLayer, best: BestThrows) -> None:
        """What all ends are worth, by the best throws."""
        for height, table in enumerate(best.tables):
            self._settle(layer, height, table, best.pour)
        self._spell_ends(layer)

    def _settle(self, layer: PotterLayer, height: int, best: Values, pour: Values) -> None:
        """New values of turns and choices, by what the best throw is worth."""
        turn, choice = layer.ends.turn[height], layer.ends.choice[height]
        for ways, going in self.rows(layer.dice - height).by_size(best):
            first, most = going, going.shape[2]
            if height == 0 and ways.start == 0:  # onto nothing
                first = pour[None, None, 1 : most + 1, None]
            ended = 1.0 - first[:, :, ::-1]
            turn[:, ways, 1 : most + 1] = ended
            choice[:, ways, 1 : most + 1] = np.maximum(ended, going)

    # --- throws ----------------------------------------------------------------------------

    def _smaller(self, dice: int) -> Values:
        """[(dice lost less one, end, loose), other's]: what ends without a tower are worth in
        smaller layers, as `Operator.losing` has them."""
        found = np.zeros((self.most, len(End), len(self.loose), dice + 1))
        for lost in range(1, dice + 1):
            ends = self.layers[dice - lost].ends
            for end in End:
                table = ends.of(end, 0)[0, :, :, 0]
                found[lost - 1, end, : len(table), : table.shape[1]] = table
        return found.reshape(-1, dice + 1)

    def _known(self, layer: PotterLayer, kind: str, smaller: Values) -> list[Values]:
        """By height: what a throw is worth by outcomes that lose a die, which are known."""
        found = []
        for height in self.heights(layer.dice):
            shape, _, _ = self._hands(layer.dice, height)
            value = np.zeros(shape)
            rest = layer.dice - height
            for place, top in enumerate(TOPS if height else (NO_TOP,)):
                standing = self._standing(kind, top)
                if height:
                    self._add_standing(value[place], layer, standing, (height, place))
                    self._add_bare(value[place], rest, self._toppled(kind, top, height), smaller)
                else:
                    self._add_bare(value[place], rest, standing, smaller)
            if height:
                fallen = np.zeros((shape.loose, shape.other, 1))
                self._add_bare(fallen, rest, self._fallen(kind, height), smaller)
                value += fallen
            held = self.rows(rest).of_table()
            found.append(value.reshape(shape.top, -1, shape.below)[:, held])
        return found

    def _add_bare(
        self, value: Values, rest: int, branches: RelashioBranches, smaller: Values
    ) -> None:
        """Add to [loose, other's, below] where no tower is left; `rest` dice were not in one."""
        for operator, called, mask in branches.masked(self._own(rest)):
            lying = len(mask)
            worth = first_rows(operator.losing, lying) @ smaller[:, : rest + 1 - called]
            total = np.zeros((lying, rest + 1, 1))
            total[:, called:, 0] = worth
            value[:lying] += np.where(mask, total, 0.0)

    def _add_standing(
        self,
        value: Values,
        layer: PotterLayer,
        branches: RelashioBranches,
        left: tuple[int, int],
    ) -> None:
        """Add to [loose, other's, below]; `left` is the height and top of what still stands."""
        height, top = left
        rest = layer.dice - height
        for operator, called, mask in branches.masked(self._own(rest)):
            total = np.zeros((len(mask), rest + 1, value.shape[-1]))
            for popped in (False, True):

                def table(lost: int, end: End, popped: bool = popped) -> Values | None:
                    """[loose, other's, below]: what follows the loss of some dice."""
                    if not lost <= layer.dice:
                        return None
                    ends = self.layers[layer.dice - lost].ends
                    if height - popped >= len(ends.turn):
                        return None
                    found = ends.of(end, height - popped)
                    return by_tower(found) if popped else found[top]

                self._losing(operator, popped).add(total[:, called:], table)
            total *= mask
            value[: len(mask)] += total

    @memo
    def _losing(self, operator: Operator, popped: bool) -> Losing:
        """The branches that lose dice beside a tower that stands, or loses its top."""
        return Losing.of(operator, popped=popped)

    def _own(self, rest: int) -> Ints:
        """[loose, other's, 1]: the active player's dice, where both have some."""
        sizes = self.loose.sizes[: self.loose.up_to(rest - 2), None, None]
        return np.asarray(rest - sizes - np.arange(rest + 1)[:, None])

    def _inside(self, layer: PotterLayer, kind: str) -> LayerLinks:
        """Where throws lead inside the layer: outcomes in which no die is lost."""
        dice = layer.dice
        found = LayerLinks({}, {}, {}, {})
        for height in self.heights(dice):
            rest = dice - height
            if rest < 2:
                continue
            if height:
                found.fallen[height] = self._expanded(self._fallen(kind, height), rest, dice)
            for place, top in enumerate(TOPS if height else (NO_TOP,)):
                at = (height, place)
                found.standing[at] = self._within(kind, top, rest, gone=False)
                if height:
                    found.popped[at] = self._within(kind, top, rest, gone=True)
                    toppled = self._toppled(kind, top, height)
                    found.toppled[at] = self._expanded(toppled, rest, dice)
        return found

    def _within(self, kind: str, top: int, rest: int, *, gone: bool) -> sparse.csr_array:
        """The same for every height with as many dice besides the tower; kept for the next."""
        key = (kind, top, rest, gone)
        if key not in self._inner:
            self._inner = {k: m for k, m in self._inner.items() if k[2] >= rest - self.tallest}
            standing = self._standing(kind, top)
            self._inner[key] = self._expanded(standing, rest, rest + gone, gone=gone)
        return self._inner[key]

    def _expanded(
        self, branches: RelashioBranches, rest: int, dice: int, *, gone: bool = False
    ) -> sparse.csr_array:
        """[row of the throw, place among stacked ends] of what loses no die.

        `rest` dice are not in the tower before, `dice` not in the one afterwards; with `gone` only
        outcomes that take the tower's top, else only those that do not.
        """
        held, places = self.rows(rest), StackedEnds(self.loose, dice)
        parts = []
        for operator, called, least, most in branches.ranged():
            for (lost, end, popped), (way, after, chance) in operator.outcomes.items():
                if lost or popped != gone:
                    continue
                both = rest - self.loose.sizes[way]
                first = 1 if most is None else np.maximum(both - most, 1)
                count = np.maximum(both - least - first + 1, 0)
                each = np.repeat(np.arange(len(way)), count)
                other = np.arange(len(each)) + np.repeat(first - np.cumsum(count) + count, count)
                place = places.place(end, after[each], other - called)
                parts.append((held.row(way[each], other), place, chance[each]))
        shape = (len(held), places.count)
        if not parts:
            return sparse.csr_array(shape)
        row, column, weight = (np.concatenate(part) for part in zip(*parts, strict=True))
        return distinct_entries(row, column, weight, shape)

    def _standing(self, kind: str, top: int) -> RelashioBranches:
        """The tower stays, if there is one."""
        return self._branches(kind, 0, top, 0, top != NO_TOP)

    def _fallen(self, kind: str, height: int) -> RelashioBranches:
        """The throw brings the tower down."""
        return self._branches(kind, height, NO_TOP, 0, True)

    def _toppled(self, kind: str, top: int, height: int) -> RelashioBranches:
        """The throw calls a Relashio, and that one brings the tower down."""
        return self._branches(kind, 0, top, height, True)

    @memo
    def _branches(
        self, kind: str, fallen: int, top: int, toppled: int, tower: bool
    ) -> RelashioBranches:
        def called(dice: int) -> Operator:
            return self.tables.called(kind, fallen, top, Salvo(dice, toppled), tower=tower)

        return RelashioBranches(
            None if toppled else self.tables.plain(kind, fallen, top, tower=tower),
            called(2) if self.rules.all_throw else None,
            called(1),
        )

    def _known_pour(self, dice: int, smaller: Values) -> Values:
        """[other's dice]: what pouring everything is worth by outcomes that lose a die."""
        value = np.zeros(dice + 1)
        for other in range(1, dice):
            for called, operator in enumerate(self.tables.poured(dice - other)):
                value[other] += (operator.losing @ smaller[:, other - called])[0]
        return value

    def _inside_pour(self, dice: int) -> sparse.csr_array:
        """[other's dice, place among stacked ends]: where pouring leads if no die is lost."""
        places = StackedEnds(self.loose, dice)
        parts = []
        for other in range(1, dice):
            for called, operator in enumerate(self.tables.poured(dice - other)):
                for (lost, end, _), (_, way, chance) in operator.outcomes.items():
                    if not lost:
                        place = places.place(end, way, other - called)
                        parts.append((np.full(len(way), other), place, chance))
        return sparse_matrix(parts, (dice + 1, places.count))

    # --- spells ----------------------------------------------------------------------------

    def _spell_ends(self, layer: PotterLayer) -> None:
        """What an Accio, a tower, or one after the other is worth to the player who has them."""
        turn = layer.ends.turn
        best = self._heaps.best(layer.dice, turn)
        heights = self.heights(layer.dice)
        layer.ends.spells = {
            End.SUMMON: [self._accio.worth(turn, height) for height in heights],
            End.STACK: [
                self._heaps.spread(turn[height], height, best, summons=False) for height in heights
            ],
            End.SUMMON_STACK: [
                self._heaps.spread(turn[height], height, best, summons=True) for height in heights
            ],
        }
