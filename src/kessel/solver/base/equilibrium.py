"""A layer's equilibrium: greedy sweeps, and where they cycle, a game between the unstable few.

Most layers settle when everybody takes what is best by the values so far, some only if players
hesitate. Where they do not, averages show who is torn; between these decisions, all others kept,
an equilibrium is worked out, and the whole layer is checked against it.
"""

from collections.abc import Sequence

import numpy as np

from kessel.errors import KesselError
from kessel.solver.base.arrivals import Followed
from kessel.solver.base.layers import Block, Layer, Values, ValueTable
from kessel.solver.base.small_game import SmallGame
from kessel.solver.base.sweeps import (
    CHOICE,
    SETTLED,
    TIE,
    Averaging,
    Fixed,
    Greedy,
    Node,
    Policy,
    best_actions,
    settle,
    sweep,
)

PATIENCE = 120
"""Greedy sweeps before a layer is taken to cycle."""
READINESS = 0.05
"""The chance that a player in a cycling layer takes a better action, from sweep to sweep: if not
all change their minds at once, many cycles end."""
HESITANT = 200
"""Such sweeps before the layer is taken to have no rest."""
AVERAGED = 300
"""Sweeps in which those without rest play the average of what they did."""
SPAN = 5.0, 0.25
"""How many sweeps an average goes back, at first, and more with each sweep."""
TORN = 0.03
"""Who takes two actions at least so often is taken to mix."""
MOST_ROUNDS = 200


class NoEquilibrium(KesselError):
    """No equilibrium was found in a layer; never seen, but never hidden either."""

    code = "no_equilibrium"


def solve_layer(layer: Layer, now: ValueTable, policy: Policy) -> None:
    """Values and policy of a layer in equilibrium, written into `now` and `policy`."""
    if _settles(layer, now, Greedy(policy), PATIENCE):
        return
    if _settles(layer, now, Greedy(policy, READINESS), HESITANT):
        return
    averaging = Averaging(policy)
    for number in range(AVERAGED):
        averaging.weight = 1.0 / (SPAN[0] + SPAN[1] * number)
        sweep(layer, now, averaging)
    _break_cycle(layer, now, policy, averaging.torn(TORN))


def _settles(layer: Layer, now: ValueTable, greedy: Greedy, sweeps: int) -> bool:
    """Whether so many sweeps bring a layer to rest, everybody content."""
    for _ in range(sweeps):
        waiting = greedy.waiting
        if sweep(layer, now, greedy) < SETTLED and greedy.waiting == waiting:
            return True
    return False


def _break_cycle(layer: Layer, now: ValueTable, policy: Policy, torn: dict[Node, set[int]]) -> None:
    """Solve the game between the torn; who is not content with what comes of it joins them."""
    followed = Followed(layer, policy)
    nodes: list[Node] = []
    profile: Values | None = None
    for _ in range(MOST_ROUNDS):
        more = sorted(set(torn) - set(nodes))
        if more:
            followed.leave_open(more)
            nodes += more
        if nodes:
            actions = [sorted(torn[node]) for node in nodes]
            game = SmallGame.of(actions, followed.arrivals(), layer.players)
            profile = game.equilibrium(profile)
            if profile is None:
                raise NoEquilibrium(
                    f"no equilibrium found among {len(nodes)} unstable decisions of "
                    f"{layer.players} players with {layer.dice} dice"
                )
            _adopt(layer, policy, nodes, profile)
        settle(layer, now, Fixed(policy))
        joining = {
            node: better
            for node, better in _violations(layer, now, policy).items()
            if not better <= torn.get(node, set())
        }
        if not joining:  # all content, or as near to it as numbers allow
            return
        for node, better in joining.items():
            torn.setdefault(node, set()).update(better)
    raise NoEquilibrium(f"the cycle at {layer.players} players, {layer.dice} dice keeps growing")


def _adopt(layer: Layer, policy: Policy, nodes: Sequence[Node], profile: Values) -> None:
    kinds = len(layer.blocks[0].throws)
    for node, shares in zip(nodes, profile, strict=True):
        policy.mixed.pop(node, None)
        policy.at(node.point)[node.lying, node.row] = int(shares.argmax())
        if shares.max() < 1.0:
            policy.mixed[node] = tuple(map(float, shares[: kinds + (node.point == CHOICE)]))


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
