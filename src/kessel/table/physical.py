"""The physics as a thrower of tables: one order in, one landing and a packed trajectory out."""

from kessel.physics.throw import Aim, Hand
from kessel.physics.thrower import PhysicsThrower, Settling
from kessel.physics.trajectory import encode
from kessel.table.placing import lay_of, layout_of
from kessel.table.throwers import physics_name
from kessel.throws.thrower import Thrown, ThrowOrder


class PhysicalThrower:
    """Keeps a compiled arena for each edition and way of settling; nothing of a game."""

    def __init__(self) -> None:
        self._throwers: dict[tuple[str, Settling], PhysicsThrower] = {}

    @property
    def name(self) -> str:
        """All that has to be the same for throws to be the same to the last bit."""
        return physics_name()

    def throw(self, order: ThrowOrder) -> Thrown:
        """Simulate one throw."""
        thrower = self._thrower(order)
        hands = [Hand(hand.seat, hand.dice, Aim(**hand.aim)) for hand in order.hands]
        thrown = thrower.throw(layout_of(order.edition, order.lay), hands, order.seed)
        return Thrown(
            lay=lay_of(thrown.layout),
            out=thrown.out,
            cocked=thrown.landing.cocked,
            trajectory=encode(thrown.trajectory),
            seconds=thrown.seconds,
        )

    def prepare(self, edition: str, most_dice: int) -> None:
        """Compile an edition's arenas before the first throw asks for them."""
        self._of(edition, Settling()).prepare(most_dice)

    def _thrower(self, order: ThrowOrder) -> PhysicsThrower:
        options = order.options
        settling = Settling(options.cocked, options.rim_is_out, options.accidental_stack)
        return self._of(order.edition.id, settling)

    def _of(self, edition: str, settling: Settling) -> PhysicsThrower:
        key = (edition, settling)
        if key not in self._throwers:
            self._throwers[key] = PhysicsThrower(edition, settling)
        return self._throwers[key]
