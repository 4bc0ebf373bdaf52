"""A layer's equilibrium: greedy sweeps, and where they cycle, the subgame of a few decisions.

Most layers settle greedily, some only with inertia. Where neither does, fictitious play shows
which decisions oscillate; their subgame is solved with all other decisions fixed, and the whole
layer is checked for profitable deviations from the result.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kessel.errors import KesselError
from kessel.solver.actions import AVERAGE_SPAN, DEVIATION, FICTITIOUS_SWEEPS, OSCILLATING
from kessel.solver.arrays import Values
from kessel.solver.base.layers import Block, Layer
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.refinement import ExactLayer
from kessel.solver.base.sweeps import (
    FictitiousPlay,
    FixedPoint,
    FixedPolicy,
    Greedy,
    Sweeps,
    own_best,
    settle,
)

if TYPE_CHECKING:
    from kessel.solver.mixed.small_game import SmallGame

GREEDY_SWEEPS = 120
"""Greedy sweeps before a layer is taken to cycle."""
LARGE, UNMEASURED = 3000, 3
"""In layers of more positions, how many sweeps go unmeasured for each that is: measuring takes
time, and these layers need dozens of sweeps."""
UPDATE_RATE = 0.05
"""With inertia, the chance that a player switches to a better action in a sweep: when not all
switch at once, many cycles end."""
INERTIA_SWEEPS = 200
"""Sweeps with inertia before the cycle is taken to persist."""
MOST_ROUNDS = 200
SENSITIVE = 1e4
"""How many times an error of a payoff may grow in a share before payoffs need more digits."""
SINGULAR = 1e12
"""Beyond this condition shares do not follow from payoffs at all."""


class NoEquilibrium(KesselError):
    """No equilibrium was found in a layer; never seen, but never hidden either."""

    code = "no_equilibrium"


def solve_layer(
    layer: Layer, now: ValueTable, policy: Policy, exact: ExactLayer | None = None
) -> None:
    """Values and policy of a layer in equilibrium, written into `now` and `policy`.

    `exact` knows the same layer to more digits, for players who are nearly indifferent.
    """
    if _settles(layer, now, Greedy(policy), GREEDY_SWEEPS):
        return
    if _settles(layer, now, Greedy(policy, UPDATE_RATE), INERTIA_SWEEPS):
        return
    average = FictitiousPlay(policy)
    sweeps = Sweeps(layer, now)
    for number in range(FICTITIOUS_SWEEPS):
        average.weight = 1.0 / (AVERAGE_SPAN[0] + AVERAGE_SPAN[1] * number)
        sweeps.unmeasured(average)
    _solve_cycle(layer, now, policy, average.oscillating(OSCILLATING), exact)


def _settles(layer: Layer, now: ValueTable, greedy: Greedy, most: int) -> bool:
    """Whether at most so many sweeps reach the fixed point with nobody held back by inertia."""
    settling, sweeps = FixedPoint(), Sweeps(layer, now)
    unmeasured = UNMEASURED if len(layer) > LARGE else 0
    for _ in range(most // (unmeasured + 1)):
        for _ in range(unmeasured):
            sweeps.unmeasured(greedy)
        held_back = greedy.held_back
        change = sweeps.measured(greedy)
        if settling.is_over(change if greedy.held_back == held_back else np.inf):
            return True
    return False


def _solve_cycle(
    layer: Layer,
    now: ValueTable,
    policy: Policy,
    unstable: dict[PolicyNode, set[int]],
    exact: ExactLayer | None,
) -> None:
    """Solve the subgame of oscillating decisions; add every decision that then has a profitable
    deviation, and solve again."""
    from kessel.solver.base.arrivals import OpenLayer  # with scipy, which most layers do without
    from kessel.solver.mixed.small_game import SmallGame

    open_layer = OpenLayer(layer, policy)
    nodes: list[PolicyNode] = []
    profile: Values | None = None
    game: SmallGame | None = None
    for _ in range(MOST_ROUNDS):
        added = sorted(set(unstable) - set(nodes))
        if added:
            open_layer.leave_open(added)
            nodes += added
        if nodes:
            actions = [sorted(unstable[node]) for node in nodes]
            game = SmallGame.of(actions, open_layer.arrivals(), layer.players)
            profile = game.equilibrium(profile)
            if profile is None:
                raise NoEquilibrium(
                    f"no equilibrium found among {len(nodes)} oscillating decisions of "
                    f"{layer.players} players with {layer.dice} dice"
                )
            _adopt(layer, policy, nodes, profile)
            open_layer.write_values(game.values(profile), now)
        settle(layer, now, FixedPolicy(policy))
        deviating = {
            node: actions
            for node, actions in _deviations(layer, now, policy).items()
            if not actions <= unstable.get(node, set())
        }
        if not deviating:  # an equilibrium, as near as numbers allow
            if exact is not None and game is not None and profile is not None:
                refined = _refined(game, profile, nodes, policy, exact)
                if refined is not None:
                    _adopt(layer, policy, nodes, refined)
                    open_layer.write_values(game.values(refined), now)
                    settle(layer, now, FixedPolicy(policy))
            return
        for node, better in deviating.items():
            unstable.setdefault(node, set()).update(better)
    raise NoEquilibrium(f"the cycle at {layer.players} players, {layer.dice} dice keeps growing")


def _refined(
    game: "SmallGame",
    profile: Values,
    nodes: Sequence[PolicyNode],
    policy: Policy,
    exact: ExactLayer,
) -> Values | None:
    """The profile after one more step of Newton's method, from payoffs of more digits; none where
    shares hardly depend on the last digits."""
    support = profile > 0.0
    reference = support & (np.cumsum(support, axis=-1) == 1)
    free = support & ~reference
    node, action = np.nonzero(free)
    if not len(node):
        return None
    slopes = game.gaps(profile, reference, free)[1]
    if np.linalg.cond(slopes) > SINGULAR:
        return None
    grown = np.linalg.inv(slopes)
    if np.abs(grown).sum(axis=1).max() < SENSITIVE:
        return None
    first = reference.argmax(axis=-1)
    switches = [
        (nodes[n], int(first[n]), int(a)) for n, a in zip(node.tolist(), action, strict=True)
    ]
    refined = profile.copy()
    refined[free] -= grown @ exact.gaps(policy, switches)
    refined[np.arange(len(first)), first] = 1.0 - np.where(free, refined, 0.0).sum(axis=-1)
    return refined if (refined >= 0.0).all() else None


def _adopt(layer: Layer, policy: Policy, nodes: Sequence[PolicyNode], profile: Values) -> None:
    """Write a profile of the subgame into the policy."""
    kinds = len(layer.blocks[0].throws)
    for node, shares in zip(nodes, profile, strict=True):
        policy.mixed.pop(node, None)
        policy.at(node.point)[node.lying, node.row] = int(shares.argmax())
        if shares.max() < 1.0:
            count = kinds + (node.point is Point.CHOICE)
            policy.mixed[node] = tuple(map(float, shares[:count]))


def _deviations(layer: Layer, now: ValueTable, policy: Policy) -> dict[PolicyNode, set[int]]:
    """Pure decisions with a profitable deviation: the action taken and the better one."""
    found: dict[PolicyNode, set[int]] = {}
    fixed = FixedPolicy(policy)

    def check(point: Point, block: Block, actions: list[Values]) -> Values:
        chosen = policy.at(point)[block.lying, block.rows]
        best = own_best(actions)
        for at in np.flatnonzero(best != chosen):
            node = PolicyNode(point, block.lying, block.rows.start + int(at))
            mine, better = actions[chosen[at]][at, 0], actions[best[at]][at, 0]
            if node not in policy.mixed and abs(better - mine) > DEVIATION:
                found[node] = {int(chosen[at]), int(best[at])}
        return fixed(point, block, actions)

    Sweeps(layer, now).unmeasured(check)
    return found
