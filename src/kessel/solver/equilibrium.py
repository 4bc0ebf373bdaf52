"""The layer's equilibrium where greedy sweeps cycle: a small game between the unstable decisions.

All other decisions are kept; then the value of every position is a linear function of the values
at the unstable ones, with chances of first arrival as weights. The small game is searched for a
pure equilibrium, else for a mixed one, and the whole layer is checked against it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

import numpy as np
from numpy.typing import NDArray

from kessel.errors import KesselError
from kessel.solver.layers import Block, Layer, Values, ValueTable
from kessel.solver.sweeps import (
    CHOICE,
    SETTLED,
    TIE,
    TURN,
    Fixed,
    Greedy,
    Node,
    Policy,
    best_actions,
    settle,
    sweep,
)

PATIENCE = 250
"""Greedy sweeps before a layer is taken to cycle."""
WATCH = 60
"""Further sweeps in which the unstable decisions show themselves."""
MOST_ROUNDS = 40
MOST_PROFILES = 1 << 14
"""Pure profiles that are tried one by one before a layer is said to have no pure equilibrium."""
FIRST_SUPPORTS, MOST_SUPPORTS = 3_000, 30_000
"""Sets of players who mix, with what the others do, that are tried first, and in the end."""
FIRST_STEPS = 3
"""Steps of Newton's method by which supports are sorted out; the gaps are nearly linear."""
NEARLY = 0.1
"""How far from proper shares a support may be after them."""
CARRIED = 200
"""Changes of a profile after which the inverse is worked out anew, so that errors stay small."""
SINGULAR = 1e-9
BATCH = 512
FIRST_ERROR, LAST_ERROR, COOLING = 0.03, 1e-11, 0.6
"""The scale of players' errors on the way to a mixed equilibrium, in chances to win."""
LEAST_COOLING = 1e-3
MOST_STEPS = 40
"""Steps of Newton's method before it is given up."""
SLOPE_STEP = 1e-6
SELDOM = 1e-4
"""An action played less often than this at the last error is not part of the equilibrium."""
INDIFFERENT = 1e-14
"""How near Newton's method has to bring the actions a player mixes."""

Shares = tuple[float, ...]


class NoEquilibrium(KesselError):
    """No equilibrium was found in a layer; never seen, but never hidden either."""

    code = "no_equilibrium"


def solve_layer(layer: Layer, now: ValueTable, policy: Policy) -> None:
    """Values and policy of a layer in equilibrium, written into `now` and `policy`."""
    greedy = Greedy(policy)
    for _ in range(PATIENCE):
        if sweep(layer, now, greedy) < SETTLED:
            return
    greedy.watching = True
    for _ in range(WATCH):
        sweep(layer, now, greedy)
    _break_cycle(layer, now, policy, greedy.changed)


def _break_cycle(
    layer: Layer, now: ValueTable, policy: Policy, unstable: dict[Node, set[int]]
) -> None:
    for _ in range(MOST_ROUNDS):
        game = SmallGame.of(layer, policy, unstable)
        profile = game.equilibrium()
        if profile is None:
            raise NoEquilibrium(
                f"no equilibrium found among {len(unstable)} unstable decisions of "
                f"{layer.players} players with {layer.dice} dice"
            )
        _adopt(policy, game.nodes, profile, game.sizes)
        settle(layer, now, Fixed(policy))
        violated = _violations(layer, now, policy)
        if not violated:
            return
        for node, actions in violated.items():
            unstable.setdefault(node, set()).update(actions)
    raise NoEquilibrium(f"the cycle at {layer.players} players, {layer.dice} dice keeps growing")


def _adopt(policy: Policy, nodes: Sequence[Node], profile: Values, sizes: Sequence[int]) -> None:
    for node, shares, size in zip(nodes, profile, sizes, strict=True):
        policy.mixed.pop(node, None)
        policy.at(node.point)[node.lying, node.row] = int(shares.argmax())
        if shares.max() < 1.0:
            policy.mixed[node] = tuple(map(float, shares[:size]))


def _violations(layer: Layer, now: ValueTable, policy: Policy) -> dict[Node, set[int]]:
    """Decisions whose action is not best, with the action and the better one."""
    check = _Check(policy)
    sweep(layer, now, check)
    return check.violated


