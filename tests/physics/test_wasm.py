"""MuJoCo as WebAssembly against the native one: the same throws, told apart only by chance.

180 throws in each, which tell shares that lie some 20 points apart. Single throws differ, by their
last bits at first.
"""

from dataclasses import replace

import pytest
from physics.agreement import FEATURES, Told, agreement, thrown, uniform

from kessel.physics.node import Node
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition

STRIKE = find_edition("strike-2020")
THROWS = {"firm": 90, "wild": 90}
"""In each engine."""
TOO_RARE = 1e-4
"""Engines that are alike fail one of the seven tests less often than once in a thousand runs."""

Throws = dict[str, list[Told]]


@pytest.fixture(scope="module")
def native() -> Throws:
    """Throws of the native engine."""
    simulator = ArenaSimulator(STRIKE, audible=False)
    return {name: thrown(simulator, name, range(count)) for name, count in THROWS.items()}


@pytest.fixture(scope="module")
def wasm() -> Throws:
    """The same in the browser's."""
    node = Node()
    simulator = ArenaSimulator(STRIKE, audible=False, make_scene=node.scene)
    found = {name: thrown(simulator, name, range(count)) for name, count in THROWS.items()}
    node.close()
    return found


@pytest.mark.long
@pytest.mark.parametrize("strength", THROWS)
@pytest.mark.parametrize("feature", FEATURES)
def test_flips_losses_and_cocked_dice_are_as_frequent(
    native: Throws, wasm: Throws, strength: str, feature: str
) -> None:
    found = agreement(feature, native[strength], wasm[strength])
    assert found.p > TOO_RARE, found


def test_the_faces_of_thrown_dice_are_uniform(wasm: Throws) -> None:
    assert uniform(told for some in wasm.values() for told in some) > TOO_RARE


def test_controls_fail(native: Throws, wasm: Throws) -> None:
    halved = enumerate(wasm["firm"])
    fewer = [replace(one, flipped=one.flipped and k % 2 == 0) for k, one in halved]
    assert agreement("flipped", native["firm"], fewer).p < TOO_RARE
    loaded = [replace(one, face=5 if one.face == 0 else one.face) for one in wasm["firm"]]
    assert uniform(loaded) < TOO_RARE
