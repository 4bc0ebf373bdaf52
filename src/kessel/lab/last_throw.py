"""Dice that remember how they lay before a throw and after it."""

from typing import TYPE_CHECKING

from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult

if TYPE_CHECKING:
    from kessel.throws.at_rest import DiceAtRest


class LastThrow(Simulator):
    """Dice of which the last throw is known as it lay, before the rules took any."""

    def __init__(self, dice: Simulator) -> None:
        self._dice = dice
        self.last: tuple[DiceAtRest, ThrowResult] = (), ThrowResult(())
        """How the dice lay before and after it."""

    @property
    def name(self) -> str:
        """The name of the dice themselves."""
        return self._dice.name

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Throw, and remember."""
        self.last = order.at_rest, self._dice.throw(order)
        return self.last[1]