class _Check:
    """A fixed policy that notes where it is not best (or not stopping at a tie)."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._fixed = Fixed(policy)
        self.violated: dict[Node, set[int]] = {}

    def decide(self, point: str, block: Block, actions: list[Values]) -> Values:
        """The policy's value."""
        chosen = self._policy.at(point)[block.lying, block.rows]
        best = best_actions(actions)
        for at in np.flatnonzero(best != chosen):
            node = Node(point, block.lying, block.rows.start + int(at))
            mine, better = actions[chosen[at]][at, 0], actions[best[at]][at, 0]
            if node not in self._policy.mixed and abs(better - mine) > 10 * TIE:
                self.violated[node] = {int(chosen[at]), int(best[at])}
        return self._fixed.decide(point, block, actions)


@dataclass(frozen=True, slots=True)
class SmallGame:
    """The unstable decisions alone: what each action is worth, linear in the values at them all.

    An action's value to seat s is `base[node, action, s]` plus the sum over other nodes j and
    turns r of `arrive[node, action, j, r]` times the value at j of the seat that is s there.
    """

    nodes: tuple[Node, ...]
    actions: tuple[tuple[int, ...], ...]
    """The actions each node chooses among, out of all it has."""
    sizes: tuple[int, ...]
    """How many actions each node has in all."""
    base: Values
    arrive: Values

    @classmethod
    def of(cls, layer: Layer, policy: Policy, unstable: dict[Node, set[int]]) -> "SmallGame":
        """Follow the layer from and to its unstable decisions."""
        nodes = tuple(sorted(unstable))
        actions = tuple(tuple(sorted(unstable[node])) for node in nodes)
        pure = Policy(policy.turn, policy.choice, _others(policy, nodes))
        nowhere = np.zeros(layer.players)
        here = np.eye(layer.players)[0]
        base = _action_values(layer, pure, nodes, dict.fromkeys(nodes, nowhere))
        bare = layer.without_known()
        arrive = [
            _action_values(bare, pure, nodes, {n: here if n == node else nowhere for n in nodes})
            for node in nodes
        ]
        sizes = tuple(_size(layer, node) for node in nodes)
        return cls(nodes, actions, sizes, base, np.stack(arrive, axis=2))

    # --- what a profile is worth ----------------------------------------------------------

    def worth(self, shares: Values) -> Values:
        """[.., node, action]: what each action is worth to its player when all play these shares.

        `shares` is [.., node, action]; many profiles may be asked at once.
        """
        count, seats = len(self.nodes), self.base.shape[-1]
        constant = np.einsum("...na,nas->...ns", shares, self.base)
        matrix = np.einsum("...na,najr->...njr", shares, self.arrive)
        system = np.zeros((*shares.shape[:-2], count * seats, count * seats))
        system[...] = np.eye(count * seats)
        for seat in range(seats):
            for turn in range(seats):
                at = (seat - turn) % seats
                system[..., seat::seats, at::seats] -= matrix[..., turn]
        flat = constant.reshape(*shares.shape[:-2], count * seats, 1)
        values = np.linalg.solve(system, flat).reshape(constant.shape)
        # The player to move at node i is, r turns before, the seat -r of node j.
        own = np.stack([values[..., -turn % seats] for turn in range(seats)], axis=-1)
        return np.asarray(self.base[:, :, 0] + np.einsum("najr,...jr->...na", self.arrive, own))

    def slope(self, shares: Values) -> Values:
        """[node, action, node, action]: how the worth of an action hangs on another's share.

        A share moves the values at its node by what the action is worth there, and these all
        other values by the chances of arrival: the inverse of the system, worked out once.
        """
        (count, actions), seats = shares.shape, self.base.shape[-1]
        led = np.zeros((count, actions, seats, count, seats))
        for seat in range(seats):
            for turn in range(seats):
                led[:, :, seat, :, (seat - turn) % seats] = self.arrive[..., turn]
        rows: Values = led.reshape(count, actions, seats, -1)
        system = np.eye(count * seats) - np.einsum("na,nask->nsk", shares, rows).reshape(
            count * seats, -1
        )
        inverse = np.linalg.inv(system)
        constant = np.einsum("na,nas->ns", shares, self.base).reshape(-1)
        told = self.base + rows @ (inverse @ constant)
        through = (rows[:, :, 0] @ inverse).reshape(count, actions, count, seats)
        return np.asarray(np.einsum("mbns,nas->mbna", through, told))

    # --- equilibria -----------------------------------------------------------------------

    def equilibrium(self) -> Values | None:
        """Pure if there is one, ties to stopping; else mixed, with as few mixing as possible.

        Where there are too many profiles to try, only the core is searched: who keeps changing
        their mind when players improve one after another, the others following.
        """
        if self._profiles() <= MOST_PROFILES:
            return self._searched()
        found = self._by_core()
        return found if found is not None else self._by_errors()

    def _profiles(self) -> float:
        return float(np.prod([len(one) for one in self.actions], dtype=float))

    def _searched(self) -> Values | None:
        content = self._content()
        stable = content.all(axis=-1)
        if stable.any():
            first = np.unravel_index(stable.argmax(), stable.shape)
            return self._pure([one[at] for one, at in zip(self.actions, first, strict=True)])
        found = self._by_support(content, FIRST_SUPPORTS)
        if found is None:
            found = self._by_errors()
        return found if found is not None else self._by_support(content, MOST_SUPPORTS)

    def _by_core(self) -> Values | None:
        chosen, core = self._improve()
        seen: set[tuple[tuple[int, ...], frozenset[int]]] = set()
        for _ in self.nodes:
            found = self._pure(chosen)
            if core:
                nodes = sorted(core)
                small = self._only(nodes, chosen)
                few = small._profiles() <= MOST_PROFILES
                among = small._searched() if few else small._by_errors()
                if among is None:
                    return None
                found[nodes] = among
            found, unhappy = self._let_follow(found)
            if not unhappy:
                return found
            chosen = [int(action) for action in found.argmax(axis=-1)]
            core |= set(unhappy)
            if (tuple(chosen), frozenset(core)) in seen:
                return None  # those outside the core go round with it
            seen.add((tuple(chosen), frozenset(core)))
        return None

    def _only(self, core: Sequence[int], chosen: Sequence[int]) -> "SmallGame":
        """The game of the core alone, all others having made their choice.

        Values at the others are linear in those at the core, so they can be put in.
        """
        seats, count = self.base.shape[-1], len(self.nodes)
        rest = [node for node in range(count) if node not in core]
        led = np.concatenate([self.led(node, chosen[node]) for node in rest] or [np.zeros((0, 0))])
        places = np.arange(count * seats).reshape(count, seats)
        inner, outer = places[rest].reshape(-1), places[core].reshape(-1)
        constant = self.base[rest, [chosen[node] for node in rest]].reshape(-1)
        base, arrive = self.base[core].copy(), self.arrive[core][:, :, core].copy()
        if len(rest):
            kept = np.linalg.inv(np.eye(len(inner)) - led[:, inner])
            known, through = kept @ constant, kept @ led[:, outer]
            for number, node in enumerate(core):
                for action in range(base.shape[1]):
                    rows = self.led(node, action)[:, inner]
                    base[number, action] += rows @ known
                    # Told for the first seat; turn r leads to the seat -r.
                    more = (rows[0] @ through).reshape(len(core), seats)
                    arrive[number, action] += more[:, -np.arange(seats) % seats]
        return SmallGame(
            tuple(self.nodes[node] for node in core),
            tuple(self.actions[node] for node in core),
            tuple(self.sizes[node] for node in core),
            base,
            arrive,
        )

    def led(self, node: int, action: int) -> Values:
        """[seat, (node, seat)]: the chances to arrive there by that action."""
        seats = self.base.shape[-1]
        rows = np.zeros((seats, len(self.nodes), seats))
        for seat in range(seats):
            for turn in range(seats):
                rows[seat, :, (seat - turn) % seats] += self.arrive[node, action, :, turn]
        return rows.reshape(seats, -1)

    def _let_follow(self, shares: Values) -> tuple[Values, list[int]]:
        """Let the unhappy change their mind while those who mix keep balance; who stays unhappy."""
        unhappy = self._unhappy(shares)
        for _ in self.nodes:
            if not unhappy:
                break
            moved = shares.copy()
            moved[unhappy] = self._pure(self._best(self.worth(shares)))[unhappy]
            balanced = self._balanced(moved)
            if balanced is None:
                break
            shares, unhappy = balanced, self._unhappy(balanced)
        return shares, unhappy

    def _unhappy(self, shares: Values) -> list[int]:
        """Who plays one action where another is better."""
        pure = shares.max(axis=-1) == 1.0
        wrong = self._best(self.worth(shares)) != shares.argmax(axis=-1)
        return [int(node) for node in np.flatnonzero(pure & wrong)]

    def _content(self) -> NDArray[np.bool_]:
        """[action of each node.., node]: who is content with their action in every pure profile."""
        everything = product(*self.actions)
        parts = []
        while batch := list(islice(everything, BATCH)):
            profiles = np.array([self._pure(one) for one in batch])
            parts.append(self._best(self.worth(profiles)) == profiles.argmax(axis=-1))
        shape = [len(one) for one in self.actions]
        return np.concatenate(parts).reshape(*shape, len(self.nodes))

    def _by_support(self, content: NDArray[np.bool_], most: int) -> Values | None:
        """A mixed equilibrium of few who mix between two actions, the others pure.

        Only supports are tried at one corner of which, at least, each of the others is content.
        """
        nodes = range(len(self.nodes))
        two = [node for node in nodes if len(self.actions[node]) == 2]
        tried = 0
        for size in range(1, len(two) + 1):
            for mixing in combinations(two, size):
                rest = [node for node in nodes if node not in mixing]
                some_corner = np.logical_or.reduce(content, axis=mixing, keepdims=True)
                possible = np.argwhere(some_corner[..., rest].all(axis=-1))
                if not len(possible):
                    continue
                tried += len(possible)
                if tried > most:
                    return None
                for shares in self._likely(mixing, possible):
                    found = self._polish(shares)
                    if found is not None:
                        return found
        return None

    def _likely(self, mixing: tuple[int, ...], corners: NDArray[np.intp]) -> Values:
        """Of many profiles with the same players mixing, those that a few steps of Newton's
        method bring near balance with proper shares; all at once."""
        pure = [[one[i] for one, i in zip(self.actions, at, strict=True)] for at in corners]
        profiles = np.eye(self.base.shape[1])[np.array(pure)]
        low = [self.actions[node][0] for node in mixing]
        high = [self.actions[node][-1] for node in mixing]
        shares = np.full((len(profiles), len(mixing)), 0.5)

        def at(values: Values) -> Values:
            full = profiles.copy()
            full[:, mixing] = 0.0
            full[:, mixing, low] = 1.0 - values
            full[:, mixing, high] = values
            return full

        def gaps(values: Values) -> Values:
            worth = self.worth(at(values))
            return np.asarray(worth[:, mixing, high] - worth[:, mixing, low])

        for _ in range(FIRST_STEPS):
            gap = gaps(shares)
            moves = SLOPE_STEP * np.eye(len(mixing))
            slope = np.stack([(gaps(shares + move) - gap) / SLOPE_STEP for move in moves], axis=-1)
            size = np.maximum(np.abs(slope).max(axis=(1, 2)), np.finfo(float).tiny)
            regular = np.abs(np.linalg.det(slope / size[:, None, None]))
            keep = regular > SINGULAR
            profiles, shares = profiles[keep], shares[keep]
            change = np.linalg.solve(slope[keep], gap[keep][..., None])[..., 0]
            shares = shares - change
        near = ((shares > -NEARLY) & (shares < 1.0 + NEARLY)).all(axis=-1)
        profiles, shares = profiles[near], np.clip(shares[near], 0.01, 0.99)
        return at(shares)

    def _by_errors(self) -> Values | None:
        """A mixed equilibrium: players err less and less, then those who still mix are solved for.

        The path of logit equilibria leads to an equilibrium as the errors vanish.
        """
        free = self._allowed()
        free[np.arange(len(self.nodes)), [one[0] for one in self.actions]] = False
        scores = np.zeros(int(free.sum()))
        error, cooling = FIRST_ERROR, COOLING
        while error > LAST_ERROR and cooling < 1.0 - LEAST_COOLING:
            followed = self._follow(scores, error, free)
            if (
                followed is None
            ):  # too far ahead on a path that bends: go back and on in small steps
                error, cooling = error / cooling, cooling**0.5
                if error >= FIRST_ERROR:
                    return None
                error *= cooling
                continue
            shares = self._logit(followed, free)
            found = self._polish(shares)
            if found is not None:
                return found
            # Who mixes keeps the shares, who does not keeps the gap, as errors grow smaller.
            torn = (shares[free] > SELDOM) & (shares[free] < 1.0 - SELDOM)
            scores = np.where(torn, followed, followed / cooling)
            error *= cooling
        return None

    def is_stable(self, shares: Values) -> bool:
        """Whether no action used is worse than another."""
        worth = np.where(self._allowed(), self.worth(shares), -np.inf)
        best = worth.max(axis=-1, keepdims=True)
        return bool((worth >= best - 10 * TIE)[shares > 0.0].all())

    def _allowed(self) -> NDArray[np.bool_]:
        allowed = np.zeros(self.base.shape[:2], dtype=np.bool_)
        for node, actions in enumerate(self.actions):
            allowed[node, list(actions)] = True
        return allowed

    def _best(self, worth: Values) -> NDArray[np.intp]:
        """The first of the best actions of every node."""
        open_ = np.where(self._allowed(), worth, -np.inf)
        best = open_.max(axis=-1, keepdims=True)
        return np.asarray((open_ >= best - TIE).argmax(axis=-1))

    def _pure(self, chosen: Sequence[int] | NDArray[np.intp]) -> Values:
        return np.eye(self.base.shape[1])[list(chosen)]

    def _improve(self) -> tuple[list[int], set[int]]:
        """Let players improve one after another: where that leads, and who never comes to rest."""
        chosen = [one[0] for one in self.actions]
        restless: set[int] = set()
        rounds = 40 * len(self.nodes)
        running = _Running(self, chosen)
        for step in range(rounds):
            best = self._best(running.worth())
            unhappy = np.flatnonzero(best != chosen)
            if not len(unhappy):
                return chosen, set()
            node = int(unhappy[step % len(unhappy)])
            chosen[node] = int(best[node])
            running.change(node, chosen[node])
            if step > rounds // 2:
                restless.add(node)
        return chosen, restless

    def _logit(self, scores: Values, free: NDArray[np.bool_]) -> Values:
        """The shares of players who err, by the scores of all actions but each node's first."""
        full = np.where(self._allowed(), 0.0, -np.inf)
        full[free] = scores
        powers = np.exp(full - full.max(axis=-1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=-1, keepdims=True))

    def _follow(self, scores: Values, error: float, free: NDArray[np.bool_]) -> Values | None:
        """The scores (gaps in worth, counted in errors) that the shares they lead to bear out."""

        def miss(values: Values) -> Values:
            return np.asarray(error * values - self._gaps(self._logit(values, free), free))

        def slope(values: Values) -> Values:
            shares = self._logit(values, free)
            led = self._slope_to_first(shares)[free][:, free]
            # A score moves all shares of its node: up its own, down the others.
            node = np.nonzero(free)[0]
            own = shares[free]
            moved = np.diag(own) - np.where(node[:, None] == node, np.outer(own, own), 0.0)
            first = self._slope_to_first(shares)[free][
                :, node, np.array([self.actions[n][0] for n in node])
            ]
            less = -shares[node, [self.actions[n][0] for n in node]] * own
            return np.asarray(error * np.eye(len(values)) - led @ moved - first * less)

        return _newton(miss, slope, scores, 1e-3 * error)

    def _slope_to_first(self, shares: Values) -> Values:
        """The slope of how much better actions are than their node's first."""
        slope = self.slope(shares)
        first = slope[np.arange(len(self.nodes)), [one[0] for one in self.actions]]
        return np.asarray(slope - first[:, None])

    def _gaps(self, shares: Values, free: NDArray[np.bool_]) -> Values:
        worth = self.worth(shares)
        first = worth[np.arange(len(self.nodes)), [one[0] for one in self.actions]]
        return np.asarray((worth - first[:, None])[free])

    def _polish(self, shares: Values) -> Values | None:
        """An equilibrium in which the same players mix the same actions, if there is one."""
        found = self._balanced(shares)
        return found if found is not None and self.is_stable(found) else None

    def _balanced(self, shares: Values) -> Values | None:
        """The exact shares at which all who mix are indifferent."""
        used = self._allowed() & (shares > SELDOM)
        lead = used & (np.cumsum(used, axis=-1) == 1)
        free = used & ~lead

        def profile(values: Values) -> Values:
            full = np.zeros_like(shares)
            full[free] = values
            full[lead] = 1.0 - full.sum(axis=-1)
            return full

        def miss(values: Values) -> Values:
            worth = self.worth(profile(values))
            return np.asarray((worth - worth[lead][:, None])[free])

        def slope(values: Values) -> Values:
            told = self.slope(profile(values))
            told = told - told[lead][:, None]
            leads = told[:, :, lead]
            node = np.nonzero(free)[0]
            return np.asarray(told[free][:, free] - leads[free][:, node])

        values = _newton(miss, slope, shares[free], INDIFFERENT)
        if values is None:
            return None
        found = profile(values)
        return found if (found >= 0.0).all() else None


