"""What a seat did in a game, counted from the events."""

from collections.abc import Sequence
from dataclasses import dataclass

from kessel.rules import events as e
from kessel.table.play import Happened


@dataclass(slots=True)
class Tally:
    """The counts of one seat."""

    throws: int = 0
    dice_thrown: int = 0
    strikes: int = 0
    """Throws after which this seat took dice."""
    collected: int = 0
    lost_null: int = 0
    lost_out: int = 0

    def threw(self, dice: int) -> None:
        """One more throw of so many dice."""
        self.throws += 1
        self.dice_thrown += dice


def count(active: int, happened: Sequence[Happened], tallies: Sequence[Tally]) -> list[int]:
    """Count what happened in a step of the active seat; who was eliminated in it."""
    gone: list[int] = []
    for one in happened:
        match one.event:
            case e.NullRemoved(count=lost):
                tallies[active].lost_null += lost
            case e.WentOut(count=lost):
                tallies[active].lost_out += lost
            case e.Collected(player=player, faces=faces):
                tallies[player].strikes += 1
                tallies[player].collected += sum(faces.values())
            case e.AccioTaken(player=player, face=face):
                tallies[player].collected += face is not None
            case e.Eliminated(player=player):
                gone.append(player)
    return gone
