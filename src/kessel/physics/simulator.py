"""One arena, simulated: aims and a seed in; a trajectory and dice at rest out.

The same seed, aims and poses give the same bytes. A simulation that fails is thrown again from the
next draw of the seed, and counted. Nothing here knows whose turn it is or what the faces mean.
"""

import threading
from collections.abc import Sequence

from kessel.errors import BadValue
from kessel.physics.attempt import Attempt, SimulatedThrow
from kessel.physics.chance import Chance
from kessel.physics.release import releases
from kessel.physics.scene import Scene, SceneMaker
from kessel.physics.simulate import Motion, Unsettled
from kessel.rules.edition import Edition
from kessel.rules.options import Options, check_value, resolve_options
from kessel.throws.at_rest import DiceAtRest, by_number
from kessel.throws.boxes import BoxGeometry, box_of
from kessel.throws.dice import Handful
from kessel.throws.pose import Pose

MOST_ATTEMPTS = 8
"""Attempts at a throw, each from the next draw of its seed, before it is given up."""
SETTLING = ("cocked", "rim_is_out", "accidental_stack")
"""The options that say how dice which cannot be read, or lie where they should not, are settled."""


def native_scene(box: BoxGeometry, slots: int) -> Scene:
    """A scene of MuJoCo's native engine, which is loaded only now."""
    from kessel.physics.mujoco_scene import MujocoScene

    return MujocoScene(box, slots)


class ArenaSimulator:
    """Throws dice in one edition's arena; models are compiled once and kept.

    One throw at a time: calls from several threads wait for each other.
    """

    def __init__(
        self,
        edition: Edition,
        *,
        audible: bool = True,
        make_scene: SceneMaker = native_scene,
    ) -> None:
        """`audible=False` leaves out the contacts, for throws that nobody will hear."""
        self.edition = edition
        self.box = box_of(edition)
        self.options = resolve_options(edition)
        self.throws = self.rethrown = 0
        self._audible, self._make_scene = audible, make_scene
        self._scenes: dict[int, Scene] = {}
        self._lock = threading.Lock()

    def prepare(self, most_dice: int) -> None:
        """Compile the models for up to that many dice now rather than at their first throw."""
        for slots in range(1, most_dice + 1):
            self._scene(slots)

    def throw(
        self,
        at_rest: DiceAtRest,
        handfuls: Sequence[Handful],
        seed: bytes,
        *,
        options: Options | None = None,
        flown: Motion | None = None,
    ) -> SimulatedThrow:
        """Throw handfuls at the dice that lie; several are thrown together.

        The options, else the edition's usual ones, say how dice that cannot be read are settled.
        What has `flown` from its `start` in another engine is only settled here.
        """
        self._check(at_rest, handfuls)
        options = options or self.options
        for name in SETTLING:
            check_value(name, getattr(options, name))
        lying = [d.pose for d in by_number(at_rest)]
        why = ""
        with self._lock:
            self.throws += 1
            for attempt in range(MOST_ATTEMPTS):
                chance = Chance(seed, attempt)
                let_go = releases(self.box, handfuls, lying, chance)
                scene = self._scene(len(lying) + len(let_go))
                faces = self.edition.faces
                try:
                    return Attempt(
                        scene, faces, at_rest, let_go, chance, options, self._audible
                    ).run(attempt + 1, flown)
                except Unsettled as error:
                    self.rethrown += 1
                    why, flown = str(error), None
        raise Unsettled(f"{MOST_ATTEMPTS} attempts failed, the last because {why}")

    def start(
        self, at_rest: DiceAtRest, handfuls: Sequence[Handful], seed: bytes
    ) -> Sequence[tuple[Pose, tuple[float, ...]]]:
        """How a throw begins: pose, velocity and spin of each die, those that lie first."""
        self._check(at_rest, handfuls)
        if len(handfuls) > 1:
            raise BadValue(f"{len(handfuls)} handfuls: only one is let go at a time")
        lying = [d.pose for d in by_number(at_rest)]
        let_go = releases(self.box, handfuls, lying, Chance(seed))
        still = [(pose, (0.0,) * 6) for pose in lying]
        return still + [(one.pose, (*one.velocity, *one.spin)) for one in let_go]

    def _scene(self, slots: int) -> Scene:
        if slots not in self._scenes:
            self._scenes[slots] = self._make_scene(self.box, slots)
        return self._scenes[slots]

    def _check(self, at_rest: DiceAtRest, handfuls: Sequence[Handful]) -> None:
        lying = by_number(at_rest)
        for one in lying:
            self.edition.check_face(one.face)
        dice = [d.die for d in lying] + [die for one in handfuls for die in one.dice]
        if len(set(dice)) != len(dice):
            raise BadValue(f"dice {dice}: every die can be in the arena or in a handful once")
        if not any(one.dice for one in handfuls):
            raise BadValue("no dice are thrown: at least one handful has a die")
        if len(dice) > self.edition.dice:
            raise BadValue(f"{len(dice)} dice: {self.edition.id} has {self.edition.dice}")