class _Running:
    """What actions are worth in pure profiles that change at one node after the other.

    A changed node changes few rows of the system, so its inverse is carried along.
    """

    def __init__(self, game: SmallGame, chosen: Sequence[int]) -> None:
        self._game = game
        self._seats = game.base.shape[-1]
        self._chosen = list(chosen)
        self._changes = 0
        self._invert()

    def worth(self) -> Values:
        """[node, action]"""
        game, count = self._game, len(self._game.nodes)
        constant = game.base[np.arange(count), self._chosen].reshape(-1)
        values = (self._inverse @ constant).reshape(count, self._seats)
        own = np.stack([values[:, -turn % self._seats] for turn in range(self._seats)], axis=-1)
        return np.asarray(game.base[:, :, 0] + np.einsum("najr,jr->na", game.arrive, own))

    def change(self, node: int, action: int) -> None:
        """One node takes another action: by the Woodbury identity, now and then anew."""
        before = self._game.led(node, self._chosen[node])
        self._chosen[node] = action
        self._changes += 1
        if self._changes % CARRIED == 0:
            self._invert()
            return
        step = before - self._game.led(node, action)
        at = slice(node * self._seats, (node + 1) * self._seats)
        columns = self._inverse[:, at].copy()
        led = step @ self._inverse
        inner = np.eye(self._seats) + led[:, at]
        self._inverse -= columns @ np.linalg.solve(inner, led)

    def _invert(self) -> None:
        rows = [self._game.led(node, action) for node, action in enumerate(self._chosen)]
        system = np.concatenate(rows)
        self._inverse = np.linalg.inv(np.eye(len(system)) - system)


