"""Portable dice: the physics by MuJoCo as WebAssembly in Node, the same throw on every machine.

A Node that dies, hangs or runs out of memory is replaced and the throw made again: it depends on
its order alone, so it comes out the same.
"""

from collections.abc import Callable

from kessel.physics.dice import PhysicsDice
from kessel.physics.node import Node, NodeLost
from kessel.physics.version import PORTABLE_NAME
from kessel.rules.edition import Edition
from kessel.throws.dice import ThrowOrder, ThrowResult

ATTEMPTS = 3
"""Nodes that a throw is tried with before it is given up."""


class PortableDice:
    """Throws with a Node of its own, which is started when the first throw needs it."""

    name = PORTABLE_NAME

    def __init__(self, *, watched: bool = True, start: Callable[[], Node] = Node) -> None:
        """`watched=False` leaves out trajectory and sounds, for trials that only need the end."""
        self._watched, self._start = watched, start
        self._node: Node | None = None
        self._dice = PhysicsDice()

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Simulate one throw."""
        for _ in range(ATTEMPTS - 1):
            try:
                return self._at_work().throw(order)
            except NodeLost:
                self.close()
        return self._at_work().throw(order)

    def prepare(self, edition: Edition, most_dice: int) -> None:
        """Compile an edition's models before the first throw with its usual options needs them."""
        self._at_work().prepare(edition, most_dice)

    def close(self) -> None:
        """End the Node; the next throw starts another."""
        if self._node is not None:
            self._node.close()
        self._node = None

    def _at_work(self) -> PhysicsDice:
        if self._node is None:
            self._node = self._start()
            self._dice = PhysicsDice(
                watched=self._watched, make_scene=self._node.scene, name=self.name
            )
        return self._dice
