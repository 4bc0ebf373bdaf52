"""Harry Potter for two players, exactly: values of all positions over a chance model.

A position is what lies loose, a tower bottom to top, and the dice of both; values are the active
player's chance, a shared victory counts one half. Layers of more and more dice; inside a layer
no die is lost, and values are swept until nothing changes. Towers of more than `TALLEST` dice
are not followed: what is too much for one stays lying beside it, as its builder chooses.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from kessel.solver.chance import ChanceModel
from kessel.solver.potter.throws import (
    ACCIO,
    CHOICE,
    IMMOBULUS,
    KINDS_OF_END,
    NO_TOP,
    STACK,
    SUMMON,
    SUMMON_STACK,
    TOPS,
    TURN,
    WINGARDIUM,
    Loose,
    Operator,
    Salvo,
    Throws,
    Values,
    sparse_matrix,
)

TALLEST = 4
"""Dice. Taller ones stand, too, up to six (docs/physics.md), but take two Wingardiums in a row:
followed up to five dice the starter's chance changes by 2e-7 (docs/solver.md)."""
SPELL_LYING = 5
"""Most dice that lie loose when an Accio or a tower is to come: one of each symbol."""
SETTLED = 1e-13
MOST_SWEEPS = 2_000

Progress = Callable[[int, int], None]
Faces = tuple[int, ...]


def gain_at_most(residual: float, dice: int) -> float:
    """The most that leaving a greedy policy can gain, by how far values are from settled.

    Every throw loses a die at least one time in six, so a game with so many dice has at most six
    times as many throws on average, and no more choices than throws; at each of them both the
    policy and who leaves it can be wrong by the residual.
    """
    return 2 * 2 * 6 * dice * residual


class Towers:
    """Towers of one height, numbered with the bottom die as the lowest digit."""

    def __init__(self, height: int) -> None:
        self.height = height
        self.count: int = len(TOPS) ** height
        numbers = np.arange(self.count)
        self.dice = numbers[:, None] // len(TOPS) ** np.arange(height) % len(TOPS)
        """[tower, place from the bottom]: which of the tower's symbols."""
        self.holding = np.stack(
            [(self.dice == symbol).sum(axis=-1) for symbol in range(len(TOPS))], axis=-1
        )

    @property
    def tops(self) -> int:
        """How many different tops: one way to have no tower at all."""
        return len(TOPS) if self.height else 1

    @property
    def below(self) -> int:
        """How many towers share a top."""
        return self.count // self.tops

    @cache  # noqa: B019 - towers are made once for each height
    def without(self, symbol: int) -> NDArray[np.intp]:
        """[tower]: the tower after the uppermost such die was taken; -1 where there is none."""
        result = np.full(self.count, -1, dtype=np.intp)
        powers = len(TOPS) ** np.arange(self.height)
        for place in range(self.height):
            these = self.dice[:, place] == symbol
            lower = self.dice[these, :place] @ powers[:place]
            upper = self.dice[these, place + 1 :] @ powers[place : self.height - 1]
            result[these] = lower + upper
        return result


@cache
def towers(height: int) -> Towers:
    """Made once for each height."""
    return Towers(height)


@dataclass(slots=True, eq=False)
class Ends:
    """What each end of a check is worth in one layer, by height: [top, loose, other's, below]."""

    choice: list[Values]
    turn: list[Values]
    """The other is on: told from the side of the player who has just ended the turn."""
    spells: dict[int, list[Values]] = field(default_factory=dict)

    def of(self, end: int, height: int) -> Values:
        """By end and height of the tower left."""
        if end == CHOICE:
            return self.choice[height]
        return self.turn[height] if end == TURN else self.spells[end][height]


@dataclass(slots=True, eq=False)
class Layer:
    """All positions with so many dice in play."""

    dice: int
    ends: Ends
    throws: list[list[Values]]
    """[kind][height]: what throwing a die is worth; [top, loose, other's dice, below]."""
    pour: Values
    """[other's dice]: all dice onto an empty arena."""
    residual: float = 0.0


