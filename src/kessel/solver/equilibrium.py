"""The layer's equilibrium where greedy sweeps cycle: a small game between the unstable decisions.

All other decisions are kept; then the value of every position is a linear function of the values
at the unstable ones, with chances of first arrival as weights. The small game is searched for a
pure equilibrium, else for a mixed one, and the whole layer is checked against it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

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
"""Pure profiles, or supports, that are tried one by one."""
INDIFFERENT = 1e-13
"""How near Newton's method has to bring the actions a player mixes."""

Shares = tuple[float, ...]
Profile = tuple[Shares, ...]


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
        profile = game.pure() or game.mixed()
        if profile is None:
            raise NoEquilibrium(
                f"no equilibrium found among {len(unstable)} unstable decisions of "
                f"{layer.players} players with {layer.dice} dice"
            )
        _adopt(policy, game.nodes, profile)
        settle(layer, now, Fixed(policy))
        violated = _violations(layer, now, policy)
        if not violated:
            return
        for node, actions in violated.items():
            unstable.setdefault(node, set()).update(actions)
    raise NoEquilibrium(f"the cycle at {layer.players} players, {layer.dice} dice keeps growing")


def _adopt(policy: Policy, nodes: Sequence[Node], profile: Profile) -> None:
    for node, shares in zip(nodes, profile, strict=True):
        policy.mixed.pop(node, None)
        policy.at(node.point)[node.lying, node.row] = int(np.argmax(shares))
        if max(shares) < 1.0:
            policy.mixed[node] = shares


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

    def worth(self, profile: Profile) -> Values:
        """[node, action]: what each action is worth to its player when all play the profile."""
        count, seats = len(self.nodes), self.base.shape[-1]
        shares = np.array([_padded(one, self.base.shape[1]) for one in profile])
        constant = np.einsum("na,nas->ns", shares, self.base).ravel()
        matrix = np.einsum("na,najr->njr", shares, self.arrive)
        system = np.eye(count * seats)
        for seat in range(seats):
            for turn in range(seats):
                system[seat::seats, (seat - turn) % seats :: seats] -= matrix[:, :, turn]
        values = np.linalg.solve(system, constant).reshape(count, seats)
        own = np.array([np.roll(values, turn, axis=1)[:, 0] for turn in range(seats)])
        result: Values = self.base[:, :, 0] + np.einsum("najr,rj->na", self.arrive, own)
        return result

    def is_stable(self, profile: Profile) -> bool:
        """Whether nobody has a better action, and nobody goes on at a tie."""
        worth = self.worth(profile)
        return all(
            self._stable_at(node, shares, worth[node]) for node, shares in enumerate(profile)
        )

    def _stable_at(self, node: int, shares: Shares, worth: Values) -> bool:
        best = max(worth[action] for action in self.actions[node])
        used = [action for action in self.actions[node] if shares[action] > 0.0]
        if any(worth[action] < best - 10 * TIE for action in used):
            return False
        first_best = next(a for a in self.actions[node] if worth[a] >= best - TIE)
        return len(used) > 1 or used[0] == first_best

    # --- equilibria -----------------------------------------------------------------------

    def pure(self) -> Profile | None:
        """A pure equilibrium: by taking turns at improving, else by trying all profiles."""
        found = self._improve()
        if found is not None:
            return found
        if np.prod([len(one) for one in self.actions], dtype=float) > MOST_PROFILES:
            return None
        pure = (self._pure(chosen) for chosen in product(*self.actions))
        return next(filter(self.is_stable, pure), None)

    def mixed(self) -> Profile | None:
        """A mixed equilibrium, with as few players mixing as possible."""
        tried = 0
        for size in range(1, len(self.nodes) + 1):
            for mixing in combinations(range(len(self.nodes)), size):
                for chosen in self._fixed_parts(mixing):
                    tried += 1
                    if tried > MOST_PROFILES:
                        return None
                    found = self._mix(mixing, chosen)
                    if found is not None and self.is_stable(found):
                        return found
        return None

    def _fixed_parts(self, mixing: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        choices = [one[:1] if node in mixing else one for node, one in enumerate(self.actions)]
        return product(*choices)

    def _improve(self) -> Profile | None:
        chosen = [one[0] for one in self.actions]
        for _ in range(50 * len(self.nodes)):
            worth = self.worth(self._pure(tuple(chosen)))
            for node, actions in enumerate(self.actions):
                best = max(worth[node, action] for action in actions)
                first = next(a for a in actions if worth[node, a] >= best - TIE)
                if first != chosen[node]:
                    chosen[node] = first
                    break
            else:
                return self._pure(tuple(chosen))
        return None

    def _pure(self, chosen: tuple[int, ...]) -> Profile:
        return tuple(
            tuple(float(action == one) for action in range(size))
            for one, size in zip(chosen, self.sizes, strict=True)
        )

    def _mix(self, mixing: tuple[int, ...], chosen: tuple[int, ...]) -> Profile | None:
        """Newton's method for the shares at which all who mix two actions are indifferent."""
        shares = np.full(len(mixing), 0.5)
        for _ in range(60):
            gap = self._gaps(mixing, chosen, shares)
            if np.abs(gap).max() < INDIFFERENT:
                return self._profile(mixing, chosen, shares)
            slope = np.empty((len(mixing), len(mixing)))
            for column in range(len(mixing)):
                step = np.zeros(len(mixing))
                step[column] = 1e-6 if shares[column] < 0.5 else -1e-6
                moved = self._gaps(mixing, chosen, shares + step)
                slope[:, column] = (moved - gap) / step[column]
            try:
                shares = np.clip(shares - np.linalg.solve(slope, gap), 0.0, 1.0)
            except np.linalg.LinAlgError:
                return None
        return None

    def _gaps(self, mixing: tuple[int, ...], chosen: tuple[int, ...], shares: Values) -> Values:
        worth = self.worth(self._profile(mixing, chosen, shares))
        gaps = (worth[n, self.actions[n][-1]] - worth[n, self.actions[n][0]] for n in mixing)
        return np.fromiter(gaps, dtype=float)

    def _profile(self, mixing: tuple[int, ...], chosen: tuple[int, ...], shares: Values) -> Profile:
        profile = list(self._pure(chosen))
        for node, share in zip(mixing, shares, strict=True):
            mixed = [0.0] * self.sizes[node]
            mixed[self.actions[node][0]] = 1.0 - float(share)
            mixed[self.actions[node][-1]] = float(share)
            profile[node] = tuple(mixed)
        return tuple(profile)


def _others(policy: Policy, nodes: Sequence[Node]) -> dict[Node, Shares]:
    return {node: shares for node, shares in policy.mixed.items() if node not in nodes}


def _size(layer: Layer, node: Node) -> int:
    return len(layer.blocks[0].throws) + (node.point == CHOICE)


def _padded(shares: Shares, size: int) -> Shares:
    return shares + (0.0,) * (size - len(shares))


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
