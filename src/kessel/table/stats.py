"""What a player did in a game, counted from the events."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from kessel.rules import events as e
from kessel.rules.moves import Player
from kessel.table.play import Happened, Play


class SeatStats(Struct, frozen=True, kw_only=True):
    """What a seat did in this game so far; all zero while its supply is hidden, which could be
    worked out from it."""

    throws: int = 0
    dice_thrown: int = 0
    strikes: int = 0
    """Throws after which this seat took dice."""
    collected: int = 0
    greatest: int = 0
    """The most dice that one step brought."""
    lost_null: int = 0
    lost_out: int = 0


def count_throws(tallies: Sequence[SeatStats], play: Play) -> tuple[SeatStats, ...]:
    """The tallies after the casts shown in this game were thrown."""
    counted = list(tallies)
    for cast in play.casts:
        tally, dice = counted[cast.player], play.state.unit_size(cast.player, cast.unit)
        counted[cast.player] = replace(
            tally, throws=tally.throws + 1, dice_thrown=tally.dice_thrown + dice
        )
    return tuple(counted)


def count_events(
    tallies: Sequence[SeatStats], active: Player, happened: Sequence[Happened]
) -> tuple[SeatStats, ...]:
    """The tallies after a step of the active player."""
    counted = list(tallies)

    def add(player: int, **more: int) -> None:
        tally = counted[player]
        counts = {name: getattr(tally, name) + count for name, count in more.items()}
        counted[player] = replace(tally, **counts)

    for step in happened:
        match step.event:
            case e.NullRemoved(count=lost):
                add(active, lost_null=lost)
            case e.WentOut(count=lost):
                add(active, lost_out=lost)
            case e.Collected(player=player, faces=faces):
                add(player, strikes=1, collected=sum(faces.values()))
            case e.AccioTaken(player=player, face=face):
                add(player, collected=int(face is not None))
            case _:
                pass
    return tuple(
        replace(after, greatest=max(after.greatest, after.collected - before.collected))
        for before, after in zip(tallies, counted, strict=True)
    )


def eliminated(happened: Sequence[Happened]) -> list[Player]:
    """Who was eliminated in a step."""
    events = [step.event for step in happened]
    return [event.player for event in events if isinstance(event, e.Eliminated)]