@dataclass(frozen=True, slots=True)
class Three:
    """A throw that calls nobody, one that calls both to throw, one that calls only the other.

    Both throw where the active player keeps a die, only the other after the last one.
    """

    plain: Operator | None
    both: Operator
    other: Operator

    def ranged(self) -> Iterator[tuple[Operator, int, int, int | None]]:
        """(operator, dice the other throws along, least and most own dice before the throw)."""
        if self.plain is not None:
            yield self.plain, 0, 1, None
        yield self.both, 1, 2, None
        yield self.other, 1, 1, 1

    def masked(self, own: NDArray[np.intp]) -> Iterator[tuple[Operator, int, NDArray[np.bool_]]]:
        """The same, with where they hold; the other has at least one die before the throw."""
        some = np.zeros_like(own, dtype=np.bool_)
        some[:, 1:] = True
        for operator, called, least, most in self.ranged():
            yield operator, called, some & (own >= least) & (own <= (most or own))


@dataclass(frozen=True, slots=True)
class _Places:
    """Where an end stands among the stacked ends of a height, and of the one below it."""

    loose: Loose
    dice: int
    popped: bool

    def _sections(self) -> Iterator[tuple[int, bool, int, int]]:
        for gone in (False, True) if self.popped else (False,):
            for end in range(KINDS_OF_END):
                lying = self.loose.up_to(self.dice + gone)
                if end > TURN:
                    lying = min(lying, self.loose.up_to(SPELL_LYING))
                yield end, gone, lying, self.dice + 1 + gone

    @property
    def count(self) -> int:
        return sum(lying * width for _, _, lying, width in self._sections())

    def of(self, end: int, gone: bool, way: NDArray[np.intp], other: int) -> NDArray[np.intp]:
        first = 0
        for name, below, lying, width in self._sections():
            if (name, below) == (end, gone):
                return np.asarray(first + way * width + other)
            first += lying * width
        raise AssertionError(f"no place for end {end}")


def _stacked(ends: "Ends", height: int, place: int) -> Values:
    """[place, below]: all ends of a height with that top, then those of the height below."""
    tables = [ends.of(end, height)[place] for end in range(KINDS_OF_END)]
    if height:
        tables += [_flat(ends.of(end, height - 1)) for end in range(KINDS_OF_END)]
    return np.concatenate([table.reshape(-1, table.shape[-1]) for table in tables])


@dataclass(frozen=True, slots=True)
class _Inside:
    """What leads from positions of a layer to positions of the same layer, for one kind."""

    standing: dict[tuple[int, int], sparse.csr_array]
    bare: dict[tuple[int, int], sparse.csr_array]
    """To arenas without a tower."""

    def worth(self, ends: "Ends", height: int, bare: Values) -> Values:
        """[top, loose, other's, below]."""
        value = np.zeros_like(ends.turn[height])
        for place in range(len(value)):
            if (height, place) not in self.standing:
                continue
            told = self.standing[height, place] @ _stacked(ends, height, place)
            if height:
                told += self.bare[height, place] @ bare
            value[place] = told.reshape(value.shape[1:])
        return value


