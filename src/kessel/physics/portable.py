"""Portable dice: the physics by MuJoCo as WebAssembly in Node, the same throw on every machine.

A Node that dies, hangs or runs out of memory is replaced and the throw made again: it depends on
its order alone, so it comes out the same.
"""

from collections.abc import Callable

from kessel.physics.dice import PhysicsDice
from kessel.physics.node import ANSWER_SECONDS, Node, NodeLost, check_node
from kessel.physics.version import PORTABLE_NAME
from kessel.rules.edition import Edition
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult

ATTEMPTS = 3
"""Nodes that a throw is tried with before it is given up, each with twice the time: a machine that
is busy with something else is not taken for a Node that hangs."""


class PortableDice(Simulator):
    """Throws with a Node of its own, which is started when the first throw needs it."""

    def __init__(self, start: Callable[[float], Node] | None = None) -> None:
        """`start` starts a Node that has so many seconds for an answer. Raises `NoNode` if there
        is nothing to start."""
        if start is None:
            check_node()
        self._start = start or Node
        self._node: Node | None = None
        self._dice = PhysicsDice()

    @property
    def name(self) -> str:
        """All that has to be the same for throws to be the same to the last bit."""
        return PORTABLE_NAME

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Simulate one throw."""
        for attempt in range(ATTEMPTS - 1):
            try:
                return self._at_work(attempt).throw(order)
            except NodeLost:
                self.close()
        return self._at_work(ATTEMPTS - 1).throw(order)

    def prepare(self, edition: Edition, most_dice: int) -> None:
        """Compile an edition's models before the first throw with its usual options needs them."""
        self._at_work().prepare(edition, most_dice)

    def close(self) -> None:
        """End the Node; the next throw starts another."""
        if self._node is not None:
            self._node.close()
        self._node = None

    def _at_work(self, attempt: int = 0) -> PhysicsDice:
        if self._node is None:
            self._node = self._start(ANSWER_SECONDS * (1 << attempt))
            self._dice = PhysicsDice(make_scene=self._node.scene, name=self.name)
        return self._dice
