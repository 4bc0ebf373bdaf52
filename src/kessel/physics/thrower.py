"""The thrower of the table: aims and a seed in; a trajectory, a landing and poses out.

The same seed, aims and poses give the same bytes. A simulation that fails is thrown again from the
next draw of the seed, and counted. Nothing here knows whose turn it is or what the faces mean.
"""

import threading
from collections import Counter
from collections.abc import Sequence

from kessel.errors import BadValue
from kessel.physics.attempt import Attempt, Outcome, Settling, Thrown
from kessel.physics.chance import Chance
from kessel.physics.layout import Layout
from kessel.physics.params import MATERIALS, Arena, Materials, find_arena
from kessel.physics.scene import Scene
from kessel.physics.simulate import Unsettled
from kessel.physics.throw import Hand, releases
from kessel.rules.edition import find_edition

__all__ = ["Hand", "Layout", "Outcome", "PhysicsThrower", "Settling", "Thrown", "Unsettled"]

MOST_ATTEMPTS = 8
"""A throw that fails is thrown again from the next draw of its seed, so often at most."""


class PhysicsThrower:
    """Throws dice in one edition's arena; models are compiled once and kept.

    One throw at a time: calls from several threads wait for each other.
    """

    def __init__(
        self,
        edition: str,
        settling: Settling | None = None,
        *,
        audible: bool = True,
        arena: Arena | None = None,
        materials: Materials = MATERIALS,
    ) -> None:
        """`audible=False` leaves out the contacts, for throws that nobody will hear."""
        self.edition = find_edition(edition)
        self.arena = arena or find_arena(edition)
        self.settling = settling or Settling.of(self.edition)
        self.counts: Counter[str] = Counter()
        self._audible, self._materials = audible, materials
        self._scenes: dict[int, Scene] = {}
        self._lock = threading.Lock()

    @property
    def empty(self) -> Layout:
        """An arena of this edition without dice."""
        return Layout(self.arena, self.edition.faces)

    def prepare(self, most_dice: int) -> None:
        """Compile the models for up to so many dice now rather than at their first throw."""
        for slots in range(1, most_dice + 1):
            self._scene(slots)

    def throw(self, layout: Layout, hands: Sequence[Hand], seed: bytes) -> Thrown:
        """Throw the hands' dice at those that lie; several hands throw together."""
        self._check(layout, hands)
        with self._lock:
            self.counts["throws"] += 1
            for attempt in range(MOST_ATTEMPTS):
                try:
                    return self._attempt(layout, hands, Chance(seed, attempt), attempt + 1)
                except Unsettled as error:
                    self.counts["rethrown"] += 1
                    failed = error
        raise Unsettled(f"{MOST_ATTEMPTS} attempts failed, the last because {failed}")

    def _attempt(
        self, layout: Layout, hands: Sequence[Hand], chance: Chance, number: int
    ) -> Thrown:
        let_go = releases(self.arena, hands, [d.pose for d in layout.dice], chance)
        scene = self._scene(len(layout) + len(let_go))
        attempt = Attempt(scene, layout, let_go, chance, self.settling, self._audible)
        thrown = attempt.run(number)
        self.counts["nudges"] += thrown.nudges
        self.counts["rerolls"] += thrown.rerolls
        return thrown

    def _scene(self, slots: int) -> Scene:
        if slots not in self._scenes:
            self._scenes[slots] = Scene(self.arena, slots, self._materials)
        return self._scenes[slots]

    def _check(self, layout: Layout, hands: Sequence[Hand]) -> None:
        if layout.arena != self.arena or layout.faces != self.edition.faces:
            raise BadValue(f"a layout of another arena: {self.edition.id} is thrown here")
        dice = [d.die for d in layout.dice] + [die for hand in hands for die in hand.dice]
        if len(set(dice)) != len(dice):
            raise BadValue(f"dice {dice}: every die can be in the arena or in a hand once")
        if not any(hand.dice for hand in hands):
            raise BadValue("no dice are thrown: at least one hand must throw at least one")
        if len(dice) > self.edition.dice:
            raise BadValue(f"{len(dice)} dice: {self.edition.id} has {self.edition.dice}")