class PotterGame:
    """Solves layer after layer."""

    def __init__(self, model: ChanceModel, most: int, tallest: int = TALLEST) -> None:
        self.model = model
        self.most = most
        self.tallest = min(tallest, most - 2)
        self.tables = Throws(model, most)
        self.loose = self.tables.loose
        self._operators: dict[tuple[object, ...], Three] = {}
        self._kept: dict[tuple[str, int, int, bool], sparse.csr_array] = {}
        self._pours: dict[int, tuple[Operator, Operator]] = {}
        self._heaps = Heaps(self.loose, self.tallest)
        self.layers: list[Layer] = []

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

    def _solve_layer(self, dice: int) -> Layer:
        layer = self._empty(dice)
        self._spell_ends(layer)
        if dice < 2:
            return layer
        known = [self._known(layer, kind) for kind in self.model.kinds]
        known_pour = self._poured(layer, known=True)
        inside = [self._inside(layer, kind) for kind in self.model.kinds]
        for _ in range(MOST_SWEEPS):
            layer.residual = self._sweep(layer, inside, known, known_pour)
            if layer.residual < SETTLED:
                return layer
        raise AssertionError(f"{MOST_SWEEPS} sweeps did not settle {dice} dice")

    def _empty(self, dice: int) -> Layer:
        choice: list[Values] = []
        turn: list[Values] = []
        throws: list[list[Values]] = [[] for _ in self.model.kinds]
        for height in self.heights(dice):
            shape, own, other = self._hands(dice, height)
            ended = np.where((other == 0) & (own >= 0), np.where(own > 0, 1.0, 0.5), 0.0)
            for found in (choice, turn):
                found.append(np.array(np.broadcast_to(ended[None, :, :, None], shape)))
            for of_kind in throws:
                of_kind.append(np.zeros(shape))
        return Layer(dice, Ends(choice, turn), throws, np.zeros(dice + 1))

    def _hands(
        self, dice: int, height: int
    ) -> tuple[tuple[int, ...], NDArray[np.intp], NDArray[np.intp]]:
        """The shape of a table, and own and other's dice by (loose, other's)."""
        stacks = towers(height)
        lying = self.loose.up_to(dice - height)
        other = np.arange(dice - height + 1)
        own = dice - height - self.loose.sizes[:lying, None] - other
        shape = (stacks.tops, lying, len(other), stacks.below)
        return shape, own, np.broadcast_to(other, own.shape)

    def _sweep(
        self,
        layer: Layer,
        inside: list["_Inside"],
        known: list[list[Values]],
        known_pour: Values,
    ) -> float:
        layer.pour = known_pour + self._poured(layer, known=False)
        bare = _stacked(layer.ends, 0, 0)
        fresh: list[Values] = []
        for height in self.heights(layer.dice):
            for number, of_kind in enumerate(inside):
                value = known[number][height] + of_kind.worth(layer.ends, height, bare)
                layer.throws[number][height] = value
            fresh.append(np.max([of_kind[height] for of_kind in layer.throws], axis=0))
        change = max(self._settle(layer, height, best) for height, best in enumerate(fresh))
        self._spell_ends(layer)
        return change

    def _settle(self, layer: Layer, height: int, best: Values) -> float:
        """New values of turns and choices, by what the best throw is worth."""
        dice = layer.dice
        first = best
        if height == 0:
            first = best.copy()
            first[0, 0, :, 0] = layer.pour
        change = 0.0
        turn, choice = layer.ends.turn[height], layer.ends.choice[height]
        for size in range(dice - height - 1):
            rows = slice(*self.loose.first[size : size + 2])
            most = dice - height - size - 1
            ended = 1.0 - first[:, rows, most:0:-1]
            going = best[:, rows, 1 : most + 1]
            chosen = np.maximum(ended, going)
            for table, value in ((turn, ended), (choice, chosen)):
                here = table[:, rows, 1 : most + 1]
                change = max(change, float(np.abs(here - value).max()))
                here[...] = value
        return change

    # --- throws ----------------------------------------------------------------------------

    def _known(self, layer: Layer, kind: str) -> list[Values]:
        """By height: what a throw is worth by outcomes in which a die is lost."""
        found = []
        for height in self.heights(layer.dice):
            shape, _, _ = self._hands(layer.dice, height)
            value = np.zeros(shape)
            for place, top in enumerate(TOPS if height else (NO_TOP,)):
                standing = self._standing(kind, top)
                self._add_known(value[place], layer, height, standing, (height, place))
                if height:
                    self._add_known(value[place], layer, height, self._toppled(kind, top, height))
            if height:
                fallen = np.zeros((*shape[1:3], 1))
                self._add_known(fallen, layer, height, self._fallen(kind, height))
                value += fallen
            found.append(value)
        return found

    def _add_known(
        self,
        value: Values,
        layer: Layer,
        height: int,
        three: "Three",
        left: tuple[int, int] = (0, 0),
    ) -> None:
        """Add to [loose, other's, below]; `left` is the height and top of what still stands."""
        dice = layer.dice - height
        lying = self.loose.up_to(dice - 2)
        own = dice - self.loose.sizes[:lying, None, None] - np.arange(dice + 1)[:, None]
        for operator, called, mask in three.masked(own):
            below = value.shape[-1] if left[0] else 1
            total = np.zeros((lying, dice + 1, below))
            for (lost, end, popped), weights in operator.parts.items():
                if not 0 < lost <= layer.dice:
                    continue
                ends = self.layers[layer.dice - lost].ends
                if left[0] - popped >= len(ends.turn):
                    continue
                table = ends.of(end, left[0] - popped)
                table = _flat(table) if popped else table[left[1]]
                width = min(table.shape[1], dice + 1 - called)
                told = weights[:lying, : len(table)] @ table[:, :width].reshape(len(table), -1)
                total[:, called : width + called] += told.reshape(lying, width, below)
            value[:lying] += np.where(mask, total, 0.0)

    def _inside(self, layer: Layer, kind: str) -> "_Inside":
        """The operators of a layer for outcomes in which no die is lost."""
        dice = layer.dice
        found = _Inside({}, {})
        for height in self.heights(dice):
            rest = dice - height
            if rest < 2:
                continue
            for place, top in enumerate(TOPS if height else (NO_TOP,)):
                found.standing[height, place] = self._within(kind, top, rest, bool(height))
                if height:
                    toppled = self._toppled(kind, top, height)
                    fallen = self._fallen(kind, height)
                    told = self._expanded(toppled, rest, dice, popped=False)
                    told = told + self._expanded(fallen, rest, dice, popped=False)
                    found.bare[height, place] = told
        return found

    def _within(self, kind: str, top: int, rest: int, tower: bool) -> sparse.csr_array:
        """The same for every height with as many dice besides the tower; kept for the next."""
        key = (kind, top, rest, tower)
        if key not in self._kept:
            self._kept = {k: m for k, m in self._kept.items() if k[2] >= rest - self.tallest}
            self._kept[key] = self._expanded(self._standing(kind, top), rest, rest, popped=tower)
        return self._kept[key]

    def _expanded(self, three: "Three", rest: int, dice: int, *, popped: bool) -> sparse.csr_array:
        """[(loose, other's), place among stacked ends] of what loses no die.

        `rest` dice are not in the tower before, `dice` not in the one afterwards.
        """
        lying = self.loose.up_to(rest)
        places = _Places(self.loose, dice, popped)
        rows, columns, weights = [], [], []
        sizes = self.loose.sizes
        for operator, called, least, most in three.ranged():
            for (lost, end, gone), matrix in operator.parts.items():
                if lost:
                    continue
                found = matrix.tocoo()
                row, column = (c.astype(np.intp) for c in found.coords)
                first = 1 if most is None else rest - sizes[row] - most
                last = rest - sizes[row] - least
                for other in range(1, rest):
                    these = np.flatnonzero((other >= first) & (other <= last))
                    if len(these):
                        rows.append(row[these] * (rest + 1) + other)
                        columns.append(places.of(end, gone, column[these], other - called))
                        weights.append(found.data[these])
        shape = (lying * (rest + 1), places.count)
        return sparse_matrix(rows, columns, weights, shape)

    def _standing(self, kind: str, top: int) -> "Three":
        """The tower stays, if there is one."""
        return self._made(kind, 0, top, 0, tower=top != NO_TOP)

    def _fallen(self, kind: str, height: int) -> "Three":
        """The throw brings the tower down."""
        return self._made(kind, height, NO_TOP, 0, tower=True)

    def _toppled(self, kind: str, top: int, height: int) -> "Three":
        """The throw calls a Relashio, and that one brings the tower down."""
        return self._made(kind, 0, top, height, tower=True)

    def _made(self, kind: str, fallen: int, top: int, toppled: int, *, tower: bool) -> "Three":
        key = (kind, fallen, top, toppled, tower)
        if key not in self._operators:
            tables = self.tables
            plain = None if toppled else tables.plain(kind, fallen, top, tower=tower)
            self._operators[key] = Three(
                plain,
                tables.called(kind, fallen, top, Salvo(2, toppled), tower=tower),
                tables.called(kind, fallen, top, Salvo(1, toppled), tower=tower),
            )
        return self._operators[key]

    def _poured(self, layer: Layer, *, known: bool) -> Values:
        """[other's dice]: the active player throws everything."""
        value = np.zeros(layer.dice + 1)
        for other in range(1, layer.dice):
            own = layer.dice - other
            if own not in self._pours:
                self._pours[own] = self.tables.poured(own)
            for called, operator in enumerate(self._pours[own]):
                for (lost, end, _), weights in operator.parts.items():
                    if lost > layer.dice or (lost > 0) != known:
                        continue
                    ends = (self.layers[layer.dice - lost] if lost else layer).ends
                    table = ends.of(end, 0)[0, :, :, 0]
                    if other - called < table.shape[1]:
                        told = weights[:, : len(table)] @ table[:, other - called]
                        value[other] += float(told[0])
        return value

    # --- spells ----------------------------------------------------------------------------

    def _spell_ends(self, layer: Layer) -> None:
        """What an Accio, a tower, or one after the other is worth to the player who has them."""
        heaped = self._heaps.worth(layer)
        layer.ends.spells = {SUMMON: [], STACK: [], SUMMON_STACK: []}
        for height in self.heights(layer.dice):
            layer.ends.spells[SUMMON].append(self._summoned(layer, height))
            for end in (STACK, SUMMON_STACK):
                layer.ends.spells[end].append(self._heaps.spread(layer, height, heaped, end))

    def _summoned(self, layer: Layer, height: int) -> Values:
        """The best of taking no die, a loose one, or one of the tower."""
        turn = layer.ends.turn
        shape = turn[height].shape
        few = min(self.loose.up_to(SPELL_LYING), shape[1])
        value = np.zeros((shape[0], few, *shape[2:]))
        ways, less = _summonable(self.loose, few)
        best = turn[height][:, ways]
        for option in less.T:
            np.maximum(best, turn[height][:, option], out=best)
        if height:
            lower = _flat(turn[height - 1])
            lower = np.concatenate([lower, np.zeros((*lower.shape[:2], 1))], axis=2)
            for symbol, face in enumerate(TOPS):
                # A loose die of a face is taken before one of the tower.
                hidden = np.flatnonzero([not _lies(self.loose, way, face) for way in ways])
                there = towers(height).without(symbol).reshape(len(TOPS), -1)
                for top in range(len(TOPS)):
                    taken = lower[ways[hidden]][:, : shape[2], there[top]]
                    best[top, hidden] = np.maximum(best[top, hidden], taken)
        value[:, ways] = best
        return value


