"""What nothing proves of a game, counted: who took no part in the chance of throws, and what nobody
signed."""

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from kessel.proof.verdict import Unproven, UnprovenCode
from kessel.rules.moves import Player
from kessel.table import log
from kessel.table.dice import is_same_kind
from kessel.table.play import Play
from kessel.table.terms import ActedBy


class UnprovenCounts:
    """The counts of a story, over all its games."""

    def __init__(self) -> None:
        self._counted: Counter[tuple[UnprovenCode, str]] = Counter()

    def add(self, code: UnprovenCode, name: str = "", count: int = 1) -> None:
        """Something is not proven."""
        self._counted[code, name] += count

    def all(self) -> tuple[Unproven, ...]:
        """What was counted, in order of kinds, then as it came."""
        return tuple(
            Unproven(code, count, name)
            for kind in get_args(UnprovenCode)
            for (code, name), count in self._counted.items()
            if code == kind and count
        )

    def enter(self, play: Play, entry: log.GameEntry) -> None:
        """Count an entry that comes in this state of the game."""
        match entry:
            case log.ThrowFixed(casts=casts, dice=dice):
                if not play.gave_up:
                    for cast in casts:
                        self._acted(play, cast.player, cast.by)
                if dice and not is_same_kind(dice, play.started.dice):
                    self.add("other_dice")
            case log.Answered(player=player, by=by, links=None):
                self._acted(play, player, by)
            case log.DicePushed(player=player):
                self._acted(play, player, "person")
            case log.DevicesLate(devices=devices):
                self._named(play, "late", devices)
            case log.DevicesAway(devices=devices, signs=signs):
                silent = [n for n, sign in zip(devices, signs, strict=True) if not sign]
                self._named(play, "away", silent)
            case log.DiceLanded() | log.Answered() if play.fixed and not play.fixed.devices:
                self.add("unwitnessed")

    def _named(self, play: Play, code: UnprovenCode, devices: Iterable[int]) -> None:
        seats = (seat for number in devices for seat in play.chains.devices[number].seats)
        for player in sorted(play.started.seats.index(seat) for seat in seats):
            self.add(code, play.started.names[player])

    def _acted(self, play: Play, player: Player, by: ActedBy) -> None:
        one = play.started.players[player]
        if one.bot or player in play.resigned:
            return
        if by != "person":
            self.add("by_table" if by == "table" else "by_bot", one.name)
        elif not one.key:
            self.add("unsigned", one.name)
