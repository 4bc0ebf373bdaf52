"""What was agreed before a game, as a page showed it: who sits where, and what is played."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kessel.fairness.keys import fingerprint
from kessel.table import log
from kessel.table.terms import Seat, SeatKind


@dataclass(frozen=True, slots=True)
class LineUp:
    """Held against the first line of every game at the table; what is None or empty was not
    shown."""

    edition: str = ""
    options: log.Values = field(default_factory=dict)
    elements: tuple[str, ...] | None = None
    seats: Mapping[Seat, tuple[SeatKind, str]] = field(default_factory=dict)
    """Kind and name of each; an open one may go to a bot, or to nobody."""
    first: Seat | None = None
    dice: str = ""
    clock: str = ""
    host: str = ""
    """The fingerprint of the host's key, from the invitation."""

    def differs(self, started: log.GameStarted) -> str:
        """What is not as it was agreed; empty where nothing is."""
        told = [
            ("edition", self.edition, started.edition),
            ("options", self.options, started.options),
            ("elements", self.elements, started.elements and tuple(started.elements)),
            ("first", self.first, started.seats[started.first]),
            ("dice", self.dice, started.dice),
            ("clock", self.clock, started.clock),
        ]
        for what, agreed, given in told:
            if agreed not in (None, "", {}, given):
                return f"{what}: {agreed} was agreed, not {given}"
        return (
            self._differing_seat(started)
            or self._differing_order(started)
            or self._differing_host(started)
        )

    def _differing_seat(self, started: log.GameStarted) -> str:
        playing = {one.seat: one for one in started.players}
        for seat, (kind, name) in self.seats.items():
            one = playing.get(seat)
            if one is None or kind == "open":
                if kind != "open":
                    return f"{name} does not play"
                if one is not None and not one.bot:
                    return f"{one.name} plays, whom nobody saw sit down"
            elif (one.name, bool(one.bot)) != (name, kind == "bot"):
                given = "bot" if one.bot else "person"
                return f"at seat {seat} {name} ({kind}) was agreed, not {one.name} ({given})"
        return ""

    def _differing_order(self, started: log.GameStarted) -> str:
        """A game goes round as its players sit."""
        shown = [seat for seat in started.seats if seat in self.seats]
        if shown != sorted(shown):
            return f"it goes round by seats, not {shown}"
        return ""

    def _differing_host(self, started: log.GameStarted) -> str:
        """Whoever sent the invitation sits at the first person's seat."""
        keys = [one.key for one in sorted(started.players, key=lambda p: p.seat) if not one.bot]
        if self.host and (not keys or not keys[0] or fingerprint(keys[0]) != self.host):
            return f"the host's key is not {self.host}, which the invitation has"
        return ""