def _newton(
    miss: Callable[[Values], Values],
    slope: Callable[[Values], Values],
    start: Values,
    enough: float,
) -> Values | None:
    """Where `miss` is nought, from a near start; steps are halved while they do not help."""
    values = start
    gap = miss(values)
    for _ in range(MOST_STEPS):
        size = np.abs(gap).max(initial=0.0)
        if size < enough:
            return values
        try:
            change = np.linalg.solve(slope(values), gap)
        except np.linalg.LinAlgError:
            return None
        for _ in range(12):
            trial = miss(values - change)
            if np.abs(trial).max() < size:
                break
            change = change / 2
        else:
            return None
        values, gap = values - change, trial
    return None


def _others(policy: Policy, nodes: Sequence[Node]) -> dict[Node, Shares]:
    return {node: shares for node, shares in policy.mixed.items() if node not in nodes}


def _size(layer: Layer, node: Node) -> int:
    return len(layer.blocks[0].throws) + (node.point == CHOICE)


def _action_values(
    layer: Layer, policy: Policy, nodes: Sequence[Node], given: dict[Node, Values]
) -> Values:
    """[node, action, seat]: what actions at the nodes are worth when the nodes are given values."""
    now = ValueTable.empty(layer.index)
    settle(layer, now, Fixed(policy, given))
    actions = max(_size(layer, node) for node in nodes)
    result = np.zeros((len(nodes), actions, layer.players))
    for number, node in enumerate(nodes):
        for action, value in enumerate(_actions_at(layer, node, now)):
            result[number, action] = value
    return result


def _actions_at(layer: Layer, node: Node, now: ValueTable) -> list[Values]:
    block = next(block for block in layer.blocks if block.lying == node.lying)
    at = node.row - block.rows.start
    throws = [layer.throw(block, links, now)[at] for links in block.throws]
    return throws if node.point == TURN else [layer.stop(block, now)[at], *throws]
