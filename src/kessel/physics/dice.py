"""The physics as dice: one order in, dice at rest and a packed trajectory out."""

from kessel.physics.scene import SceneMaker
from kessel.physics.simulator import ArenaSimulator, native_scene
from kessel.physics.trajectory import encode
from kessel.physics.version import physics_name
from kessel.rules.edition import Edition
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult


class PhysicsDice(Simulator):
    """Keeps a simulator for each edition; nothing of a game.

    >>> from kessel import Game
    >>> dice = PhysicsDice(watched=False)
    >>> game = Game.from_state("impact hands=3,4 arena=fire,water")
    >>> events = game.throw(dice, seed=1)
    >>> len(game.layout), dice.throws
    (3, 1)
    """

    def __init__(
        self,
        *,
        watched: bool = True,
        make_scene: SceneMaker = native_scene,
        name: str | None = None,
    ) -> None:
        """`watched=False` leaves out trajectory and sounds, for trials that only need the end.

        Another engine than the native one needs its name.
        """
        self._watched, self._make_scene, self._name = watched, make_scene, name
        self._simulators: dict[Edition, ArenaSimulator] = {}

    @property
    def name(self) -> str:
        """All that has to be the same for throws to be the same to the last bit."""
        return self._name or physics_name()

    @property
    def throws(self) -> int:
        """How many throws were made so far."""
        return sum(one.throws for one in self._simulators.values())

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Simulate one throw."""
        simulator = self._simulator(order.edition)
        thrown = simulator.throw(order.at_rest, order.handfuls, order.seed, options=order.options)
        return ThrowResult(
            thrown.at_rest,
            thrown.out,
            thrown.landing.cocked,
            encode(thrown.trajectory) if self._watched else b"",
            thrown.seconds if self._watched else 0.0,
        )

    def prepare(self, edition: Edition, most_dice: int) -> None:
        """Compile an edition's models before the first throw with its usual options needs them."""
        self._simulator(edition).prepare(most_dice)

    def _simulator(self, edition: Edition) -> ArenaSimulator:
        if edition not in self._simulators:
            self._simulators[edition] = ArenaSimulator(
                edition, audible=self._watched, make_scene=self._make_scene
            )
        return self._simulators[edition]