class Heaps:
    """All dice of an arena, to be stacked: which towers can be built, and the best of them."""

    def __init__(self, loose: Loose, tallest: int) -> None:
        self._loose = loose
        self._tallest = tallest
        self._orders: dict[int, tuple[NDArray[np.intp], NDArray[np.intp]]] = {}
        self._numbers: dict[int, dict[Faces, int]] = {}
        for dice in range(tallest + SPELL_LYING + 1):
            heaps = [h for h in product(range(dice + 1), repeat=len(TOPS)) if sum(h) == dice]
            self._numbers[dice] = {heap: number for number, heap in enumerate(heaps)}
        for height in range(2, tallest + 1):
            held = [self._numbers[height][tuple(heap)] for heap in towers(height).holding.tolist()]
            order = np.argsort(held, kind="stable")
            first = np.searchsorted(np.array(held)[order], np.arange(len(self._numbers[height])))
            self._orders[height] = (order, first)

    def worth(self, layer: Layer) -> dict[int, Values]:
        """By number of dice: [heap, other's dice]: the best tower, for the player who builds."""
        found: dict[int, Values] = {}
        tallest = len(layer.ends.turn) - 1
        for dice in range(min(tallest + SPELL_LYING, layer.dice) + 1):
            if dice < 2:
                found[dice] = self._single(layer, dice)
            elif dice <= tallest:
                found[dice] = self._best(layer.ends.turn[dice][:, 0], dice)
            elif tallest == self._tallest and tallest >= 2:
                found[dice] = self._beside(layer, dice)
        # The last row stands for heaps there are not.
        return {dice: np.vstack([told, np.zeros(told.shape[1])]) for dice, told in found.items()}

    def _single(self, layer: Layer, dice: int) -> Values:
        ways = [_heap_way(self._loose, heap) for heap in self._numbers[dice]]
        return np.asarray(layer.ends.turn[0][0, ways, : layer.dice - dice + 1, 0])

    def _best(self, turn: Values, height: int) -> Values:
        order, first = self._orders[height]
        flat = turn.transpose(1, 0, 2).reshape(turn.shape[1], -1)[:, order]
        return np.ascontiguousarray(np.maximum.reduceat(flat, first, axis=1).T)

    def _beside(self, layer: Layer, dice: int) -> Values:
        """More dice than stand: the builder says which stay lying, no two alike of the rest."""
        extra = dice - self._tallest
        value = np.zeros((len(self._numbers[dice]), layer.dice - dice + 1))
        turn = layer.ends.turn[self._tallest]
        for way in range(self._loose.first[extra], self._loose.first[extra + 1]):
            places = self._places(way)
            if places is None or way >= turn.shape[1]:
                continue
            best = self._best(turn[:, way], self._tallest)[:, : value.shape[1]]
            value[places] = np.maximum(value[places], best)
        return value

    @cache  # noqa: B019 - a game has one of these, for as long as it is solved
    def _places(self, way: int) -> NDArray[np.intp] | None:
        """[heap of the tallest tower]: the heap that it is with these dice lying beside it."""
        beside = _way_heap(self._loose, way)
        if beside is None:
            return None
        heaps = np.array(list(self._numbers[self._tallest]), dtype=np.intp) + beside
        return self._numbered(heaps, self._tallest + sum(beside))

    def spread(self, layer: Layer, height: int, heaped: dict[int, Values], end: int) -> Values:
        """[top, loose, other's, below]: heaps by the arenas they come from."""
        stacks = towers(height)
        shape = layer.ends.turn[height].shape
        few = min(self._loose.up_to(SPELL_LYING), shape[1])
        value = np.zeros((shape[0], few, *shape[2:]))
        for way in range(few):
            for dice, numbers in self._reached(height, way, end):
                if dice not in heaped:
                    continue
                table = heaped[dice]
                width = min(table.shape[1], shape[2])
                told = table[numbers, :width].T.reshape(width, stacks.tops, stacks.below)
                here = value[:, way, :width]
                np.maximum(here, told.transpose(1, 0, 2), out=here)
        return value

    @cache  # noqa: B019 - a game has one of these, for as long as it is solved
    def _reached(self, height: int, way: int, end: int) -> list[tuple[int, NDArray[np.intp]]]:
        """(dice, [tower]: number of the heap) of everything, or also with one die taken first."""
        loose = _way_heap(self._loose, way)
        if loose is None or loose[0] > 1:
            return []
        beside = np.array(loose)
        heaps = towers(height).holding + beside
        dice = int(height + beside.sum())
        found = [(dice, self._numbered(heaps, dice))]
        if end == SUMMON_STACK and dice:
            for symbol in range(len(TOPS)):
                less = heaps.copy()
                less[:, symbol] -= 1
                found.append((dice - 1, self._numbered(less, dice - 1)))
        return found

    def _numbered(self, heaps: NDArray[np.intp], dice: int) -> NDArray[np.intp]:
        numbers = self._numbers[dice]
        return np.array([numbers.get(tuple(heap), -1) for heap in heaps.tolist()], dtype=np.intp)


