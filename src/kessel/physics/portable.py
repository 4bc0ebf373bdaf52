"""Portable dice: the physics by MuJoCo as WebAssembly in Node, the same throw on every machine.

Where anything goes wrong, Node is replaced and the throw made again: it depends on its order alone,
so it comes out the same.
"""

from collections.abc import Callable
from typing import TypeVar

from kessel.errors import KesselError
from kessel.physics.dice import PhysicsDice
from kessel.physics.nodejs import ANSWER_SECONDS, NodeProcess, check_node
from kessel.physics.version import PORTABLE_NAME
from kessel.rules.edition import Edition
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult

ATTEMPTS = 3
"""Nodes that a throw is tried with before it is given up, each with twice the time: a machine that
is busy with something else is not taken for a Node that hangs."""

Result = TypeVar("Result")


class PortableDice(Simulator):
    """Throws with a Node of its own, which is started when the first throw needs it."""

    def __init__(self, start: Callable[[float], NodeProcess] | None = None) -> None:
        """`start` starts a Node that has so many seconds for an answer. Raises `NoNode` if there
        is nothing to start."""
        if start is None:
            check_node()
        self._start = start or NodeProcess
        self._node: NodeProcess | None = None
        self._dice = PhysicsDice()

    @property
    def name(self) -> str:
        """All that has to be the same for throws to be the same to the last bit."""
        return PORTABLE_NAME

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Simulate one throw."""
        return self._tried(lambda dice: dice.throw(order))

    def prepare(self, edition: Edition, most_dice: int) -> None:
        """Compile an edition's models before the first throw with its usual options needs them."""
        self._tried(lambda dice: dice.prepare(edition, most_dice))

    def close(self) -> None:
        """End the Node; the next throw starts another."""
        if self._node is not None:
            self._node.close()
        self._node = None

    def _tried(self, work: Callable[[PhysicsDice], Result]) -> Result:
        """Nothing but a refusal leaves a Node behind that can be relied on."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return work(self._at_work(attempt))
            except KesselError:
                raise
            except BaseException as error:
                self.close()
                if attempt == ATTEMPTS or not isinstance(error, Exception):
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _at_work(self, attempt: int) -> PhysicsDice:
        if self._node is None:
            self._node = self._start(ANSWER_SECONDS * 2 ** (attempt - 1))
            self._dice = PhysicsDice(make_scene=self._node.scene, name=self.name)
        return self._dice