def _flat(table: Values) -> Values:
    """[loose, other's, tower] of a table by top."""
    return table.transpose(1, 2, 0, 3).reshape(*table.shape[1:3], -1)


def _lies(loose: Loose, way: int, face: int) -> bool:
    if face == IMMOBULUS:
        return bool(loose.immobulus[way] > 0)
    return bool(loose.flags[way] >> (face - 1) & 1)


def _summonable(loose: Loose, few: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """What can lie loose when an Accio works, and [way, option] what is left of it."""
    ways = [way for way in range(few) if loose.immobulus[way] < 2 and not _lies(loose, way, ACCIO)]
    options = [list(_one_less(loose, way)) for way in ways]
    padded = [
        one + [way] * (SPELL_LYING - len(one)) for way, one in zip(ways, options, strict=True)
    ]
    return np.array(ways), np.array(padded)


def _one_less(loose: Loose, way: int) -> Iterator[int]:
    """What lies loose after one die was taken, for each face there is."""
    bound, flags = int(loose.immobulus[way]), int(loose.flags[way])
    if bound:
        yield int(loose.number[bound - 1, flags])
    for bit in range(4):
        if flags >> bit & 1:
            yield int(loose.number[bound, flags & ~(1 << bit)])


def _way_heap(loose: Loose, way: int) -> Faces | None:
    """Loose dice as a heap of what towers are made of; None where a Wingardium lies there."""
    bound, flags = int(loose.immobulus[way]), int(loose.flags[way])
    if flags >> (WINGARDIUM - 1) & 1:
        return None
    return (bound, *(flags >> (face - 1) & 1 for face in TOPS[1:]))


def _heap_way(loose: Loose, heap: Faces) -> int:
    flags = sum(count << (face - 1) for count, face in zip(heap[1:], TOPS[1:], strict=True))
    return int(loose.number[heap[0], flags])
